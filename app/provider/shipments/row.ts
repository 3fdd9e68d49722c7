import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ShipmentRow, WireMilestone } from "#app/contract/shipment.ts";
import type { ShipmentDateKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { ownContainers } from "#app/lib/container-number.ts";
import { DAY_MS, dayToWire, endOf, instantToWire } from "#app/lib/date-time.ts";
import { slipStart } from "#app/lib/milestones/status.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database, StoredMilestone } from "../db/schema.ts";
import { type PlaceNames, placeNames } from "../reference/place-names.ts";
import { nextSteps, wireStep } from "./next-step.ts";
import { placesOfShipments } from "./stated-place.ts";
import { wireDate, wireDatesOf } from "./wire-dates.ts";

const ROW_COLUMNS = [
  "s.id",
  "s.house_number",
  "s.master_number",
  "s.job_mode",
  "s.service_type",
  "s.load_type",
  "s.status",
  "s.delay_due_at",
  "s.first_eta",
  "s.reached",
  "s.last_milestone",
  "s.next_milestone",
  "s.heard_at",
  "s.reported_reason",
  "s.port_of_departure",
  "s.port_of_arrival",
  "s.port_of_final_arrival",
  "s.voyage",
  "s.flight_number",
  "s.booking_at",
  "s.etd",
  "s.atd",
  "s.eta",
  "s.ata",
  "s.delivery_at",
  "s.day_only",
  "s.container_numbers",
  "s.moved_containers",
  "s.po_numbers",
  "s.sku_numbers",
  "s.pieces",
  "s.package_type",
  "s.gross_weight_kg",
  "s.volume_cbm",
  "s.updated_at",
] as const;

/** Reads rows in the order of the ids. The ids have to come from a query scoped to the caller's companies. */
export async function readRows(
  db: Kysely<Database>,
  ids: readonly string[],
  userId: string,
  { language, now }: { language: Language; now: Date },
): Promise<ShipmentRow[]> {
  if (ids.length === 0) return [];
  const shipments = await selectRows(db, ids, userId);
  const steps = await nextSteps(db, shipments, now);
  const places = await placeNames(
    db,
    language,
    shipments.flatMap((row) => [
      row.port_of_departure,
      row.port_of_arrival,
      row.port_of_final_arrival,
      row.last_milestone?.place ?? null,
      row.next_milestone?.place ?? null,
      steps.get(row.id)?.placeCode ?? null,
    ]),
  );
  const placesOf = await placesOfShipments(
    db,
    places,
    shipments.flatMap(({ id, last_milestone, next_milestone }) => [
      { id, placeCode: last_milestone?.place },
      { id, placeCode: next_milestone?.place },
      { id, placeCode: steps.get(id)?.placeCode },
    ]),
  );
  const byId = new Map(shipments.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const ownPlaces = placesOf(id);
    return {
      id: row.id,
      houseNumber: row.house_number,
      masterNumber: row.master_number,
      mode: row.job_mode,
      serviceType: row.service_type,
      loadType: row.load_type as ShipmentRow["loadType"],
      status: row.status,
      isDelayed: isDelayed(row, now),
      isFollowed: row.is_followed,
      shipperName: row.shipper_name,
      consigneeName: row.consignee_name,
      portOfDeparture: places.of(row.port_of_departure),
      portOfArrival: places.of(row.port_of_arrival),
      destination: places.of(row.port_of_final_arrival ?? row.port_of_arrival),
      reached: (row.reached ?? []) as ShipmentDateKey[],
      delayDays: delayDaysOf(row, now),
      lastMilestone: row.last_milestone && wireMilestone(row.last_milestone, ownPlaces),
      nextMilestone: row.next_milestone && {
        ...wireMilestone(row.next_milestone, ownPlaces),
        isOverdue: endOf(timeOf(row.next_milestone)) < now,
      },
      nextStep: wireStep(steps.get(row.id), ownPlaces),
      reportedReason: isDelayed(row, now) ? row.reported_reason : null,
      transport: transportLine(row),
      carrierName: row.carrier_name,
      bookingDate: instantToWire(row.booking_at),
      ...wireDatesOf(row),
      delivery: wireDate(row, "delivery", row.delivery_at),
      containerNumbers: ownContainers(row.container_numbers, row.moved_containers),
      poNumbers: row.po_numbers,
      skuNumbers: row.sku_numbers,
      pieces: row.pieces,
      packageType: row.package_type,
      grossWeightKg: row.gross_weight_kg,
      volumeCbm: row.volume_cbm,
      updatedAt: instantToWire(row.updated_at)!,
    };
  });
}

