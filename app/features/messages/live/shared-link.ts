import type { ServerMessage } from "#app/contract/realtime.ts";
import { DESK_THEME, SHIPMENTS_THEME } from "#app/contract/realtime-code.ts";
import type { LinkState } from "./reconnect.ts";

/** Events for a tab, whichever tab has the socket. */
export interface LinkEvents {
  onMessage(message: ServerMessage): void;
  onState(state: LinkState): void;
}
export interface HeldSocket {
  start(): void;
  stop(): void;
  hurry(): void;
}

export interface SharedLinkOptions extends LinkEvents {
  /** Name of the lock, one for each person and browser. */
  name: string;
  makeSocket(events: LinkEvents): HeldSocket;
  /** Null where the browser has none (plain http): then each tab has a socket of its own. */
  locks: LockManager | null;
}

type Post =
  | { kind: "message"; message: ServerMessage }
  | { kind: "state"; state: LinkState }
  /** A new tab asks for the present state; or a tab requests an immediate attempt. */
  | { kind: "hello" | "hurry" };

/**
 * One websocket for all tabs of a browser. The tab with the lock has the socket and broadcasts its messages;
 * when that tab closes, stops or is frozen, lock and socket pass to the next.
 */
export class SharedLink {
  #options: SharedLinkOptions;
  #channel: BroadcastChannel | null = null;
  #turn: AbortController | null = null;
  #socket: HeldSocket | null = null;
  #state: LinkState = "connecting";
  /** The last message, for tabs that are opened later. */
  #last: ServerMessage | null = null;

  constructor(options: SharedLinkOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#turn) return;
    const { locks, name } = this.#options;
    const turn = new AbortController();
    this.#turn = turn;
    if (!locks || typeof BroadcastChannel === "undefined") {
      this.#hold();
      return;
    }
    const channel = new BroadcastChannel(name);
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<Post>) => this.#receive(data);
    this.#post({ kind: "hello" });
    locks
      .request(name, { signal: turn.signal }, async () => {
        if (turn.signal.aborted) return;
        this.#hold();
        await new Promise((resolve) => turn.signal.addEventListener("abort", resolve, { once: true }));
      })
      .catch(() => {
        // A browser that has locks but denies them (opaque origin) is treated as one without.
        if (!turn.signal.aborted) this.#hold();
      });
  }

  /** Passes the socket to another tab, or closes it. */
  stop(): void {
    const wasHolder = this.#socket !== null;
    this.#socket?.stop();
    this.#socket = null;
    if (wasHolder && this.#state !== "ended") this.#post({ kind: "state", state: "connecting" });
    this.#turn?.abort();
    this.#turn = null;
    this.#channel?.close();
    this.#channel = null;
  }

  /** The network is probably back. */
  hurry(): void {
    if (this.#socket) this.#socket.hurry();
    else this.#post({ kind: "hurry" });
  }

  #hold(): void {
    this.#socket = this.#options.makeSocket({
      onMessage: (message) => {
        // A tab that is opened later loads the shipments as they are then.
        if (message.theme !== SHIPMENTS_THEME && message.theme !== DESK_THEME) this.#last = message;
        this.#post({ kind: "message", message });
        this.#options.onMessage(message);
      },
      onState: (state) => {
        this.#post({ kind: "state", state });
        this.#tell(state);
      },
    });
    this.#socket.start();
  }

  #receive(post: Post): void {
    switch (post.kind) {
      case "message":
        this.#options.onMessage(post.message);
        return;
      case "state":
        if (!this.#socket) this.#tell(post.state);
        return;
      case "hello":
        if (!this.#socket) return;
        this.#post({ kind: "state", state: this.#state });
        if (this.#last) this.#post({ kind: "message", message: this.#last });
        return;
      case "hurry":
        this.#socket?.hurry();
    }
  }

  #tell(state: LinkState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  #post(post: Post): void {
    this.#channel?.postMessage(post);
  }
}
