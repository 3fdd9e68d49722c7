import { type Kysely, sql } from "kysely";
import { dayToWire, formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import {
  type FreeTimeBox,
  type FreeTimeGiven,
  type FreeTimeLine,
  firstOpenDay,
  freeTimeLines,
  type KnownDay,
  type Tariff,
} from "#app/lib/free-time-lines.ts";
import { type ContainerTime, containerTimes } from "#app/lib/milestones/container-times.ts";
import type { MilestoneEvent } from "#app/lib/milestones/milestone.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { bySource, readStatements, type Statement } from "../free-time/statement.ts";
import { readTariffs } from "../free-time/tariff.ts";

/** What free time depends on in the row of a shipment. */
export interface FreeTimeShipment {
  id: string;
  company_id: string;
  carrier_code: string | null;
  port_of_arrival: string;
  port_of_final_arrival: string | null;
  container_numbers: string[];
}

/** What free time depends on besides rows and events of shipments. */
export interface FreeTimeRecords {
  tariffs: ReadonlyMap<string, readonly Tariff[]>;
  statements: ReadonlyMap<string, readonly Statement[]>;
  /** Size types by shipment and `referenceKey` of the container. */
  sizeTypes: ReadonlyMap<string, string>;
  /** Time zones of places. */
  zones: ReadonlyMap<string, string | null>;
}

/** Reads it for shipments and their events. */
export async function readFreeTime(
  db: Kysely<Database>,
  shipments: readonly FreeTimeShipment[],
  events: readonly MilestoneEvent[],
): Promise<FreeTimeRecords> {
  const ids = shipments.map(({ id }) => id);
  const tariffs = await readTariffs(
    db,
    shipments.map(({ company_id }) => company_id),
  );
  const statements = Map.groupBy(await readStatements(db, ids), ({ shipment_id }) => shipment_id);
  // Without tariffs nothing is computed, so neither sizes nor zones are needed.
  const charged = shipments.filter(({ company_id }) => tariffs.has(company_id));
  const { rows: boxes } = await sql<{
    shipment_id: string;
    container_number: string;
    container_type: string;
  }>`
    select shipment_id, container_number, container_type from shipment_container
    where shipment_id = any(${charged.map(({ id }) => id)}::bigint[])`.execute(db);
  const codes = new Set([
    ...shipments.flatMap(endsOf),
    ...(charged.length > 0 ? events.flatMap(({ placeCode }) => placeCode ?? []) : []),
  ]);
  const { rows: places } = await sql<{ code: string; time_zone: string | null }>`
    select code, time_zone from place where code = any(${[...codes]}::text[])`.execute(db);
  return {
    tariffs,
    statements,
    sizeTypes: new Map(
      boxes.map(({ shipment_id, container_number, container_type }) => [
        `${shipment_id} ${referenceKey(container_number)}`,
        container_type,
      ]),
    ),
    zones: new Map(places.map(({ code, time_zone }) => [code, time_zone])),
  };
}

const endsOf = ({ port_of_arrival, port_of_final_arrival }: FreeTimeShipment): string[] =>
  port_of_final_arrival ? [port_of_final_arrival, port_of_arrival] : [port_of_arrival];

/** A day that is stated at present. */
export interface StatedDay {
  type: FreeTimeLine["type"];
  source: Statement["source"];
  sender: string;
  lastFreeDay: string | null;
  /** The statement that counts, then earlier ones; none for a day of the forwarder's own record. */
  statements: readonly Statement[];
}

export interface ContainerFreeTime {
  containerNumber: string;
  sizeType: string;
  stated: StatedDay[];
  /** What each source says now, whether it names a day or not. */
  current: Statement[];
  lines: FreeTimeLine[];
}

export interface FreeTimeAsked {
  /** The forwarder's record of the railway's last free day. */
  railDay: string | null;
  now: Date;
  pickup?: string | null;
}

/** The place's calendar day of a moment. */
export function todayAt(shipment: FreeTimeShipment, { zones }: FreeTimeRecords, now: Date): string {
  const zone = zones.get(endsOf(shipment)[0]!) ?? WIRE_ZONE;
  return formatDay(now, zone) ?? formatDay(now, WIRE_ZONE)!;
}

interface ContainerFacts extends Omit<ContainerFreeTime, "lines"> {
  given: FreeTimeGiven;
}

function factsOf(
  shipment: FreeTimeShipment,
  events: readonly MilestoneEvent[],
  records: FreeTimeRecords,
  { railDay, now, pickup = null }: FreeTimeAsked,
): ContainerFacts[] {
  const ends = endsOf(shipment);
  const keys = shipment.container_numbers.map(referenceKey);
  const tariffs = records.tariffs.get(shipment.company_id) ?? [];
  const statements = (records.statements.get(shipment.id) ?? []).filter(
    ({ received_at }) => received_at <= now,
  );
  if (tariffs.length === 0 && statements.length === 0 && railDay === null) return [];
  const times = containerTimes(events, keys, ends);
  const today = todayAt(shipment, records, now);
  return keys.map((key, index) => {
    const slots = bySource(statements.filter(({ container_key }) => container_key === key));
    const stated = statedDays(slots, railDay);
    const sizeType = records.sizeTypes.get(`${shipment.id} ${key}`) ?? "";
    const ownTimes = times.get(key)!;
    const dayOf = (time: ContainerTime | null) => knownDay(time, records, ends[0]!);
    const box: FreeTimeBox = {
      carrierCode: shipment.carrier_code,
      places: ends,
      sizeType,
      discharge: dayOf(ownTimes.discharge),
      available: dayOf(ownTimes.available),
      gateOut: dayOf(ownTimes.gateOut),
      emptyIn: dayOf(ownTimes.emptyIn),
    };
    const days = stated.flatMap(({ type, lastFreeDay }) => (lastFreeDay ? [{ type, lastFreeDay }] : []));
    return {
      containerNumber: shipment.container_numbers[index]!,
      sizeType,
      stated,
      current: slots.map(([current]) => current!),
      given: { box, tariffs, stated: days, today, pickup },
    };
  });
}

/** Free time of the shipment's containers by what was known at `now`. */
export const freeTimeOf = (
  shipment: FreeTimeShipment,
  events: readonly MilestoneEvent[],
  records: FreeTimeRecords,
  conditions: FreeTimeAsked,
): ContainerFreeTime[] =>
  factsOf(shipment, events, records, conditions).map(({ given: basis, ...container }) => ({
    ...container,
    lines: freeTimeLines(basis),
  }));

/** A railway's own statement takes the place of what the forwarder has noted. */
function statedDays(slots: readonly Statement[][], railDay: string | null): StatedDay[] {
  const stated = slots
    .filter((slot) => slot.some(({ last_free_day }) => last_free_day !== null))
    .map((slot): StatedDay => {
      const { kind, source, sender, last_free_day } = slot[0]!;
      return { type: kind, source, sender, lastFreeDay: last_free_day, statements: slot };
    });
  if (railDay === null || stated.some(({ type, source }) => type === "DEM" && source === "RAIL"))
    return stated;
  return [...stated, { type: "DEM", source: "RAIL", sender: "", lastFreeDay: railDay, statements: [] }];
}

function knownDay(time: ContainerTime | null, { zones }: FreeTimeRecords, place: string): KnownDay | null {
  if (!time) return null;
  const zone = zones.get(time.placeCode ?? place) ?? zones.get(place) ?? WIRE_ZONE;
  const day = time.isDayOnly ? dayToWire(time.at) : formatDay(time.at, zone);
  return day === null ? null : { day, isActual: time.isActual };
}

/** What is stored of free time. */
export interface StoredFreeTime {
  /** The earliest last free day of a clock that runs: what alarms and the detail's first line go by. */
  day: string | null;
  containers: ContainerFreeTime[];
}

export function storedFreeTimeOf(
  shipment: FreeTimeShipment,
  events: readonly MilestoneEvent[],
  records: FreeTimeRecords,
  { dates, now }: { dates: { railRampLastFreeDay?: string }; now: Date },
): StoredFreeTime {
  const railDay = dayOf(dates.railRampLastFreeDay);
  if (shipment.container_numbers.length === 0) return { day: railDay, containers: [] };
  const containers = freeTimeOf(shipment, events, records, { railDay, now });
  return { day: firstOpenDay(containers.flatMap(({ lines }) => lines)), containers };
}

/** The day of a date as `dates` has it: a day, or an instant. */
export function dayOf(date: string | undefined): string | null {
  if (date === undefined) return null;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : dayToWire(new Date(date));
}
