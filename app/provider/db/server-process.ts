import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What the server has written about itself into its data folder. */
export interface ServerTrace {
  pid: number;
  socketDir: string;
  /** Whether it accepts connections; false while it recovers or shuts down. */
  isReady: boolean;
}

/** The server that runs on this cluster folder, whoever started it; undefined when none runs. */
export function livingServer(cluster: string): ServerTrace | undefined {
  const trace = readTrace(cluster);
  return trace && isServerOf(cluster, trace.pid) ? trace : undefined;
}

function readTrace(cluster: string): ServerTrace | undefined {
  const lines = readText(join(cluster, "postmaster.pid")).split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketDir: lines[4] ?? "", isReady: lines[7]?.trim() === "ready" } : undefined;
}

/**
 * A process id alone is no proof: it may be a zombie that nobody reaps (a container without init) or may have
 * been reused by another program. Where /proc exists it is checked.
 */
function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  return workFolder(pid) === realpathSync(cluster) && commandLine(pid) !== "" && !isBackend(pid);
}

/** Whether a process with the id exists, zombies and other users' processes included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * After a kill -9 of the server: ends leftover backends of the cluster, which would keep a new server from
 * starting, and removes lock files whose process is a zombie or another program. Committed data are not
 * affected.
 */
export function clearAfterCrash(cluster: string, socketLock: string): void {
  if (process.platform !== "linux" || livingServer(cluster)) return;
  const isCrashed = readTrace(cluster) !== undefined;
  if (isCrashed) endOrphans(realpathSync(cluster));
  for (const lock of [join(cluster, "postmaster.pid"), socketLock]) {
    const pid = Number.parseInt(readText(lock), 10);
    if (pid && isAlive(pid) && !isServerOf(cluster, pid)) rmSync(lock, { force: true });
  }
}

function endOrphans(home: string): void {
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!pid || workFolder(pid) !== home || !isBackend(pid) || workFolder(parentOf(pid)) === home) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

function isBackend(pid: number): boolean {
  return commandLine(pid).startsWith("postgres: ");
}

function commandLine(pid: number): string {
  return readText(`/proc/${pid}/cmdline`);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0);
}

function workFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
