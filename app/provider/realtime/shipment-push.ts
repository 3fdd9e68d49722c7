import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { SHIPMENTS_NAMED, SHIPMENTS_THEME } from "#app/contract/realtime.ts";
import { type Connection, headOf } from "./connection.ts";
import type { Sockets } from "./sockets.ts";

/** Each person gets at most one frame in this time. */
const ROUND_MS = 1_000;
/** People per query. */
const PEOPLE_AT_ONCE = 500;
/** A new socket is told what changed in this time: its page may have been loaded before. */
const RECENT_MS = 10_000;

/** Ids of changed shipments, or "many". */
type Changed = ReadonlySet<string> | "many";

interface Pending {
  changed: Changed;
  /** The right was taken away, or was never there: a person without another one loses the sockets. */
  isInDoubt: boolean;
}

/**
 * Tells sockets which shipments of their company have changed (the forwarder's people: of every company), to those who
 * may see shipments at that moment. Changes are collected for a second.
 */
export class ShipmentPush {
  readonly #sockets: Sockets;
  readonly #seers: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly #log: Logger;
  readonly #recent = new Map<string, { at: number; changed: Changed }>();
  #pending = new Map<string, Pending>();
  #isRunning = false;
  readonly #stopping = new AbortController();

  /** @param options.seers which of the people may see shipments */
  constructor(options: {
    sockets: Sockets;
    seers: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
    log: Logger;
  }) {
    this.#sockets = options.sockets;
    this.#seers = options.seers;
    this.#log = options.log;
  }

  /** Shipments of companies have changed; null for many. */
  add(companies: Readonly<Record<string, readonly string[] | null>>): void {
    const now = performance.now();
    for (const [companyId, { at }] of this.#recent) if (now - at > RECENT_MS) this.#recent.delete(companyId);
    for (const [companyId, ids] of Object.entries(companies)) {
      const changed = ids ? new Set(ids) : "many";
      this.#recent.set(companyId, {
        at: now,
        changed: union(this.#recent.get(companyId)?.changed, changed),
      });
      for (const userId of this.#sockets.recipientsOf(companyId)) this.#note(userId, changed);
    }
  }

  /** The person's page may have been loaded before the latest changes. */
  addConnection({ holder }: Connection): void {
    const now = performance.now();
    for (const [companyId, { at, changed }] of this.#recent)
      if (now - at <= RECENT_MS && (holder.isForwarder || holder.companyId === companyId))
        this.#note(holder.userId, changed);
  }

  /** The person may not use messages: who may not see shipments either loses the sockets. */
  addDoubt(userId: string): void {
    this.#note(userId, new Set(), true);
  }

  stop(): void {
    this.#stopping.abort();
    this.#pending.clear();
  }

  #note(userId: string, changed: Changed, isInDoubt = false): void {
    const before = this.#pending.get(userId);
    this.#pending.set(userId, {
      changed: union(before?.changed, changed),
      isInDoubt: isInDoubt || before?.isInDoubt === true,
    });
    if (!this.#isRunning && !this.#stopping.signal.aborted) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Collects all events of one outbox read before the first frame.
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const round = [...this.#pending];
      this.#pending.clear();
      for (let start = 0; start < round.length; start += PEOPLE_AT_ONCE)
        await this.#tell(round.slice(start, start + PEOPLE_AT_ONCE));
      await sleep(ROUND_MS, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
    }
    this.#isRunning = false;
  }

  async #tell(people: readonly (readonly [string, Pending])[]): Promise<void> {
    let seers: ReadonlySet<string>;
    try {
      seers = await this.#seers(people.map(([userId]) => userId));
    } catch (error) {
      this.#log.warn({ err: error }, "Changed shipments cannot be told");
      for (const [userId, { changed, isInDoubt }] of people) this.#note(userId, changed, isInDoubt);
      return;
    }
    if (this.#stopping.signal.aborted) return;
    for (const [userId, { changed, isInDoubt }] of people) {
      if (!seers.has(userId)) {
        if (isInDoubt) this.#sockets.refusePerson(userId);
      } else if (changed === "many" || changed.size > 0) {
        const head = headOfChanged(changed);
        for (const connection of this.#sockets.of(userId)) connection.send(head);
      }
    }
  }
}

function union(one: Changed | undefined, other: Changed): Changed {
  if (one === "many" || other === "many") return "many";
  const all = new Set([...(one ?? []), ...other]);
  return all.size > SHIPMENTS_NAMED ? "many" : all;
}

const headOfChanged = (changed: Changed): string =>
  headOf({
    type: "client_business",
    theme: SHIPMENTS_THEME,
    data: { ids: changed === "many" ? null : [...changed] },
  });
