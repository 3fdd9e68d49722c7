import { Worker } from "node:worker_threads";
import type { Point } from "./great-circle.ts";

/** After so long without a search the thread ends, and its memory is free again. */
const IDLE_MS = 20_000;

interface Search {
  resolve(line: Point[]): void;
  reject(error: Error): void;
}

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let searches = 0;
const open = new Map<number, Search>();

/**
 * The way of a ship between two ports, searched in a thread of its own: loading the network takes 100 ms and a search 20 ms,
 * for which no other call waits.
 */
export function seaLine(from: Point, to: Point): Promise<Point[]> {
  const id = ++searches;
  clearTimeout(idle);
  worker ??= startWorker();
  const line = new Promise<Point[]>((resolve, reject) => open.set(id, { resolve, reject }));
  worker.postMessage({ id, from, to });
  return line;
}

function startWorker(): Worker {
  const started = new Worker(new URL("./sea-lanes-worker.ts", import.meta.url));
  // A process that has nothing else to do may end.
  started.unref();
  started.on("message", ({ id, line }: { id: number; line: Point[] }) => {
    open.get(id)?.resolve(line);
    open.delete(id);
    if (open.size > 0) return;
    idle = setTimeout(() => stop(started), IDLE_MS).unref();
  });
  started.on("error", (error) => stop(started, error instanceof Error ? error : new Error(String(error))));
  return started;
}

function stop(stopped: Worker, error?: Error): void {
  if (worker === stopped) worker = null;
  if (error) for (const search of open.values()) search.reject(error);
  if (error) open.clear();
  void stopped.terminate();
}
