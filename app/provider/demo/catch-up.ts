import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { HOUR_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { advanceStory, readStory, type Story } from "./story.ts";

const EVERY_MS = 60_000;
/** Time span of the demonstration in one transaction. */
const STRETCH_MS = 12 * HOUR_MS;
/** Pause between two transactions, for requests of people. */
const PAUSE_MS = 15;
/** From this gap on the catch-up is logged. */
const REST_MS = 12 * HOUR_MS;

/**
 * Brings the demonstration up to `now`, span by span. When another process is doing so, it leaves the work to
 * that one. @returns the story, for the next call
 */
export async function catchUp(
  db: Kysely<Database>,
  now: Date,
  loadedStory: Story | null = null,
  signal?: AbortSignal,
): Promise<Story | null> {
  const story = loadedStory ?? (await readStory(db));
  while (story && story.playedUntil < now && !signal?.aborted) {
    const until = new Date(Math.min(now.getTime(), story.playedUntil.getTime() + STRETCH_MS));
    if (!(await advanceStory(db, story, until))) return null;
    if (until < now) await sleep(PAUSE_MS, undefined, { ref: false });
  }
  return story;
}

/** Keeps the demonstration at the present time until it is stopped; any number of processes may do so. */
export function startDemoClock(
  db: Kysely<Database>,
  log: Logger,
  now: () => Date = () => new Date(),
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = (async () => {
    let story: Story | null = null;
    while (!signal.aborted) {
      try {
        story ??= await readStory(db);
        const restMs = story ? now().getTime() - story.playedUntil.getTime() : 0;
        const started = performance.now();
        if (restMs > REST_MS) log.info("The demonstration is not up to date: it is being continued to today");
        story = await catchUp(db, now(), story, signal);
        if (restMs > REST_MS && story)
          log.info(
            `The demonstration is up to date, after ${Math.round((performance.now() - started) / 1000)} s`,
          );
      } catch (error) {
        story = null;
        log.warn({ err: error }, "The demonstration could not be continued");
      }
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}
