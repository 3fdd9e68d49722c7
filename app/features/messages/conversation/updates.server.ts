import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { messageList, messageRead, unreadCount } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { messageView } from "../center/view.server.ts";
import { faultAnswer } from "../data-answer.server.ts";
import { faultText, statusOf } from "../write-fault.server.ts";
import type { MessageView } from "./message-view.ts";
import { withSequences } from "./numbering.server.ts";
import { messageText, requestIdIn, sendMessage, textFault } from "./send.server.ts";

/** Answer to the script's polling. */
export interface UpdatesAnswer {
  messages: MessageView[];
  /** Number of messages in the channel. */
  total: number;
  unread: { channel: number; first: number | null; all: number };
}

const MOST = 100;
const searchShape = z.object({
  channel: addressId.optional(),
  after: z.coerce.number().int().min(0).optional(),
  before: z.coerce.number().int().min(1).optional(),
});

/**
 * Messages of a channel after (or before) a sequence number, oldest first; without a channel only the counts.
 */
export async function updatesAnswer(visit: Visit, search: URLSearchParams): Promise<Response> {
  const { success, data: query } = searchShape.safeParse(Object.fromEntries(search));
  if (!success) return faultAnswer(visit.t("form.format"), 400);
  const { channel: channelId, after, before } = query;
  const part = before ? { before } : { after: after ?? 0 };
  const [newest, all] = await Promise.all([
    channelId
      ? visit.read(messageList, {
          channelId,
          limit: MOST,
          offset: 0,
          ...part,
        })
      : { rows: [], total: 0, unReadNum: 0, firstUnread: null },
    channelId ? visit.readOptional(unreadCount, {}) : visit.read(unreadCount, {}),
  ]);
  const page = await withSequences(visit, newest, part);
  return Response.json({
    messages: page.rows.map((message) => messageView(message, visit)),
    total: page.total,
    unread: { channel: page.unReadNum, first: page.firstUnread, all: all ?? page.unReadNum },
  } satisfies UpdatesAnswer);
}

/** Sends one message with files uploaded before: `contentUrl` and `name` come in pairs. */
export async function sendAnswer(visit: Visit, form: FormData): Promise<Response> {
  const channelId = String(form.get("channelId"));
  const text = messageText(form.get("text"));
  const names = form.getAll("name");
  const contentUrl = form
    .getAll("contentUrl")
    .map((each, at) => ({ contentUrl: String(each), name: String(names[at] ?? "") }));
  const fault = addressId.safeParse(channelId).success
    ? textFault(text, visit, contentUrl.length)
    : visit.t("form.format");
  if (fault) return faultAnswer(fault, 400);
  const requestId = requestIdIn(form, visit);
  const message = { channelId, text, contentUrl, requestId };
  const result = await sendMessage(visit, message, { isGuarded: true });
  // The script retries automatically without an answer; here that might send it twice.
  if (!result.isDone && result.fault.isUnsure)
    return Response.json({ fault: faultText(result.fault), isUnsure: true }, { status: 400 });
  if (!result.isDone) return faultAnswer(faultText(result.fault), statusOf(result.fault));
  return Response.json({ sent: messageView(result.data, visit) });
}

/** Marks a channel as read, up to a sequence number if there is one. */
export async function readAnswer(visit: Visit, form: FormData): Promise<Response> {
  const parsed = z
    .object({ channelId: addressId, sequence: z.coerce.number().int().min(0).optional() })
    .safeParse(Object.fromEntries(form));
  if (!parsed.success) return faultAnswer(visit.t("form.format"), 400);
  const { channelId, sequence } = parsed.data;
  const result = await visit.write(messageRead, { channelId, sequence }, { key: requestIdIn(form, visit) });
  return result.isDone ? Response.json({}) : faultAnswer(faultText(result.fault), statusOf(result.fault));
}
