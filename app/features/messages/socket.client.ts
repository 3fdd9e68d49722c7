import type { ClientMessage, ServerMessage } from "#app/contract/realtime.ts";
import { AUTHORISE_WITHIN_MS, HEARTBEAT_MS } from "#app/contract/realtime-code.ts";
import { afterClose, type LinkState, type Pass, reconnectDelay, socketAddress } from "./live/reconnect.ts";
import { isUnread } from "./live/unread.ts";

/** The provider asks for a sign of life now and then; after that many times its own interval the line is dead. */
const SILENT_INTERVALS = 3;
const SILENT_AT_LEAST_MS = 10_000;
/** Two questions closer than this are one that came twice. */
const SHORTEST_INTERVAL_MS = 1_000;

/** A call that has been under way for longer when the link comes back hangs on the old one. */
const HUNG_AFTER_MS = 1_000;

export interface SocketOptions {
  /**
   * Fetches a pass for one connection. "ended": the session is over; "refused": there is none to be had.
   * @throws when the portal cannot be reached, or `signal` ended the wait
   */
  pass(signal: AbortSignal): Promise<Pass | "ended" | "refused">;
  onMessage(message: ServerMessage): void;
  onState(state: LinkState): void;
  pageProtocol: string;
  clientInfo: Pick<Extract<ClientMessage, { clientInfo: object }>["clientInfo"], "osVersion" | "device">;
  /** A heartbeat and a reconnection have the same base (product 9.1); tests make the time shorter. */
  reconnectDelay?: (triesSinceDrop: number) => number;
}

/** One websocket to the provider (product 4.6): it connects, authorises, beats and comes back. */
export class RealtimeSocket {
  #options: SocketOptions;
  #socket: WebSocket | null = null;
  #beat: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  /** The call for a pass that is under way. */
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

  /** Closes for good; nothing is told any more. */
  stop(): void {
    this.#isStopped = true;
    this.#userId = null;
    this.#end();
    clearTimeout(this.#retry);
    this.#asking?.abort();
  }

  /** The link is back: what is left of the wait is not waited for, nor a call that hangs on the old one. */
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
      // An address that the browser refuses is refused again: polling keeps the page alive.
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
      // A line that was cut without a word stays open on this side for minutes.
      if (isLate || now - heardAt > silentAfterMs) return fail();
      pong();
    };
    const fail = () => {
      hasFailed = true;
      socket.close();
      // The closing handshake over a dead line takes as long as the line: it is not waited for.
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

  /** A failed sign-up is logged only (product 8.4). */
  #logFailure(reason: unknown): void {
    console.warn("realtime registration failed", reason);
  }
}

/**
 * What came over the socket. Ids may be numbers there and numbers texts; a type of which the contract does not know
 * passes as it is (product 4.6: it goes to the state). A known type of another shape is left alone.
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
