import { setTimeout as sleep } from "node:timers/promises";
import { type DatabaseConnection, Kysely, PostgresDialect, Transaction } from "kysely";
import pg from "pg";
import { traced } from "#app/lib/traced.ts";
import {
  isReadOnlyServer,
  isUnanswered,
  prepareOwnSession,
  preparePooled,
  UnconfirmedError,
} from "./client.ts";
import { clientAddress, type DatabaseTarget, isPooled } from "./connection.ts";
import type { Database } from "./schema.ts";

const STATEMENT_TIMEOUT_MS = 20_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
const RETRY_MS = 10_000;
const CONFLICT_ATTEMPTS = 5;

export interface OpenDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  /** Waits for running queries. */
  close(): Promise<void>;
}

export interface OpenOptions {
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** For migrations, imports and seeds: statements have no time-out. */
  isUnhurried?: boolean;
  /** Longest wait for a connection, a free one or a new one; 5,000 by default. */
  connectMs?: number;
  /** Longest run of a statement; 20,000 by default. */
  statementMs?: number;
  /** Statements of `sideBySide` do not wait for the answers of those before. */
  isPipelined?: boolean;
}

/**
 * The connection was lost after COMMIT was sent and before the answer, or no standby confirmed it: the transaction may
 * or may not be committed for good.
 */
export class CommitUnknownError extends Error {
  override name = "CommitUnknownError";
}

const DATE_ARRAY: number = 1182;
const TEXT_ARRAY: number = 1009;
const types = new pg.TypeOverrides();
// A date is a day, not an instant: as a Date it would shift with the machine's time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(DATE_ARRAY, pg.types.getTypeParser(TEXT_ARRAY));
const anyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
// Sessions are in UTC, so nearly all instants have this one form, which the engine reads several times as fast: the
// driver's parser took a tenth of an import's time. Infinities and years of other lengths are left to it.
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.charCodeAt(4) === 45 && text.charCodeAt(10) === 32 && text.endsWith("+00")
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : anyInstant(text),
);

/**
 * Opens a pool on the database; connections are made on demand. int8 and numeric are read as text,
 * timestamptz as Date, date as `YYYY-MM-DD`.
 */
export function openDatabase(target: DatabaseTarget, options: OpenOptions = {}): OpenDatabase {
  const limits = options.isUnhurried
    ? { statementMs: 0, idleMs: 0 }
    : { statementMs: options.statementMs ?? STATEMENT_TIMEOUT_MS, idleMs: IDLE_IN_TRANSACTION_MS };
  const { applicationName = "fairlead" } = options;
  const pool = new pg.Pool({
    ...clientAddress(target),
    types,
    max: options.poolSize ?? 10,
    pipeline: options.isPipelined ?? false,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: options.connectMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    // PgBouncer refuses a connection that asks for any of these.
    ...(!isPooled(target) && {
      options: "-c TimeZone=UTC",
      idle_in_transaction_session_timeout: limits.idleMs,
      statement_timeout: limits.statementMs,
    }),
    // The server's own time-out comes first; this one is for a server that no longer answers at all.
    query_timeout: limits.statementMs && limits.statementMs + 5_000,
  });
  // A connection that breaks while idle leaves the pool; the next query opens another. Without a listener the
  // error would end the process.
  pool.on("error", () => {});
  // An error between two statements of a transaction is emitted by the client only; without a listener it
  // would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // Those that are idle were opened at the same time, and are most likely left on the same server.
  const dropIdle = () => {
    for (let left = pool.idleCount; left > 0; left--)
      pool.connect().then(
        (client) => client.release(true),
        () => {},
      );
  };
  pool.on("connect", (client) =>
    isPooled(target)
      ? preparePooled(client, limits, applicationName, dropIdle)
      : prepareOwnSession(client, applicationName, dropIdle),
  );
  const notePipelined = async (connection: DatabaseConnection) => void pipelined.add(connection);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool,
      ...(options.isPipelined && { onCreateConnection: notePipelined }),
    }),
  });
  const close = async () => {
    await db.destroy();
    // Kysely ends only a pool that it has used.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

const LOST_CODES = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ENOENT",
  "EAI_AGAIN",
  // Connection failures, shutdowns, a starting server.
  "08000",
  "08001",
  "08003",
  "08006",
  "57P01",
  "57P02",
  "57P03",
]);
const LOST_MESSAGE = /^Connection terminated|^Client has encountered a connection error|^Client was closed/;

/** PgBouncer's code for all its errors, among them those of settings, which pass no sooner than somebody changes them. */
const POOLER_CODE = "08P01";
const POOLER_BUSY =
  /^(query_wait_timeout|no more connections allowed|server conn crashed|server login has been failing|client_login_timeout|connect failed|cannot connect)/;

