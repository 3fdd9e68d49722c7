import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { NEWS_THEME, UNREAD_THEME, type UnreadData } from "#app/contract/realtime.ts";
import { type Connection, headOf } from "./connection.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Sockets } from "./sockets.ts";

/** People per count query. */
const PEOPLE_AT_ONCE = 500;
const RETRY_MS = 1_000;
/** A count that takes this long is followed by a pause of the same length. */
const REST_FROM_MS = 10;
/**
 * So long messages are added to a person's last count. Then it is counted anew, which also finds out what no event
 * tells: another role, conversations that were merged.
 */
const COUNT_KEPT_MS = 10_000;

/**
 * Counts unread messages over all channels, by person. People who may not use messages are left out. With the snapshot
 * of the count, messages that it did not see are added to it later; without one every change is counted.
 */
export type UnreadCounts = (
  userIds: readonly string[],
) => Promise<{ counts: ReadonlyMap<string, number>; snapshot?: Snapshot | undefined }>;

/** A message without the connection's id (`headOf`), for a count. */
type HeadOf = (num: number) => string;
type Note = { type: "client_business" | "unRead" } & Omit<UnreadData, "num">;

/** By type and channel, so that repeated changes are sent once. */
type Notes = Map<string, HeadOf>;

/** What a person's sockets get with the next count. */
interface Pending {
  notes: Notes;
  /** New sockets, which get the count in any case. */
  newcomers: Connection[];
  /** Something else than messages has happened, which only a count can tell. */
  isCountDue: boolean;
  /** Transactions of others' messages. */
  arrived: string[];
}

/** A person's last count, with the messages since. */
interface CachedCount {
  num: number;
  readonly snapshot: Snapshot;
  readonly until: number;
}

/**
 * Pushes unread counts to sockets. A message is added to the kept count of each person: of 100 messages a second to 35
 * people each, counts alone held the database up for seconds. Changes during a count are collected for the next one: a
 * burst causes as many counts as the database can handle, and one per person at a time.
 */
export class UnreadPush {
  readonly #sockets: Sockets;
  readonly #count: UnreadCounts;
  readonly #log: Logger;
  readonly #first: HeadOf;
  readonly #onUncounted: (userId: string) => void;
  #pending = new Map<string, Pending>();
  /** Of people without anything pending, the oldest first. */
  readonly #kept = new Map<string, CachedCount>();
  /** What goes out at the end of this turn of the loop, with kept counts. */
  #ready = new Map<string, { kept: CachedCount; notes: Notes }>();
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

  /**
   * A channel got a new message.
   * @param message.isOwn of the person, who has nothing more to read by it
   * @param message.xid transaction that wrote it
   */
  addMessage(userId: string, channelId: string, { isOwn, xid }: { isOwn: boolean; xid: string }): void {
    const lastCount = this.#keptOf(userId);
    const pending = lastCount ? undefined : this.#of(userId);
    if (lastCount && !isOwn) addTo(lastCount, xid);
    else if (!isOwn) pending?.arrived.push(xid);
    const notes = pending?.notes ?? this.#readyOf(userId, lastCount!);
    const key = `message ${channelId}`;
    if (isOwn && notes.has(key)) return;
    notes.set(key, headOfNote({ type: "client_business", channelId, increment: isOwn ? "0" : "1" }));
  }

  /** @param channelId null for all channels, which frames write as "" */
  addRead(userId: string, channelId: string | null): void {
    const note: Note = { type: "unRead", channelId: channelId ?? "", increment: "0" };
    this.#due(userId).notes.set(`read ${note.channelId}`, headOfNote(note));
  }

  /** The count has changed, by whatever. */
  addChange(userId: string): void {
    this.#due(userId).notes.set("", this.#first);
  }

  addConnection(connection: Connection): void {
    this.#due(connection.holder.userId).newcomers.push(connection);
  }

