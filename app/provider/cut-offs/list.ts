import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CutOffCode } from "#app/contract/cut-off-code.ts";
import { cleanContainerNumber, ownContainers } from "#app/lib/container-number.ts";
import { type CutOffEvidence, needOf, progressOf } from "#app/lib/cut-off.ts";
import type { KnownTime } from "#app/lib/date-time.ts";
import { documentCodeOf } from "#app/lib/dcsa-document.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database } from "../db/schema.ts";

/** A cut-off, and what has been done of it. */
export interface CutOff {
  shipmentId: string | null;
  code: CutOffCode;
  time: KnownTime;
  placeCode: string | null;
  facility: string | null;
  source: string;
  statedAt: Date;
  /** Statements before it, the latest first. */
  earlier: { time: KnownTime; statedAt: Date }[];
  met: KnownTime | null;
  count: { done: number; total: number } | null;
}

interface StoredCutOff {
  shipment_id: string | null;
  code: CutOffCode;
  at: Date;
  is_day_only: boolean;
  place_code: string | null;
  facility: string | null;
  source: string;
  stated_at: Date;
  /** Whether the carrier stated it for the shipment itself, or for its booking. */
  is_own: boolean;
}

/** The cut-offs of the shipments, and those of their bookings where the shipment has none of that code, the earliest first. */
export async function cutOffsOfShipments(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<CutOff[]> {
  const rows = await readStated(db, sql`s.id = any(${[...shipmentIds]}::bigint[])`, cachedPlan);
  const evidence = await evidenceOf(db, [...new Set(rows.map((row) => row.shipment_id!))]);
  return settled(rows, evidence);
}

/**
 * The same of the shipments `s` that the condition finds, without what has been done of them: `met` is null. What was done
 * costs several times as much to read.
 */
export async function cutOffsStated(db: Kysely<Database>, which: RawBuilder<unknown>): Promise<CutOff[]> {
  return settled(await readStated(db, which), new Map());
}

async function readStated(
  db: Kysely<Database>,
  which: RawBuilder<unknown>,
  planning: RawBuilder<unknown> = sql``,
): Promise<StoredCutOff[]> {
  const { rows } = await sql<StoredCutOff>`
    ${planning} with asked as (select id, company_id, booking_number, port_of_departure as place from shipment s where ${which})
    select c.shipment_id, c.code, c.at, c.is_day_only, coalesce(c.place_code, asked.place) as place_code, c.facility, c.source, c.stated_at, true as is_own
    from asked join cut_off c on c.shipment_id = asked.id
    union all
    select asked.id, c.code, c.at, c.is_day_only, coalesce(c.place_code, asked.place), c.facility, c.source, c.stated_at, false
    from asked join booking b on b.booking_number = asked.booking_number and b.company_id = asked.company_id
    join cut_off c on c.booking_id = b.id`.execute(db);
  return rows;
}

/** The cut-offs of a booking: of its shipment, if there is one. */
export async function cutOffsOfBooking(db: Kysely<Database>, bookingId: string): Promise<CutOff[]> {
  const { rows: shipments } = await sql<{ id: string }>`
    select s.id from booking b
    join shipment s on s.booking_number = b.booking_number and s.company_id = b.company_id
    where b.id = ${bookingId} order by s.id limit 1`.execute(db);
  if (shipments.length > 0)
    return cutOffsOfShipments(
      db,
      shipments.map(({ id }) => id),
    );
  const { rows } = await sql<StoredCutOff>`
    select null as shipment_id, code, at, is_day_only, place_code, facility, source, stated_at, true as is_own
    from cut_off where booking_id = ${bookingId}`.execute(db);
  return settled(rows, new Map());
}

interface Evidence {
  events: CutOffEvidence[];
  containers: string[];
}

async function evidenceOf(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<Map<string, Evidence>> {
  if (shipmentIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    container_numbers: string[];
    moved_containers: string[];
    events: StoredEvidence[] | null;
  }>`
    ${cachedPlan} select s.id, s.container_numbers, s.moved_containers, (
      select jsonb_agg(jsonb_build_object(
        'eventType', e.event_type, 'code', e.code, 'emptyIndicator', e.empty_indicator,
        'containerNumber', e.container_number, 'at', e.occurred_at, 'isDayOnly', e.is_day_only,
        'documentType', coalesce(e.payload ->> 'documentTypeCode',
          e.payload #>> '{shipmentDetails,documentReference,typeCode}',
          e.payload #>> '{shipmentDetails,documentReference,type}')))
      from event_shipment l join event e on e.event_id = l.event_id
      where l.shipment_id = s.id and e.classifier = 'ACT' and e.event_type not in ('IOT', 'REEFER')
        and (e.container_number is null or e.container_number <> all(s.moved_containers))) as events
    from shipment s where s.id = any(${[...shipmentIds]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, container_numbers, moved_containers, events }) => [
      id,
      {
        containers: ownContainers(container_numbers, moved_containers).map(cleanContainerNumber),
        events: (events ?? []).map((event) => ({
          ...event,
          documentType: event.documentType === null ? null : documentCodeOf(event.documentType),
          containerNumber:
            event.containerNumber === null ? null : cleanContainerNumber(event.containerNumber),
          at: new Date(event.at),
        })),
      },
    ]),
  );
}

interface StoredEvidence extends Omit<CutOffEvidence, "at"> {
  at: string;
}

const NOTHING: Evidence = { events: [], containers: [] };

function settled(rows: readonly StoredCutOff[], evidence: ReadonlyMap<string, Evidence>): CutOff[] {
  const groups = Map.groupBy(rows, ({ shipment_id, code }) => `${shipment_id} ${code}`);
  const cutOffs = [...groups.values()].map((group): CutOff => {
    const own = group.filter(({ is_own }) => is_own);
    const [last, ...earlier] = (own.length > 0 ? own : group).sort(
      (a, b) => b.stated_at.getTime() - a.stated_at.getTime(),
    );
    const { shipment_id: shipmentId, code } = last!;
    const need = needOf(code);
    const { events, containers } = evidence.get(shipmentId ?? "") ?? NOTHING;
    const { met, count } = need ? progressOf(need, events, containers) : { met: null, count: null };
    return {
      shipmentId,
      code,
      met,
      count,
      time: timeOf(last!),
      placeCode: last!.place_code,
      facility: last!.facility,
      source: last!.source,
      statedAt: last!.stated_at,
      earlier: earlier.map((row) => ({ time: timeOf(row), statedAt: row.stated_at })),
    };
  });
  return cutOffs.sort((a, b) => a.time.at.getTime() - b.time.at.getTime() || (a.code < b.code ? -1 : 1));
}

const timeOf = ({ at, is_day_only }: StoredCutOff): KnownTime => ({ at, isDayOnly: is_day_only });
