import type { Kysely } from "kysely";
import { presentTraceParent } from "#app/lib/request-id.ts";
import { isTraced } from "#app/lib/traced.ts";
import type { Database } from "../db/schema.ts";

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. It may contain a secret link, so the body is deleted once the mail is sent. */
  body: string;
  /** The HTML part; by default the text with its links. */
  html?: string;
  /** `thread`: mails of the same name are one conversation. `unsubscribe`: a link that ends such mails by one POST. `trace`: what it is part of. */
  headers?: { thread?: string; unsubscribe?: string; trace?: string };
  /** The company whose people it is for, where the recipient's address does not say it. */
  companyId?: string;
  /** News, which an address may be blocked for; not a mail about signing in. */
  isNotice?: boolean;
}

/** Queues a mail, in the transaction of the change that it reports. @returns its id */
export async function queueMail(
  db: Kysely<Database>,
  { recipient, subject, body, html = "", headers = {}, isNotice = false, companyId }: Mail,
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto("mail_outbox")
    .values({
      recipient,
      subject,
      body,
      html,
      created_at: now,
      is_notice: isNotice,
      company_id: companyId ?? null,
      headers: JSON.stringify(isTraced() ? { ...headers, trace: presentTraceParent() } : headers),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
