import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionProvider, type DatabaseConnection, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import { tellWork } from "#app/lib/observed.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { isUnanswered } from "./client.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { KnownStandby, type Needed } from "./known-standby.ts";
import { isPooler } from "./pooler.ts";
import { lsnOf, type Position, type PrimaryLine, positionOf, readLine, SERVER } from "./primary-position.ts";
import { ReplayClock } from "./replay-clock.ts";
import type { Database } from "./schema.ts";
import { type PrimaryReason, reasonForPrimary, StandbyConnection } from "./standby-connection.ts";

export interface StandbyOptions {
  /** `DATABASE_READ_URL`. */
  url: string;
  primary: Kysely<Database>;
  poolSize: number;
  log: Logger;
}

/** A job may wait so long for a standby that is behind. */
export const JOB_WAIT_MS = 5_000;
/** A call, which a person waits for: a standby that follows over a network is behind by less. */
const CALL_WAIT_MS = 50;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 16;
/** An address that does not answer is passed over for so long. */
const PASSED_OVER_MS = 1_000;
const WATCH_EACH_MS = 1_000;
const CONNECT_MS = 1_000;
const LOOK_MS = 1_000;

/** A call or a job that reads. */
interface Reading {
  position: Position | null;
  waitMs: number;
  /** A statement of it was left to the primary: the others are as well, so that no call waits twice. */
  givenUp?: PrimaryReason;
}

interface Opened {
  isPooled: boolean;
  reads: OpenDatabase;
  /** A connection of its own, so that it is not taken for away when all others are in use. */
  watch: OpenDatabase;
}

