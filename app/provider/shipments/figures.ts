import { type Kysely, sql } from "kysely";
import { daysBefore, dayToWire, formatDay } from "#app/lib/date-time.ts";
import { tierRanges } from "#app/lib/free-time-charge.ts";
import type { FreeTimeLine } from "#app/lib/free-time-lines.ts";
import type { Milestone, MilestoneKind, MilestoneTime } from "#app/lib/milestones/milestone.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import type { ContainerFreeTime } from "./free-time-record.ts";
import { UNKNOWN_ZONE } from "./local-dates.ts";
import { type MilestoneDays, storedMilestones } from "./milestone-days.ts";

/** What reports count of a shipment's milestones and of the free time of its containers, as it is stored. */

/** The main carriage has reports of its own: departures and arrivals. */
const elsewhere: ReadonlySet<MilestoneKind> = new Set<MilestoneKind>(["DEPA", "DEP", "ARRI", "ARR"]);

export interface Figures {
  id: string;
  milestones: readonly Milestone[];
  containers: readonly ContainerFreeTime[];
}

/** Replaces what is stored of the shipments, whose rows are locked. */
export async function writeFigures(db: Kysely<Database>, figures: readonly Figures[]): Promise<void> {
  await writeMilestones(db, figures);
  await writeClocks(db, figures);
}

async function writeMilestones(db: Kysely<Database>, figures: readonly Figures[]): Promise<void> {
  const codes = [
    ...new Set(figures.flatMap(({ milestones }) => milestones.flatMap((each) => each.placeCode ?? []))),
  ];
  const { rows } = await sql<{ code: string; time_zone: string | null }>`
    select code, time_zone from place where code = any(${codes}::text[])`.execute(db);
  const zones = new Map(rows.map(({ code, time_zone }) => [code, time_zone]));
  const stored = figures.map(({ id, milestones }) => storedMilestones(id, daysOf(milestones, zones)));
  const columns = Object.keys(storedMilestones("0", []))
    .slice(1)
    .map((name) => sql.ref(name));
  await sql`
    insert into milestone_days (shipment_id, ${sql.join(columns)})
    select shipment_id, ${sql.join(columns)}
    from jsonb_populate_recordset(null::milestone_days, ${JSON.stringify(stored)}::jsonb)
    on conflict (shipment_id) do update
      set ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}`.execute(db);
}

/** One of each kind: of loadings and discharges on the way the last one. */
function daysOf(
  milestones: readonly Milestone[],
  zones: ReadonlyMap<string, string | null>,
): MilestoneDays[] {
  const counted = milestones.filter(({ kind }) => !elsewhere.has(kind));
  const last = [...new Map(counted.map((each) => [each.kind, each])).values()];
  const dayOf = ({ placeCode }: Milestone, time: MilestoneTime | null) =>
    time &&
    (time.isDayOnly ? dayToWire(time.at) : formatDay(time.at, zones.get(placeCode ?? "") ?? UNKNOWN_ZONE));
  return last.map((each) => ({
    kind: each.kind,
    firstDue: dayOf(each, firstDue(each)),
    lastDue: dayOf(each, each.due),
    done: dayOf(each, each.actual),
    isSkipped: each.isSkipped,
    reason: each.reason?.code ?? null,
  }));
}

/** The first plan or estimate that was received before it was reached. */
const firstDue = ({ events, ignoredEventIds }: Milestone): MilestoneTime | null =>
  events.find(({ id, classifier }) => classifier !== "ACT" && !ignoredEventIds.includes(id)) ?? null;

/** Replaces the clocks of the shipments' containers. */
export async function writeClocks(
  db: Kysely<Database>,
  figures: readonly Pick<Figures, "id" | "containers">[],
): Promise<void> {
  const clocks = figures.flatMap(({ id, containers }) =>
    containers.flatMap(({ containerNumber, lines }) =>
      lines.map((line) => clockOf(id, referenceKey(containerNumber), line)),
    ),
  );
  const ids = figures.map(({ id }) => id);
  await sql`delete from free_time_clock where shipment_id = any(${ids}::bigint[])`.execute(db);
  if (clocks.length > 0)
    await sql`
      insert into free_time_clock (shipment_id, container_key, type, first_day, last_free_day, planned_start, ended_on, has_begun,
        currency, amount, tiers)
      select distinct on (shipment_id, container_key, type) *
      from jsonb_to_recordset(${JSON.stringify(clocks)}::jsonb) as c (shipment_id bigint, container_key text, type text,
        first_day date, last_free_day date, planned_start date, ended_on date, has_begun boolean, currency text, amount numeric, tiers jsonb)`.execute(
      db,
    );
  await sql`select count_free_time(${ids}::bigint[])`.execute(db);
}

function clockOf(shipmentId: string, key: string, line: FreeTimeLine) {
  const { tariff, computed, cost, hasBegun, lastFreeDay } = line;
  const isPriced = tariff !== null && lastFreeDay !== null && hasBegun;
  return {
    shipment_id: shipmentId,
    container_key: key,
    type: line.type,
    first_day: computed?.isActual && tariff ? firstDayOf(computed.startDay, tariff.dayOne) : null,
    last_free_day: lastFreeDay,
    planned_start:
      line.isOpen && line.basis === "computed" && !computed?.isActual ? computed?.startDay : null,
    ended_on: line.endedOn,
    has_begun: hasBegun,
    currency: isPriced ? tariff.currency : null,
    amount: line.endedOn && cost ? cost.amount : null,
    tiers: isPriced && !line.endedOn ? tierRanges(tariff.tiers) : [],
  };
}

const firstDayOf = (startDay: string, dayOne: "event-day" | "next-day"): string =>
  dayOne === "event-day" ? startDay : daysBefore(startDay, -1)!;
