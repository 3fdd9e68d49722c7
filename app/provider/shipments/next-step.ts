import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WireStep } from "#app/contract/shipment.ts";
import type { ServiceType, ShipmentStatus } from "#app/contract/shipment-code.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { dayToWire, instantToWire } from "#app/lib/date-time.ts";
import { isOwnTurn, type NextStep, nextStep, ownMilestoneKinds } from "#app/lib/next-step.ts";
import { type CutOff, cutOffsOfShipments, cutOffsStated } from "../cut-offs/list.ts";
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
      status,
      service,
      cutOffs: cutOffs.map((cutOff) => ({ ...cutOff, need: needOf(cutOff.code) })),
      next: next && { kind: next.kind, due: { at: new Date(next.at), isDayOnly: next.isDayOnly } },
      last: last?.kind ?? null,
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
    kind,
    code,
    turn,
    since: instantToWire(since),
    due: due && (due.isDayOnly ? dayToWire(due.at) : instantToWire(due.at)),
    place: places.orNull(placeCode),
  };
}

/** As much of a shipment as says whose turn it is. */
interface TurnRow {
  id: string;
  status: ShipmentStatus;
  service: ServiceType;
  /** Kind of the next milestone. */
  kind: StoredMilestone["kind"] | null;
}
const TURN_COLUMNS = sql`s.id, s.status, s.service_type as service, s.next_milestone ->> 'kind' as kind`;

/** Whether it is the customer's side's turn, if the cut-offs are all that is to be met: no date of the milestone matters for that. */
function isOwnWith({ status, service, kind }: TurnRow, cutOffs: readonly CutOff[], now: Date): boolean {
  const next = kind && { kind, due: { at: now, isDayOnly: false } };
  const needed = cutOffs.map((cutOff) => ({ ...cutOff, need: needOf(cutOff.code) }));
  return isOwnTurn(
    nextStep({ status, service, next, cutOffs: needed, last: null, since: null, heardAt: null }, now),
  );
}

/** As in the index `shipment_own_turn`. */
const HAS_OWN_MILESTONE = sql`s.status <> 'COMPLETED'
  and s.next_milestone ->> 'kind' ~ ${sql.lit(`^(${ownMilestoneKinds.join("|")})$`)}`;
/** Booked shipments whose cut-offs are read at once, when there are more than are asked for. */
const BOOKED_AT_ONCE = 1_000;

/**
 * The open shipments of the companies whose next step is up to the customer's side; with `most`, no more are looked for
 * once so many are found. `nextSteps` decides, but is asked only where it may say so.
 */
export async function ownTurnIds(
  db: Kysely<Database>,
  companyIds: readonly string[],
  now: Date,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const ofCompanies =
    companyIds.length === 1
      ? sql`s.company_id = ${companyIds[0]}`
      : sql`s.company_id = any(${[...companyIds]}::bigint[])`;
  const { rows } = await sql<TurnRow>`
    select ${TURN_COLUMNS} from shipment s where ${ofCompanies} and ${HAS_OWN_MILESTONE}`.execute(db);
  // Only booked ones have cut-offs, which come before the milestone.
  const moving = rows.filter((row) => row.status !== "BOOKED" && isOwnWith(row, [], now));
  const ids = moving.map(({ id }) => id);
  const booked = rows.filter(({ status }) => status === "BOOKED");
  if (ids.length + booked.length > most) {
    for (let from = 0; from < booked.length && ids.length < most; from += BOOKED_AT_ONCE) {
      const some = booked.slice(from, from + BOOKED_AT_ONCE);
      ids.push(...(await ownTurnOf(db, some, sql`s.id = any(${some.map(({ id }) => id)}::bigint[])`, now)));
    }
    if (ids.length >= most) return ids.slice(0, most);
    ids.length = moving.length;
  }
  return [...ids, ...(await ownTurnOf(db, booked, sql`${ofCompanies} and s.status = 'BOOKED'`, now))];
}

/**
 * Of booked shipments, those whose next step is up to the customer's side: `known` ones, and others that the condition finds,
 * who have such a step by a cut-off only.
 */
async function ownTurnOf(
  db: Kysely<Database>,
  known: readonly TurnRow[],
  which: RawBuilder<unknown>,
  now: Date,
): Promise<string[]> {
  const stated = Map.groupBy(await cutOffsStated(db, which), ({ shipmentId }) => shipmentId!);
  const knownIds = new Set(known.map(({ id }) => id));
  const others = [...stated.keys()].filter((id) => !knownIds.has(id));
  const { rows } =
    others.length === 0
      ? { rows: [] }
      : await sql<TurnRow>`
        select ${TURN_COLUMNS} from shipment s where s.id = any(${others}::bigint[])`.execute(db);
  const own: string[] = [];
  const open: string[] = [];
  for (const row of [...known, ...rows]) {
    // What has been done decides which of the cut-offs is the next one; where all of them say the same, it is not read.
    const cutOffs = stated.get(row.id) ?? [];
    const possible = [[], ...cutOffs.map((cutOff) => [cutOff])].map((each) => isOwnWith(row, each, now));
    if (possible.every((isOwn) => isOwn)) own.push(row.id);
    else if (possible.includes(true)) open.push(row.id);
  }
  if (open.length === 0) return own;
  const { rows: undecided } = await sql<StepRow>`
    select s.id, s.status, s.service_type, s.booking_at, s.heard_at, s.last_milestone, s.next_milestone
    from shipment s where s.id = any(${open}::bigint[])`.execute(db);
  const steps = await nextSteps(db, undecided, now);
  return [...own, ...open.filter((id) => isOwnTurn(steps.get(id)))];
}
