import type { ServerMessage, UnreadData } from "#app/contract/realtime.ts";
import { UNREAD_THEME } from "#app/contract/realtime-code.ts";
import type { MessageCenterView } from "../message-view.ts";

/** What a message of the socket says about unread messages; null when it is about something else (spec 4). */
export function unreadOf(message: ServerMessage): UnreadData | null {
  if (message.type === "unRead") return message.data;
  return message.type === "client_business" && message.theme === UNREAD_THEME ? message.data : null;
}

/**
 * Spec 4 "Realtime connection": the count is set, but a message that came to the open channel marks it read instead.
 * `openChannel` is null while nobody looks at it.
 */
export function unreadStep(
  { channelId, increment, num }: UnreadData,
  openChannel: string | null,
): { kind: "count"; num: number } | { kind: "read"; channelId: string } {
  return channelId === openChannel && increment === "1"
    ? { kind: "read", channelId }
    : { kind: "count", num };
}

/** Spec 4: a channel that was read counts 0, and when all of them do, so does the session, in the list as well. */
export function viewAfterRead(view: MessageCenterView): MessageCenterView {
  const { conversation, list } = view;
  if (!conversation) return view;
  const { open } = conversation;
  const tabs = conversation.tabs.map((tab) => (tab.topic === open.topic ? { ...tab, unread: 0 } : tab));
  const unread = tabs.reduce((sum, tab) => sum + tab.unread, 0);
  const rows = list.rows.map((row) => (row.id === conversation.id ? { ...row, unread } : row));
  return { ...view, list: { ...list, rows }, conversation: { ...conversation, tabs, unread } };
}
