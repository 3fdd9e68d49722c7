import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../db/schema.ts";
import type { Delivery } from "./delivery.ts";

const POLL_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const MINUTE_S = 60;
/** Seconds after a mail's creation at which the first, second, ... try is due. */
const RETRY_SCHEDULE_S = [0, 1, 5, 15, 60, 3 * 60, 8 * 60, 24 * 60].map((minutes) => minutes * MINUTE_S);

export interface SenderOptions {
  database: Kysely<Database>;
  deliver: Delivery;
  log: Logger;
  now?: () => Date;
  pollMs?: number;
}

/**
 * Sends the mails of the outbox until it is stopped. A mail's row is locked while it is sent, so that any
 * number of processes may send; when a process dies, another one continues. A mail may arrive twice, but is
 * never lost.
 */
export function startMailSender(options: SenderOptions): { stop(): Promise<void> } {
  const { log, pollMs = POLL_MS } = options;
  const stopping = new AbortController();
  const loop = (async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        let result: Result;
        do result = await deliverOne(options);
        while (result === "delivered" && !stopping.signal.aborted);
        if (result === "failed") failures++;
        else failures = 0;
      } catch (error) {
        failures++;
        log.warn({ err: error }, "The mail outbox cannot be read");
      }
      const pause = Math.min(LONGEST_PAUSE_MS, pollMs * 2 ** failures);
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}

type Result = "delivered" | "failed" | "nothing";

async function deliverOne({
  database,
  deliver,
  log,
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
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return "nothing";
    const update = trx.updateTable("mail_outbox").where("id", "=", row.id);
    try {
      const result = await deliver({
        id: row.id,
        recipient: row.recipient,
        subject: row.subject,
        body: row.body,
        createdAt: row.created_at,
      });
      await update
        .set(
          result === "sent"
            ? { sent_at: now(), attempts: row.attempts + 1, last_error: null, body: "" }
            : { attempts: RETRY_SCHEDULE_S.length },
        )
        .execute();
      return "delivered";
    } catch (error) {
      const { responseCode, message } = error as { responseCode?: number; message: string };
      const isRefused = responseCode !== undefined && responseCode >= 500;
      const attempts = isRefused ? RETRY_SCHEDULE_S.length : row.attempts + 1;
      await update.set({ attempts, last_error: message.slice(0, 500) }).execute();
      const isAbandoned = attempts >= RETRY_SCHEDULE_S.length;
      log[isAbandoned ? "error" : "warn"](
        { mail: row.id, attempts: row.attempts + 1, reason: message },
        isAbandoned ? "A mail cannot be delivered and is given up" : "A mail could not be delivered yet",
      );
      // A refused recipient does not mean that the server is failing.
      return isRefused ? "delivered" : "failed";
    }
  });
}
