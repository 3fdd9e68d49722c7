import { randomUUID } from "node:crypto";
import type { RawData, WebSocket } from "ws";
import {
  AUTHORISE_WITHIN_MS,
  clientMessage,
  closeCodes,
  type ServerMessage,
} from "#app/contract/realtime.ts";
import type { TicketHolder } from "./ticket.ts";

/**
 * The provider sends a heartbeat request to each socket even if messages were sent: a browser that receives
 * nothing cannot distinguish a quiet connection from a broken one.
 */
const HEARTBEAT_REQUEST_MS = 8_000;
const SILENT_AFTER_MS = 20_000;
/** Rate limit of frames: burst, and frames per second; six times what heartbeats need. */
const FRAMES_AT_ONCE = 24;
const FRAMES_PER_MS = 2.5 / 1_000;
/**
 * About a thousand unread messages: a client so slow is disconnected, and loads what it missed after it
 * reconnects.
 */
const UNSENT_MAX_BYTES = 256 * 1024;

type Frame = Pick<ServerMessage, "type" | "theme" | "data">;
/** Close code for a shutdown (RFC 6455): clients reconnect. */
export const GOING_AWAY = 1001;

/** One socket of one person, opened with a ticket. Its owner calls `check` every half second. */
export class Connection {
  /** The `nid` of product 3.11. */
  readonly id: string = randomUUID();
  readonly holder: TicketHolder;
  isAuthorised = false;
  readonly #socket: WebSocket;
  readonly #onAuthorised: (connection: Connection) => void;
  readonly #onEnd: (connection: Connection, code: number) => void;
  readonly #openedAt: number = performance.now();
  readonly #tokenEndsAt: number;
  #heardAt = this.#openedAt;
  #askedAt = this.#openedAt;
  #framesLeft = FRAMES_AT_ONCE;
  #hasEnded = false;

  constructor(
    socket: WebSocket,
    holder: TicketHolder,
    on: {
      authorised: (connection: Connection) => void;
      end: (connection: Connection, code: number) => void;
    },
  ) {
    this.#socket = socket;
    this.holder = holder;
    this.#tokenEndsAt = holder.tokenEndsAt.getTime();
    this.#onAuthorised = on.authorised;
    this.#onEnd = on.end;
    socket.on("message", (data, isBinary) => this.#hear(data, isBinary));
    socket.on("ping", () => this.#countFrame());
    socket.on("close", (code) => this.#ended(code));
  }

  /**
   * Closes the connection when it is late, silent, expired or too slow; sends a heartbeat request when one is
   * due.
   */
  check(now: number, wallClock: number): void {
    if (this.#socket.bufferedAmount > UNSENT_MAX_BYTES) this.#socket.terminate();
    else if (this.#tokenEndsAt <= wallClock) this.close(closeCodes.sessionEnded);
    else if (now - this.#heardAt > SILENT_AFTER_MS) this.close(closeCodes.silent);
    else if (!this.isAuthorised) {
      if (now - this.#openedAt > AUTHORISE_WITHIN_MS) this.close(closeCodes.notAuthorised);
    } else if (now - this.#askedAt >= HEARTBEAT_REQUEST_MS) {
      this.#askedAt = now;
      this.send(headOf({ type: "SERVER_HEARTBEAT_REQUEST", theme: "SERVER_HEARTBEAT_REQUEST", data: null }));
    }
  }

  /** @param head made by `headOf`, once for all connections that get the same message */
  send(head: string): void {
    if (!this.#hasEnded) this.#socket.send(`${head},"nid":"${this.id}"}`);
  }

  /** Later frames are ignored. */
  close(code: number): void {
    if (this.#hasEnded) return;
    this.#socket.close(code);
    this.#ended(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #ended(code: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd(this, code);
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#hasEnded || this.#countFrame()) return;
    const message = isBinary ? null : readMessage(String(data));
    if (!message) this.close(closeCodes.malformed);
    else if (this.isAuthorised) return;
    else if (message.type !== "client_authorization") this.close(closeCodes.notAuthorised);
    else if (message.account !== this.holder.userName || message.userId !== this.holder.userId)
      this.close(closeCodes.notAuthorised);
    else {
      this.isAuthorised = true;
      this.send(headOf({ type: "client_authorization", theme: "client_authorization", data: null }));
      this.#onAuthorised(this);
    }
  }

  /** Counts a frame. When there are too many, closes the connection and returns true. */
  #countFrame(): boolean {
    const now = performance.now();
    const left = this.#framesLeft + (now - this.#heardAt) * FRAMES_PER_MS;
    this.#heardAt = now;
    this.#framesLeft = Math.min(FRAMES_AT_ONCE, left) - 1;
    if (this.#framesLeft >= 0) return false;
    this.close(closeCodes.tooFast);
    return true;
  }
}

/** JSON of a provider message without the connection's id, which `send` adds. */
export function headOf({ type, theme, data }: Frame): string {
  return JSON.stringify({ type, theme, data }).slice(0, -1);
}

function readMessage(text: string) {
  try {
    return clientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
