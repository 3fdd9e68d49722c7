import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { serverUser } from "#app/provider/db/data-folder.ts";
import { freePorts } from "./product.ts";
import { tempFolder } from "./temp-folder.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const START_LIMIT_MS = 30_000;

export interface PgBouncer {
  /** Address of the database of these settings behind it. */
  url(connection: ConnectionSettings): string;
  stop(): Promise<void>;
}

/**
 * The distribution's PgBouncer before the server of the settings, with transaction pooling, its own defaults otherwise,
 * and so few sessions that clients have to share them.
 */
export async function startPgBouncer(server: ConnectionSettings, sessions = 4): Promise<PgBouncer> {
  if (!existsSync(PROGRAM)) throw new Error("pgbouncer is not installed: npm test installs it");
  const folder = await tempFolder("pgbouncer");
  const [port = 0] = await freePorts(1);
  await writeFile(join(folder, "users"), `"${server.user}" "${server.password}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${server.host} port=${server.port}`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${join(folder, "users")}`,
      "pool_mode = transaction",
      `default_pool_size = ${sessions}`,
      "max_client_conn = 500",
      "",
    ].join("\n"),
  );
  // As PostgreSQL, it refuses to run as root.
  const child = spawn(PROGRAM, [join(folder, "pgbouncer.ini")], {
    ...{ cwd: "/", stdio: ["ignore", "pipe", "pipe"], ...serverUser() },
  });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + START_LIMIT_MS; !(await accepts(port)); await sleep(20))
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`pgbouncer did not start:\n${output}`);
    }
  const url = ({ user, password, database }: ConnectionSettings) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  return { url, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
