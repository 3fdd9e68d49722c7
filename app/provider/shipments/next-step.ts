import { type Kysely, sql } from "kysely";
import type { WireStep } from "#app/contract/shipment.ts";
import type { ServiceType, ShipmentStatus } from "#app/contract/shipment-code.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { dayToWire, instantToWire } from "#app/lib/date-time.ts";
import { isOwnTurn, type NextStep, nextStep } from "#app/lib/next-step.ts";
import { type CutOff, cutOffsOfShipments } from "../cut-offs/list.ts";
import type { Database, StoredMilestone } from "../db/schema.ts";
import type { PlaceNames } from "../reference/place-names.ts";

/** The columns of a shipment that say what comes next. */
export interface StepRow {
  id: string;
  status: ShipmentStatus;
  service_type: ServiceType;
  booking_at: Date | null;
  heard_at: Date | null;
  last_milestone: StoredMilestone | null;
  next_milestone: StoredMilestone | null;
}

/** What comes next, and the place of it. */
export interface PlacedStep extends NextStep {
  placeCode: string | null;
}

/** What comes next for each of the rows; rows for which nothing is known are left out. */
export async function nextSteps(
  db: Kysely<Database>,
  rows: readonly StepRow[],
  now: Date,
): Promise<Map<string, PlacedStep>> {
  // A shipment that has left has no cut-offs before it.
  const booked = rows.filter(({ status }) => status === "BOOKED").map(({ id }) => id);
  const cutOffs = booked.length > 0 ? await cutOffsOfShipments(db, booked) : [];
  const cutOffsOf = Map.groupBy(cutOffs, ({ shipmentId }) => shipmentId);
  return new Map(
    rows.flatMap((row) => {
      const own = cutOffsOf.get(row.id) ?? [];
      const step = stepOf(row, own, now);
      if (!step) return [];
      const cutOff = own.find(({ code }) => code === step.code);
      const placeCode = cutOff ? cutOff.placeCode : (row.next_milestone?.place ?? null);
      return [[row.id, { ...step, placeCode }]];
    }),
  );
}

function stepOf(row: StepRow, cutOffs: readonly CutOff[], now: Date): NextStep | null {
  const { status, service_type: service, next_milestone: next, last_milestone: last } = row;
  return nextStep(
    {
      ...{ status, service, cutOffs: cutOffs.map((cutOff) => ({ ...cutOff, need: needOf(cutOff.code) })) },
      next: next && { kind: next.kind, due: { at: new Date(next.at), isDayOnly: next.isDayOnly } },
      since: last ? new Date(last.at) : row.booking_at,
      heardAt: row.heard_at,
    },
    now,
  );
}

export function wireStep(step: PlacedStep | undefined, places: PlaceNames): WireStep | null {
  if (!step) return null;
  const { kind, code, turn, since, due, placeCode } = step;
  return {
    ...{ kind, code, turn },
    since: instantToWire(since),
    due: due && (due.isDayOnly ? dayToWire(due.at) : instantToWire(due.at)),
    place: places.orNull(placeCode),
  };
}

/** The open shipments of the companies whose next step is up to the customer's side. */
export async function ownTurnIds(
  db: Kysely<Database>,
  companyIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<StepRow>`
    select s.id, s.status, s.service_type, s.booking_at, s.heard_at, s.last_milestone, s.next_milestone
    from shipment s where s.company_id = any(${[...companyIds]}::bigint[]) and s.status <> 'COMPLETED'`.execute(
    db,
  );
  const steps = await nextSteps(db, rows, now);
  return rows.filter(({ id }) => isOwnTurn(steps.get(id))).map(({ id }) => id);
}
