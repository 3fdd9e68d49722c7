import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What the server itself wrote about itself into its folder. */
export interface ServerTrace {
  pid: number;
  socketDir: string;
  /** Whether it accepts connections, as opposed to still recovering or already ending. */
  isReady: boolean;
}

/** The server that runs on this cluster folder, whoever started it; undefined when none does. */
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
 * A number alone proves little: it may be a zombie that nobody reaps (a container without init) or another program's by
 * now. Where /proc exists it is asked.
 */
function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  return workFolder(pid) === realpathSync(cluster) && commandLine(pid) !== "" && !isBackend(pid);
}

/** Whether a process has the number, a zombie included, and whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * After a kill -9 of the server: ends its backends that still work for it and keep a new server from starting, and
 * drops lock files whose process number belongs to a zombie or to something else now. Nothing committed is lost by it.
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
      // It ended by itself.
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
