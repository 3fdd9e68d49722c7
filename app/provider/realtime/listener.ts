import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { clientAddress, type DatabaseTarget, directTarget, isPooled } from "../db/connection.ts";
import type { RealtimeEvent } from "../db/realtime-event.ts";
import { REALTIME_NOTIFICATION } from "./outbox.ts";

/**
 * Polls the outbox because a notification can be lost with its connection, and a row can become visible
 * without one.
 */
const DRAIN_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 5_000;
const RECONNECT_MAX_MS = 2_000;
/**
 * Maximum time without a connection after which missed events can still be read; `jobs/purge.ts` keeps rows
 * for longer.
 */
const CATCH_UP_MAX_MS = 30 * 60_000;

export interface ListenerOptions {
  target: DatabaseTarget;
  /** Events committed since the last call, in the order of their rows; each is given once. */
  onEvents(events: OutboxEvent[]): void;
  /** It reads again after its connection was lost: the server may have crashed and use transaction numbers again. */
  onReopened(): void;
  /** Disconnected for too long: events were missed. */
  onGap(): void;
  log: Logger;
}

export interface OutboxEvent {
  /** Number of the transaction that wrote it. */
  xid: string;
  event: RealtimeEvent;
}

export interface Listener {
  /** Resolves when it listens for the first time. */
  isListening: Promise<void>;
  stop(): Promise<void>;
}

/** How far the outbox was read: the snapshot of that statement and the highest id. */
interface Position {
  snapshot: string;
  lastId: string;
}

/**
 * Reads the outbox for this process, over a connection of its own that is opened again whenever it is lost.
 */
export function startListener(options: ListenerOptions): Listener {
  const stopping = new AbortController();
  const listening = Promise.withResolvers<void>();
  const running = run(options, stopping.signal, listening.resolve);
  return {
    isListening: listening.promise,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function run(options: ListenerOptions, stopped: AbortSignal, onListening: () => void): Promise<void> {
  const { log } = options;
  const reader = new OutboxReader(options);
  const target = directTarget(options.target);
  for (let attempt = 0; !stopped.aborted; attempt++) {
    const client = new pg.Client({
      ...clientAddress(target),
      application_name: "fairlead realtime",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    try {
      await follow(client, reader, stopped, !isPooled(target), () => {
        if (attempt > 0) log.info("Realtime events are being read again");
        attempt = 0;
        onListening();
      });
    } catch (error) {
      if (attempt === 0 && !stopped.aborted) log.warn({ err: error }, "Realtime events cannot be read");
    } finally {
      await client.end().catch(() => {});
    }
    const pause = Math.min(RECONNECT_MAX_MS, 50 * 2 ** attempt) * (0.5 + Math.random() / 2);
    await sleep(pause, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
}

/** Runs until the connection is lost, which throws, or the listener is stopped. */
async function follow(
  client: pg.Client,
  reader: OutboxReader,
  stopped: AbortSignal,
  canListen: boolean,
  onListening: () => void,
): Promise<void> {
  let wake = () => {};
  let isWoken = false;
  let fault: Error | undefined;
  const rouse = () => {
    isWoken = true;
    wake();
  };
  client.on("notification", rouse);
  client.on("error", (error) => {
    fault ??= error;
    rouse();
  });
  client.on("end", () => {
    fault ??= new Error("Connection terminated");
    rouse();
  });
  stopped.addEventListener("abort", rouse, { once: true });
  try {
    await client.connect();
    // Behind a pooler it would be left behind in a session of others; the poll finds every row.
    if (canListen) await client.query(`listen ${REALTIME_NOTIFICATION}`);
    await reader.catchUp(client);
    onListening();
    while (!stopped.aborted) {
      if (fault) throw fault;
      if (!isWoken) {
        const woken = Promise.withResolvers<void>();
        wake = woken.resolve;
        const timer = setTimeout(woken.resolve, DRAIN_EVERY_MS).unref();
        await woken.promise;
        clearTimeout(timer);
        if (fault || stopped.aborted) continue;
      }
      isWoken = false;
      await reader.drain(client);
    }
  } finally {
    stopped.removeEventListener("abort", rouse);
  }
}

/**
 * A row is new when this statement's snapshot sees it and the previous statement's did not: see
 * app/decisions/messages-and-realtime.md.
 */
class OutboxReader {
  readonly #options: ListenerOptions;
  #position: Position | undefined;
  #readAt = 0;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** The first call starts at the present. */
  async catchUp(client: pg.Client): Promise<void> {
    const isTooLate = this.#position && Date.now() - this.#readAt > CATCH_UP_MAX_MS;
    if (this.#position) this.#options.onReopened();
    if (this.#position && !isTooLate) {
      // After a crash of the server, ids of transactions that left no trace are reused; row ids are not.
      await this.#read(client, "or id > $2", [this.#position.lastId]);
      return;
    }
    const { rows } = await client.query<Position>(
      `select pg_current_snapshot()::text as snapshot, coalesce(max(id), 0) as "lastId" from realtime_outbox`,
    );
    this.#moveTo(rows[0]!);
    if (isTooLate) this.#options.onGap();
  }

  async drain(client: pg.Client): Promise<void> {
    await this.#read(client);
  }

  async #read(client: pg.Client, more = "", values: string[] = []): Promise<void> {
    const { snapshot, lastId } = this.#position!;
    const { rows } = await client.query<{ snapshot: string; lastId: string | null; events: OutboxEvent[] }>(
      `select pg_current_snapshot()::text as snapshot, max(id) as "lastId",
        coalesce(jsonb_agg(jsonb_build_object('xid', xid::text, 'event', event) order by id), '[]') as events
      from realtime_outbox
      where xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1) ${more}`,
      [snapshot, ...values],
    );
    const read = rows[0]!;
    this.#moveTo({ snapshot: read.snapshot, lastId: highest(lastId, read.lastId) });
    if (read.events.length > 0) this.#options.onEvents(read.events);
  }

  #moveTo(position: Position): void {
    this.#position = position;
    this.#readAt = Date.now();
  }
}

function highest(id: string, other: string | null): string {
  return other !== null && BigInt(other) > BigInt(id) ? other : id;
}
