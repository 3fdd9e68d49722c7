import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { NEWS_THEME, UNREAD_THEME, type UnreadData } from "#app/contract/realtime.ts";
import { type Connection, headOf } from "./connection.ts";
import type { Sockets } from "./sockets.ts";

/** People per count query. */
const PEOPLE_AT_ONCE = 500;
const RETRY_MS = 1_000;
/** A count that takes this long is followed by a pause of the same length. */
const REST_FROM_MS = 10;

/** Counts unread messages over all channels, by person. People who may not use messages are left out. */
export type UnreadCounts = (userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** A message without the connection's id (`headOf`), for a count. */
type HeadOf = (num: number) => string;
type Note = { type: "client_business" | "unRead" } & Omit<UnreadData, "num">;

/** What a person's sockets get with the next count. */
interface Pending {
  /** By type and channel, so that repeated changes are sent once. */
  notes: Map<string, HeadOf>;
  /** New sockets, which get the count in any case. */
  newcomers: Connection[];
}

/**
 * Pushes unread counts to sockets. Changes during a count are collected for the next one: a burst of messages
 * causes as many counts as the database can handle, and one per person at a time.
 */
export class UnreadPush {
  readonly #sockets: Sockets;
  readonly #count: UnreadCounts;
  readonly #log: Logger;
  readonly #first: HeadOf;
  readonly #onUncounted: (userId: string) => void;
  #pending = new Map<string, Pending>();
  #isCounting = false;
  readonly #stopping = new AbortController();

  /**
   * @param options.first what a new socket is told
   * @param options.onUncounted decides about people whom `count` leaves out; without it their sockets close
   */
  constructor(options: {
    sockets: Sockets;
    count: UnreadCounts;
    log: Logger;
    first?: HeadOf;
    onUncounted?: (userId: string) => void;
  }) {
    this.#sockets = options.sockets;
    this.#count = options.count;
    this.#log = options.log;
    this.#onUncounted = options.onUncounted ?? ((userId) => this.#sockets.refusePerson(userId));
    this.#first = options.first ?? headOfNote({ type: "unRead", channelId: "", increment: "0" });
  }

  /** A channel got a new message. */
  addMessage(userId: string, channelId: string, isOwn: boolean): void {
    const { notes } = this.#of(userId);
    const key = `message ${channelId}`;
    if (isOwn && notes.has(key)) return;
    notes.set(key, headOfNote({ type: "client_business", channelId, increment: isOwn ? "0" : "1" }));
  }

  /** @param channelId null for all channels, which frames write as "" */
  addRead(userId: string, channelId: string | null): void {
    const note: Note = { type: "unRead", channelId: channelId ?? "", increment: "0" };
    this.#of(userId).notes.set(`read ${note.channelId}`, headOfNote(note));
  }

  /** The count has changed, by whatever. */
  addChange(userId: string): void {
    this.#of(userId).notes.set("", this.#first);
  }

  addConnection(connection: Connection): void {
    this.#of(connection.holder.userId).newcomers.push(connection);
  }

  stop(): void {
    this.#stopping.abort();
    this.#pending.clear();
  }

  #of(userId: string): Pending {
    let pending = this.#pending.get(userId);
    if (!pending) {
      pending = { notes: new Map(), newcomers: [] };
      this.#pending.set(userId, pending);
    }
    if (!this.#isCounting && !this.#stopping.signal.aborted) void this.#run();
    return pending;
  }

  async #run(): Promise<void> {
    this.#isCounting = true;
    // Collects all events of one outbox read before the first count.
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const batch = [...this.#pending].slice(0, PEOPLE_AT_ONCE);
      for (const [userId] of batch) this.#pending.delete(userId);
      const start = performance.now();
      const counts = await this.#countUntilAnswered(batch.map(([userId]) => userId));
      const tookMs = performance.now() - start;
      if (this.#stopping.signal.aborted) return;
      for (const [userId, pending] of batch) {
        const num = counts.get(userId);
        if (num === undefined) this.#onUncounted(userId);
        else this.#tell(userId, num, pending);
      }
      // Counting uses at most half of the time of one database connection.
      if (tookMs > REST_FROM_MS)
        await sleep(tookMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#isCounting = false;
  }

  async #countUntilAnswered(userIds: string[]): Promise<ReadonlyMap<string, number>> {
    while (!this.#stopping.signal.aborted) {
      try {
        return await this.#count(userIds);
      } catch (error) {
        this.#log.warn({ err: error }, "Unread messages cannot be counted");
        await sleep(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
    return new Map();
  }

  #tell(userId: string, num: number, { notes, newcomers }: Pending): void {
    const heads = [...notes.values()].map((head) => head(num));
    for (const connection of this.#sockets.of(userId)) for (const head of heads) connection.send(head);
    const first = newcomers.length > 0 && this.#first(num);
    if (first) for (const connection of newcomers) connection.send(first);
  }
}

const headOfNote =
  ({ type, channelId, increment }: Note): HeadOf =>
  (num) =>
    headOf({ type, theme: UNREAD_THEME, data: { channelId, increment, num } });

/** What sockets are told of unread news. */
export const headOfNews: HeadOf = (num) => headOf({ type: "news", theme: NEWS_THEME, data: { num } });
