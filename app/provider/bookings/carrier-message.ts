import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { carrierBooking, carrierBookingAct, carrierBookingSend } from "#app/contract/booking-carrier.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { dcsaBooking } from "#app/lib/dcsa-booking.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { carrierCodeOf } from "../reference/carrier-names.ts";
import { placeCodeOf } from "../reference/place-names.ts";
import { type MessageKey, message, personName } from "../texts/message.ts";
import { type BookingRow, contentOf, mustBeCurrent } from "./store.ts";

/** The latest of them, for a page. */
const SHOWN_MAX = 20;

type Sent = Selectable<Database["carrier_booking"]>;

/** The message of a booking by sea, in the words of which a carrier is asked; null for any other. */
async function messageOf(db: Kysely<Database>, row: BookingRow) {
  const content = contentOf(row);
  const [origin, destination] = await Promise.all(
    [content.origin, content.destination].map((typed) => placeCodeOf(db, typed, "OCEAN")),
  );
  const forwarder = await db
    .selectFrom("company")
    .select("name")
    .where("is_forwarder", "=", true)
    .orderBy("id")
    .executeTakeFirst();
  const agent = content.bookToCompany || forwarder?.name || content.customerService;
  return (contract: string) => {
    const codes = { origin: origin ?? null, destination: destination ?? null };
    const made = dcsaBooking({ bookingNumber: row.booking_number, content, agent, codes, contract });
    return made && { text: JSON.stringify(made.message, null, 2), lacking: made.lacking };
  };
}

export async function readCarrierBooking(
  { id }: z.output<typeof carrierBooking.request>,
  { db, scope, language, now, outside }: CallerContext,
): Promise<z.input<typeof carrierBooking.response>> {
  const row = await findOwnRow(db, "booking", scope, id);
  const make = await messageOf(db, row);
  const made = make("");
  const sends = await db
    .selectFrom("carrier_booking")
    .selectAll()
    .where("booking_id", "=", id)
    .orderBy("id", "desc")
    .limit(SHOWN_MAX)
    .execute();
  const doors = [...(outside.carrierBookings?.keys() ?? [])];
  const carriers = await db
    .selectFrom("carrier")
    .select(["code", "name"])
    .where("code", "in", [...doors, ...sends.map(({ carrier_code }) => carrier_code), ""])
    .orderBy("name")
    .execute();
  const isWaiting = sends.some(({ status }) => status === "WAITING");
  const has = (code: string) =>
    sends.some(({ status, carrier_code }) => status === "SENT" && carrier_code === code);
  const open =
    made && row.status === "ACCEPTED" && !isWaiting
      ? carriers.filter(({ code }) => doors.includes(code) && !has(code))
      : [];
  const meant = await carrierCodeOf(db, contentOf(row).carrier, "OCEAN");
  return {
    message: made?.text ?? null,
    lacking: made?.lacking ?? [],
    carriers: open,
    proposed: open.find(({ code }) => code === meant)?.code ?? "",
    sends: sends.map((each) => ({
      id: each.id,
      status: each.status,
      contract: each.contract,
      attempts: each.attempts,
      carrier: carriers.find(({ code }) => code === each.carrier_code)!,
      nextAt: instantToWire(each.next_at)!,
      isUnderWay: isUnderWay(each, now),
      problem: each.problem,
      httpStatus: each.http_status,
      answer: each.answer,
      carrierReference: each.carrier_reference,
      askedBy: personName(each.asked_by_name, language),
      askedAt: instantToWire(each.asked_at)!,
      endedAt: instantToWire(each.ended_at),
      isCurrent: make(each.contract)?.text === each.message,
    })),
  };
}

const isUnderWay = ({ status, claimed_until }: Sent, now: Date) =>
  status === "WAITING" && claimed_until !== null && claimed_until > now;

/**
 * Notes that a booking goes to a carrier; `startCarrierBookings` sends it after the call's transaction.
 * @throws Refusal 409 when the booking is another one by now, is not accepted, or the carrier has it; 400 with the faulty fields
 */
