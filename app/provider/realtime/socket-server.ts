import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import {
  CLIENT_FRAME_MAX_BYTES,
  closeCodes,
  REALTIME_PATH,
  TICKET_PARAMETER,
} from "#app/contract/realtime.ts";
import { isOriginOfBrand } from "../brand/look.ts";
import { limitTo } from "../call/in-turn.ts";
import type { OriginRules } from "../config.ts";
import type { DatabaseTarget } from "../db/connection.ts";
import { openDatabase } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { GOING_AWAY } from "./connection.ts";
import { DeskPush } from "./desk-push.ts";
import { type OutboxEvent, startListener } from "./listener.ts";
import { isOriginAllowed } from "./origin.ts";
import { ShipmentPush } from "./shipment-push.ts";
import { seersOfShipments } from "./shipment-rights.ts";
import { Sockets } from "./sockets.ts";
import { takeTicket } from "./ticket.ts";
import { unreadCountsOf } from "./unread.ts";
import { unreadNewsOf } from "./unread-news.ts";
import { headOfNews, type UnreadCounts, UnreadPush } from "./unread-push.ts";

/** Time-out of a handshake, at opening and closing. */
const HANDSHAKE_TIMEOUT_MS = 3_000;

/** Maximum number of upgrades that wait for their ticket to be checked; others get 503. */
const WAITING_MAX = 20_000;

/**
 * Counts have connections of their own: behind the calls of a busy moment they would wait until all of them are answered,
 * and the frames with them.
 */
const COUNTS_AT_ONCE = 2;

/** No compression: it costs 240 MiB for 1,000 sockets. The types of `ws` lack the last two options. */
const PROTOCOL: ServerOptions & { maxFragments: number; closeTimeout: number } = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: CLIENT_FRAME_MAX_BYTES,
  maxFragments: 16,
  closeTimeout: HANDSHAKE_TIMEOUT_MS,
};

export interface SocketServerOptions {
  database: Kysely<Database>;
  /** The same database, for connections of its own: one that listens, and those for counts. */
  target: DatabaseTarget;
  origins: OriginRules;
  log: Logger;
  now: () => Date;
}

export interface SocketServer {
  /** Handles the upgrade requests of an HTTP server; see `isSocketRequest`. */
  attach(server: Server): void;
  /**
   * Refuses new sockets and tells open ones to close, evenly over the time; the HTTP server waits until they are closed.
   */
  closeSockets(overMs: number): Promise<void>;
  stop(): Promise<void>;
  /** Sockets that are open. */
  count(): number;
}

/** Other upgrade requests are answered as plain HTTP. */
export function isSocketRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split("?")[0] === REALTIME_PATH && headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Starts the websocket service of product 4.6 for one process, with its listener for events of other
 * processes.
 */
