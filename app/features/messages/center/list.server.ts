import type { Visit } from "#app/access/visit.server.ts";
import { messageSearch, topicOf } from "#app/contract/message.ts";
import { type ChatRow, chatList } from "#app/contract/message-session.ts";
import { END, type MessagesAddress, messageAnchor, messagesHref, readingAnchor } from "../address.ts";
import { excerptOf } from "../conversation/excerpt.ts";
import type { ChatListView, ChatRowView, MessageHitsView } from "../conversation/message-view.ts";
import { LIST_MOST, LIST_STEP } from "../read-address.server.ts";
import { senderName, teamTitle, typeLabel } from "./view.server.ts";

/** Maximum rows per call. */
const CALL_MOST = 100;
/** Number of messages shown after a found one. */
const AFTER_FOUND = 10;

type ListAddress = Pick<MessagesAddress, "find" | "isUnreadOnly" | "session"> & { shown: number };

/** The conversations for the URL, latest message first. Throws as `visit.read`. */
export async function loadChatList(visit: Visit, address: ListAddress): Promise<ChatListView> {
  const { find, shown: shownCount, session } = address;
  const keyword = find && wordsOf(find, visit);
  // A search is one of all conversations.
  const isUnreadOnly = !find && address.isUnreadOnly;
  const parts = await readInParts(shownCount, (part) =>
    visit.read(chatList, { keyword, isUnreadOnly, ...part }),
  );
  const total = parts[0]?.total ?? 0;
  // A conversation that moved up between the calls is in two of them.
  const rows = [...new Map(parts.flatMap((part) => part.rows).map((row) => [row.id, row])).values()];
  const more = { find, isUnreadOnly, session, shown: shownCount + LIST_STEP };
  return {
    rows: rows.map((row) => rowView(row, address, visit)),
    total,
    moreHref: shownCount < Math.min(total, LIST_MOST) ? messagesHref(more) : null,
  };
}

/** Splits a range into calls, made in parallel. */
function readInParts<T>(
  most: number,
  ask: (part: { limit: number; offset: number }) => Promise<T>,
): Promise<T[]> {
  return Promise.all(
    Array.from({ length: Math.ceil(most / CALL_MOST) }, (_, at) =>
      ask({ limit: Math.min(CALL_MOST, most - at * CALL_MOST), offset: at * CALL_MOST }),
    ),
  );
}

function rowView(
  row: ChatRow,
  { find, isUnreadOnly, shown: shownCount }: ListAddress,
  visit: Visit,
): ChatRowView {
  const { lastMessage: last } = row;
  const title = teamTitle(row, visit);
  const state = { find, isUnreadOnly, shown: shownCount > LIST_STEP ? shownCount : undefined };
  return {
    id: row.id,
    title,
    match: find ? matchOf(title, row.matchedName, find, visit) : "",
    href: messagesHref({ ...state, session: row.id }, readingAnchor(row.unReadNum)),
    unread: row.unReadNum,
    isSilent: last === null,
    last: !last
      ? null
      : {
          sender: senderName(last, visit),
          excerpt: excerptOf(last),
          time: visit.time(last.createTime, "spoken"),
        },
  };
}

/** What is searched for: of a number as the page shows it ("H# 123", "Booking no. 123") the number alone. */
function wordsOf(find: string, { t }: Visit): string {
  const number = /\S*\d\S*$/.exec(find)?.[0] ?? "";
  const before = find
    .slice(0, find.length - number.length)
    .trim()
    .toLowerCase();
  const labels = [
    ...(["shipment", "booking", "quote"] as const).map((each) => t(`messages:subject.${each}`)),
    ...(["shipment", "booking", "quote"] as const).map((each) => t(`messages:title.${each}`, { number: "" })),
  ].map((label) => label.trim().toLowerCase());
  if (number && labels.includes(before)) return number;
  const label = labels.find((each) => number.toLowerCase().startsWith(each));
  return (label && before === "" && number.slice(label.length)) || find;
}

/** Why a conversation was found, in words. */
function matchOf(title: string, person: string, find: string, visit: Visit): string {
  const isNamed = title.toLowerCase().includes(wordsOf(find, visit).toLowerCase());
  const reasons = [
    isNamed ? visit.t("messages:find.inTitle") : "",
    person && visit.t("messages:find.person", { person }),
  ];
  return reasons.filter(Boolean).join(" · ") || visit.t("messages:find.otherNumber");
}

/** Messages that contain the words, each with a link to its position (product 4.7). */
export async function findMessages(
  visit: Visit,
  address: Pick<MessagesAddress, "session"> & { find: string; shown: number },
): Promise<MessageHitsView> {
  const { find, shown: shownCount, session } = address;
  const words = wordsOf(find, visit);
  const parts = await readInParts(shownCount, (part) =>
    visit.read(messageSearch, { keyword: words, ...part }),
  );
  const total = parts[0]?.total ?? 0;
  // A message that arrived between the calls shifts the others into the next call.
  const rows = new Map(
    parts
      .flatMap((part) => part.rows)
      .map((row) => [row.id || `${row.channelId} ${row.createTime} ${row.text}`, row]),
  );
  return {
    total,
    moreHref:
      shownCount < Math.min(total, LIST_MOST)
        ? messagesHref({ find, session, shown: shownCount + LIST_STEP })
        : null,
    rows: Array.from(rows, ([key, row]) => ({
      key,
      href: messagesHref(
        {
          find,
          shown: shownCount > LIST_STEP ? shownCount : undefined,
          session: row.teamId || session,
          tab: row.type === null ? undefined : topicOf(row.type),
          ...(row.sequence > 0 && { before: row.sequence + AFTER_FOUND, at: row.sequence }),
        },
        row.sequence > 0 ? messageAnchor(row.sequence) : END,
      ),
      title: teamTitle(row.team, visit),
      topic: typeLabel(row.type, visit),
      sender: senderName(row, visit),
      time: visit.time(row.createTime, "full"),
      excerpt: excerptOf(row, words),
    })),
  };
}
