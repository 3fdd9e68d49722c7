import pg from "pg";
import { type DatabaseTarget, isPooled } from "./connection.ts";
import { withRetry } from "./database.ts";
import { MigrationError, unusable } from "./migration-error.ts";

const ANSWER_WITHIN_MS = 5_000;

/**
 * What the operator's addresses lead to. With a direct one the other may be a pooler's, now or later; without it the
 * address is asked.
 * @throws MigrationError when an address does not answer, or the two lead to different databases
 */
export async function findTarget(config: {
  databaseUrl: string;
  databaseDirectUrl?: string | undefined;
}): Promise<DatabaseTarget> {
  const { databaseUrl: pooledUrl, databaseDirectUrl: directUrl } = config;
  const pooled = await look(pooledUrl, "DATABASE_URL");
  if (!directUrl) return pooled.isShared ? { pooledUrl, directUrl } : pooledUrl;
  const direct = await look(directUrl, "DATABASE_DIRECT_URL");
  if (direct.isShared)
    throw new MigrationError(
      "DATABASE_DIRECT_URL leads through a connection pooler as well: set it to the address of the PostgreSQL server itself",
    );
  if (direct.database !== pooled.database)
    throw new MigrationError(
      "DATABASE_DIRECT_URL leads to another database than DATABASE_URL: set both to the same database",
    );
  return { pooledUrl, directUrl };
}

/** What is late or missing behind the pooler, and what to set; undefined where nothing is. */
export function poolerWarning(target: DatabaseTarget): string | undefined {
  if (!isPooled(target) || target.directUrl) return undefined;
  return "DATABASE_URL leads through a connection pooler, where notifications are not heard: messages and other news reach open pages up to a second later, and backups are refused; set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself";
}

/** Whether sessions at this address may be shared with others. */
export async function isPooler(url: string): Promise<boolean> {
  return (await ask(url)).isShared;
}

async function look(url: string, setting: string): Promise<PoolerFinding> {
  return withRetry(() => ask(url)).catch((error) => {
    throw unusable(error, setting);
  });
}

interface PoolerFinding {
  isShared: boolean;
  /** Names the database and the start of its server. */
  database: string;
}

/**
 * A server tells each connection the process that serves it, so that statements can be cancelled. A pooler tells a
 * number of its own, since the process changes, and the one that answers has another. Nothing is asked for that a
 * pooler may refuse.
 */
async function ask(url: string): Promise<PoolerFinding> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "fairlead-start",
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; database: string }>(
      `select pg_backend_pid() as pid, extract(epoch from pg_postmaster_start_time())::text || ' ' || oid as database
      from pg_database where datname = current_database()`,
    );
    const { pid, database } = rows[0]!;
    return { isShared: pid !== (client as unknown as { processID: number }).processID, database };
  } finally {
    await client.end().catch(() => {});
  }
}
