import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { htmlOf } from "./html.ts";
import type { Mail } from "./outbox.ts";

export interface QueuedMail extends Mail {
  id: string;
  createdAt: Date;
  /** A company's; what is empty is the operator's. */
  sender?: { name: string; address: string };
}

/** Delivers a mail. `sent`: it was sent; `shown`: it stays in the outbox and is not tried again. */
export type Delivery = (mail: QueuedMail) => Promise<"sent" | "shown">;

// The SMTP time-outs together stay below the database's idle-in-transaction time-out.
const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;

/** Sends mails by the SMTP server of `SMTP_URL`, with one connection per mail. */
export function smtpDelivery(smtpUrl: string, from: string): Delivery {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
  return async (mail) => {
    await transport.sendMail({
      from: senderOf(mail, from),
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      html: mail.html || htmlOf(mail.body),
      // The same for every try, so that mail programs can recognize a duplicate.
      messageId: `<${mail.createdAt.getTime()}.${mail.id}@${domain}>`,
      ...threadOf(mail, domain),
      headers: { "auto-submitted": "auto-generated", ...listHeaders(mail) },
    });
    return "sent";
  };
}

function senderOf({ sender }: QueuedMail, from: string): string | { name: string; address: string } {
  if (!sender?.name && !sender?.address) return from;
  const [, ownName = "", ownAddress = from] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(from) ?? [];
  return { name: sender.name || ownName, address: sender.address || ownAddress.trim() };
}

/** Every mail of a thread answers its first one, which need not exist: mail programs show them together. */
function threadOf({ headers }: QueuedMail, domain: string) {
  const first = headers?.thread && `<${headers.thread}@${domain}>`;
  return first ? { inReplyTo: first, references: first } : {};
}

/** One-click unsubscribe (RFC 8058). */
function listHeaders({ headers }: QueuedMail): Record<string, string> {
  if (!headers?.unsubscribe) return {};
  return {
    "List-Unsubscribe": `<${headers.unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** For the demonstration and to try the product: logs the mail with its link, which is a secret. */
export function logDelivery(log: Logger): Delivery {
  return async (mail) => {
    const link = /https?:\/\/\S+/.exec(mail.body)?.[0] ?? "";
    log.info(`mail to ${mail.recipient}: ${mail.subject} ${link}`.trim());
    return "shown";
  };
}
