import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseTarget } from "./connection.ts";
import { openDatabase } from "./database.ts";
import { migrations } from "./migrations/index.ts";

/** What the database is for a process that wants to serve from it. */
type DatabaseStanding = "ready" | "away" | "not migrated";

export interface DatabaseWatch {
  /** The answer is kept for a second, so that many probes cost what one does. */
  look(): Promise<DatabaseStanding>;
  close(): Promise<void>;
}

const ANSWER_WITHIN_MS = 2_000;
const KEPT_MS = 1_000;
const [newest = ""] = Object.keys(migrations).sort().reverse();

/**
 * Looks after whether the database answers and has the schema of this version. It has a connection of its own, made
 * with the first look: behind the calls of a busy moment a probe would take a full pool for a lost database.
 */
export function watchDatabase(target: DatabaseTarget): DatabaseWatch {
  const { pool, close } = openDatabase(target, {
    poolSize: 1,
    applicationName: "fairlead health",
    connectMs: ANSWER_WITHIN_MS,
  });
  let cached: { until: number; standing: Promise<DatabaseStanding> } | undefined;

  async function ask(): Promise<DatabaseStanding> {
    const text = "select from kysely_migration where name = $1";
    // One that is not answered in time costs its connection: on a cut network it would stay stuck, and the next with it.
    const query = { text, values: [newest], query_timeout: ANSWER_WITHIN_MS };
    const queryStanding = pool.query(query).then(
      ({ rowCount }) => (rowCount === 1 ? "ready" : "not migrated"),
      (error: { code?: string }) => (error.code === NO_SUCH_TABLE ? "not migrated" : "away"),
    );
    return Promise.race([queryStanding, sleep(ANSWER_WITHIN_MS, "away" as const, { ref: false })]);
  }

  return {
    look: () => {
      const now = performance.now();
      if (!cached || cached.until <= now) cached = { until: now + KEPT_MS, standing: ask() };
      return cached.standing;
    },
    close,
  };
}

const NO_SUCH_TABLE = "42P01";
