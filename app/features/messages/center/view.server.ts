import { shownAvatar } from "#app/access/avatar.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { fileFacts } from "#app/components/file-facts.server.ts";
import { type MessageData, type TeamSubject, type Topic, topicOf } from "#app/contract/message.ts";
import { dayInWords } from "#app/lib/day-in-words.ts";
import { noMoment } from "#app/lib/moment.ts";
import { fileHref } from "../address.ts";
import type { FileView, MessageView } from "../conversation/message-view.ts";
import { textPieces } from "../conversation/text-pieces.server.ts";

/** A message in the reader's language and zone. */
export function messageView(message: MessageData, visit: Visit): MessageView {
  const time = visit.time(message.createTime, "full") || noMoment;
  const thisYear = visit.stamp(new Date()).slice(0, 4);
  return {
    sequence: message.sequence,
    clientId: message.clientId,
    sender: senderName(message, visit),
    avatar: message.isOwn ? null : shownAvatar(message.avatar),
    isOwn: message.isOwn,
    isForwarder: message.isForwarder,
    time,
    // Not "today": the page stays open past midnight.
    day: time.text && dayInWords(time.text.slice(0, 10), visit.language, thisYear),
    pieces: textPieces(message.text),
    files: message.contentUrl.flatMap((file) => fileView(file, visit) ?? []),
  };
}

/** The fallback name (product 4.7). */
export function senderName({ msName, isOwn }: Pick<MessageData, "msName" | "isOwn">, { t }: Visit): string {
  return msName || (isOwn ? t("messages:me") : t("messages:unnamed"));
}

function fileView(file: MessageData["contentUrl"][number], visit: Visit): FileView | null {
  const id = fileIdOf(file.contentUrl);
  const href = id === null ? externalUrl(file.contentUrl) : fileHref(id);
  if (href === null) return null;
  const name = file.name || (href.split("/").at(-1) ?? href);
  return { name, about: fileFacts(file, visit), href };
}

/** `contentUrl` is a path of the provider (contract/message.ts); its last segment is the file's id. */
function fileIdOf(contentUrl: string): string | null {
  return externalUrl(contentUrl) ? null : (/\/(\d{1,18})$/.exec(contentUrl)?.[1] ?? null);
}

/** Full URL of a store outside the provider (product 4.7); the token is never sent there. */
function externalUrl(contentUrl: string): string | null {
  const url = URL.parse(contentUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/**
 * Title of a conversation: H#, booking no., quote no. or its subject; for the forwarder preceded by the
 * customer's name.
 */
export function teamTitle(
  { shipment, booking, quote, subject, companyName }: TeamSubject,
  { t }: Visit,
): string {
  const name = shipment
    ? t("messages:title.shipment", { number: shipment.houseNumber })
    : booking
      ? t("messages:title.booking", { number: booking.bookingNumber })
      : quote
        ? t("messages:title.quote", { number: quote.quoteNumber })
        : subject || t("messages:title.unnamed");
  return companyName ? `${companyName} · ${name}` : name;
}

export function topicLabel(topic: Topic, { t }: Visit): string {
  return t(`messages:topic.${topic}`);
}
export const typeLabel = (type: Parameters<typeof topicOf>[0] | null, visit: Visit) =>
  type === null ? "" : topicLabel(topicOf(type), visit);
