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
import { limitTo } from "../call/in-turn.ts";
import type { OriginRules } from "../config.ts";
import type { ConnectionSettings } from "../db/connection.ts";
import type { RealtimeEvent } from "../db/realtime-event.ts";
import type { Database } from "../db/schema.ts";
import { GOING_AWAY } from "./connection.ts";
import { startListener } from "./listener.ts";
import { isOriginAllowed } from "./origin.ts";
import { Sockets } from "./sockets.ts";
import { takeTicket } from "./ticket.ts";
import { unreadCountsOf } from "./unread.ts";
import { type UnreadCounts, UnreadPush } from "./unread-push.ts";

/** A handshake is waited for so long, at the start and at the end of a socket. */
const PATIENCE_MS = 3_000;

/** Upgrades that wait for their ticket to be looked for: more are told to come later. */
const WAITING_MAX = 20_000;

/** Compression costs 240 MiB for 1,000 sockets. The types of `ws` lack the last two. */
const PROTOCOL: ServerOptions & { maxFragments: number; closeTimeout: number } = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: CLIENT_FRAME_MAX_BYTES,
  maxFragments: 16,
  closeTimeout: PATIENCE_MS,
};

export interface SocketServerOptions {
  database: Kysely<Database>;
  /** The same database once more, for the connection that listens. */
  target: ConnectionSettings | string;
  origins: OriginRules;
  log: Logger;
  now: () => Date;
}

export interface SocketServer {
  /** Takes the upgrades of an HTTP server; see `isSocketRequest`. */
  attach(server: Server): void;
  /** Refuses new sockets and tells those that are open, whose ends the HTTP server waits for. */
  closeSockets(): void;
  stop(): Promise<void>;
}

/** Any other request to change the protocol is answered in the one it came in. */
export function isSocketRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split("?")[0] === REALTIME_PATH && headers.upgrade?.toLowerCase() === "websocket";
}

/** The websocket of product 4.6 for one process, and its ear on what the others do. */
export function startSocketServer(options: SocketServerOptions): SocketServer {
  const { database, target, origins, log, now } = options;
  const server = new WebSocketServer(PROTOCOL);
  const sockets = new Sockets({
    log,
    now,
    onAuthorised: (connection) => pushTo(connection.holder.userId).hasCome(connection),
  });
  const count: UnreadCounts = (userIds) => unreadCountsOf(database, userIds);
  const customers = new UnreadPush({ sockets, log, count });
  // Their counts go over the channels of all companies: nobody else waits for them.
  const forwarders = new UnreadPush({ sockets, log, count });
  const pushTo = (userId: string) => (sockets.isForwarder(userId) ? forwarders : customers);
  const listener = startListener({
    target,
    log,
    onEvents: (events) => {
      for (const event of events) take(event);
    },
    // They come back, and learn by counts and lists what they have missed.
    onGap: () => sockets.closeAll(),
  });
  const runInSlot = limitTo(4, WAITING_MAX);
  let isClosing = false;

  function take(event: RealtimeEvent): void {
    switch (event.kind) {
      case "message":
        for (const userId of sockets.concernedBy(event.companyId))
          pushTo(userId).messageCame(userId, event.channelId, userId === event.senderId);
        break;
      case "read":
        if (sockets.has(event.userId)) pushTo(event.userId).wasRead(event.userId, event.channelId);
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

  async function upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    // Nobody else hears what happens to it before it is a websocket.
    const drop = () => raw.destroy();
    raw.on("error", drop);
    if (isClosing) return refuse(raw, "503 Service Unavailable");
    const { origin, host } = request.headers;
    if (!isOriginAllowed({ origin, host }, origins)) return refuse(raw, "403 Forbidden");
    const ticket = new URLSearchParams(request.url?.split("?")[1]).get(TICKET_PARAMETER);
    const askedAt = performance.now();
    let holder: Awaited<ReturnType<typeof takeTicket>>;
    try {
      holder = await runInSlot(() => takeTicket(database, ticket, now()));
      await withPatience(listener.isListening);
    } catch (error) {
      log.warn({ err: error }, "A socket cannot be opened");
      return refuse(raw, "503 Service Unavailable");
    }
    if (raw.destroyed) return;
    raw.off("error", drop);
    server.handleUpgrade(request, raw, head, (socket: WebSocket) => {
      // A broken frame closes its socket, which is heard as such.
      socket.on("error", () => {});
      if (isClosing) socket.close(GOING_AWAY);
      else if (!holder) socket.close(closeCodes.ticketRefused);
      else sockets.open(socket, holder, askedAt);
    });
  }

  return {
    attach: (http) => {
      http.on("upgrade", (request, raw, head) => void upgrade(request, raw, head));
    },
    closeSockets: () => {
      isClosing = true;
      sockets.closeAll();
    },
    stop: async () => {
      sockets.stop();
      customers.stop();
      forwarders.stop();
      await listener.stop();
      server.close();
    },
  };
}

function refuse(raw: Duplex, status: string): void {
  raw.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => raw.destroy());
}

async function withPatience(work: Promise<void>): Promise<void> {
  const isDone = await Promise.race([work.then(() => true), sleep(PATIENCE_MS, false, { ref: false })]);
  if (!isDone) throw new Error("Realtime events are not read yet");
}
