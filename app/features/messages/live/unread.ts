import type { ServerMessage, UnreadData } from "#app/contract/realtime.ts";
import { UNREAD_THEME } from "#app/contract/realtime-code.ts";

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
