import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, rename, rmdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { processOptions, SUPERUSER } from "./cluster.ts";
import type { ConnectionSettings, ServerLog } from "./connection.ts";
import { DatabaseStartError, type ServerUser, systemError } from "./data-folder.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { clearAfterCrash, livingServer } from "./server-process.ts";
import { defaultSocketDir, PORT, prepareSocketDir } from "./socket-folder.ts";

/** The product's own role, and the database that it owns. */
export const ROLE = "fairlead";
const LOG_BYTES = 8 * 1024 * 1024;
const START_ATTEMPTS = 5;
const STOP_MS = 30_000;
const RETRY_MS = 2_000;
/** Free disk space that a start after a crash needs: one log segment and the rest of the one before. */
const MIN_FREE_BYTES = 48 * 1024 * 1024;

/**
 * Sized for two cores and little memory. Durability (fsync, synchronous_commit, full_page_writes) stays at
 * PostgreSQL's defaults.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  password_encryption: "scram-sha-256",
  cluster_name: "fairlead",
  max_connections: "60",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  huge_pages: "off",
  jit: "off",
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
  min_wal_size: "64MB",
  max_wal_size: "512MB",
  max_wal_senders: "0",
  // An archive that is out of reach must not fill the database's own disk with log.
  max_slot_wal_keep_size: "2GB",
  TimeZone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] %a ",
};

interface SupervisorOptions {
  home: string;
  cluster: string;
  binaries: PostgresBinaries;
  user: ServerUser | undefined;
  password: string;
  log: ServerLog;
  settings: Record<string, string> | undefined;
}

/** Starts the server, restarts it when it ends unexpectedly, and stops it. */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private child: ChildProcess | undefined;
  private socketDir: string | undefined;
  private isStopping = false;

  constructor(options: SupervisorOptions) {
    this.options = options;
  }

  connection(user: string, database: string): ConnectionSettings {
    return { host: this.socketDir!, port: PORT, user, password: this.options.password, database };
  }

  /** Resolves when the server accepts connections; a running server is adopted. */
  async bringUp(): Promise<void> {
    const { cluster } = this.options;
    this.socketDir ??=
      livingServer(cluster)?.socketDir || (await prepareSocketDir(this.options.home, this.options.user));
    let ends = 0;
    let logStart = 0;
    while (!this.isStopping) {
      const server = livingServer(cluster);
      if (server?.isReady && (await this.answers())) return;
      if (server || this.isChildAlive()) {
        await sleep(15);
        continue;
      }
      if (this.child && ++ends >= START_ATTEMPTS) {
        this.child = undefined;
        throw new DatabaseStartError(
          `PostgreSQL does not start on ${cluster} (${await lastFault(this.logFile, logStart)}): see ${this.logFile}; set DATA_DIR to another folder, or DATABASE_URL to your own server`,
        );
      }
      if (ends > 0) await sleep(100 * ends);
      clearAfterCrash(cluster, join(this.socketDir, `.s.PGSQL.${PORT}.lock`));
      if (ends === 0) logStart = await this.rotateLog();
      await this.launch();
    }
  }

  /** Restarts the server whenever it ends, until `stop` or `release`. */
  async watch(): Promise<void> {
    while (!this.isStopping) {
      if (livingServer(this.options.cluster)) {
        await sleep(100, undefined, { ref: false });
        continue;
      }
      const since = performance.now();
      this.options.log.warn("PostgreSQL ended unexpectedly and is being started again");
      this.child = undefined;
      try {
        await this.bringUp();
        if (!this.isStopping)
          this.options.log.info(
            `PostgreSQL is running again after ${Math.round(performance.now() - since)} ms`,
          );
      } catch (error) {
        this.options.log.error((await this.fullDisk()) ?? (error as Error).message);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** What to do when the disk is too full for the database; null when there is enough space. */
  private async fullDisk(): Promise<string | null> {
    const { cluster } = this.options;
    const disk = await statfs(cluster).catch(() => undefined);
    const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
    if (free >= MIN_FREE_BYTES) return null;
    const megabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2);
    return `The disk of ${cluster} is full (${megabytes(free)} MB free, and the database needs ${megabytes(MIN_FREE_BYTES)} to start): make room there, and it comes back by itself`;
  }

  release(): void {
    this.isStopping = true;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const pid =
      livingServer(this.options.cluster)?.pid ?? (this.isChildAlive() ? this.child?.pid : undefined);
    if (pid === undefined) return;
    const isGone = async (signal: NodeJS.Signals, milliseconds: number) => {
      try {
        process.kill(pid, signal);
      } catch {
        return true;
      }
      const deadline = performance.now() + milliseconds;
      while (performance.now() < deadline) {
        if (!livingServer(this.options.cluster) && !this.isChildAlive()) return true;
        await sleep(10);
      }
      return false;
    };
    // SIGINT is the fast shutdown; SIGQUIT leaves the rest to the next start's recovery.
    if (!(await isGone("SIGINT", STOP_MS))) await isGone("SIGQUIT", 5_000);
    // Only a socket folder outside the data folder has to be removed here; rmdir fails while another server
    // uses it.
    if (this.socketDir && this.socketDir !== defaultSocketDir(this.options.home))
      await rmdir(this.socketDir).catch(() => {});
  }

  private get logFile(): string {
    return join(this.options.home, "server.log");
  }

  private isChildAlive(): boolean {
    return this.child?.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private async rotateLog(): Promise<number> {
    const size = await stat(this.logFile).then(
      (file) => file.size,
      () => 0,
    );
    if (size < LOG_BYTES) return size;
    await rename(this.logFile, `${this.logFile}.1`);
    return 0;
  }

  private async launch(): Promise<void> {
    const { binaries, cluster, user, settings } = this.options;
    const all: Record<string, string> = {
      ...SETTINGS,
      ...settings,
      port: String(PORT),
      unix_socket_directories: `"${this.socketDir!.replaceAll('"', '""')}"`,
    };
    const log = openSync(this.logFile, "a", 0o600);
    // A process group of its own: Ctrl-C in the terminal then reaches only the provider, which finishes its
    // requests first.
    const child = spawn(
      binaries.postgres,
      ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...processOptions(user), detached: true, stdio: ["ignore", log, log] },
    );
    closeSync(log);
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) =>
        reject(
          new DatabaseStartError(
            `PostgreSQL cannot be started (${systemError(error)}): set DATABASE_URL to your own server`,
          ),
        ),
      );
    });
    child.unref();
  }

  private async answers(): Promise<boolean> {
    try {
      await this.ask(this.connection(ROLE, ROLE));
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      // 'Too many connections' shows too that the server runs.
      if (code === "53300") return true;
      // 28P01: no such role yet. 3D000: no such database yet.
      if (code !== "28P01" && code !== "3D000") return false;
      await this.createDatabase();
      return true;
    }
  }

  private async createDatabase(): Promise<void> {
    try {
      await this.ask(this.connection(SUPERUSER, "postgres"), async (client) => {
        const tolerate = (codes: string[]) => (error: { code?: string }) => {
          if (!codes.includes(error.code ?? "")) throw error;
        };
        const password = client.escapeLiteral(this.options.password);
        // 42710 and 23505: another process created it first.
        await client
          .query(`create role ${ROLE} login password ${password}`)
          .catch(tolerate(["42710", "23505"]));
        await client.query(`create database ${ROLE} owner ${ROLE}`).catch(tolerate(["42P04", "23505"]));
      });
    } catch (error) {
      throw new DatabaseStartError(
        `The database in ${this.options.cluster} refuses its own password or cannot be set up (${systemError(error)}): restore the file ${join(this.options.home, "password")}, or set DATA_DIR to another folder`,
      );
    }
  }

  private async ask(
    connection: ConnectionSettings,
    work?: (client: pg.Client) => Promise<void>,
  ): Promise<void> {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: 3_000,
      application_name: "fairlead-supervisor",
    });
    client.on("error", () => {});
    try {
      await client.connect();
      await work?.(client);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function lastFault(logFile: string, from: number): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  const lines = Buffer.from(text).subarray(from).toString().trim().split("\n");
  const fault = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return fault.replace(/^.*?\b(FATAL|PANIC):\s*/, "");
}
