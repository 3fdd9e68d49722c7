import type { Kysely } from "kysely";
import type { z } from "zod";
import type { BookingContent } from "#app/contract/booking.ts";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import { channelTypes } from "#app/contract/message.ts";
import type { JobMode, ServiceType } from "#app/contract/shipment-code.ts";
import {
  deskShipmentFields,
  type shipmentMadeConflict,
  type shipmentMake,
  type shipmentStart,
} from "#app/contract/shipment-desk.ts";
import { cargoTotals, piecesOf } from "#app/lib/booking-cargo.ts";
import { needsCustomerService } from "#app/lib/booking-state.ts";
import { dayToWire, wallClockToInstant } from "#app/lib/date-time.ts";
import { compare } from "#app/lib/decimal.ts";
import { paymentOf } from "#app/lib/incoterms.ts";
import { findOwnRow } from "../access/own-row.ts";
import { shipmentOf } from "../bookings/detail.ts";
import { type BookingRow, contentOf } from "../bookings/store.ts";
import type { CallerContext } from "../call/context.ts";
import { randomCode } from "../call/random-code.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { caseOf } from "../messages/case.ts";
import { ensureTeam, findTeam } from "../messages/team.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append, NO_ENTRIES } from "../operation-log/log.ts";
import { carrierCodeOf } from "../reference/carrier-names.ts";
import { attachWaitingEvents } from "../shipments/event-store.ts";
import { recomputeShipments } from "../shipments/recompute.ts";
import { indexReferences } from "../shipments/reference.ts";
import { type DeskColumns, keepVessels, readFields, zoneOf } from "./fields.ts";
import { insertShipments } from "./insert.ts";

const modes: Record<string, JobMode> = { AIR: "AIR", OCEAN_FCL: "OCEAN", OCEAN_LCL: "OCEAN", TRUCK: "TRUCK" };
const loads: Record<string, "LOOSE" | "FCL" | "LCL" | "LTL"> = {
  AIR: "LOOSE",
  OCEAN_FCL: "FCL",
  OCEAN_LCL: "LCL",
  TRUCK: "LTL",
};
const airServices: Partial<Record<string, ServiceType>> = { DTP: "DTA", PTP: "ATA", PTD: "ATD" };

const modeOf = ({ transportMode }: BookingContent): JobMode => modes[transportMode] ?? "OCEAN";

const CODE_LENGTH = 8;

/** "FL-2611-7KQM3RX9": the public search finds a shipment by this number alone, so that none follows from another one. */
function proposedNumber(now: Date): string {
  const day = dayToWire(now)!;
  return `FL-${day.slice(2, 4)}${day.slice(5, 7)}-${randomCode(CODE_LENGTH)}`;
}

/** The form of a shipment that is not made yet, filled from its booking. */
export async function startShipment(
  { bookingId }: z.output<typeof shipmentStart.request>,
  { db, scope, now }: CallerContext,
): Promise<z.input<typeof shipmentStart.response>> {
  const row = await findOwnRow(db, "booking", scope, bookingId);
  const content = contentOf(row);
  const company = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", row.company_id)
    .executeTakeFirstOrThrow();
  const mode = modeOf(content);
  const carrierCode = await carrierCodeOf(db, content.carrier, mode);
  const { pieces, grossKg, volumeCbm } = cargoTotals(content.cargo);
  const filled = (text: string) => (compare(text, 0) > 0 ? text : "");
  return {
    bookingNumber: row.booking_number,
    company: company.name,
    mode,
    fields: deskShipmentFields.parse({
      houseNumber: proposedNumber(now),
      carrierBookingNumber: row.carrier_booking_number ?? "",
      carrierCode: carrierCode ?? "",
      portOfDeparture: content.origin,
      portOfArrival: content.destination,
      serviceType: mode === "AIR" ? (airServices[content.service] ?? "DTD") : content.service || "PTP",
      serviceLevel: content.serviceLevel || "STANDARD",
      loadType: loads[content.transportMode] ?? "FCL",
      incoterms: content.incoterms,
      paymentType: content.paymentType || paymentOf(content.incoterms),
      pieces: pieces > 0 ? String(pieces) : "",
      packageType: content.cargo[0]?.packageType || "CTN",
      grossWeightKg: filled(grossKg),
      volumeCbm: filled(volumeCbm),
      // Those without a number are added when the carrier has given them one.
      containers: content.containers
        .filter(({ containerNumber }) => containerNumber !== "")
        .map(({ containerNumber, containerType }) => ({ containerNumber, containerType })),
    }),
    orderLines: ordersOf(content).map(({ poNumber, skuNumber, pieces: count }) => ({
      poNumber,
      skuNumber,
      pieces: count,
    })),
    made: await shipmentOf(db, row),
  };
}

