import { type Kysely, sql } from "kysely";
import { transaction } from "./database.ts";
import type { Database } from "./schema.ts";

/** Of one join: a hash of some hundred thousand keys. */
const WORK_BYTES = 32 * 1024 * 1024;
/** Besides the one that answers. */
const WORKERS = 1;
/** Shared memory that the machine does not give, as in a container with little of it. */
const NO_MEMORY = new Set(["53100", "53200"]);

/**
 * Runs a read over a company's shipments at one state of the database, with a second process and more memory than a statement
 * has. Where the second process gets no memory it runs alone.
 */
export async function largeRead<T>(
  db: Kysely<Database>,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return read(db);
  // Of computed keys the planner expects as many as there are rows. So it would sort them all to group them, in one process.
  const run = (workers: number) =>
    transaction(
      db,
      async (trx) => {
        await sql`select set_config('max_parallel_workers_per_gather', ${String(workers)}, true),
          set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')), ${WORK_BYTES}) / 1024 || 'kB', true),
          set_config('parallel_tuple_cost', '0.01', true), set_config('enable_sort', 'off', true)`.execute(
          trx,
        );
        return read(trx);
      },
      { isolation: "repeatable read", isRepeatable: true },
    );
  return run(WORKERS).catch((error) => {
    if (NO_MEMORY.has((error as { code?: string }).code ?? "")) return run(0);
    throw error;
  });
}