export function startSocketServer(options: SocketServerOptions): SocketServer {
  const { database, target, origins, log, now } = options;
  const server = new WebSocketServer(PROTOCOL);
  const sockets = new Sockets({
    log,
    now,
    onAuthorised: (connection) => {
      pushTo(connection.holder.userId).addConnection(connection);
      newsPush.addConnection(connection);
      shipmentPush.addConnection(connection);
      deskPush.addConnection(connection);
    },
  });
  const counting = openDatabase(target, { poolSize: COUNTS_AT_ONCE, applicationName: "fairlead counts" });
  const count: UnreadCounts = (userIds) => unreadCountsOf(counting.db, userIds);
  const shipmentPush = new ShipmentPush({
    sockets,
    log,
    seers: (userIds) => seersOfShipments(database, userIds),
  });
  const onUncounted = (userId: string) => shipmentPush.addDoubt(userId);
  const customerPush = new UnreadPush({ sockets, log, count, onUncounted });
  // Separate, because counts of the forwarder's people span the channels of all companies and must not delay
  // others.
  const forwarderPush = new UnreadPush({ sockets, log, count, onUncounted });
  const newsPush = new UnreadPush({
    sockets,
    log,
    first: headOfNews,
    count: async (userIds) => ({ counts: await unreadNewsOf(counting.db, userIds) }),
  });
  const deskPush = new DeskPush(sockets);
  const pushTo = (userId: string) => (sockets.isForwarder(userId) ? forwarderPush : customerPush);
  const listener = startListener({
    target,
    log,
    onEvents: (events) => {
      for (const event of events) take(event);
    },
    onReopened: () => {
      customerPush.forgetCounts();
      forwarderPush.forgetCounts();
    },
    // Clients reconnect and load what they missed.
    onGap: () => sockets.closeAll(),
  });
  const runInSlot = limitTo(4, WAITING_MAX);
  let isClosing = false;

  function take({ xid, event }: OutboxEvent): void {
    switch (event.kind) {
      case "message":
        for (const userId of sockets.recipientsOf(event.companyId))
          pushTo(userId).addMessage(userId, event.channelId, { isOwn: userId === event.senderId, xid });
        break;
      case "read":
        if (sockets.has(event.userId)) pushTo(event.userId).addRead(event.userId, event.channelId);
        break;
      case "news":
        for (const userId of event.userIds) if (sockets.has(userId)) newsPush.addChange(userId);
        break;
      case "shipments":
        shipmentPush.add(event.companies);
        break;
      case "desk":
        deskPush.addChange();
        break;
      case "tokens-ended":
        sockets.endTokens(event.tokenHashes);
        break;
      case "person-out":
        sockets.endPerson(event.userId);
        break;
      case "messages-lost":
        sockets.refusePerson(event.userId);
        break;
    }
  }

  async function isOfBrand(origin: string | undefined): Promise<boolean> {
    if (origin === undefined) return false;
    return runInSlot(() => isOriginOfBrand(database, origin)).catch((error: Error) => {
      log.warn({ err: error }, "The origin of a websocket could not be looked up");
      return false;
    });
  }

  async function upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    // Until the upgrade, this is the only error listener.
    const drop = () => raw.destroy();
    raw.on("error", drop);
    if (isClosing) return refuse(raw, "503 Service Unavailable");
    const { origin, host } = request.headers;
    const isForeign = !isOriginAllowed({ origin, host }, origins);
    if (isForeign && !(await isOfBrand(origin))) return refuse(raw, "403 Forbidden");
    const ticket = new URLSearchParams(request.url?.split("?")[1]).get(TICKET_PARAMETER);
    const askedAt = performance.now();
    let holder: Awaited<ReturnType<typeof takeTicket>>;
    try {
      holder = await runInSlot(() => takeTicket(database, ticket, now()));
      await withTimeout(listener.isListening);
    } catch (error) {
      log.warn({ err: error }, "A websocket was refused with 503");
      return refuse(raw, "503 Service Unavailable");
    }
    if (raw.destroyed) return;
    raw.off("error", drop);
    server.handleUpgrade(request, raw, head, (socket: WebSocket) => {
      // `ws` closes the socket after a malformed frame; without a listener the error would end the process.
      socket.on("error", () => {});
      if (isClosing) socket.close(GOING_AWAY);
      else if (!holder) socket.close(closeCodes.ticketRefused);
      else sockets.open(socket, holder, askedAt);
    });
  }

  return {
    count: () => sockets.size,
    attach: (http) => {
      http.on("upgrade", (request, raw, head) => void upgrade(request, raw, head));
    },
    closeSockets: (overMs) => {
      isClosing = true;
      return sockets.closeAllOver(overMs);
    },
    stop: async () => {
      sockets.stop();
      customerPush.stop();
      forwarderPush.stop();
      newsPush.stop();
      shipmentPush.stop();
      deskPush.stop();
      await listener.stop();
      await counting.close();
      server.close();
    },
  };
}

function refuse(raw: Duplex, status: string): void {
  raw.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => raw.destroy());
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const isDone = await Promise.race([
    work.then(() => true),
    sleep(HANDSHAKE_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (!isDone) throw new Error("Timed out waiting for the reader of realtime events");
}
