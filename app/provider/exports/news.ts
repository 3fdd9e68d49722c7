import type { Kysely } from "kysely";
import { minuteToWire } from "#app/lib/date-time.ts";
import type { Caller } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { tellOwn } from "../notifications/own-news.ts";
import { mailTexts, message } from "../texts/message.ts";
import type { JobRow } from "./job.ts";

const PATH = "/account/exports";

/** Tells who asked that the file is there and until when; without `expiresAt`, that it could not be made. */
export async function tellAsker(
  trx: Kysely<Database>,
  { job, asker, rows = 0, expiresAt }: { job: JobRow; asker: Caller; rows?: number; expiresAt?: Date },
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  const { email, language_preference } = await trx
    .selectFrom("app_user")
    .select(["email", "language_preference"])
    .where("id", "=", asker.userId)
    .executeTakeFirstOrThrow();
  const language = language_preference ?? job.language;
  const list = job.title ?? message(`exportList${job.list}`, language);
  const values = {
    name: asker.name,
    list,
    rows,
    link: publicUrl + PATH,
    until: minuteToWire(expiresAt),
  };
  const kind = expiresAt ? "exportReady" : "exportFailed";
  await tellOwn(
    trx,
    {
      kind,
      person: { id: asker.userId, companyId: asker.companyId, email: email ?? null, language },
      number: list,
      path: PATH,
      newsKey: `${kind}-${job.id}`,
      mail: mailTexts(expiresAt ? "mailExportReady" : "mailExportFailed", language, values),
    },
    { now, publicUrl },
  );
}
