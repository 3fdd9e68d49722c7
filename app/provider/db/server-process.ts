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
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] ?? "", isReady: lines[7]?.trim() === "ready" } : undefined;
  } catch {
    return undefined;
  }
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
 * drops a lock file whose process number belongs to something else now. Nothing committed is lost by either.
 */
export function clearAfterCrash(cluster: string): void {
  const trace = readTrace(cluster);
  if (!trace || livingServer(cluster)) return;
  if (process.platform !== "linux") return;
  const home = realpathSync(cluster);
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!pid || workFolder(pid) !== home || !isBackend(pid) || workFolder(parentOf(pid)) === home) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
  if (isAlive(trace.pid)) rmSync(join(cluster, "postmaster.pid"), { force: true });
}

function isBackend(pid: number): boolean {
  return commandLine(pid).startsWith("postgres: ");
}

function commandLine(pid: number): string {
  return readProc(pid, "cmdline");
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readProc(pid, "status"))?.[1] ?? 0);
}

function workFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