const ordersOf = ({ cargo }: BookingContent) => cargo.filter(({ poNumber }) => poNumber.trim() !== "");

/**
 * Makes the shipment of an accepted booking in the call's transaction, once: the booking's row is locked meanwhile. Events that
 * waited for one of its numbers are tied to it.
 * @throws Refusal 409 when it is made already, or the booking is not accepted; 400 with the faulty fields
 */
export async function makeShipment(
  { bookingId, fields }: z.output<typeof shipmentMake.request>,
  context: CallerContext,
): Promise<z.input<typeof shipmentMake.response>> {
  const { db, caller, scope, language, now } = context;
  const booking = await findOwnRow(db, "booking", scope, bookingId, { isLocked: true });
  await refuseSecond(db, booking);
  if (!needsCustomerService(booking.status))
    throw new Refusal(CODE_CONFLICT, `bookingNow${booking.status}`, {
      values: { actor: booking.updated_by_name },
    });
  const content = contentOf(booking);
  const mode = modeOf(content);
  const read = await readFields(fields, { db, language, mode, now, ownId: null });
  if ("faults" in read) throw new Refusal(CODE_INVALID, "invalid", { data: { fields: read.faults } });
  const { columns } = read;
  await keepVessels(db, [columns]);
  const id = await insertOne(booking, content, { mode, columns }, context);
  await append(db, NO_ENTRIES, {
    subject: "shipment",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "shipment.made",
    changes: [
      { path: "bookingNumber", before: null, after: booking.booking_number },
      ...changesBetween(null, fields),
    ],
  });
  await indexReferences(db, [id]);
  await attachWaitingEvents(db, [id], now);
  await recomputeShipments(db, [id], now, { isTold: true });
  await joinTeam(id, context);
  return { id, houseNumber: columns.row.house_number };
}

async function refuseSecond(db: Kysely<Database>, booking: BookingRow): Promise<void> {
  const made = await shipmentOf(db, booking);
  if (!made) return;
  const data = { made } satisfies z.input<typeof shipmentMadeConflict>;
  throw new Refusal(CODE_CONFLICT, "shipmentMade", { values: { number: made.houseNumber }, data });
}

async function insertOne(
  booking: BookingRow,
  content: BookingContent,
  { mode, columns }: { mode: JobMode; columns: DeskColumns },
  { db, now }: CallerContext,
): Promise<string> {
  const ready = wallClockToInstant(content.cargoReadyDate, await zoneOf(db, columns.row.port_of_departure));
  const made = await insertShipments(
    db,
    [
      {
        companyId: booking.company_id,
        mode,
        columns,
        goods: content.goodsDescription,
        shipper: content.shipper.name,
        consignee: content.consignee.name,
        booking: {
          number: booking.booking_number,
          at: booking.submitted_at,
          price: booking.price_amount,
          currency: booking.price_currency,
          cargoReady: ready ? content.cargoReadyDate : null,
        },
      },
    ],
    now,
  );
  const id = made.get(columns.row.house_number)!;
  await putOrders(db, id, content);
  return id;
}

async function putOrders(db: Kysely<Database>, id: string, content: BookingContent): Promise<void> {
  const orders = ordersOf(content);
  if (orders.length === 0) return;
  await db
    .insertInto("shipment_order_line")
    .values(
      orders.map((line, index) => {
        const pieces = piecesOf(line) ?? 0;
        return {
          shipment_id: id,
          line: index + 1,
          po_number: line.poNumber.trim(),
          sku_number: line.skuNumber.trim(),
          description: content.goodsDescription,
          pieces,
          cartons: pieces,
        };
      }),
    )
    .execute();
}

/** The conversation of the booking, if there is one, is of the shipment too. */
async function joinTeam(id: string, { db, scope, caller, now }: CallerContext): Promise<void> {
  const conversationCase = await caseOf(db, scope, channelTypes.shipment, id);
  if (conversationCase && (await findTeam(db, { ...conversationCase, shipmentId: null })))
    await ensureTeam(db, conversationCase, { userId: caller.userId, now });
}