  /** Messages are no longer added to earlier counts. */
  forgetCounts(): void {
    this.#kept.clear();
  }

  stop(): void {
    this.#stopping.abort();
    this.#pending.clear();
    this.#ready.clear();
  }

  #keptOf(userId: string): CachedCount | undefined {
    const lastCount = this.#kept.get(userId);
    return lastCount && lastCount.until > performance.now() ? lastCount : undefined;
  }

  #readyOf(userId: string, lastCount: CachedCount): Notes {
    if (this.#ready.size === 0) queueMicrotask(() => this.#tellReady());
    let ready = this.#ready.get(userId);
    if (!ready) {
      ready = { kept: lastCount, notes: new Map() };
      this.#ready.set(userId, ready);
    }
    return ready.notes;
  }

  #tellReady(): void {
    const all = this.#ready;
    this.#ready = new Map();
    for (const [userId, { kept: lastCount, notes }] of all)
      this.#tell(userId, lastCount.num, { notes, newcomers: [] });
  }

  #due(userId: string): Pending {
    const pending = this.#of(userId);
    pending.isCountDue = true;
    return pending;
  }

  #of(userId: string): Pending {
    let pending = this.#pending.get(userId);
    if (!pending) {
      pending = { notes: new Map(), newcomers: [], isCountDue: false, arrived: [] };
      this.#pending.set(userId, pending);
      this.#kept.delete(userId);
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
      const { counts, snapshot } = await this.#countUntilAnswered(batch.map(([userId]) => userId));
      const tookMs = performance.now() - start;
      if (this.#stopping.signal.aborted) return;
      for (const [userId, pending] of batch) {
        const num = counts.get(userId);
        if (num === undefined) this.#onUncounted(userId);
        else {
          this.#tell(userId, num, pending);
          if (snapshot) this.#keep(userId, { num, snapshot, until: start + COUNT_KEPT_MS });
        }
      }
      // Counting uses at most half of the time of one database connection.
      if (tookMs > REST_FROM_MS)
        await sleep(tookMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#isCounting = false;
  }

  /** Keeps a count, and tells at once what came while it was made, unless that must be counted. */
  #keep(userId: string, lastCount: CachedCount): void {
    const now = performance.now();
    for (const [each, { until }] of this.#kept) {
      if (until > now) break;
      this.#kept.delete(each);
    }
    const later = this.#pending.get(userId);
    if (later?.isCountDue) return;
    this.#kept.set(userId, lastCount);
    if (!later) return;
    this.#pending.delete(userId);
    for (const xid of later.arrived) addTo(lastCount, xid);
    this.#tell(userId, lastCount.num, later);
  }

  async #countUntilAnswered(userIds: string[]): ReturnType<UnreadCounts> {
    while (!this.#stopping.signal.aborted) {
      try {
        return await this.#count(userIds);
      } catch (error) {
        this.#log.warn({ err: error }, "Unread messages cannot be counted");
        await sleep(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => {});
      }
    }
    return { counts: new Map() };
  }

  #tell(userId: string, num: number, { notes, newcomers }: Pick<Pending, "notes" | "newcomers">): void {
    const heads = [...notes.values()].map((head) => head(num));
    for (const connection of this.#sockets.of(userId)) for (const head of heads) connection.send(head);
    const first = newcomers.length > 0 && this.#first(num);
    if (first) for (const connection of newcomers) connection.send(first);
  }
}

/** Adds a message of another person, if the count did not see it. */
function addTo(lastCount: CachedCount, xid: string): void {
  if (!lastCount.snapshot.sees(xid)) lastCount.num++;
}

const headOfNote =
  ({ type, channelId, increment }: Note): HeadOf =>
  (num) =>
    headOf({ type, theme: UNREAD_THEME, data: { channelId, increment, num } });

/** What sockets are told of unread news. */
export const headOfNews: HeadOf = (num) => headOf({ type: "news", theme: NEWS_THEME, data: { num } });
