import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { z } from "zod";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { PICTURE_BYTES, type picture as pictureEndpoint } from "#app/contract/person.ts";
import type { CallerContext } from "../call/context.ts";
import { limitTo } from "../call/in-turn.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { contentWithin } from "../files/content-within.ts";
import { openPicture } from "../files/picture.ts";
import { scannedAt } from "../files/scan.ts";
import type { MessageKey } from "../texts/message.ts";

/** Side of the square picture in pixels: twice what is shown, for dense screens. */
const SIDE = 128;
const FORMATS = ["png", "jpg", "webp", "gif"];

// Drawing takes a core: others are not kept waiting by many pictures at once.
const withSlot = limitTo(1, 20);

function refuse(key: MessageKey): never {
  throw new Refusal(CODE_INVALID, key);
}

/**
 * Draws the picture anew as a small square: nothing of the file itself is kept, such as the place where a
 * photo was taken or a program hidden in it.
 */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes, FORMATS);
  if (!picture) return refuse("pictureRefused");
  try {
    return await picture
      .autoOrient()
      .resize(SIDE, SIDE, { fit: "cover", position: "attention" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    return refuse("pictureRefused");
  }
}

/** `portalUser/pictureUpload`: the last picture of the form counts. */
export async function uploadPicture(context: CallerContext): Promise<null> {
  const { db, caller, files, now, upload } = context;
  for await (const file of upload?.files ?? []) {
    const bytes = await contentWithin(file, PICTURE_BYTES);
    const scanned = await scannedAt(files, () => Readable.from([bytes]));
    if (scanned && "refused" in scanned) refuse(scanned.refused);
    const content = await withSlot(() => redraw(bytes));
    const version = createHash("sha256").update(content).digest("base64url").slice(0, 16);
    const row = { content, version, stored_at: now };
    await db
      .insertInto("person_picture")
      .values({ user_id: caller.userId, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    return null;
  }
  return refuse("fileEmpty");
}

/** `portalUser/pictureRemove` */
export async function removePicture({ db, caller }: CallerContext): Promise<null> {
  await db.deleteFrom("person_picture").where("user_id", "=", caller.userId).execute();
  return null;
}

/** `portalUser/picture`: customers and the forwarder see each other, as they talk; companies do not. */
export async function sendPicture(
  { userId }: z.output<typeof pictureEndpoint.request>,
  { db, caller }: CallerContext,
): Promise<FileAnswer> {
  const row = await db
    .selectFrom("person_picture as p")
    .innerJoin("app_user as u", "u.id", "p.user_id")
    .innerJoin("company as c", "c.id", "u.company_id")
    .select("p.content")
    .where("p.user_id", "=", userId)
    .$if(!caller.isForwarder, (query) =>
      query.where((eb) =>
        eb.or([eb("u.company_id", "=", caller.companyId), eb("c.is_forwarder", "=", true)]),
      ),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return { fileName: "picture.webp", contentType: "image/webp", body: Readable.from([row.content]) };
}
