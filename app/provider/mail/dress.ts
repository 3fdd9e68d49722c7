import type { Kysely } from "kysely";
import { brandOfMail } from "../brand/sender.ts";
import type { Database } from "../db/schema.ts";
import type { QueuedMail } from "./delivery.ts";

export interface Dress {
  /** The portal's own address, with which links in mails begin; without a slash at the end. */
  publicUrl: string;
  /** Domains that a company's mails may be sent from. */
  mailDomains: readonly string[];
}

/**
 * A mail as people of a company get it: from the company's sender, with links to its host name. This is judged when the
 * mail is sent, so that a domain that the operator has taken back, or a host name that is gone, is not used any more.
 */
export async function dressed(
  db: Kysely<Database>,
  mail: QueuedMail,
  companyId: string | null,
  { publicUrl, mailDomains }: Dress,
): Promise<QueuedMail> {
  const brand = await brandOfMail(db, { recipient: mail.recipient, companyId });
  if (!brand) return mail;
  const { senderAddress, senderName, host } = brand;
  const isAllowed = mailDomains.includes(senderAddress.split("@").at(-1)!);
  const sender = { name: senderName, address: isAllowed ? senderAddress : "" };
  if (host === null) return { ...mail, sender };
  const moved = (text: string) => withLinksTo(`https://${host}`, text, publicUrl);
  const { headers } = mail;
  return {
    ...mail,
    sender,
    body: moved(mail.body),
    ...(mail.html ? { html: moved(mail.html) } : {}),
    ...(headers?.unsubscribe ? { headers: { ...headers, unsubscribe: moved(headers.unsubscribe) } } : {}),
  };
}

/** Moves links, and nothing that only begins with the same letters, as another port does. */
function withLinksTo(origin: string, text: string, publicUrl: string): string {
  return text
    .split(publicUrl)
    .reduce((start, rest) => start + (/^[\w.:@-]*[\w@]/.test(rest) ? publicUrl : origin) + rest);
}
