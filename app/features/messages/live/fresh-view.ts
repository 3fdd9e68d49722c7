import type { MessageCenterView } from "../message-view.ts";

/** Asks for a page anew, with the tab that it shows: which one opens by itself changes with who speaks where. */
export function freshQuery(search: string, { conversation }: MessageCenterView): string {
  const query = new URLSearchParams(search);
  if (conversation) query.set("tab", conversation.open.topic);
  return `?${query}`;
}

/** Lists and counts as they are now, around the messages that the reader is at: what was read moves where a page begins. */
export function withPlaceOf(given: MessageCenterView, fresh: MessageCenterView): MessageCenterView {
  const [here, now] = [given.conversation, fresh.conversation];
  if (!here || now?.open.channelId !== here.open.channelId) return fresh;
  return { ...fresh, conversation: { ...now, open: here.open } };
}
