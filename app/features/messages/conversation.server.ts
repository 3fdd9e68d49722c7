import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import {
  messageList,
  messageRead,
  type SessionDetail,
  sessionDetail,
  type TeamSubject,
  type Topic,
} from "#app/contract/message.ts";
import { END, type MessagesAddress, messagesHref } from "./address.ts";
import type { ConversationView } from "./message-view.ts";
import { LIST_STEP, type ReadAddress } from "./read-address.server.ts";
import { openTopic, shownTopics } from "./rules.ts";
import { countUnread } from "./unread.server.ts";
import { messageView, teamTitle, topicLabel } from "./view.server.ts";

/** Messages of one page. */
export const PAGE = 30;

/**
 * The conversation of the address: its tabs, and the open one's messages, the newest or those before a number. With
 * `isReading` the open tab is marked as read, and `unreadAfter` is what is left over all channels.
 */
export async function loadConversation(
  visit: Visit,
  rights: Rights,
  address: ReadAddress,
  { isReading }: { isReading: boolean },
): Promise<{ view: ConversationView; unreadAfter: number | null } | null> {
  const { session, before, wantedTab } = address;
  if (!session) return null;
  const detail = await visit.read(sessionDetail, { id: session, limit: before ? 1 : PAGE });
  const topic = openTopic(detail, wantedTab);
  const group = topic && detail[topic];
  if (!group) return null;
  const { channelId } = group;
  const page = before
    ? await visit.read(messageList, { channelId, before, limit: PAGE })
    : { rows: group.msgList.rows, total: group.msgList.total };
  const last = page.rows.at(-1)?.sequence ?? 0;
  // Who looks at older messages has not seen the newest.
  const isToMark = isReading && group.unReadNum > 0 && last >= page.total;
  const isMarked = isToMark && (await visit.write(messageRead, { channelId, sequence: last })).isDone;
  const unread = (each: Topic) => (isMarked && each === topic ? 0 : (detail[each]?.unReadNum ?? 0));
  const state = { ...listState(address), session };
  const tabs = shownTopics(detail);
  const first = page.rows[0]?.sequence ?? 1;
  const isAtEnd = last >= page.total;
  const older = (sequence: number) => messagesHref({ ...state, tab: topic, before: sequence }, END);
  return {
    view: {
      id: session,
      title: teamTitle(detail.team, visit),
      subjects: subjectsOf(detail.team, visit, rights),
      isStripShown: detail.isShow,
      tabs: tabs.map((each) => ({
        topic: each,
        label: topicLabel(each, visit),
        href: messagesHref({ ...state, tab: each }, END),
        channelId: (detail[each] as NonNullable<SessionDetail[Topic]>).channelId,
        unread: unread(each),
      })),
      open: {
        topic,
        channelId,
        messages: page.rows.map((message) => messageView(message, visit)),
        total: page.total,
        olderHref: first > 1 ? older(first) : null,
        newerHref: isAtEnd ? null : older(last + PAGE + 1),
        endHref: messagesHref({ ...state, tab: topic }, END),
      },
      closeHref: messagesHref(listState(address)),
      unread: tabs.reduce((sum, each) => sum + unread(each), 0),
    },
    unreadAfter: isMarked ? await countUnread(visit) : null,
  };
}

function listState({ keyword, isUnreadOnly, shown, find }: ReadAddress): MessagesAddress {
  return { keyword, isUnreadOnly, find, shown: shown > LIST_STEP ? shown : undefined };
}

/** The numbers of the case, each a link for whoever may open its page. */
function subjectsOf(
  { shipment, booking, quote }: TeamSubject,
  { t }: Visit,
  rights: Rights,
): ConversationView["subjects"] {
  const subject = (label: string, text: string, href: string) => ({
    label,
    text,
    href: isPathAllowed(rights, href.split("?")[0] ?? "") ? href : null,
  });
  const shipmentHref = `/shipments/detail/${shipment?.id}`;
  const bookingHref = `/shipments/bookingDetail/${booking?.id}`;
  const quoteHref = `/quote/detail?id=${quote?.id}`;
  return [
    ...(shipment ? [subject(t("messages:subject.shipment"), shipment.houseNumber, shipmentHref)] : []),
    ...(booking ? [subject(t("messages:subject.booking"), booking.bookingNumber, bookingHref)] : []),
    ...(quote ? [subject(t("messages:subject.quote"), quote.quoteNumber, quoteHref)] : []),
  ];
}
