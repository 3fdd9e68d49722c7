import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { WEBHOOK_TRIED_DAYS } from "#app/contract/webhook-code.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import type { SecretBox } from "../call/secret-box.ts";
import type { Outside } from "../config.ts";
import type { Database } from "../db/schema.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { type Claimed, claimDue, claimTest, giveBack } from "./claim.ts";
import { handOut } from "./hand-out.ts";
import { bodyOf, messageId, TEST_TOPIC } from "./message.ts";
import { loadMaker, maySee } from "./right.ts";
import { secretsOf, signedHeaders } from "./sign.ts";
import { endGone, noteFailing } from "./warn.ts";

const EVERY_MS = 1_000;
/** Tries of a process at the same time. */
const LINES = 8;
/** Of these, those that receivers that fail may take. */
const LINES_FAILING = 4;
/** Tests of a process at the same time, beside those. */
const LINES_TESTS = 4;
/** Pauses after the first, second, ... failure; the last one repeats. Each is longer by up to a fifth. */
const PAUSES_MS = [5_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 8 * HOUR_MS];
const JITTER = 0.2;
const GONE = 410;

export interface WebhookOptions {
  database: Kysely<Database>;
  secrets: SecretBox;
  outside: Outside;
  publicUrl: string;
  log: Logger;
  now?: () => Date;
  everyMs?: number;
  /** How long a receiver may take to answer. */
  timeMs?: number;
}

/**
 * Hands out what was noted and delivers what is due, until it is stopped; any number of processes may do so. A delivery is claimed
 * before it is tried, and no transaction is open meanwhile.
 */
export function startWebhooks(options: WebhookOptions): { stop(): Promise<void> } {
  const { database: db, log, publicUrl, everyMs = EVERY_MS, now = () => new Date() } = options;
  const stopping = new AbortController();
  let failing = 0;
  const lines = (most: number) => {
    const running = new Set<Promise<void>>();
    const begin = (claimed: Claimed) => {
      const isFailing = claimed.webhook.failing_since !== null && !isTest(claimed);
      if (isFailing) failing++;
      const work = deliver(claimed, options, stopping.signal)
        .catch((error) => log.warn({ err: error, delivery: claimed.delivery.id }, "A webhook was not told"))
        .finally(() => {
          running.delete(work);
          if (isFailing) failing--;
        });
      running.add(work);
    };
    /** Begins what is claimed until there is none, and returns when a line is free. @returns how many were begun */
    const fill = async (claim: () => Promise<Claimed | null>): Promise<number> => {
      let begun = 0;
      while (running.size < most && !stopping.signal.aborted) {
        const claimed = await claim();
        if (!claimed) break;
        begin(claimed);
        begun++;
      }
      // Until a line is free, or somebody else may have to be told.
      if (running.size >= most) await Promise.race(running);
      return begun;
    };
    return { running, fill };
  };
  const loop = (name: string, step: () => Promise<boolean>) =>
    startLoop(step, {
      name,
      pauseMs: everyMs,
      onError: (error) => log.warn({ err: error }, "Webhooks cannot be told at present"),
    });
  const deliveries = lines(LINES);
  const tested = lines(LINES_TESTS);
  const loops = [
    loop("webhooks", async () => {
      const handed = await handOut(db, now(), publicUrl);
      const begun = await deliveries.fill(() =>
        claimDue(db, now(), { takesFailing: failing < LINES_FAILING }),
      );
      return handed > 0 || begun > 0;
    }),
    // A person waits for a test, so that it does not wait for lines of others.
    loop("webhook-tests", async () => (await tested.fill(() => claimTest(db, now()))) > 0),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops.map((each) => each.stop()));
      await Promise.all([...deliveries.running, ...tested.running]);
    },
  };
}

/** Tries one claimed delivery and notes what came of it. */
export async function deliver(claimed: Claimed, options: WebhookOptions, signal: AbortSignal): Promise<void> {
  const { database: db, now: clock = () => new Date() } = options;
  const { webhook, event, delivery } = claimed;
  if (!(await mayBeTold(db, claimed))) {
    await end(db, claimed, { state: "SKIPPED", problem: "RIGHT", ended_at: clock() });
    return;
  }
  const secrets = secretsOf(webhook, options.secrets, clock());
  const body = bodyOf(event);
  const result: Attempt = secrets
    ? await attempt(
        webhook.url,
        { headers: signedHeaders({ id: messageId(event.key), body, now: clock() }, secrets), body },
        { outside: options.outside, timeMs: options.timeMs, signal },
      )
    : { problem: "SECRET", httpStatus: null, retryAfterMs: 0 };
  if (result.problem && signal.aborted) {
    await giveBack(db, delivery);
    return;
  }
  await (isTest(claimed) ? noteTest : note)(claimed, result, options, clock());
}

