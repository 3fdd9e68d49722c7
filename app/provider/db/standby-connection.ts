import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type pg from "pg";
import { isReadOnlyServer, isUnanswered } from "./client.ts";
import { hasConflict, isConnectionLost } from "./database.ts";

/** Why a read was answered by the primary. */
export type PrimaryReason =
  /** Where the primary stood is not known, as at the moment of a takeover. */
  | "unknown"
  /** The standby cannot be reached. */
  | "away"
  /** No connection to it became free in time. */
  | "busy"
  /** It has not replayed what was committed before the call. */
  | "behind"
  /** It does not follow the primary: another database, or one that takes writes of its own. */
  | "other"
  /** It ended the statement, as what the statement saw was to be cleared away. */
  | "conflict"
  /** The connection was lost. */
  | "lost"
  /** The statement writes, or locks rows. */
  | "write";

/** Whether the primary may do better, and why. */
export function reasonForPrimary(error: unknown): PrimaryReason | undefined {
  if (hasConflict(error)) return "conflict";
  if (isReadOnlyServer(error)) return "write";
  return isConnectionLost(error) || isUnanswered(error) ? "lost" : undefined;
}

const BEGIN = /^(begin|start transaction)\b/;
const END = /^(commit|rollback)$/;

/** A connection to a standby for one statement or transaction. */
export class StandbyConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #onFault: (reason: PrimaryReason) => void;
  /** Behind a pooler: it was looked at in a transaction, in which all has to go on. */
  #isOpen: boolean;
  /** Something was answered, so that it is too late to begin anew elsewhere. */
  hasAnswered = false;

  constructor(client: pg.PoolClient, isOpen: boolean, onFault: (reason: PrimaryReason) => void) {
    this.#client = client;
    this.#isOpen = isOpen;
    this.#onFault = onFault;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = this.#isOpen && BEGIN.test(text) ? text.replace(BEGIN, "set transaction read only,") : text;
    if (END.test(text)) this.#isOpen = false;
    try {
      const { rows, command } = await this.#client.query(query.replace(/,$/, ""), [...parameters]);
      this.hasAnswered ||= !BEGIN.test(text);
      return { rows: (END.test(text) ? [{ command }] : rows) as Row[] };
    } catch (error) {
      const reason = reasonForPrimary(error);
      if (reason) this.#onFault(reason);
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing of the provider reads by a cursor of the driver.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Statements on a standby are not streamed");
  }

  /** Gives the connection back. */
  async release(): Promise<void> {
    const ended = this.#isOpen ? this.#client.query("rollback") : Promise.resolve();
    await ended.then(
      () => this.#client.release(),
      () => this.#client.release(true),
    );
  }
}
