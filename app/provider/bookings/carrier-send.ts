import { type Kysely, type Selectable, sql } from "kysely";
import type { Logger } from "pino";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import type { Outside } from "../config.ts";
import type { Database } from "../db/schema.ts";
import { ASK_MS, askCarrier, type CarrierAnswer } from "./carrier-ask.ts";

const EVERY_MS = 2_000;
/** Minutes after a failed try at which the next one is due; a person may try again afterwards. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 480];
/** Nobody else takes it so long: longer than a try takes. */
const CLAIM_MS = 3 * ASK_MS;

export interface CarrierBookingOptions {
  database: Kysely<Database>;
  log: Logger;
  outside: Outside;
  now?: () => Date;
  everyMs?: number;
  /** How long a carrier may take to answer. */
  timeMs?: number;
}

type Sent = Selectable<Database["carrier_booking"]>;

/** Sends bookings to carriers as they become due, until it is stopped; any number of processes may do so. */
export function startCarrierBookings(options: CarrierBookingOptions): { stop(): Promise<void> } {
  return startLoop(() => sendOne(options), {
    name: "carrier-bookings",
    pauseMs: options.everyMs ?? EVERY_MS,
    onError: (error) => options.log.warn({ err: error }, "Bookings cannot be sent to carriers at present"),
  });
}

/**
 * Sends one that is due. It is claimed before and no transaction is open meanwhile: a process that is killed leaves its claim, and
 * after that another sends it again with the same key and the same reference, by which the carrier knows it.
 * @returns whether one was due
 */
export async function sendOne(options: CarrierBookingOptions): Promise<boolean> {
  const { database: db, log, outside, now: clock = () => new Date() } = options;
  const claimed = await claim(db, clock());
  if (!claimed) return false;
  const answer = await answerOf(claimed, options, outside);
  if (answer.problem)
    log.warn(
      { carrier: claimed.carrier_code, send: claimed.id, problem: answer.problem, status: answer.httpStatus },
      "A carrier did not take a booking",
    );
  await note(db, claimed, answer, clock());
  return true;
}

type Claimed = Sent & { booking_status: string };

/** Of a booking that is not accepted any more too: then it is ended unsent. */
async function claim(db: Kysely<Database>, now: Date): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update carrier_booking c
    set attempts = c.attempts + 1, claimed_until = ${new Date(now.getTime() + CLAIM_MS)}
    from booking b
    where b.id = c.booking_id and c.id = (
      select id from carrier_booking
      where status = 'WAITING' and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by next_at, id limit 1 for update skip locked)
    returning c.*, b.status as booking_status`.execute(db);
  return rows[0] ?? null;
}

async function answerOf(
  { carrier_code, message, send_key, booking_status }: Claimed,
  { timeMs }: CarrierBookingOptions,
  outside: Outside,
): Promise<CarrierAnswer> {
  const unsent = { isOver: true, httpStatus: null, text: null, reference: null, retryAfterMs: 0 };
  if (booking_status !== "ACCEPTED") return { ...unsent, problem: "BOOKING_STATE" };
  const door = outside.carrierBookings?.get(carrier_code);
  if (!door) return { ...unsent, problem: "NOT_CONFIGURED" };
  return askCarrier({ message, key: send_key, ...(timeMs ? { timeMs } : {}) }, door, outside);
}

async function note(db: Kysely<Database>, row: Sent, answer: CarrierAnswer, now: Date): Promise<void> {
  const { problem, isOver, retryAfterMs } = answer;
  const pause = PAUSES_MINUTES[row.attempts - 1];
  const next =
    isOver || pause === undefined
      ? { status: statusOf(answer), ended_at: now }
      : { next_at: new Date(now.getTime() + Math.max(pause * MINUTE_MS, retryAfterMs)) };
  await db
    .updateTable("carrier_booking")
    .set({
      ...next,
      claimed_until: null,
      problem,
      http_status: answer.httpStatus,
      answer: answer.text,
      ...(answer.reference === null ? {} : { carrier_reference: answer.reference }),
    })
    .where("id", "=", row.id)
    // A process that is slower than its claim overwrites nothing, unless the carrier has taken the booking.
    .where(({ and, eb }) =>
      problem === null
        ? eb("status", "in", ["WAITING", "STOPPED", "FAILED"])
        : and([eb("status", "=", "WAITING"), eb("attempts", "=", row.attempts)]),
    )
    .execute();
}

function statusOf({ problem }: CarrierAnswer): Sent["status"] {
  if (problem === null) return "SENT";
  if (problem === "REFUSED") return "REFUSED";
  return problem === "BOOKING_STATE" ? "STOPPED" : "FAILED";
}
