import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import pLimit from "p-limit";
import type { PreviewState } from "#app/contract/document-code.ts";

export interface Drawn {
  state: PreviewState;
  pages: number | null;
  /** A picture (PNG) or text; empty unless it is ready. */
  content: Buffer;
}

/** Processes at once, and those that may wait for them. */
const AT_ONCE = 2;
const WAITING_MAX = 40;
/** On a busy machine the wall clock says little of what a PDF takes. */
const CPU_SECONDS = 10;
const WALL_MS = 30_000;
/** Of JavaScript, and of all memory that the process may write to. */
const HEAP_MB = 256;
const MEMORY_BYTES = 1_200_000_000;
const ANSWER_BYTES = 32 * 1024 * 1024;

const ROOT = resolve(import.meta.dirname, "../../..");
const CHILD = join(import.meta.dirname, "child.ts");
const limit = pLimit(AT_ONCE);

/**
 * Runs `child.ts` on a file. It may read the program's own folder and nothing else, knows no environment, and
 * is killed when it takes too much. @returns null while too many are waiting
 */
export async function runPreview(
  task: "page" | "picture" | "text",
  file: Buffer,
  page = 1,
): Promise<Drawn | null> {
  if (limit.pendingCount >= WAITING_MAX) return null;
  return limit(() => run([task, String(page)], file));
}

function run(task: readonly string[], file: Buffer): Promise<Drawn> {
  const node = [
    ...[process.execPath, `--max-old-space-size=${HEAP_MB}`, "--no-warnings"],
    ...["--permission", "--allow-addons", `--allow-fs-read=${ROOT}`, CHILD, ...task],
  ];
  const limits = [`--cpu=${CPU_SECONDS}`, `--data=${MEMORY_BYTES}`, "--core=0"];
  return attempt("prlimit", [...limits, ...node], file).catch((error: NodeJS.ErrnoException) => {
    // Without util-linux the time and the heap are limited, not all memory.
    if (error.code === "ENOENT") return attempt(node[0]!, node.slice(1), file);
    throw error;
  });
}

function attempt(command: string, options: readonly string[], file: Buffer): Promise<Drawn> {
  return new Promise((done, fail) => {
    const child = spawn(command, options, {
      stdio: ["pipe", "pipe", "ignore"],
      env: { PATH: "/usr/bin:/bin" },
      cwd: ROOT,
    });
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
      const drawn = code === 0 ? parse(Buffer.concat(chunks)) : null;
      done(drawn ?? { state: "tooMuch", pages: null, content: Buffer.alloc(0) });
    });
    // It may die before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(file);
  });
}

/** Null: a library of the child has written something else. */
function parse(answer: Buffer): Drawn | null {
  const end = answer.indexOf("\n");
  try {
    const { state, pages } = JSON.parse(answer.subarray(0, end).toString()) as Omit<Drawn, "content">;
    return { state, pages, content: answer.subarray(end + 1) };
  } catch {
    return null;
  }
}
