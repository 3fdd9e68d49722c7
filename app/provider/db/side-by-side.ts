import { type DatabaseConnection, type Kysely, PostgresDialect, Transaction } from "kysely";
import type { Database } from "./schema.ts";

const pipelined = new WeakSet<DatabaseConnection>();

/** Notes that statements may be sent on this connection before those sent earlier are answered. */
export async function notePipelined(connection: DatabaseConnection): Promise<void> {
  pipelined.add(connection);
}

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
