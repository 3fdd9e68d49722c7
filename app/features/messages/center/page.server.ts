import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { messageAllRead, messageSend, newInquiry, teamList } from "#app/contract/message.ts";
import { MESSAGE_FILE_BYTES, MESSAGE_FILES } from "#app/contract/message-code.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import { loadConversation } from "../conversation/conversation.server.ts";
import type { MessageCenterView } from "../conversation/message-view.ts";
import { readAddress } from "../read-address.server.ts";
import { findMessages, loadChatList } from "./list.server.ts";

/**
 * The message center for its URL. `unread` is the count over all channels after this page has marked messages
 * as read; null when it marked none, and then the header's count is right.
 */
export async function loadMessageCenter(
  visit: Visit,
  rights: Rights,
  url: URL,
  { isReading }: { isReading: boolean },
): Promise<{ view: MessageCenterView; unread: number | null }> {
  const address = readAddress(url.searchParams);
  const { find } = address;
  const [list, matches, conversation] = await Promise.all([
    loadChatList(visit, address),
    find ? findMessages(visit, { ...address, find }) : null,
    loadConversation(visit, rights, address, { isReading }),
  ]);
  // The list may have been read before the conversation was marked as read.
  const open = conversation?.view;
  const rows = list.rows.map((row) => (row.id === open?.id ? { ...row, unread: open.unread } : row));
  const { wantedTab: _, ...state } = address;
  return {
    view: {
      address: { ...state, tab: open?.open.topic },
      list: { ...list, rows },
      found: matches,
      conversation: open ?? null,
      zone: visit.clock.zoneName,
      clock: visit.zone,
      limits: limitsText(visit),
      can: {
        inquire: visit.offers(newInquiry),
        seeTeams: visit.offers(teamList),
        readAll: visit.offers(messageAllRead),
        send: visit.offers(messageSend),
      },
    },
    unread: conversation?.unreadAfter ?? null,
  };
}

/** The same limits as for a booking's files, in the same words. */
function limitsText({ t }: Visit): string {
  return t("bookings:attachments.limits", { count: MESSAGE_FILES, size: MESSAGE_FILE_BYTES / MEGABYTE });
}
