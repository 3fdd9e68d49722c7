import type { MessageCenterView } from "../conversation/message-view.ts";

/** Query to reload a page with its present tab, because the default tab changes with new messages. */
export function freshQuery(search: string, { conversation }: MessageCenterView): string {
  const query = new URLSearchParams(search);
  if (conversation) query.set("tab", conversation.open.topic);
  return `?${query}`;
}

/**
 * Replaces lists and counts, but keeps the displayed messages: reading moves the start of the default page.
 */
export function withPlaceOf(current: MessageCenterView, fresh: MessageCenterView): MessageCenterView {
  const [here, now] = [current.conversation, fresh.conversation];
  if (!here || now?.open.channelId !== here.open.channelId) return fresh;
  return { ...fresh, conversation: { ...now, open: here.open } };
}