const timeOf = ({ at, isDayOnly }: StoredMilestone) => ({ at: new Date(at), isDayOnly });

function wireMilestone(milestone: StoredMilestone, places: PlaceNames): WireMilestone {
  const { vocabulary, kind, mode, place } = milestone;
  const { at, isDayOnly } = timeOf(milestone);
  const moment = (isDayOnly ? dayToWire(at) : instantToWire(at))!;
  return { vocabulary, kind, mode, at: moment, place: places.orNull(place) };
}

/** The order is not defined. */
function selectRows(db: Kysely<Database>, ids: readonly string[], userId: string) {
  return db
    .selectFrom("shipment as s")
    .modifyFront(cachedPlan)
    .innerJoin("party as shipper", "shipper.id", "s.shipper_id")
    .innerJoin("party as consignee", "consignee.id", "s.consignee_id")
    .leftJoin("carrier", "carrier.code", "s.carrier_code")
    .leftJoin("vessel", "vessel.imo", "s.vessel_imo")
    .select(ROW_COLUMNS)
    .select([
      "shipper.name as shipper_name",
      "consignee.name as consignee_name",
      "carrier.name as carrier_name",
      "vessel.name as vessel_name",
      sql<boolean>`exists (select from shipment_follow f where f.user_id = ${userId} and f.shipment_id = s.id)`.as(
        "is_followed",
      ),
    ])
    .where("s.id", "=", sql<string>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** The driver returns -infinity as a number: the ETA has slipped, so it is late at any time. */
export function isDelayed(row: { status: string; delay_due_at: Date | number | null }, now: Date): boolean {
  return row.status !== "COMPLETED" && row.delay_due_at !== null && Number(row.delay_due_at) < now.getTime();
}

/**
 * By how many days a delayed shipment is late: its ETA compared with the first one, or now compared with the
 * overdue date. Null when unknown.
 */
export function delayDaysOf(
  row: {
    status: string;
    delay_due_at: Date | number | null;
    first_eta: Date | null;
    eta: Date | null;
    day_only: readonly string[];
  },
  now: Date,
): number | null {
  if (!isDelayed(row, now)) return null;
  if (row.delay_due_at instanceof Date)
    return delayDaysFrom(now.getTime() - row.delay_due_at.getTime() + DAY_MS);
  const first = slipStart(row.first_eta, row.day_only);
  return row.eta && first ? delayDaysFrom(row.eta.getTime() - first.getTime()) : null;
}

export const delayDaysFrom = (lateMs: number): number => Math.max(1, Math.floor(lateMs / DAY_MS));

/** The same as SQL, in milliseconds. */
export function delayMs(now: Date): RawBuilder<number> {
  return sql<number>`(extract(epoch from case when isfinite(s.delay_due_at)
    then ${now}::timestamptz - s.delay_due_at + interval '1 day' else s.eta - s.first_eta
      - case when 'first_eta' = any(s.day_only) and not 'eta' = any(s.day_only) then interval '1 day' else interval '0' end
    end) * 1000)::bigint`;
}

/** Carrier and vessel/voyage or flight on one line. */
export function transportLine(row: {
  carrier_name: string | null;
  vessel_name: string | null;
  voyage: string | null;
  flight_number: string | null;
}): string | null {
  const vessel = [row.vessel_name, row.voyage].filter(Boolean).join(" / ");
  return [row.carrier_name, vessel || row.flight_number].filter(Boolean).join(" · ") || null;
}
