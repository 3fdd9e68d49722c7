import { href } from "react-router";
import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import {
  type MessageData,
  messageList,
  messageRead,
  type TeamSubject,
  type Topic,
  teamChannels,
  topicOf,
  topics,
} from "#app/contract/message.ts";
import { type SessionDetail, sessionDetail } from "#app/contract/message-session.ts";
import { withQuery } from "#app/lib/with-query.ts";
import {
  END,
  FIRST_UNREAD,
  type MessagesAddress,
  messageAnchor,
  messagesHref,
  readingAnchor,
} from "../address.ts";
import { messageView, teamTitle, topicLabel } from "../center/view.server.ts";
import { LIST_STEP, type ReadAddress } from "../read-address.server.ts";
import { openingPart, openTopic, PAGE, readUpTo, shownTopics } from "../rules.ts";
import { countUnread } from "../unread.server.ts";
import type { ConversationView } from "./message-view.ts";
import { isNumbered, toOffset, withSequences } from "./numbering.server.ts";

/** The part that the URL requests; null: the newest, which come with the session. */
function requestedPart({ before, isNewest }: ReadAddress, reading: Parameters<typeof openingPart>[0]) {
  if (before) return { before, limit: PAGE };
  return isNewest ? null : openingPart(reading);
}

/** Marks the channel's messages up to the number as read; without a number none. @returns whether it did */
async function markRead(visit: Visit, channelId: string, sequence: number | null): Promise<boolean> {
  if (sequence === null || channelId === "") return false;
  return (await visit.write(messageRead, { channelId, sequence })).isDone;
}

/**
 * The conversation of the URL: its tabs, and a part of the open one's messages. With `isReading` the shown
 * messages are marked as read, and `unreadAfter` is the remaining count over all channels.
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
  const channel = topic && detail[topic];
  if (!channel) return null;
  const group = { ...channel, msgList: await withSequences(visit, channel.msgList) };
  const { unReadNum, firstUnread } = group;
  const channelIds = await channelsOf(visit, session, detail);
  const channelId = channelIds[topic];
  const reading = { total: group.msgList.total, firstUnread };
  const part = requestedPart(address, reading);
  const page = part && channelId ? await readPart(visit, channelId, part, channel.msgList) : group.msgList;
  const last = page.rows.at(-1)?.sequence ?? 0;
  const first = page.rows[0]?.sequence ?? 1;
  const readTo = isReading && unReadNum > 0 ? readUpTo({ first, last }, reading) : null;
  const isMarked = await markRead(visit, channelId, readTo);
  const unreadHere = unreadIn(page.rows, firstUnread);
  const isAtEnd = last >= page.total;
  const unreadLeft = isMarked ? (isAtEnd ? 0 : unReadNum - unreadHere) : unReadNum;
  const unread = (each: Topic) => (each === topic ? unreadLeft : (detail[each]?.unReadNum ?? 0));
  const state = { ...listState(address), session };
  const tabs = shownTopics(detail);
  const older = (sequence: number, anchor = END) =>
    messagesHref({ ...state, tab: topic, before: sequence }, anchor);
  return {
    view: {
      id: session,
      title: teamTitle(detail.team, visit),
      subjects: subjectsOf(detail.team, visit, rights),
      isStripShown: detail.isShow ?? tabs.length > 1,
      tabs: tabs.map((each) => ({
        topic: each,
        label: topicLabel(each, visit),
        href: messagesHref({ ...state, tab: each }, readingAnchor(unread(each))),
        channelId: channelIds[each],
        unread: unread(each),
      })),
      open: {
        topic,
        channelId,
        messages: page.rows.map((message) => messageView(message, visit)),
        total: page.total,
        olderHref: first > 1 ? older(first) : null,
        newerHref: isAtEnd ? null : older(last + PAGE + 1, messageAnchor(last + 1)),
        endHref: messagesHref({ ...state, tab: topic, isNewest: true }, END),
        firstUnread,
        unreadAbove: firstUnread !== null && firstUnread < first ? unReadNum - unreadHere : 0,
        unreadHref: messagesHref({ ...state, tab: topic }, FIRST_UNREAD),
      },
      closeHref: messagesHref(listState(address)),
      unread: tabs.reduce((sum, each) => sum + unread(each), 0),
    },
    unreadAfter: isMarked ? await countUnread(visit) : null,
  };
}

/** Ids of the channels; when the provider does not send them with the conversation, those of its team. */
async function channelsOf(
  visit: Visit,
  session: string,
  detail: SessionDetail,
): Promise<Record<Topic, string>> {
  const ids = Object.fromEntries(topics.map((topic) => [topic, detail[topic]?.channelId ?? ""])) as Record<
    Topic,
    string
  >;
  if (topics.every((topic) => !detail[topic] || ids[topic])) return ids;
  const channels = (await visit.readOptional(teamChannels, { id: session })) ?? [];
  for (const { type, channelId } of channels) ids[topicOf(type)] ||= channelId;
  return ids;
}

/** Messages before a number; `newest` shows whether the provider numbers messages. */
async function readPart(
  visit: Visit,
  channelId: string,
  part: { before: number; limit: number },
  newest: { rows: MessageData[]; total: number },
) {
  if (isNumbered(newest)) return visit.read(messageList, { channelId, offset: 0, ...part });
  const counted = toOffset(newest.total, part);
  const page = await visit.read(messageList, { channelId, ...counted });
  return withSequences(visit, page, { ...counted, before: part.before });
}

function unreadIn(rows: readonly MessageData[], firstUnread: number | null): number {
  return rows.filter(({ sequence, isOwn }) => !isOwn && firstUnread !== null && sequence >= firstUnread)
    .length;
}

function listState({ isUnreadOnly, shown: shownCount, find }: ReadAddress): MessagesAddress {
  return { isUnreadOnly, find, shown: shownCount > LIST_STEP ? shownCount : undefined };
}

/** The numbers of the case, as links for people who may open their pages. */
function subjectsOf(
  { shipment, booking, quote }: TeamSubject,
  { t }: Visit,
  rights: Rights,
): ConversationView["subjects"] {
  const subjects: ConversationView["subjects"] = [];
  const add = (label: string, text: string, path: string, query: { id?: string } = {}) =>
    subjects.push({ label, text, href: isPathAllowed(rights, path) ? withQuery(path, query) : null });
  if (shipment) {
    const path = href("/shipments/detail/:id", { id: shipment.id });
    add(t("messages:subject.shipment"), shipment.houseNumber, path);
  }
  if (booking) {
    const path = href("/shipments/bookingDetail/:id", { id: booking.id });
    add(t("messages:subject.booking"), booking.bookingNumber, path);
  }
  if (quote) add(t("messages:subject.quote"), quote.quoteNumber, href("/quote/detail"), { id: quote.id });
  return subjects;
}
