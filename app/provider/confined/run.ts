import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";

/** On a busy machine the wall clock says little of what a file takes. */
const CPU_SECONDS = 10;
const WALL_MS = 30_000;
/** Of JavaScript, and of all memory that the process may write to. */
const HEAP_MB = 256;
const MEMORY_BYTES = 1_200_000_000;
const ANSWER_BYTES = 32 * 1024 * 1024;

const ROOT = resolve(import.meta.dirname, "../../..");

/**
 * Runs a program on a file that somebody sent: in a process of its own, behind the server's own work, which may read the
 * program's folder and nothing else, knows no environment, and is killed when it takes too much. The file comes on its
 * standard input.
 * @param program path of a module that Node runs
 * @returns what it wrote to standard output; null when it failed or was killed
 */
export function runConfined(
  program: string,
  options: readonly string[],
  file: Buffer,
): Promise<Buffer | null> {
  const node = [
    process.execPath,
    `--max-old-space-size=${HEAP_MB}`,
    "--no-warnings",
    "--permission",
    "--allow-addons",
    `--allow-fs-read=${ROOT}`,
    program,
    ...options,
  ];
  const limits = [`--cpu=${CPU_SECONDS}`, `--data=${MEMORY_BYTES}`, "--core=0"];
  return attempt("prlimit", [...limits, ...node], file).catch((error: NodeJS.ErrnoException) => {
    // Without util-linux the time and the heap are limited, not all memory.
    if (error.code === "ENOENT") return attempt(node[0]!, node.slice(1), file);
    throw error;
  });
}

function attempt(command: string, options: readonly string[], file: Buffer): Promise<Buffer | null> {
  return new Promise((done, fail) => {
    const child = spawn(command, options, {
      stdio: ["pipe", "pipe", "ignore"],
      env: { PATH: "/usr/bin:/bin" },
      cwd: ROOT,
    });
    if (child.pid !== undefined) setBehind(child.pid);
    const timer = setTimeout(() => child.kill("SIGKILL"), WALL_MS);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > ANSWER_BYTES) child.kill("SIGKILL");
    });
    child.once("error", (error) => {
      clearTimeout(timer);
      fail(error);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      done(code === 0 ? Buffer.concat(chunks) : null);
    });
    // It may die before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(file);
  });
}

function setBehind(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
