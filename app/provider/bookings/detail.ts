import type { Kysely } from "kysely";
import type { BookingDetailData } from "#app/contract/booking.ts";
import { bookingActionsAt } from "#app/lib/booking-state.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { maySeeCharges } from "../access/charges.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { listFiles } from "../files/stored-file.ts";
import { readLog } from "../operation-log/log.ts";
import { typedPlaces } from "../reference/place-names.ts";
import { personName } from "../texts/message.ts";
import { filesOf, toAttachment } from "./attachments.ts";
import { mayTake } from "./permission.ts";
import { type BookingRow, contentOf } from "./store.ts";

export async function readBooking(
  { id }: { id: string },
  { db, caller, scope, language }: CallerContext,
): Promise<BookingDetailData> {
  const row = await findOwnRow(db, "booking", scope, id);
  const hasCharges = maySeeCharges(caller);
  const quote =
    row.quote_id === null
      ? null
      : await db
          .selectFrom("quote")
          .select(["id", "quote_number as quoteNumber"])
          .where("id", "=", row.quote_id)
          .executeTakeFirstOrThrow();
  const attachments = await listFiles(db, filesOf(id));
  const requests = await db
    .selectFrom("booking_change_request")
    .selectAll()
    .where("booking_id", "=", id)
    .orderBy("id")
    .execute();
  const price =
    row.price_amount === null || row.price_currency === null
      ? null
      : { amount: row.price_amount, currency: row.price_currency };
  return {
    id: row.id,
    bookingNumber: row.booking_number,
    status: row.status,
    version: row.version,
    actions: bookingActionsAt(row.status).filter((action) => mayTake(caller, action, row)),
    content: contentOf(row),
    lane: (await typedPlaces(db, language))(contentOf(row)),
    quote,
    carrierBookingNumber: row.carrier_booking_number,
    ...(caller.isForwarder ? { company: await companyOf(db, row) } : {}),
    ...(hasCharges ? { bookingPrice: price } : {}),
    createdBy: personName(row.created_by_name, language),
    createdAt: instantToWire(row.created_at)!,
    updatedBy: personName(row.updated_by_name, language),
    updatedAt: instantToWire(row.updated_at)!,
    submittedAt: instantToWire(row.submitted_at),
    attachments: attachments.map(toAttachment),
    changeRequests: requests.map((request) => ({
      id: request.id,
      kind: request.kind,
      text: request.body,
      askedBy: personName(request.asked_by_name, language),
      askedAt: instantToWire(request.asked_at)!,
      answer: request.answered_at && {
        isGranted: request.is_granted ?? false,
        text: request.answer ?? "",
        at: instantToWire(request.answered_at)!,
        ...(caller.isForwarder ? { by: personName(request.answered_by_name ?? "", language) } : {}),
      },
    })),
    shipment: await shipmentOf(db, row),
    log: await readLog(db, "booking", id, { hasCharges, language }),
  };
}

const companyOf = (db: Kysely<Database>, { company_id }: BookingRow) =>
  db.selectFrom("company").select(["id", "name"]).where("id", "=", company_id).executeTakeFirstOrThrow();

/** Finds the shipment that has this booking's number. */
export async function shipmentOf(
  db: Kysely<Database>,
  row: BookingRow,
): Promise<BookingDetailData["shipment"]> {
  const shipment = await db
    .selectFrom("shipment_reference as r")
    .innerJoin("shipment as s", "s.id", "r.shipment_id")
    .select(["s.id", "s.house_number as houseNumber"])
    .where("r.company_id", "=", row.company_id)
    .where("r.kind", "=", "BKG")
    .where("r.value_key", "=", referenceKey(row.booking_number))
    .where("s.booking_number", "=", row.booking_number)
    .orderBy("s.id")
    .limit(1)
    .executeTakeFirst();
  return shipment ?? null;
}
