import { type Kysely, sql } from "kysely";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { DocumentType, ShipmentDateKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { formatDay, instantToWire, WIRE_ZONE } from "#app/lib/date-time.ts";
import { chargedDays, freeDaysLeft } from "#app/lib/free-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { Database } from "../db/schema.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";
import { isOneOf, readOtherClaims } from "./container-move.ts";
import { EVENT_COLUMNS, toWireEvent } from "./event-row.ts";
import { inScope, type ShipmentScope } from "./filter.ts";
import type { PaperLine } from "./line-amounts.ts";
import { mergedInto } from "./merged.ts";
import { nextSteps, wireStep } from "./next-step.ts";
import { delayDaysOf, isDelayed } from "./row.ts";
import { placesOfShipments } from "./stated-place.ts";
import { type DatedRow, wireDate, wireDatesOf } from "./wire-dates.ts";

/** Reads one shipment within the scope; null both for an unknown id and for another company's. */
export async function readDetail(
  db: Kysely<Database>,
  scope: ShipmentScope,
  id: string,
  { language, now, hasCharges }: { language: Language; now: Date; hasCharges: boolean },
): Promise<ShipmentDetailData | null> {
  const row = await selectShipment(db, scope, id);
  if (!row) {
    const keptId = await mergedInto(db, id);
    return keptId === null ? null : readDetail(db, scope, keptId, { language, now, hasCharges });
  }
  const events = await selectEvents(db, id);
  const step = (await nextSteps(db, [row], now)).get(id);
  const places = await placeNames(db, language, [
    step?.placeCode ?? null,
    row.place_of_receipt,
    row.port_of_departure,
    row.port_of_arrival,
    row.port_of_final_arrival,
    ...events.map((event) => event.place_code),
  ]);
  const placesOf = await placesOfShipments(db, places, [{ id, placeCode: step?.placeCode }]);
  return {
    ...fieldsOf(row, { places, now, hasCharges }),
    nextStep: wireStep(step, placesOf(id)),
    containers: await readContainers(db, scope, row),
    cargo: await readCargo(db, id),
    orderLines: await readOrderLines(db, id),
    documents: await readDocuments(db, id),
    events: events.map((event) => ({
      ...toWireEvent(event, places),
      ...(isOneOf(row.moved_containers, event.container_number) ? { hasMoved: true } : {}),
    })),
  };
}

function selectShipment(db: Kysely<Database>, scope: ShipmentScope, id: string) {
  return db
    .selectFrom("shipment as s")
    .innerJoin("party as shipper", "shipper.id", "s.shipper_id")
    .innerJoin("party as consignee", "consignee.id", "s.consignee_id")
    .leftJoin("carrier", "carrier.code", "s.carrier_code")
    .leftJoin("vessel", "vessel.imo", "s.vessel_imo")
    .leftJoin("vessel as mother", "mother.imo", "s.mother_vessel_imo")
    .selectAll("s")
    .select([
      "shipper.code as shipper_code",
      "shipper.name as shipper_name",
      "consignee.code as consignee_code",
      "consignee.name as consignee_name",
      "carrier.name as carrier_name",
      "vessel.name as vessel_name",
      "mother.name as mother_vessel_name",
      sql<boolean>`exists (
        select from shipment_follow f where f.user_id = ${scope.userId} and f.shipment_id = s.id)`.as(
        "is_followed",
      ),
      sql<string | null>`(
        select b.id from booking b
        where b.booking_number = s.booking_number and b.company_id = s.company_id
          and ${seenBookings(scope, "b")})`.as("booking_id"),
    ])
    .where("s.id", "=", id)
    .where(sql<boolean>`${inScope(scope)}`)
    .executeTakeFirst();
}

type SelectedShipment = NonNullable<Awaited<ReturnType<typeof selectShipment>>>;

function fieldsOf(
  row: SelectedShipment,
  { places, now, hasCharges }: { places: PlaceNames; now: Date; hasCharges: boolean },
): Omit<ShipmentDetailData, "nextStep" | "containers" | "cargo" | "orderLines" | "documents" | "events"> {
  const isAir = row.job_mode === "AIR";
  return {
    id: row.id,
    houseNumber: row.house_number,
    masterNumber: row.master_number,
    status: row.status,
    isDelayed: isDelayed(row, now),
    delayDays: delayDaysOf(row, now),
    delayReason: isDelayed(row, now) ? (row.delay_reason ?? "overdue") : null,
    isFollowed: row.is_followed,
    isPublic: row.is_public,
    mode: row.job_mode,
    serviceType: row.service_type,
    serviceLevel: row.service_level as ShipmentDetailData["serviceLevel"],
    incoterms: row.incoterms,
    paymentType: row.payment_type as ShipmentDetailData["paymentType"],
    loadType: row.load_type as ShipmentDetailData["loadType"],
    shipper: row.shipper_code,
    shipperName: row.shipper_name,
    consignee: row.consignee_code,
    consigneeName: row.consignee_name,
    placeOfReceipt: places.orNull(row.place_of_receipt),
    portOfDeparture: places.of(row.port_of_departure),
    portOfArrival: places.of(row.port_of_arrival),
    portOfFinalArrival: places.orNull(row.port_of_final_arrival),
    ...(hasCharges && row.estimated_charges !== null && row.charges_currency !== null
      ? { estimatedCharges: { amount: row.estimated_charges, currency: row.charges_currency } }
      : {}),
    carrierName: row.carrier_name,
    airCarrier: isAir ? row.carrier_name : null,
    flightNumber: row.flight_number,
    vessel: row.vessel_name,
    vesselImo: row.vessel_imo,
    motherVessel: row.mother_vessel_name,
    voyage: row.voyage,
    systemSource: row.system_source,
    businessUnit: row.business_unit,
    commercialInvoiceNumber: row.commercial_invoice_number,
    pieces: row.pieces,
    packageType: row.package_type as ShipmentDetailData["packageType"],
    cartons: row.cartons,
    grossWeightKg: row.gross_weight_kg,
    volumeCbm: row.volume_cbm,
    chargeableWeightKg: row.chargeable_weight_kg,
    dates: wireDates(row),
    freeTime: freeTimeSummary(row, places.of(row.port_of_final_arrival ?? row.port_of_arrival).timeZone, now),
    firstEta: wireDate(row, "first_eta", row.first_eta),
    booking: row.booking_number
      ? { id: row.booking_id, bookingNumber: row.booking_number, bookedAt: instantToWire(row.booking_at) }
      : null,
    updatedAt: instantToWire(row.updated_at)!,
  };
}

function freeTimeSummary(
  { free_time_day }: SelectedShipment,
  zone: string | null,
  now: Date,
): ShipmentDetailData["freeTime"] {
  if (free_time_day === null) return null;
  const today = formatDay(now, zone ?? WIRE_ZONE)!;
  return {
    lastFreeDay: free_time_day,
    daysLeft: freeDaysLeft(free_time_day, today),
    daysOver: chargedDays(free_time_day, today),
  };
}

function selectEvents(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("event_shipment")
    .innerJoin("event", "event.event_id", "event_shipment.event_id")
    .select(EVENT_COLUMNS)
    .where("event_shipment.shipment_id", "=", id)
    .orderBy("event.occurred_at")
    .orderBy("event.event_id")
    .execute();
}

async function readContainers(
  db: Kysely<Database>,
  scope: ShipmentScope,
  { id, moved_containers }: SelectedShipment,
): Promise<ShipmentDetailData["containers"]> {
  const rows = await db
    .selectFrom("shipment_container")
    .selectAll()
    .where("shipment_id", "=", id)
    .orderBy("line")
    .execute();
  const moves = moved_containers.length > 0 ? await readMoves(db, scope, id) : new Map();
  return rows.map((container) => ({
    containerNumber: container.container_number,
    containerType: container.container_type,
    sealNumber: container.seal_number,
    pieces: container.pieces,
    grossWeightKg: container.gross_weight_kg,
    volumeCbm: container.volume_cbm,
    moved: isOneOf(moved_containers, container.container_number)
      ? (moves.get(referenceKey(container.container_number)) ?? null)
      : null,
  }));
}

/** Since when the containers are elsewhere, and where, as far as the caller may see that shipment. */
async function readMoves(
  db: Kysely<Database>,
  scope: ShipmentScope,
  id: string,
): Promise<Map<string, NonNullable<ShipmentDetailData["containers"][number]["moved"]>>> {
  const claims = (await readOtherClaims(db, [id])).get(id) ?? [];
  const seen = await db
    .selectFrom("shipment as s")
    .select(["s.id", "s.house_number as houseNumber"])
    .where("s.id", "=", sql<string>`any(${claims.map(({ toId }) => toId)}::bigint[])`)
    .where(sql<boolean>`${inScope(scope)}`)
    .execute();
  // The latest claim is first; later entries of a map replace earlier ones.
  return new Map(
    claims.toReversed().map(({ key, at, toId }) => {
      const shipment = seen.find((row) => row.id === toId) ?? null;
      return [key, { at: instantToWire(at)!, shipment }];
    }),
  );
}

async function readCargo(db: Kysely<Database>, id: string): Promise<ShipmentDetailData["cargo"]> {
  const rows = await db
    .selectFrom("shipment_cargo")
    .selectAll()
    .where("shipment_id", "=", id)
    .orderBy(sql`array_position('{O,R,H}'::text[], data_type::text)`)
    .execute();
  return rows.map((line) => ({
    dataType: line.data_type,
    pieces: line.pieces,
    packageType: line.package_type as ShipmentDetailData["packageType"],
    grossWeightKg: line.gross_weight_kg,
    volumeCbm: line.volume_cbm,
    chargeableWeightKg: line.chargeable_weight_kg,
    description: line.description,
  }));
}

function selectOrderLines(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("shipment_order_line")
    .selectAll()
    .where("shipment_id", "=", id)
    .orderBy("line")
    .execute();
}

type SelectedOrderLine = Awaited<ReturnType<typeof selectOrderLines>>[number];

const wireOrderLine = (line: SelectedOrderLine) => ({
  poNumber: line.po_number,
  skuNumber: line.sku_number,
  description: line.description,
  pieces: line.pieces,
  cartons: line.cartons,
});

async function readOrderLines(db: Kysely<Database>, id: string): Promise<ShipmentDetailData["orderLines"]> {
  return (await selectOrderLines(db, id)).map(wireOrderLine);
}

/**
 * The order lines of a shipment that the caller may see, with data of the seller's documents. The seller's
 * prices belong to the customer and are not the forwarder's charges, so no permission is needed; but only
 * documents show them.
 */
export async function readPaperLines(db: Kysely<Database>, id: string): Promise<PaperLine[]> {
  return (await selectOrderLines(db, id)).map((line) => ({
    ...wireOrderLine(line),
    hsCode: line.hs_code,
    price:
      line.unit_price === null || line.currency === null
        ? null
        : { unit: line.unit_price, currency: line.currency },
    grossWeightKg: line.gross_weight_kg,
    netWeightKg: line.net_weight_kg,
  }));
}

async function readDocuments(db: Kysely<Database>, id: string): Promise<ShipmentDetailData["documents"]> {
  const rows = await db
    .selectFrom("shipment_document")
    .selectAll()
    .where("shipment_id", "=", id)
    .where("is_uploaded", "=", false)
    .orderBy("id")
    .execute();
  return rows.map((document) => ({
    id: document.id,
    documentType: document.document_type as DocumentType,
    number: document.number,
    issuedOn: document.issued_on,
    fileName: document.file_name,
  }));
}

type DetailedRow = DatedRow & {
  booking_at: Date | null;
  delivery_at: Date | null;
  dates: Record<string, string>;
};

/**
 * Dates of the columns and of the `dates` object; there a text of ten characters is a day, any other an
 * instant.
 */
function wireDates(row: DetailedRow): ShipmentDetailData["dates"] {
  const dates: Partial<Record<ShipmentDateKey, string>> = {};
  for (const [key, text] of Object.entries(row.dates)) {
    const moment = text.length === 10 ? text : instantToWire(new Date(text));
    if (moment) dates[key as ShipmentDateKey] = moment;
  }
  const columns = {
    booking: instantToWire(row.booking_at),
    ...wireDatesOf(row),
    delivery: wireDate(row, "delivery", row.delivery_at),
  };
  for (const [key, moment] of Object.entries(columns)) if (moment) dates[key as ShipmentDateKey] = moment;
  return dates;
}
