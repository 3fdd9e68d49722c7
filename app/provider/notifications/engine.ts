import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../db/schema.ts";
import { dispatchDue } from "./dispatcher.ts";
import { mailOne } from "./mailer.ts";
import { watchTheClock } from "./own-news.ts";

const EVERY_MS = 1_000;
/** How often it is looked for news that come with the time. */
const WATCH_MS = 60_000;

export interface EngineOptions {
  database: Kysely<Database>;
  log: Logger;
  publicUrl: string;
  now?: () => Date;
  everyMs?: number;
  /** News for one person within this time become one mail. */
  gatherMs?: number;
}

/**
 * Tells what is due and makes the mails, until it is stopped; any number of processes may do so
 * (app/decisions/2026-11-22-notifications.md).
 */
export function startNotifications(options: EngineOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { database, log, publicUrl, now = () => new Date(), everyMs = EVERY_MS, gatherMs } = options;
  const steps = [
    async () => {
      await dispatchDue(database, now(), log, signal);
    },
    async () => {
      while (!signal.aborted && (await mailOne(database, { publicUrl, now: now(), gatherMs })));
    },
  ];
  const watch = () => watchTheClock(database, now());
  const loops = Promise.all([
    ...steps.map((step) => repeat(step, { signal, everyMs, log })),
    repeat(watch, { signal, everyMs: Math.max(everyMs, WATCH_MS), log }),
  ]);
  return {
    stop: async () => {
      stopping.abort();
      await loops;
    },
  };
}

async function repeat(
  step: () => Promise<void>,
  { signal, everyMs, log }: { signal: AbortSignal; everyMs: number; log: Logger },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      log.warn({ err: error }, "Notifications cannot be sent at present");
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