const LOOK = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed, ${SERVER} as server,
  (select mark from primary_mark) as mark`;

interface LookRow {
  isStandby: boolean;
  replayed: string | null;
  server: string;
  mark: string | null;
}

/**
 * Reads from a standby of the database what was committed before the call, and from the primary where the standby does not
 * have it, or cannot be read (app/decisions/database.md). Several standbys may be behind the address:
 * each connection is looked at.
 */
export class Standby {
  readonly #options: StandbyOptions;
  readonly #dialect = new PostgresDialect({ pool: noPool });
  readonly #driver = this.#dialect.createDriver();
  readonly #known = new WeakMap<pg.PoolClient, KnownStandby>();
  readonly #clients = new Set<pg.PoolClient>();
  readonly #clock = new ReplayClock();
  readonly #watch: { stop(): Promise<void> };
  #opened: Opened | undefined;
  #line: PrimaryLine | undefined;
  #awayUntil = 0;
  #said: PrimaryReason | "read" | undefined;

  constructor(options: StandbyOptions) {
    this.#options = options;
    this.#watch = startLoop(() => this.#look(), {
      name: "standby",
      pauseMs: WATCH_EACH_MS,
      onError: (error) => options.log.warn({ err: error }, "The standby could not be looked at"),
    });
  }

  /** Whether it was read at the last look; undefined before the first. */
  get isRead(): boolean | undefined {
    return this.#said && this.#said === "read";
  }

  /** How long ago the primary had written what the standby has replayed. */
  get lagSeconds(): number {
    return this.#clock.lagMs(Date.now()) / 1000;
  }

  /**
   * For statements and transactions that only read, each at a state with all that was committed before the position.
   * @param position as a column `position` has it
   */
  readsAt(position: string | null | undefined, waitMs = CALL_WAIT_MS): Kysely<Database> {
    return this.#reads({ position: positionOf(position), waitMs });
  }

  #reads(reading: Reading): Kysely<Database> {
    const provider: ConnectionProvider = {
      provideConnection: (consume, options) => this.#provide(reading, consume, options),
    };
    const executor = this.#options.primary.getExecutor().withConnectionProvider(provider);
    const [dialect, driver] = [this.#dialect, this.#driver];
    return new Kysely<Database>({ config: { dialect }, dialect, driver, executor });
  }

  /** `readsAt` at the position of this moment. */
  async readsNow(waitMs: number): Promise<Kysely<Database>> {
    return this.#reads({ position: (await readLine(this.#options.primary)) ?? null, waitMs });
  }

  async stop(): Promise<void> {
    await this.#watch.stop();
    await Promise.all([this.#opened?.reads.close(), this.#opened?.watch.close()]);
  }

  async #provide<T>(
    reading: Reading,
    consume: (connection: DatabaseConnection) => Promise<T>,
    options: Parameters<ConnectionProvider["provideConnection"]>[1],
  ): Promise<T> {
    const taken = reading.givenUp ?? (await this.#take(reading));
    let reason = typeof taken === "string" ? taken : undefined;
    if (typeof taken !== "string") {
      try {
        const result = await consume(taken);
        tellWork("read", { target: "standby", reason: "none" });
        return result;
      } catch (error) {
        reason = reasonForPrimary(error);
        if (!reason || taken.hasAnswered) throw error;
      } finally {
        await taken.release();
      }
    }
    reading.givenUp = reason!;
    tellWork("read", { target: "primary", reason: reason! });
    return this.#options.primary.getExecutor().provideConnection(consume, options);
  }

  /** A connection to a standby that has what the reading needs, or why there is none. */
  async #take(reading: Reading): Promise<StandbyConnection | PrimaryReason> {
    const { position } = reading;
    const [opened, line] = [this.#opened, this.#line];
    if (!opened || performance.now() < this.#awayUntil) return "away";
    if (!position || position.server !== line?.server) return "unknown";
    const { isPooled } = opened;
    const { pool } = opened.reads;
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch {
      if (pool.totalCount >= this.#options.poolSize) return "busy";
      this.#passOver();
      return "away";
    }
    const reason = await this.#lookUntil(client, { position, mark: line.mark, isPooled }, reading.waitMs);
    if (!reason)
      return new StandbyConnection(client, isPooled, (fault) => {
        reading.givenUp = fault;
      });
    client.release();
    return reason;
  }

  #passOver(): void {
    this.#awayUntil = performance.now() + PASSED_OVER_MS;
  }

  /** @returns why the server of the connection cannot be read */
  async #lookUntil(
    client: pg.PoolClient,
    needed: Needed,
    waitMs: number,
  ): Promise<PrimaryReason | undefined> {
    const known = this.#known.get(client) ?? new KnownStandby();
    this.#known.set(client, known);
    if (!needed.isPooled && known.shows(needed)) return undefined;
    if (!needed.isPooled && waitMs <= CALL_WAIT_MS && known.isPassedOver) return "behind";
    const reason = await this.#waitFor(client, needed, waitMs);
    if (!reason) known.hadAll();
    else if (reason === "lost") this.#passOver();
    else known.lacked();
    return reason;
  }

  /** Waits a little for a standby that is behind. */
  async #waitFor(client: pg.PoolClient, needed: Needed, waitMs: number): Promise<PrimaryReason | undefined> {
    const until = performance.now() + waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      const row = await this.#lookAt(client, needed.isPooled).catch(
        (error) => reasonForPrimary(error) ?? "other",
      );
      const reason = typeof row === "string" ? row : judge(row, needed.position, needed.mark);
      if (!reason) return undefined;
      if (needed.isPooled) await client.query("rollback").catch(() => {});
      if (reason !== "behind" || performance.now() + pause > until) return reason;
      await sleep(pause);
    }
  }

  /**
   * What the server has replayed is seen by every statement that begins later. Behind a pooler such a statement has to be of
   * the same transaction, or another server may run it; as its snapshot has to be taken after the look, the look is a
   * transaction before it, of the same session.
   */
  async #lookAt(client: pg.PoolClient, isPooled: boolean): Promise<LookRow> {
    const text = isPooled ? `begin read only; ${LOOK}; commit and chain` : LOOK;
    const answer = await client.query({ text, query_timeout: LOOK_MS } as pg.QueryConfig);
    const [row] = [answer].flat().flatMap(({ rows }) => rows as LookRow[]);
    const replayed = row!.replayed === null ? 0n : lsnOf(row!.replayed);
    this.#known.get(client)?.saw(row!.isStandby ? row!.mark : null, replayed);
    return row!;
  }

  /** Once a second: which server is the primary, and how the standby stands. */
  async #look(): Promise<false> {
    this.#line = await readLine(this.#options.primary).catch(() => undefined);
    if (!this.#line) return false;
    this.#clock.written(this.#line.lsn, Date.now());
    const reason = await this.#lookOnce(this.#line).catch((error) => {
      // On a cut network nothing else ends what waits for an answer.
      if (isUnanswered(error)) for (const client of this.#clients) void client.end().catch(() => {});
      return "away" as const;
    });
    this.#say(reason ?? "read");
    return false;
  }

  async #lookOnce(line: PrimaryLine): Promise<PrimaryReason | undefined> {
    const { url, poolSize } = this.#options;
    if (!this.#opened) {
      const isPooled = await isPooler(url);
      const target = isPooled ? { pooledUrl: url, directUrl: undefined } : url;
      const open = (connections: number) =>
        openDatabase(target, {
          poolSize: connections,
          applicationName: "fairlead reads",
          connectMs: CONNECT_MS,
        });
      this.#opened = { isPooled, reads: open(poolSize), watch: open(1) };
      const { pool } = this.#opened.reads;
      pool.on("connect", (client) => void this.#clients.add(client));
      pool.on("remove", (client) => void this.#clients.delete(client));
    }
    const client = await this.#opened.watch.pool.connect();
    try {
      const answer = await client.query({ text: LOOK, query_timeout: LOOK_MS } as pg.QueryConfig);
      const row = answer.rows[0] as LookRow;
      if (row.replayed !== null && row.isStandby) this.#clock.replayed(lsnOf(row.replayed));
      const reason = judge(row, line, line.mark);
      return reason === "behind" && this.lagSeconds < 2 ? undefined : reason;
    } catch (error) {
      // Without the table of the mark it is another database.
      if (reasonForPrimary(error)) throw error;
      return "other";
    } finally {
      client.release();
    }
  }

  #say(state: PrimaryReason | "read"): void {
    if (state === this.#said) return;
    this.#said = state;
    const { log } = this.#options;
    if (state === "read")
      log.info("Lists, reports and exports are read from the standby of DATABASE_READ_URL");
    else
      log.warn(
        { reason: state },
        "The primary answers what the standby of DATABASE_READ_URL should: ask `npm run doctor`",
      );
  }
}

function judge(row: LookRow, position: Position, mark: string): PrimaryReason | undefined {
  // Where no standby is left, the address may lead to the primary. Any other server that takes writes has its own.
  if (!row.isStandby) return row.server === position.server ? undefined : "other";
  if (row.replayed === null || lsnOf(row.replayed) < position.lsn) return "behind";
  return row.mark === mark ? undefined : "other";
}

function noPool(): never {
  throw new Error("Statements of a reading have its connection");
}
