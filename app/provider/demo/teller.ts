import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { HOUR_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { readStory, type Story, tellOn } from "./story.ts";

const EVERY_MS = 60_000;
/** So much of the demonstration's time is told in one transaction. */
const STRETCH_MS = 12 * HOUR_MS;
/** Between two transactions, for the requests of people. */
const PAUSE_MS = 15;
/** From so much on it is a rest that somebody wants to hear of. */
const REST_MS = 12 * HOUR_MS;

/**
 * Brings the demonstration up to `now`, stretch by stretch; a process that finds another at it leaves it to that one.
 * @returns the story, for the next time
 */
export async function catchUp(
  db: Kysely<Database>,
  now: Date,
  given: Story | null = null,
  signal?: AbortSignal,
): Promise<Story | null> {
  const story = given ?? (await readStory(db));
  while (story && story.toldUntil < now && !signal?.aborted) {
    const until = new Date(Math.min(now.getTime(), story.toldUntil.getTime() + STRETCH_MS));
    if (!(await tellOn(db, story, until))) return null;
    if (until < now) await sleep(PAUSE_MS, undefined, { ref: false });
  }
  return story;
}

/** Keeps the demonstration at the time of the clock until it is stopped, in any number of processes. */
export function startTelling(
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
        const restMs = story ? now().getTime() - story.toldUntil.getTime() : 0;
        const started = performance.now();
        if (restMs > REST_MS) log.info("The demonstration has rested: it is brought up to today");
        story = await catchUp(db, now(), story, signal);
        if (restMs > REST_MS && story)
          log.info(`The demonstration is at today, in ${Math.round((performance.now() - started) / 1000)} s`);
      } catch (error) {
        story = null;
        log.warn({ err: error }, "The demonstration could not be told on");
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
