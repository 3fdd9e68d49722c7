import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { z } from "zod";
import type { brandLogo, brandLogoRemove, brandLogoUpload } from "#app/contract/brand.ts";
import { LOGO_BYTES } from "#app/contract/brand-code.ts";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { CallContext, CallerContext } from "../call/context.ts";
import { limitTo } from "../call/in-turn.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { contentWithin } from "../files/content-within.ts";
import { openPicture } from "../files/picture.ts";
import { scannedAt } from "../files/scan.ts";
import { beginChange, noteChange } from "./change.ts";

/** Twice and three times what is shown, for dense screens. */
const LOGO = { width: 480, height: 96 };
const ICON_SIDE = 512;
/** What phones may cut off at each side of an icon. */
const ICON_EDGE = 52;
const FORMATS = ["png", "jpg", "webp"];
const GROUND = { light: "#ffffff", dark: "#191c20" };

// Drawing takes a core: others are not kept waiting by many pictures at once.
const withSlot = limitTo(1, 20);

/** Draws the logo anew, and an icon of it: nothing of the file itself is kept. */
async function redraw(bytes: Buffer, scheme: "light" | "dark"): Promise<{ content: Buffer; icon: Buffer }> {
  const picture = await openPicture(bytes, FORMATS);
  if (!picture) throw new Refusal(CODE_INVALID, "logoRefused");
  try {
    const drawn = picture.autoOrient();
    const content = await drawn
      .clone()
      .resize({ ...LOGO, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 90, alphaQuality: 100 })
      .toBuffer();
    const inner = ICON_SIDE - 2 * ICON_EDGE;
    const icon = await drawn
      .clone()
      .resize(inner, inner, { fit: "contain", background: "#00000000" })
      .extend({
        top: ICON_EDGE,
        bottom: ICON_EDGE,
        left: ICON_EDGE,
        right: ICON_EDGE,
        background: "#00000000",
      })
      .flatten({ background: GROUND[scheme] })
      .png({ palette: true })
      .toBuffer();
    return { content, icon };
  } catch {
    throw new Refusal(CODE_INVALID, "logoRefused");
  }
}

/** `brand/logoUpload`: the first file of the form counts. The same file sent again is done already. */
export async function uploadLogo(
  input: z.output<typeof brandLogoUpload.request>,
  context: CallerContext,
): Promise<null> {
  const { db, files, now, upload } = context;
  const { companyId, scheme } = input;
  for await (const file of upload?.files ?? []) {
    const bytes = await contentWithin(file, LOGO_BYTES);
    const scanned = await scannedAt(files, () => Readable.from([bytes]));
    if (scanned && "refused" in scanned) throw new Refusal(CODE_INVALID, scanned.refused);
    const drawn = await withSlot(() => redraw(bytes, scheme));
    const drawing = createHash("sha256").update(drawn.content).digest("base64url").slice(0, 22);
    const present = await db
      .selectFrom("company_logo")
      .select("drawing")
      .where("company_id", "=", companyId)
      .where("scheme", "=", scheme)
      .executeTakeFirst();
    if (present?.drawing === drawing) return null;
    await db.transaction().execute(async (trx) => {
      const within = { ...context, db: trx };
      await beginChange(within, input);
      const row = { drawing, ...drawn, stored_at: now };
      await trx
        .insertInto("company_logo")
        .values({ company_id: companyId, scheme, ...row })
        .onConflict((conflict) => conflict.columns(["company_id", "scheme"]).doUpdateSet(row))
        .execute();
      await noteChange(within, companyId, `logo.${scheme}`, [null, null]);
    });
    return null;
  }
  throw new Refusal(CODE_INVALID, "fileEmpty");
}

/** `brand/logoRemove` */
export async function removeLogo(
  input: z.output<typeof brandLogoRemove.request>,
  context: CallerContext,
): Promise<null> {
  await beginChange(context, input);
  await context.db
    .deleteFrom("company_logo")
    .where("company_id", "=", input.companyId)
    .where("scheme", "=", input.scheme)
    .execute();
  await noteChange(context, input.companyId, `logoRemoved.${input.scheme}`, [null, null]);
  return null;
}

/** `brand/logo`: a logo stands on pages for strangers as well, and its name is that of its content. */
export async function sendLogo(
  { drawing, as }: z.output<typeof brandLogo.request>,
  { db }: CallContext,
): Promise<FileAnswer> {
  const row = await db
    .selectFrom("company_logo")
    .select(as === "icon" ? "icon as picture" : "content as picture")
    .where("drawing", "=", drawing)
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const [type, fileName] = as === "icon" ? ["image/png", "icon.png"] : ["image/webp", "logo.webp"];
  return { fileName: fileName!, contentType: type!, body: Readable.from([row.picture]) };
}
