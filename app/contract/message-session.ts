import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  channelType,
  countField,
  firstUnreadField,
  messageData,
  messageLimit,
  offsetField,
  teamSubject,
} from "./message.ts";
import { absentIs, expected } from "./reading.ts";
import { wireId } from "./wire.ts";

/** A session in a list (product 3.10), with additional fields of the list. */
export const chatRow = teamSubject.extend({
  id: wireId,
  /** 1 when nothing is unread. */
  readStatus: absentIs(z.literal([0, 1]), 1),
  unReadNum: countField,
  /** Null before the first message; absent when the provider does not say. */
  lastMessage: absentIs(
    messageData
      .pick({ createTime: true, msName: true, isOwn: true, text: true, contentUrl: true })
      .extend({ type: channelType })
      .nullable(),
    undefined as never,
  ),
  /** The person of the conversation whose name contains the keyword; empty when there is none. */
  matchedName: absentIs(z.string(), ""),
});

export type ChatRow = z.infer<typeof chatRow>;

/**
 * `keyword`: house, master, PO, booking or quote number, subject, the name of a person who has written there, or the
 * customer's name for the forwarder.
 */
export const chatList = endpoint({
  name: "message.chatList",
  summary: "Conversations, the last spoken in first",
  neededBy: ["/messageCenter/index"],
  path: "/message/chatList",
  body: "json",
  request: z.object({
    keyword: z.string().max(100).optional(),
    isUnreadOnly: z.boolean().default(false),
    limit: messageLimit.default(25),
    offset: offsetField,
  }),
  response: z.object({ rows: z.array(chatRow), total: z.number().int() }),
});

const channelGroup = z
  .object({
    /** Empty when the provider names channels only in `teams/channels`. */
    channelId: absentIs(wireId, ""),
    msgList: z.object({ rows: z.array(messageData), total: z.number().int() }),
    unReadNum: countField,
    firstUnread: firstUnreadField,
    /** 1 means the active tab; if several are flagged, the last in the order of `topics` (product 4.7). */
    checked: absentIs(z.literal([0, 1]), 0),
  })
  .nullable();

/** The detail of a session (product 3.10): null when the team has no such channel. */
export const sessionDetail = endpoint({
  name: "message.sessionDetail",
  summary: "One conversation with the newest messages of its channels",
  neededBy: ["/messageCenter/index"],
  path: "/message/sessionDetail",
  body: "json",
  request: z.object({ id: wireId, limit: messageLimit.default(30) }),
  response: z.object({
    id: absentIs(wireId, ""),
    team: teamSubject,
    shipment: channelGroup,
    billing: channelGroup,
    booking: channelGroup,
    quote: channelGroup,
    /** The case has a booking, so its tab is there (product 3.10). */
    containBooking: expected(z.boolean()),
    /** The tabs are shown: there is more than one channel. */
    isShow: expected(z.boolean()),
  }),
});

export type SessionDetail = z.output<typeof sessionDetail.response>;
