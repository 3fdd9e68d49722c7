import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { tellWork } from "#app/lib/observed.ts";
import type { Database } from "../db/schema.ts";
import { dropPassedEstimates } from "../shipments/free-time-refresh.ts";
import { dispatchDue, nextDispatch } from "./dispatcher.ts";
import { mailOne, nextMail } from "./mailer.ts";
import { watchTheClock } from "./own-news.ts";

/**
 * Longest pauses. Each step knows when it has to work next; only what is saved meanwhile to be due before that waits for the
 * end of the pause: a notification that is due within seconds, and no mail, since mails are gathered for longer.
 */
const DISPATCH_MS = 5_000;
const MAIL_MS = 15_000;
/** What is due and not done is another process's, or cannot be done at present. */
const AGAIN_MS = 250;
/** How often it is looked for news that come with the time. */
const WATCH_MS = 60_000;

export interface EngineOptions {
  database: Kysely<Database>;
  log: Logger;
  publicUrl: string;
}

/**
 * Tells what is due and makes the mails, until it is stopped; any number of processes may do so
 * (app/decisions/notifications-and-mail.md).
 */
export function startNotifications(options: EngineOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { database, log, publicUrl } = options;
  const dispatch = async () => {
    await dispatchDue(database, new Date(), log, signal);
    return nextDispatch(database);
  };
  const mail = async () => {
    while (!signal.aborted && (await mailOne(database, { publicUrl, now: new Date() })));
    return nextMail(database);
  };
  const watch = async () => {
    // Alarms go by the last free day: an estimate that has passed alarms nobody.
    await dropPassedEstimates(database, new Date());
    await watchTheClock(database, new Date());
    return null;
  };
  const loop = (step: Step, longestMs: number) => repeat(step, { signal, longestMs, log });
  const loops = Promise.all([
    loop(dispatch, DISPATCH_MS),
    loop(mail, MAIL_MS),
    repeat(watch, { signal, longestMs: WATCH_MS, log }),
  ]);
  return {
    stop: async () => {
      stopping.abort();
      await loops;
    },
  };
}

/** Does what is due. @returns when to do so next; null: nothing is known to come */
type Step = () => Promise<Date | null>;

async function repeat(
  step: Step,
  { signal, longestMs, log }: { signal: AbortSignal; longestMs: number; log: Logger },
): Promise<void> {
  while (!signal.aborted) {
    let next: Date | null = null;
    try {
      next = await step();
      tellWork("job", { name: "notifications", outcome: "worked" });
    } catch (error) {
      tellWork("job", { name: "notifications", outcome: "failed" });
      log.warn({ err: error }, "Notifications cannot be sent at present");
    }
    const untilNext = next ? Math.max(AGAIN_MS, next.getTime() - Date.now()) : longestMs;
    await sleep(Math.min(longestMs, untilNext), undefined, { signal, ref: false }).catch(() => {});
  }
}
