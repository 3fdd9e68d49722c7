import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. It may contain a secret link, so the body is deleted once the mail is sent. */
  body: string;
}

/** Queues a mail, in the transaction of the change that it reports. */
export async function queueMail(db: Kysely<Database>, mail: Mail, now: Date): Promise<void> {
  await db
    .insertInto("mail_outbox")
    .values({ ...mail, created_at: now })
    .execute();
}
