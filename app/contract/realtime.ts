import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { absentIs, essential } from "./reading.ts";
import { DESK_THEME, NEWS_THEME, SHIPMENTS_THEME, UNREAD_THEME } from "./realtime-code.ts";
import { noFields } from "./wire.ts";

/** The websocket `/ws` (product 3.11, 4.6). */
export * from "./realtime-code.ts";

/**
 * The socket's URL carries a ticket, used once, because the authorization message alone proves nothing. A
 * ticket stands for the bearer token that requested it, and ends with it.
 */
export const realtimeTicket = endpoint({
  name: "realtime.ticket",
  summary: "A single-use ticket for the websocket",
  usedBy: ["/messageCenter/index"],
  path: "/realtime/ticket",
  body: "none",
  request: noFields,
  response: z.object({ ticket: essential(z.string()), lifetimeMs: absentIs(z.number().int(), 0) }),
});

/** First message of the client. `account` and `userId` have to be those of the ticket. */
export const authorizationMessage = z.object({
  account: z.string().max(100),
  userId: z.string().max(40),
  type: z.literal("client_authorization"),
  timestamp: z.number(),
  clientInfo: z.object({
    channel: z.literal("browser"),
    osVersion: z.string().max(200),
    device: z.string().max(200),
  }),
});

/**
 * Sent by the client every `HEARTBEAT_MS` and in answer to `SERVER_HEARTBEAT_REQUEST`; `heart` counts up from
 * 1.
 */
export const heartbeatMessage = z.object({
  type: z.literal("client_heartbeat"),
  data: z.literal("PONG"),
  heart: z.number().int(),
});
export const clientMessage = z.discriminatedUnion("type", [authorizationMessage, heartbeatMessage]);

/**
 * `increment` "1": the channel has a new message; "0": it was read, or the message is the person's own from
 * another device.
 */
export const unreadData = z.object({
  channelId: z.string(),
  increment: z.enum(["0", "1"]),
  /** Messages unread over all channels. */
  num: z.number().int(),
});

/** Shipments named in a message; when more have changed it names none. */
export const SHIPMENTS_NAMED = 20;

/** Null: too many to name. */
const shipmentsData = z.object({ ids: z.array(z.string()).max(SHIPMENTS_NAMED).nullable() });

/** Counted up to 100. */
const newsData = z.object({ num: z.number().int() });

/** Server to client. `nid` is the connection's id, on every message. */
export const serverMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("client_authorization"), theme: z.string(), data: z.null(), nid: z.string() }),
  z.object({
    type: z.literal("SERVER_HEARTBEAT_REQUEST"),
    theme: z.string(),
    data: z.null(),
    nid: z.string(),
  }),
  z.discriminatedUnion("theme", [
    z.object({
      type: z.literal("client_business"),
      theme: z.literal(UNREAD_THEME),
      data: unreadData,
      nid: z.string(),
    }),
    /** At most one a second for each person who may see shipments. */
    z.object({
      type: z.literal("client_business"),
      theme: z.literal(SHIPMENTS_THEME),
      data: shipmentsData,
      nid: z.string(),
    }),
    z.object({
      type: z.literal("client_business"),
      theme: z.literal(DESK_THEME),
      data: z.null(),
      nid: z.string(),
    }),
  ]),
  z.object({ type: z.literal("unRead"), theme: z.string(), data: unreadData, nid: z.string() }),
  /** Unread news: the person was told something, or has read it in another tab or on another device. */
  z.object({ type: z.literal("news"), theme: z.literal(NEWS_THEME), data: newsData, nid: z.string() }),
]);
export type UnreadData = z.infer<typeof unreadData>;
export type ServerMessage = z.infer<typeof serverMessage>;
export type ClientMessage = z.infer<typeof clientMessage>;
