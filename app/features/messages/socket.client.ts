import type { ClientMessage, ServerMessage } from "#app/contract/realtime.ts";
import { AUTHORISE_WITHIN_MS, HEARTBEAT_MS } from "#app/contract/realtime-code.ts";
import { afterClose, type LinkState, type Pass, reconnectDelay, socketAddress } from "./live/reconnect.ts";
import { isUnread } from "./live/unread.ts";

/**
 * The provider sends heartbeat requests; after this many missed intervals the connection is considered dead.
 */
const SILENT_INTERVALS = 3;
const SILENT_AT_LEAST_MS = 10_000;
/** Requests closer together than this are duplicates. */
const SHORTEST_INTERVAL_MS = 1_000;

/**
 * A call that started longer ago than this when the network comes back is aborted, because it uses the old
 * connection.
 */
const HUNG_AFTER_MS = 1_000;

export interface SocketOptions {
  /**
   * Fetches a pass for one connection. "ended": the session has ended; "refused": the person has no right.
   * @throws when the portal cannot be reached, or `signal` is aborted
   */
  pass(signal: AbortSignal): Promise<Pass | "ended" | "refused">;
  onMessage(message: ServerMessage): void;
  onState(state: LinkState): void;
  pageProtocol: string;
  clientInfo: Pick<Extract<ClientMessage, { clientInfo: object }>["clientInfo"], "osVersion" | "device">;
  /** Delay of a reconnect, with the same base as heartbeats (product 9.1); tests shorten it. */
  reconnectDelay?: (triesSinceDrop: number) => number;
}

/** One websocket to the provider (product 4.6): connects, authorises, sends heartbeats and reconnects. */
export class RealtimeSocket {
  #options: SocketOptions;
  #socket: WebSocket | null = null;
  #beat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  /** The running request for a pass. */
  #asking: AbortController | null = null;
  #askedAt = 0;
  #userId: string | null = null;
  #triesSinceDrop = 0;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.onState("connecting");
    void this.#connect();
  }

  /** Closes permanently; no more events follow. */
  stop(): void {
    this.#isStopped = true;
    this.#userId = null;
    this.#end();
    clearTimeout(this.#retry);
    this.#asking?.abort();
  }

  /** The network is back: reconnects at once, and aborts a call on the old connection. */
  hurry(): void {
    if (this.#asking && Date.now() - this.#askedAt > HUNG_AFTER_MS) {
      this.#asking.abort();
      void this.#connect();
    }
    if (this.#retry === undefined) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    this.#askedAt = Date.now();
    const pass = await this.#options.pass(asking.signal).catch(() => null);
    if (this.#isStopped || asking.signal.aborted) return;
    this.#asking = null;
    if (pass === "ended") return this.#over();
    if (pass === "refused") return this.#rest();
    if (pass === null) return this.#comeBack();
    this.#userId = pass.userId;
    let socket: WebSocket;
    try {
      socket = new WebSocket(socketAddress(pass, this.#options.pageProtocol));
    } catch (error) {
      // The browser rejects the URL, and would again: polling replaces the socket.
      this.#logFailure(error);
      return this.#comeBack();
    }
    this.#follow(socket, pass);
  }

  #follow(socket: WebSocket, pass: Pass): void {
    this.#socket = socket;
    let heart = 0;
    let hasFailed = false;
    let isAuthorised = false;
    let heardAt = Date.now();
    let askedAt = 0;
    let silentAfterMs = Number.POSITIVE_INFINITY;
    const openedAt = Date.now();
    const send = (message: ClientMessage) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    };
    const pong = () => {
      heart += 1;
      send({ type: "client_heartbeat", data: "PONG", heart });
    };
    const onBeat = () => {
      const now = Date.now();
      const isLate = !isAuthorised && now - openedAt > 2 * AUTHORISE_WITHIN_MS;
      // A connection that was cut silently stays open on this side for minutes.
      if (isLate || now - heardAt > silentAfterMs) return fail();
      pong();
    };
    const fail = () => {
      hasFailed = true;
      socket.close();
      // On a dead connection the closing handshake would take minutes, so it is not awaited.
      onClose(1006);
    };
    const onClose = (code: number) => {
      if (this.#socket !== socket) return;
      this.#end();
      if (!isAuthorised) this.#logFailure(code);
      const next = afterClose({ code, hasFailed, userId: this.#userId });
      if (next === "ended") this.#over();
      else if (next === "reconnect") this.#comeBack();
      else this.#rest();
    };
    this.#beat = setInterval(onBeat, HEARTBEAT_MS);
    socket.onopen = () => {
      const { account, userId } = pass;
      const clientInfo = { channel: "browser" as const, ...this.#options.clientInfo };
      send({ account, userId, type: "client_authorization", timestamp: Date.now(), clientInfo });
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      heardAt = Date.now();
      const message = read(data);
      if (!message) return;
      if (message.type === "SERVER_HEARTBEAT_REQUEST") {
        const interval = heardAt - askedAt;
        if (askedAt > 0 && interval >= SHORTEST_INTERVAL_MS)
          silentAfterMs = Math.min(silentAfterMs, Math.max(interval * SILENT_INTERVALS, SILENT_AT_LEAST_MS));
        askedAt = heardAt;
        return pong();
      }
      if (message.type === "client_authorization") {
        isAuthorised = true;
        this.#triesSinceDrop = 0;
        this.#options.onState("connected");
      }
      this.#options.onMessage(message);
    };
    socket.onerror = () => {
      hasFailed = true;
    };
    socket.onclose = ({ code }) => onClose(code);
  }

  #comeBack(): void {
    if (this.#isStopped) return;
    this.#options.onState("reconnecting");
    const { reconnectDelay: delay = reconnectDelay } = this.#options;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      void this.#connect();
    }, delay(this.#triesSinceDrop));
    this.#triesSinceDrop += 1;
  }

  #rest(): void {
    this.stop();
    this.#options.onState("resting");
  }

  #over(): void {
    this.stop();
    this.#options.onState("ended");
  }

  #end(): void {
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close(1000);
  }

  /** A failed connection is only logged (product 8.4). */
  #logFailure(reason: unknown): void {
    console.warn("realtime registration failed", reason);
  }
}

/**
 * Parses a message of the socket. Ids may be numbers and numbers text; unknown types are passed on unchanged
 * (product 4.6: into the state). A known type with another shape is ignored.
 */
function read(data: unknown): ServerMessage | null {
  try {
    const message = JSON.parse(String(data)) as ServerMessage | null;
    switch (message?.type) {
      case "client_business":
      case "unRead": {
        if (!isUnread(message)) return message;
        const { channelId, increment, num } = message.data ?? {};
        if (!/^\w+,\d{1,9}$/.test(`${channelId},${num}`) || channelId == null) return null;
        const data = { channelId: `${channelId}`, increment: `${increment}` as "0" | "1", num: +num };
        return { ...message, data };
      }
      default:
        return typeof message?.type === "string" ? message : null;
    }
  } catch {
    return null;
  }
}