/** Whether the query failed because the database went away, as in a restart, or its pooler was full; a later try may succeed. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code === POOLER_CODE) return POOLER_BUSY.test(message ?? "");
  return LOST_CODES.has(code ?? "") || LOST_MESSAGE.test(message ?? "");
}

/**
 * Whether the database rolled the transaction back because of a concurrent one (serialization failure,
 * deadlock).
 */
export function hasConflict(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === "40001" || code === "40P01";
}

/** Whether the statement was refused because there is such a row already, as when a concurrent one has written it. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === "23505";
}

/** Whether the statement did nothing because a concurrent one has written the same row, or was in its way. */
export function hasWrittenAnother(error: unknown): boolean {
  return hasConflict(error) || isDuplicate(error);
}

/**
 * Runs a read, or an idempotent write, again while the database restarts (up to 10 s). Other errors, and a
 * restart that takes longer, are thrown.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > deadline) throw error;
      await sleep(pause(attempt));
    }
  }
}

export interface TransactionOptions {
  isolation?: "read committed" | "repeatable read" | "serializable";
  /**
   * The transaction may run twice without harm: it stores the caller's idempotency key, or sets values. Only
   * then is it run again when the connection is lost during COMMIT.
   */
  isRepeatable?: boolean;
  /** The database refuses every change with 25006. */
  isReadOnly?: boolean;
}

/**
 * Runs the function in a transaction and commits. When the connection is lost before COMMIT, or the database
 * rolls back because of a conflict, the whole function runs again, so it must have no effects outside the
 * database.
 * @throws CommitUnknownError when the connection is lost during COMMIT and the transaction is not repeatable
 */
export async function transaction<DB, T>(
  db: Kysely<DB>,
  work: (trx: Kysely<DB>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const deadline = performance.now() + RETRY_MS;
  let conflicts = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await traced({ kind: "internal", name: "transaction", attributes: {} }, () =>
        runOnce(db, work, options),
      );
    } catch (error) {
      const isWorthwhile = hasConflict(error)
        ? ++conflicts < CONFLICT_ATTEMPTS
        : isWrongEnd(error, options) && performance.now() < deadline;
      if (!isWorthwhile) throw error;
      await sleep(pause(attempt));
    }
  }
}

/** Whether another connection may do better. */
function isWrongEnd(error: unknown, { isReadOnly }: TransactionOptions): boolean {
  return isConnectionLost(error) || (!isReadOnly && isReadOnlyServer(error));
}

async function runOnce<DB, T>(
  db: Kysely<DB>,
  work: (trx: Kysely<DB>) => Promise<T>,
  { isolation, isRepeatable, isReadOnly }: TransactionOptions,
): Promise<T> {
  const start = isReadOnly ? db.startTransaction().setAccessMode("read only") : db.startTransaction();
  const trx = await (isolation ? start.setIsolationLevel(isolation) : start).execute();
  let isCommitting = false;
  try {
    const result = await work(trx);
    isCommitting = true;
    await trx.commit().execute();
    return result;
  } catch (error) {
    // Also after a failed COMMIT, because only this returns the connection to the pool. On a lost connection
    // it fails too.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
    const isUnknown = isConnectionLost(error) || isUnanswered(error) || error instanceof UnconfirmedError;
    if (!isCommitting || isRepeatable || !isUnknown) throw error;
    throw new CommitUnknownError("The connection was lost during COMMIT", { cause: error });
  }
}

/** Connections on which statements may be sent before those sent earlier are answered. */
const pipelined = new WeakSet<DatabaseConnection>();

/**
 * The transaction for work that goes on side by side: on a connection of `openDatabase` with `isPipelined`, statements
 * are sent at once and do not wait for the answers of those before. In a transaction that runs one statement at a time
 * the database waits for us after every one, and we for it. The statements are run in the order in which they are sent.
 * When one fails, those behind it fail as well; all must be over before the transaction is rolled back.
 */
export async function sideBySide(trx: Kysely<Database>): Promise<Kysely<Database>> {
  const executor = trx.getExecutor();
  const connection = await executor.provideConnection(async (own) => own);
  if (!pipelined.has(connection)) return trx;
  const dialect = new PostgresDialect({ pool: noPool });
  return new Transaction<Database>({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (consume) => consume(connection) }),
  });
}

function noPool(): never {
  throw new Error("Statements of a transaction have its connection");
}

/** Back-off: doubles up to a second, with a random part so that callers do not retry all at once. */
function pause(attempt: number): number {
  return Math.min(1_000, 25 * 2 ** attempt) * (0.5 + Math.random() / 2);
}
