import { addAbortSignal } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { limitOf } from "./behind.ts";
import { moveContents } from "./move.ts";

const PAUSE_MS = 10 * MINUTE_MS;
/** Pauses after a step, in times that it took: who tells events and who reads pages comes first. */
const REST = 2;

/** A stop does not wait for a store that is silent. What it was asked comes to nothing, as if the process had been killed. */
function stoppable(files: FileStore, signal: AbortSignal): FileStore {
  const unlessStopped = async <Result>(work: Promise<Result>): Promise<Result> => {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    return Promise.race([work, stopped]).finally(() => signal.removeEventListener("abort", stop));
  };
  return {
    put: (key, content) => unlessStopped(files.put(key, content)),
    get: async (key) => addAbortSignal(signal, await unlessStopped(files.get(key))),
    remove: (key) => unlessStopped(files.remove(key)),
  };
}

/** Moves contents of events that are older than so many months into files, until it is stopped. */
export const startEventContents = (options: {
  database: Kysely<Database>;
  files: FileStore;
  months: number;
  log: Logger;
  /** After a step without work, or that failed. */
  pauseMs?: number;
}): { stop(): Promise<void> } =>
  startLoop(
    async (signal) => {
      const { database, months } = options;
      const files = stoppable(options.files, signal);
      const [now, begun] = [new Date(), performance.now()];
      const before = limitOf(months, now);
      const hasMore = await moveContents({ database, files, before, now }).catch((error) => {
        if (signal.aborted) return false;
        throw error;
      });
      const rest = REST * (performance.now() - begun);
      if (hasMore) await sleep(rest, undefined, { signal, ref: false }).catch(() => {});
      return hasMore;
    },
    {
      name: "event-contents",
      pauseMs: options.pauseMs ?? PAUSE_MS,
      onError: (error) =>
        options.log.warn({ err: error }, "Contents of old events could not be moved into files"),
    },
  );
