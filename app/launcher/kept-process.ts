import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { LaunchError } from "./launch-error.ts";

const PRELOAD = fileURLToPath(new URL("end-with-launcher.ts", import.meta.url));
/**
 * Pages and export rows are garbage within milliseconds: Node's default of 64 MiB for new objects took 100
 * MiB more memory in the portal under load, and 40 in an export, without being faster (`tests/bench/`).
 */
export const NEW_SPACE = "--max-semi-space-size=16";
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** A Node program with its arguments. */
interface Program {
  args: string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** Filters a line of its output; undefined hides it. Without this function all output is shown. */
  showLine?(line: string): string | undefined;
}

/** A process that is started otherwise. */
interface Forked {
  fork(): ChildProcess;
}

export type ProcessPlan = (Program | Forked) & {
  /** Name in the launcher's output: "The provider". */
  name: string;
  /**
   * Resolves when the process is ready; the signal is aborted when it ends before. Returns its ready message.
   */
  untilReady(child: ChildProcess, signal: AbortSignal): Promise<unknown>;
  say(line: string): void;
};

export interface KeptProcess {
  /** The first ready message. @throws LaunchError when it ends before that */
  ready: Promise<unknown>;
  /** Asks it to stop and waits. It is killed after `graceMs`, or soon after `force` is aborted. */
  stop(graceMs: number, force: AbortSignal): Promise<void>;
}

/** Enough for the provider to stop its database, which would otherwise keep running. */
const FORCED_GRACE_MS = 3_000;

/** Runs a process and restarts it whenever it ends, until it is stopped. */
export function keepRunning(plan: ProcessPlan): KeptProcess {
  const ready = Promise.withResolvers<unknown>();
  // Avoids an unhandled rejection when nobody awaits it.
  ready.promise.catch(() => {});
  let child: ChildProcess | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let isStopping = false;
  let wasReady = false;
  let failures = 0;

  function start() {
    let isServing = false;
    const ended = new AbortController();
    const present = "fork" in plan ? plan.fork() : run(plan);
    child = present;
    present.once("error", (error) =>
      ready.reject(new LaunchError(`${plan.name} cannot run: ${error.message}`)),
    );
    present.once("exit", (status, signal) => {
      ended.abort();
      child = undefined;
      if (isStopping) return;
      if (!wasReady)
        return ready.reject(new LaunchError(status === 1 ? "" : endedLine(plan, status, signal)));
      // A program that was running is restarted at once; one that fails to start is retried with growing
      // delays.
      failures = isServing ? 0 : failures + 1;
      const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
      plan.say(`${endedLine(plan, status, signal)}; it is started again in ${delay / 1000} s`);
      waiting = setTimeout(start, delay);
    });
    plan.untilReady(present, ended.signal).then(
      (readiness) => {
        if (wasReady) plan.say(`${plan.name} is running again`);
        wasReady = true;
        isServing = true;
        ready.resolve(readiness);
      },
      () => {},
    );
  }

  async function stop(graceMs: number, force: AbortSignal) {
    isStopping = true;
    clearTimeout(waiting);
    const last = child;
    if (!last || last.exitCode !== null || last.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => last.once("exit", () => resolve()));
    last.kill("SIGTERM");
    let deadline = setTimeout(() => last.kill("SIGKILL"), graceMs);
    const hurry = () => {
      clearTimeout(deadline);
      deadline = setTimeout(() => last.kill("SIGKILL"), FORCED_GRACE_MS);
    };
    if (force.aborted) hurry();
    force.addEventListener("abort", hurry, { once: true });
    await exited;
    clearTimeout(deadline);
  }

  start();
  return { ready: ready.promise, stop };
}

function run(program: Program): ChildProcess {
  const child = spawn(process.execPath, [NEW_SPACE, "--import", PRELOAD, ...program.args], {
    cwd: program.cwd,
    env: program.environment,
    detached: true,
    stdio: ["ignore", program.showLine ? "pipe" : "inherit", "inherit", "ipc"],
  });
  if (child.stdout) showLines(child.stdout, program);
  return child;
}

function endedLine(plan: ProcessPlan, status: number | null, signal: NodeJS.Signals | null) {
  return `${plan.name} ended (${signal ?? `exit status ${status}`})`;
}

function showLines(stream: NodeJS.ReadableStream, program: Program) {
  createInterface({ input: stream }).on("line", (line) => {
    const shownLine = program.showLine?.(line);
    if (shownLine !== undefined) process.stdout.write(`${shownLine}\n`);
  });
}
