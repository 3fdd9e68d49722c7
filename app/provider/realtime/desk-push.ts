import { DESK_THEME } from "#app/contract/realtime.ts";
import { type Connection, headOf } from "./connection.ts";
import type { Sockets } from "./sockets.ts";

/** Each socket gets at most one frame in this time. */
const ROUND_MS = 1_000;
/** A new socket is told of a change in this time: its page may have been loaded before. */
const RECENT_MS = 10_000;

/** Tells the sockets of the forwarder's people that the inbox has changed, never what: their pages ask for it. */
export class DeskPush {
  readonly #sockets: Sockets;
  readonly #head = headOf({ type: "client_business", theme: DESK_THEME, data: null });
  #changedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(sockets: Sockets) {
    this.#sockets = sockets;
  }

  addChange(): void {
    this.#changedAt = performance.now();
    const waitMs = Math.max(0, this.#toldAt + ROUND_MS - this.#changedAt);
    this.#timer ??= setTimeout(() => this.#tell(), waitMs).unref();
  }

  addConnection(connection: Connection): void {
    if (connection.holder.isForwarder && performance.now() - this.#changedAt <= RECENT_MS)
      connection.send(this.#head);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = undefined;
    this.#toldAt = performance.now();
    for (const userId of this.#sockets.forwarders())
      for (const connection of this.#sockets.of(userId)) connection.send(this.#head);
  }
}
