import { spawn } from "node:child_process";
import { join } from "node:path";
import { checkVersion, createCluster, readPassword, SUPERUSER } from "./cluster.ts";
import type { ConnectionSettings, ServerLog } from "./connection.ts";
import { prepareDataDir, serverUser } from "./data-folder.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { livingServer } from "./server-process.ts";
import { ROLE, Supervisor } from "./supervisor.ts";

export interface EmbeddedServer {
  /** The product's own role: owner of its database, no superuser. */
  connection: ConnectionSettings;
  /** The superuser, for backups and for the tests' databases. */
  adminConnection: ConnectionSettings;
  usedDataDir: string;
  /** Folder of the database cluster. */
  cluster: string;
  majorVersion: number;
  /** Whether the server was running already (left by a killed provider, or started by another process). */
  isAdopted: boolean;
  pid(): number | undefined;
  /** Stops the server; open transactions are rolled back. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Leaves the server running and no longer supervises it. */
  release(): void;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: ServerLog;
  /** Folder of `postgres` and `initdb`, instead of the npm package's. */
  postgresBin?: string | undefined;
  /** Server settings that override ours, for tests. */
  settings?: Record<string, string>;
  /** A server that is started here ends with this process, also when that is killed. A running provider's is found again. */
  stopsWithProcess?: boolean;
}

/**
 * Starts the embedded PostgreSQL in `dataDir/postgres`, or adopts one that runs there, and restarts it when
 * it dies, until `stop`. It listens on a unix socket only.
 * @throws DatabaseStartError with one line that says what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir, log } = options;
  const user = serverUser();
  await prepareDataDir(dataDir, user);
  const home = join(dataDir, "postgres");
  const cluster = join(home, "data");
  const binaries = await findPostgresBinaries({ postgresBin: options.postgresBin, dataDir, user });
  await createCluster({ dataDir, home, cluster, binaries, user });
  await checkVersion(cluster, binaries);
  const password = await readPassword(home, cluster);

  const supervisor = new Supervisor({
    home,
    cluster,
    binaries,
    user,
    password,
    log,
    settings: options.settings,
  });
  const isAdopted = livingServer(cluster) !== undefined;
  const forget = options.stopsWithProcess && !isAdopted ? stopWithProcess(cluster) : () => {};
  const stop = () => supervisor.stop().finally(forget);
  try {
    await supervisor.bringUp();
  } catch (error) {
    if (!isAdopted) await stop();
    throw error;
  }
  void supervisor.watch();
  return {
    connection: supervisor.connection(ROLE, ROLE),
    adminConnection: supervisor.connection(SUPERUSER, "postgres"),
    usedDataDir: dataDir,
    cluster,
    majorVersion: binaries.majorVersion,
    isAdopted,
    pid: () => livingServer(cluster)?.pid,
    stop,
    release: () => supervisor.release(),
  };
}

/**
 * Stops a cluster's server when this process ends without having done it: a shell waits for the end of its input.
 * @returns ends the shell
 */
function stopWithProcess(cluster: string): () => void {
  const script = 'read -r _; read -r pid < "$1/postmaster.pid" && kill -INT "$pid"';
  const shell = spawn("/bin/sh", ["-c", script, "sh", cluster], {
    // A group of its own, which the terminal's Ctrl-C does not reach.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell the next start finds the server and goes on with it.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  return () => void shell.kill("SIGKILL");
}
