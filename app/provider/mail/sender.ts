import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Logger } from "pino";
import { tellWork } from "#app/lib/observed.ts";
import { readTraceParent } from "#app/lib/request-id.ts";
import { type TracedWork, traced } from "#app/lib/traced.ts";
import type { Database } from "../db/schema.ts";
import { noteFailure, noteSuccess } from "./address.ts";
import type { Delivery } from "./delivery.ts";
import { type Dress, dressed } from "./dress.ts";

const POLL_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const MINUTE_S = 60;
/** Seconds after a mail's creation at which the first, second, ... try is due. */
const RETRY_SCHEDULE_S = [0, 1, 5, 15, 60, 3 * 60, 8 * 60, 24 * 60].map((minutes) => minutes * MINUTE_S);

/** A mail that was tried so often is given up. */
export const MAIL_TRIES: number = RETRY_SCHEDULE_S.length;

export interface SenderOptions {
  database: Kysely<Database>;
  deliver: Delivery;
  log: Logger;
  now?: () => Date;
  pollMs?: number;
  /** Of mails to people of a company; without it every mail is the operator's. */
  dress?: Dress;
  /** Mails under way at the same time; a kill may repeat these, and no others. */
  atOnce?: number;
}

/**
 * Sends the mails of the outbox until it is stopped. A mail's row is locked while it is sent, so that any
 * number of processes may send; when a process dies, another one continues. A mail may arrive twice, but is
 * never lost.
 */
export function startMailSender(options: SenderOptions): { stop(): Promise<void> } {
  const { atOnce = 1 } = options;
  const stopping = new AbortController();
  const lines = Promise.all(Array.from({ length: atOnce }, () => sendInLine(options, stopping.signal)));
  return {
    stop: async () => {
      stopping.abort();
      await lines;
    },
  };
}

/** One mail after the other, with pauses that grow while the mail server fails. */
async function sendInLine(options: SenderOptions, signal: AbortSignal): Promise<void> {
  const { log, pollMs = POLL_MS } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      let result: Result;
      do {
        result = await deliverOne(options);
        tellWork("job", { name: JOB, outcome: outcomes[result] });
      } while (result === "delivered" && !signal.aborted);
      if (result === "failed") failures++;
      else failures = 0;
    } catch (error) {
      failures++;
      tellWork("job", { name: JOB, outcome: "failed" });
      log.warn({ err: error }, "The mail outbox cannot be read");
    }
    const pause = Math.min(LONGEST_PAUSE_MS, pollMs * 2 ** failures);
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
  }
}

type Result = "delivered" | "failed" | "nothing";
const JOB = "mail";
const outcomes = { delivered: "worked", failed: "failed", nothing: "idle" } as const;

async function deliverOne({
  database,
  deliver,
  log,
  dress,
  now = () => new Date(),
}: SenderOptions): Promise<Result> {
  return database.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("mail_outbox")
      .selectAll()
      .where("sent_at", "is", null)
      .where(
        sql<boolean>`created_at + make_interval(secs => (${RETRY_SCHEDULE_S}::int[])[attempts + 1]) <= ${now()}`,
      )
      .orderBy("attempts")
      // A link for signing in does not wait behind a thousand mails of news.
      .orderBy("is_notice")
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return "nothing";
    const update = trx.updateTable("mail_outbox").where("id", "=", row.id);
    try {
      const mail = {
        id: row.id,
        recipient: row.recipient,
        subject: row.subject,
        body: row.body,
        html: row.html,
        headers: row.headers,
        createdAt: row.created_at,
      };
      const dressedMail = dress ? await dressed(trx, mail, row.company_id, dress) : mail;
      const parent = readTraceParent(row.headers?.trace);
      const span: TracedWork = { kind: "client", name: "mail", attributes: {}, parent, isRoot: true };
      const result = await traced(span, () => deliver(dressedMail));
      await update
        .set(
          result === "sent"
            ? { sent_at: now(), attempts: row.attempts + 1, last_error: null, body: "", html: "" }
            : { attempts: MAIL_TRIES },
        )
        .execute();
      if (result === "sent") await noteSuccess(trx, row.recipient);
      return "delivered";
    } catch (error) {
      return noteFailed(trx, row, error as Error, { log, now });
    }
  });
}

/** Counts the try, and what it says of the address. */
async function noteFailed(
  trx: Kysely<Database>,
  row: Selectable<Database["mail_outbox"]>,
  error: Error,
  { log, now }: { log: Logger; now: () => Date },
): Promise<Result> {
  const { responseCode, message } = error as Error & { responseCode?: number };
  const isRefused = responseCode !== undefined && responseCode >= 500;
  const attempts = isRefused ? MAIL_TRIES : row.attempts + 1;
  const failure = { attempts, last_error: message.slice(0, 500) };
  await trx.updateTable("mail_outbox").set(failure).where("id", "=", row.id).execute();
  await noteFailure(trx, row.recipient, error, now());
  const isAbandoned = attempts >= MAIL_TRIES;
  log[isAbandoned ? "error" : "warn"](
    { mail: row.id, attempts: row.attempts + 1, reason: message },
    isAbandoned ? "A mail cannot be delivered and is given up" : "A mail could not be delivered yet",
  );
  // A refused recipient does not mean that the server is failing.
  return isRefused ? "delivered" : "failed";
}
