import type { ServerMessage, UnreadData } from "#app/contract/realtime.ts";
import { UNREAD_THEME } from "#app/contract/realtime-code.ts";

/** Whether a socket message is about unread messages: others are ignored here (product 4.6). */
export function isUnread(message: ServerMessage): message is Extract<ServerMessage, { data: UnreadData }> {
  return message.type === "unRead" || (message.type === "client_business" && message.theme === UNREAD_THEME);
}

/**
 * Product 4.6: the count is set, but a message in the open channel marks it as read instead. `openChannel` is
 * null while the page is hidden.
 */
export function unreadStep(
  { channelId, increment, num }: UnreadData,
  openChannel: string | null,
): { kind: "count"; num: number } | { kind: "read"; channelId: string } {
  return channelId === openChannel && increment === "1"
    ? { kind: "read", channelId }
    : { kind: "count", num };
}