export async function sendToCarrier(
  { id, version, carrierCode, contract }: z.output<typeof carrierBookingSend.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now, outside } = context;
  const row = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  await mustBeCurrent(context, row, version);
  if (row.status !== "ACCEPTED")
    throw new Refusal(CODE_CONFLICT, `bookingNow${row.status}`, { values: { actor: row.updated_by_name } });
  const carrier = await db
    .selectFrom("carrier")
    .select("code")
    .where("code", "=", carrierCode)
    .executeTakeFirst();
  if (!carrier || !outside.carrierBookings?.has(carrierCode))
    throw faulty("carrierCode", "carrierTakesNone", context);
  if (contract === "") throw faulty("contract", "cannotBeEmpty", context);
  const made = (await messageOf(db, row))(contract);
  if (!made) throw faulty("carrierCode", "carrierNotBySea", context);
  if (made.lacking.length > 0)
    throw faulty("carrierCode", "carrierLacking", context, { names: made.lacking.join(", ") });
  await refuseOther(db, id, carrierCode);
  await db
    .insertInto("carrier_booking")
    .values({
      booking_id: id,
      carrier_code: carrierCode,
      contract,
      message: made.text,
      next_at: now,
      asked_by: caller.userId,
      asked_by_name: caller.name,
      asked_at: now,
      claimed_until: null,
      problem: null,
      http_status: null,
      answer: null,
      carrier_reference: null,
      ended_at: null,
    })
    .execute();
  return null;
}

/** @throws Refusal 409 when one is on its way, or this carrier has the booking */
async function refuseOther(db: Kysely<Database>, bookingId: string, carrierCode: string): Promise<void> {
  const { rows } = await sql<Pick<Sent, "status">>`
    select status from carrier_booking where booking_id = ${bookingId}
      and (status = 'WAITING' or status = 'SENT' and carrier_code = ${carrierCode}) limit 1`.execute(db);
  if (rows[0])
    throw new Refusal(CODE_CONFLICT, rows[0].status === "SENT" ? "carrierHasIt" : "carrierWaiting");
}

/** @throws Refusal 409 while a process sends it, and when another try or an end is not possible any more */
export async function actOnCarrierBooking(
  { id, sendId, action }: z.output<typeof carrierBookingAct.request>,
  { db, scope, now }: CallerContext,
): Promise<null> {
  const booking = await findOwnRow(db, "booking", scope, id, { isLocked: true });
  const row = await db
    .selectFrom("carrier_booking")
    .selectAll()
    .where("id", "=", sendId)
    .where("booking_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (isUnderWay(row, now)) throw new Refusal(CODE_CONFLICT, "carrierUnderWay");
  const isAgain = action === "retry" && row.status === "FAILED";
  if (row.status !== "WAITING" && !isAgain) throw new Refusal(CODE_CONFLICT, "carrierAnswered");
  if (isAgain) {
    if (booking.status !== "ACCEPTED") throw new Refusal(CODE_CONFLICT, "carrierAnswered");
    // The key belongs to this text: another one has to be sent as such.
    if ((await messageOf(db, booking))(row.contract)?.text !== row.message)
      throw new Refusal(CODE_CONFLICT, "carrierOutdated");
    await refuseOther(db, id, row.carrier_code);
  }
  await db
    .updateTable("carrier_booking")
    .set(
      action === "stop"
        ? { status: "STOPPED", ended_at: now }
        : { status: "WAITING", next_at: now, ended_at: null, ...(isAgain ? { attempts: 0 } : {}) },
    )
    .where("id", "=", sendId)
    .execute();
  return null;
}

function faulty(
  path: string,
  key: MessageKey,
  { language }: CallerContext,
  values: Record<string, string> = {},
): Refusal {
  const fields = [{ path, message: message(key, language, values) }];
  return new Refusal(CODE_INVALID, "invalid", { data: { fields } });
}
