import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { processOptions } from "#app/provider/db/cluster.ts";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { serverUser } from "#app/provider/db/data-folder.ts";
import type { EmbeddedServer } from "#app/provider/db/embedded.ts";

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;

/** Settings of a primary from which standbys stream. */
export const PRIMARY_SETTINGS = { wal_level: "replica", max_wal_senders: "6", wal_keep_size: "256MB" };

/** A server that follows another by streaming. */
export interface StandbyServer {
  /** The same database and role as given. */
  connection: ConnectionSettings;
  /** Runs statements as superuser. */
  asAdmin(...statements: string[]): Promise<pg.QueryResult[]>;
  start(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

/**
 * Copies the running server into the folder and starts the copy as its hot standby.
 * @param bin of the distribution's PostgreSQL of the primary's version
 */
export async function startStandby(
  primary: EmbeddedServer,
  { bin, folder, settings = {} }: { bin: string; folder: string; settings?: Record<string, string> },
): Promise<StandbyServer> {
  const user = serverUser();
  const data = join(folder, "data");
  await mkdir(folder, { recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  const { host, port, user: name, password } = primary.adminConnection;
  const options = processOptions(user);
  await run(
    join(bin, "pg_basebackup"),
    ["-D", data, "-h", host, "-p", String(port), "-U", name, "-R", "-X", "stream", "--checkpoint=fast"],
    { ...options, env: { ...options.env, PGPASSWORD: password } },
  );
  let child: ChildProcess;
  const asAdmin = async (...statements: string[]) => {
    const admin = new pg.Client({ ...primary.adminConnection, host: folder });
    admin.on("error", () => {});
    await admin.connect();
    try {
      const results: pg.QueryResult[] = [];
      for (const statement of statements) results.push(await admin.query(statement));
      return results;
    } finally {
      await admin.end();
    }
  };
  const all = {
    listen_addresses: "",
    unix_socket_directories: folder,
    port: String(port),
    hot_standby: "on",
    max_connections: "200",
    wal_receiver_status_interval: "1s",
    wal_retrieve_retry_interval: "100ms",
    ...settings,
  };
  const start = async () => {
    const flags = Object.entries(all).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
    child = spawn(join(bin, "postgres"), ["-D", data, ...flags], { ...options, stdio: "ignore" });
    for (const until = Date.now() + START_LIMIT_MS; ; await sleep(20)) {
      const isUp = await asAdmin("select 1").then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (child.exitCode !== null || Date.now() > until) throw new Error("The standby did not start");
    }
  };
  await start();
  return {
    connection: { ...primary.connection, host: folder },
    asAdmin,
    start,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGQUIT");
      await once(child, "exit");
    },
  };
}
