import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { messageList, messageRead } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { messageView } from "../center/view.server.ts";
import type { MessageView } from "./message-view.ts";
import { withSequences } from "./numbering.server.ts";
import { requestIdIn } from "./send.server.ts";

const MOST = 100;
const shape = z.object({ channel: addressId, after: z.coerce.number().int().min(0).catch(0) });

export interface NewerView {
  messages: MessageView[];
  unread: number;
}

/** New messages of a channel after a sequence number; none when the URL names no channel. */
export async function loadNewer(visit: Visit, search: URLSearchParams): Promise<NewerView> {
  const { data: query } = shape.safeParse(Object.fromEntries(search));
  if (!query) return { messages: [], unread: 0 };
  const { channel: channelId, after } = query;
  const input = { channelId, after, limit: MOST, offset: 0 };
  const page = await withSequences(visit, await visit.read(messageList, input), { after });
  return { messages: page.rows.map((message) => messageView(message, visit)), unread: page.unReadNum };
}

/**
 * Marks the frame's messages as read when the person asks for it, because the frame cannot know whether
 * anybody reads it.
 */
export async function markNewer(visit: Visit, search: URLSearchParams, form: FormData): Promise<void> {
  const { data: query } = shape.safeParse(Object.fromEntries(search));
  if (!query) return;
  const sequence = Number(form.get("sequence")) || undefined;
  const read = { channelId: query.channel, sequence };
  await visit.write(messageRead, read, { key: requestIdIn(form, visit) });
}