const isTest = ({ delivery }: Claimed) => delivery.topic === TEST_TOPIC;

/** A test tells nothing but the id of its webhook, to whose address a person of the right has just asked for it. */
async function mayBeTold(db: Kysely<Database>, claimed: Claimed): Promise<boolean> {
  if (isTest(claimed)) return true;
  const { webhook, event } = claimed;
  const maker = await loadMaker(db, webhook.user_id, webhook.company_id);
  return maker !== null && maySee(maker, event.topic);
}

/** A test is tried once, and neither switches off nor warns, whatever was answered. */
async function noteTest(
  claimed: Claimed,
  { problem, httpStatus }: Attempt,
  { database }: WebhookOptions,
  now: Date,
): Promise<void> {
  const state = problem === null ? "DONE" : "FAILED";
  await end(database, claimed, { state, problem, http_status: httpStatus, ended_at: now });
}

async function note(
  claimed: Claimed,
  { problem, httpStatus, retryAfterMs }: Attempt,
  { database, log, publicUrl }: WebhookOptions,
  now: Date,
): Promise<void> {
  const { webhook, delivery } = claimed;
  if (problem === null) {
    await end(database, claimed, { state: "DONE", problem, http_status: httpStatus, ended_at: now });
    await noteSuccess(database, claimed, now);
    return;
  }
  log.info(
    { webhook: webhook.id, delivery: delivery.id, problem, httpStatus },
    "A webhook did not take an event",
  );
  const isGone = httpStatus === GONE;
  const pause = PAUSES_MS[Math.min(delivery.attempts, PAUSES_MS.length) - 1]!;
  const wait = Math.max(pause * (1 + Math.random() * JITTER), Math.min(retryAfterMs, PAUSES_MS.at(-1)!));
  const next = new Date(now.getTime() + wait);
  const isOver = isGone || next.getTime() > delivery.since.getTime() + WEBHOOK_TRIED_DAYS * DAY_MS;
  const mailing = { now, publicUrl };
  await database.transaction().execute(async (trx) => {
    const outcome = { problem, http_status: httpStatus };
    // What an address has answered that was changed meanwhile says nothing of the present one, which gets a try of its own.
    if (!(await holdAddress(trx, webhook))) {
      await end(trx, claimed, { ...outcome, next_at: now });
      return;
    }
    await end(
      trx,
      claimed,
      isOver ? { ...outcome, state: "FAILED", ended_at: now } : { ...outcome, next_at: next },
    );
    if (isGone) await endGone(trx, webhook, mailing);
    else await noteFailing(trx, webhook, mailing);
  });
}

/** Whether the webhook leads where it led. Then it does until the end of the transaction; its changes lock it before its deliveries too. */
async function holdAddress(
  db: Kysely<Database>,
  { id, company_id, url }: Claimed["webhook"],
): Promise<boolean> {
  const held = await db
    .selectFrom("webhook")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", company_id)
    .where("url", "=", url)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Notes the end of a try, unless somebody has decided or another process has tried meanwhile. */
async function end(
  db: Kysely<Database>,
  { delivery }: Claimed,
  columns: Partial<Claimed["delivery"]>,
): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({ ...columns, claimed_until: null })
    .where("id", "=", delivery.id)
    .where("state", "=", "WAITING")
    .where("attempts", "=", delivery.attempts)
    .execute();
}

/** Once a minute while all goes well: a success writes one row instead of two. */
async function noteSuccess(db: Kysely<Database>, { webhook }: Claimed, now: Date): Promise<void> {
  await db
    .updateTable("webhook")
    .set({ last_success_at: now, failing_since: null, warned_at: null })
    .where("id", "=", webhook.id)
    .where("url", "=", webhook.url)
    .where(({ or, eb }) =>
      or([
        eb("failing_since", "is not", null),
        eb("last_success_at", "is", null),
        eb("last_success_at", "<", new Date(now.getTime() - MINUTE_MS)),
      ]),
    )
    .execute();
}
