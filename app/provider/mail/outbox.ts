import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. It may hold a link that is a secret: the body is emptied once the mail is sent. */
  body: string;
}

/** Puts a mail into the outbox, in the transaction of the change that it tells of. */
export async function queueMail(db: Kysely<Database>, mail: Mail, now: Date): Promise<void> {
  await db
    .insertInto("mail_outbox")
    .values({ ...mail, created_at: now })
    .execute();
}
