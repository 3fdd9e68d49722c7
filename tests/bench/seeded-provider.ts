import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { NEW_SPACE } from "#app/launcher/kept-process.ts";
import { makeToken } from "#app/provider/call/caller.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { seedBulk } from "#app/provider/demo/seed.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { createServer } from "#app/provider/http/server.ts";
import { loadReference } from "#app/provider/reference/load.ts";

/**
 * Providers over demonstration data of a given size, each in a process of its own. `BENCH_DIR` keeps the databases for
 * the next run; seeding a million takes some minutes. `POSTGRES_BIN` names another PostgreSQL than the package's.
 */
export interface SeededProvider {
  apiUrl: string;
  /** Bearer token of the account `demo`. */
  token: string;
  /** Number of shipments visible to that account; the others belong to other companies. */
  visible: number;
  child: ChildProcess;
}

const benchDir = resolve(process.env.BENCH_DIR ?? `/tmp/fairlead-bench-${process.pid}`);
const quiet = { info: () => {}, warn: console.warn, error: console.error };

export async function startBenchServer(): Promise<EmbeddedServer> {
  mkdirSync(benchDir, { recursive: true });
  return startEmbedded({ dataDir: benchDir, log: quiet, postgresBin: process.env.POSTGRES_BIN });
}

/** The database with so many shipments, created if it does not exist. */
export async function seededDatabase(server: EmbeddedServer, shipments: number): Promise<ConnectionSettings> {
  const connection = { ...server.connection, database: `bench_${shipments}` };
  const admin = new pg.Client(server.adminConnection);
  await admin.connect();
  try {
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [
      connection.database,
    ]);
    if (!rowCount) await admin.query(`create database ${connection.database} owner ${connection.user}`);
  } finally {
    await admin.end();
  }
  await migrate(connection);
  const { db, close } = openDatabase(connection, { isUnhurried: true, poolSize: 2 });
  try {
    await loadReference(db);
    const start = performance.now();
    const added = await seedBulk(db, { shipments, today: new Date(), log: quiet });
    if (added > 0)
      console.log(`seeded ${added} shipments in ${Math.round((performance.now() - start) / 1000)} s`);
  } finally {
    await close();
  }
  return connection;
}

/** Runs this file as a provider over the database. */
export async function startSeeded(connection: ConnectionSettings): Promise<SeededProvider> {
  const child = fork(new URL(import.meta.url).pathname, [JSON.stringify(connection)], {
    execArgv: [NEW_SPACE, "--expose-gc"],
  });
  const [ready] = (await once(child, "message")) as [{ port: number; token: string; visible: number }];
  return { apiUrl: `http://127.0.0.1:${ready.port}/api`, token: ready.token, visible: ready.visible, child };
}

async function serve(connection: ConnectionSettings): Promise<void> {
  const { db } = openDatabase(connection);
  const user = await db
    .selectFrom("app_user")
    .select(["id", "company_id"])
    .where("user_name", "=", "demo")
    .executeTakeFirstOrThrow();
  const { token, tokenHash } = makeToken();
  await db
    .insertInto("auth_token")
    .values({
      token_hash: tokenHash,
      user_id: user.id,
      expires_at: new Date(Date.now() + 86_400_000),
      revoked_at: null,
    })
    .execute();
  const app = await createServer({
    secretKeys: ["a key of the tests only and of nothing else"],
    database: db,
    target: connection,
    files: folderStore(join(tmpdir(), "fairlead-bench-files")),
    config: {
      publicUrl: "http://localhost:3000",
      isRateLimited: false,
      trustedProxies: [],
      socketOrigins: { listed: [], isOwnHostEnough: true },
      // Longer lists would become jobs.
      streamedRows: 1_000_000,
    },
    log: pino({ level: "silent" }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { visible } = await db
    .selectFrom("shipment")
    .select((shipment) => shipment.fn.countAll().as("visible"))
    .where("company_id", "=", user.company_id)
    .executeTakeFirstOrThrow();
  process.send?.({ port: (app.server.address() as AddressInfo).port, token, visible: Number(visible) });
  process.on("message", (question) => {
    if (question === "collect") globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage.rss() });
  });
  process.once("disconnect", () => process.exit(0));
}

/** Calls as the account `demo`, with a connection for each parallel call. */
export function postAsDemo(
  { apiUrl, token }: SeededProvider,
  path: string,
  body: unknown,
): Promise<Response> {
  return fetch(apiUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

/** Resident memory of the provider's process, in MiB; `collect` runs the garbage collector first. */
export async function memoryOf(
  { child }: SeededProvider,
  question: "now" | "collect" = "now",
): Promise<number> {
  child.send(question);
  const [{ rss }] = (await once(child, "message")) as [{ rss: number }];
  return rss / 1024 / 1024;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

if (process.send && process.argv[2]?.startsWith("{")) await serve(JSON.parse(process.argv[2]));
