import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { serverUser } from "#app/provider/db/data-folder.ts";
import { makeCertificate } from "./certificate.ts";
import { freePorts } from "./product.ts";
import { tempFolder } from "./temp-folder.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const START_LIMIT_MS = 30_000;

export interface PgBouncer {
  /** Address of the database of these settings behind it. */
  url(connection: ConnectionSettings): string;
  stop(): Promise<void>;
}

/** So few that clients have to share them. */
const SESSIONS = 4;

/**
 * The distribution's PgBouncer before the server of the settings, with transaction pooling, few sessions and its own
 * defaults otherwise.
 * @param isEncrypted clients have to use TLS, with a certificate that nobody knows
 */
export async function startPgBouncer(server: ConnectionSettings, isEncrypted = false): Promise<PgBouncer> {
  if (!existsSync(PROGRAM)) throw new Error("pgbouncer is not installed: npm test installs it");
  const folder = await tempFolder("pgbouncer");
  const [port = 0] = await freePorts(1);
  await writeFile(join(folder, "users"), `"${server.user}" "${server.password}"\n`);
  const { key, cert } = isEncrypted ? await makeCertificate() : { key: "", cert: "" };
  await writeFile(join(folder, "key"), key);
  await writeFile(join(folder, "cert"), cert);
  const encryption = ["client_tls_sslmode = require", `client_tls_key_file = ${join(folder, "key")}`];
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
      `default_pool_size = ${SESSIONS}`,
      ...(isEncrypted ? [...encryption, `client_tls_cert_file = ${join(folder, "cert")}`] : []),
      "max_client_conn = 500",
      "",
    ].join("\n"),
  );
  // As PostgreSQL, it refuses to run as root.
  const child = spawn(PROGRAM, [join(folder, "pgbouncer.ini")], {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    ...serverUser(),
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
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}${isEncrypted ? "?sslmode=no-verify" : ""}`;
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
