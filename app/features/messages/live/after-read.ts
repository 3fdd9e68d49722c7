import type { MessageCenterView } from "../conversation/message-view.ts";

/** Product 4.7: a channel that was read counts 0; when all of them do, so does the session in the list. */
export function viewAfterRead(view: MessageCenterView): MessageCenterView {
  const { conversation, list } = view;
  if (!conversation) return view;
  const { open } = conversation;
  const tabs = conversation.tabs.map((tab) => (tab.topic === open.topic ? { ...tab, unread: 0 } : tab));
  const unread = tabs.reduce((sum, tab) => sum + tab.unread, 0);
  const rows = list.rows.map((row) => (row.id === conversation.id ? { ...row, unread } : row));
  return { ...view, list: { ...list, rows }, conversation: { ...conversation, tabs, unread } };
}
