import type { Visit } from "#app/access/visit.server.ts";
import { type ChatRow, chatList, messageSearch, topicOf } from "#app/contract/message.ts";
import { type MessagesAddress, messageAnchor, messagesHref } from "./address.ts";
import type { ChatListView, ChatRowView, FoundMessagesView } from "./message-view.ts";
import { LIST_STEP } from "./read-address.server.ts";
import { excerptOf, senderName, stamp, teamTitle, typeLabel } from "./view.server.ts";

/** Conversations of one call. */
const CALL_MOST = 100;
const FOUND_MOST = 50;
/** Messages that stand after the one that was looked for. */
const AFTER_FOUND = 10;

type ListAddress = Pick<MessagesAddress, "keyword" | "isUnreadOnly" | "session"> & { shown: number };

/** The conversations that the address asks for, the last spoken in first. Throws as `visit.read`. */
export async function loadChatList(visit: Visit, address: ListAddress): Promise<ChatListView> {
  const { keyword, isUnreadOnly, shown, session } = address;
  const calls = Math.ceil(shown / CALL_MOST);
  const parts = await Promise.all(
    Array.from({ length: calls }, (_, at) =>
      visit.read(chatList, {
        keyword,
        isUnreadOnly,
        limit: Math.min(CALL_MOST, shown - at * CALL_MOST),
        offset: at * CALL_MOST,
      }),
    ),
  );
  const total = parts[0]?.total ?? 0;
  // A conversation that rose while the calls were under way stands in two of them.
  const rows = [...new Map(parts.flatMap((part) => part.rows).map((row) => [row.id, row])).values()];
  const more = { keyword, isUnreadOnly, session, shown: shown + LIST_STEP };
  return {
    rows: rows.map((row) => rowView(row, address, visit)),
    total,
    moreHref: shown < total ? messagesHref(more) : null,
  };
}

function rowView(row: ChatRow, { keyword, isUnreadOnly, shown }: ListAddress, visit: Visit): ChatRowView {
  const { lastMessage: last } = row;
  const state = { keyword, isUnreadOnly, shown: shown > LIST_STEP ? shown : undefined };
  return {
    id: row.id,
    title: teamTitle(row, visit),
    href: messagesHref({ ...state, session: row.id }, "end"),
    unread: row.unReadNum,
    last: last && {
      sender: senderName(last, visit),
      excerpt: excerptOf(last),
      time: stamp(last.createTime, visit),
    },
  };
}

/** Messages that hold the words, each with a link to its place (spec 2 "fuzzy message search"). */
export async function findMessages(visit: Visit, keyword: string): Promise<FoundMessagesView> {
  const { rows, total } = await visit.read(messageSearch, { keyword, limit: FOUND_MOST });
  return {
    total,
    rows: rows.map((row) => ({
      key: `${row.channelId}-${row.sequence}`,
      href: messagesHref(
        {
          find: keyword,
          session: row.teamId,
          tab: topicOf(row.type),
          before: row.sequence + AFTER_FOUND,
          at: row.sequence,
        },
        messageAnchor(row.sequence),
      ),
      title: teamTitle(row.team, visit),
      topic: typeLabel(row.type, visit),
      sender: senderName(row, visit),
      time: stamp(row.createTime, visit),
      excerpt: excerptOf(row),
    })),
  };
}
