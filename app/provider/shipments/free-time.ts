import { type Kysely, sql } from "kysely";
import type { FreeTimeContainer, FreeTimeLineData, ShipmentFreeTime } from "#app/contract/free-time.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { tierRanges } from "#app/lib/free-time-charge.ts";
import type { FreeTimeLine } from "#app/lib/free-time-lines.ts";
import type { Database } from "../db/schema.ts";
import type { Statement } from "../free-time/statement.ts";
import { placeNames } from "../reference/place-names.ts";
import { isOneOf } from "./container-move.ts";
import { inScope, type ShipmentScope } from "./filter.ts";
import {
  type ContainerFreeTime,
  dayOf,
  type FreeTimeShipment,
  freeTimeOf,
  readFreeTime,
  type StatedDay,
  todayAt,
} from "./free-time-record.ts";
import { readEvents } from "./recompute.ts";

interface Reader {
  language: Language;
  now: Date;
  pickup: string | null;
  hasCharges: boolean;
}

/** The free time of a shipment's containers; null both for an unknown id and for another company's. */
export async function readShipmentFreeTime(
  db: Kysely<Database>,
  scope: ShipmentScope,
  id: string,
  { language, now, pickup, hasCharges }: Reader,
): Promise<ShipmentFreeTime | null> {
  const { rows } = await sql<
    FreeTimeShipment & {
      house_number: string;
      carrier_name: string | null;
      moved_containers: string[];
      dates: { railRampLastFreeDay?: string };
    }
  >`
    select s.id, s.company_id, s.carrier_code, s.port_of_arrival, s.port_of_final_arrival, s.container_numbers,
      s.moved_containers, s.house_number, s.dates, c.name as carrier_name
    from shipment s left join carrier c on c.code = s.carrier_code
    where s.id = ${id} and ${inScope(scope)}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const events = await readEvents(db, [id]);
  const records = await readFreeTime(db, [row], events);
  const railDay = dayOf(row.dates.railRampLastFreeDay);
  const freeTimes = freeTimeOf(row, events, records, { railDay, now, pickup });
  const names = await senderNames(db, freeTimes);
  const place = row.port_of_final_arrival ?? row.port_of_arrival;
  const types = await containerTypes(db, id);
  return {
    houseNumber: row.house_number,
    carrierName: row.carrier_name,
    placeName: (await placeNames(db, language, [place])).of(place).name,
    today: todayAt(row, records, now),
    // Of one that has moved to another booking the alarm says nothing either: its clocks run there.
    containers: row.container_numbers.flatMap((containerNumber, index) =>
      isOneOf(row.moved_containers, containerNumber)
        ? []
        : wireContainer(freeTimes[index], {
            containerNumber,
            containerType: types[index] ?? "",
            names,
            hasCharges,
          }),
    ),
  };
}

async function containerTypes(db: Kysely<Database>, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("shipment_container")
    .select("container_type")
    .where("shipment_id", "=", id)
    .orderBy("line")
    .execute();
  return rows.map(({ container_type }) => container_type);
}

type Names = ReadonlyMap<string, string>;

/** Names of the carriers that have sent statements, by code. */
async function senderNames(db: Kysely<Database>, freeTimes: readonly ContainerFreeTime[]): Promise<Names> {
  const codes = [...new Set(freeTimes.flatMap(({ current }) => current.map(({ sender }) => sender)))];
  if (codes.length === 0) return new Map();
  const rows = await db.selectFrom("carrier").select(["code", "name"]).where("code", "in", codes).execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

const senderOf = (names: Names, sender: string): string | null =>
  sender === "" ? null : (names.get(sender) ?? sender);

function wireContainer(
  freeTime: ContainerFreeTime | undefined,
  container: { containerNumber: string; containerType: string; names: Names; hasCharges: boolean },
): FreeTimeContainer {
  const { containerNumber, containerType, names, hasCharges } = container;
  const latest = [...(freeTime?.current ?? [])].sort((a, b) => b.stated_at.getTime() - a.stated_at.getTime());
  return {
    containerNumber,
    containerType,
    isAvailable: latest.find(({ is_available }) => is_available !== null)?.is_available ?? null,
    holds: holdsOf(latest, names),
    lines: (freeTime?.lines ?? []).map((line) => wireLine(line, freeTime!.stated, names, hasCharges)),
  };
}

/** Each kind of hold once for each source and sender. */
function holdsOf(current: readonly Statement[], names: Names): FreeTimeContainer["holds"] {
  const holds = current.flatMap(({ holds: kinds, source, sender, stated_at }) =>
    kinds.map((kind) => ({
      kind,
      source,
      sender: senderOf(names, sender),
      statedAt: instantToWire(stated_at)!,
    })),
  );
  return [
    ...new Map(holds.map((hold) => [`${hold.kind} ${hold.source} ${hold.sender}`, hold] as const)).values(),
  ];
}

function wireLine(
  { tariff, cost, ...line }: FreeTimeLine,
  stated: readonly StatedDay[],
  names: Names,
  hasCharges: boolean,
): FreeTimeLineData {
  return {
    ...line,
    stated: stated.filter(({ type }) => type === line.type).map((each) => wireStated(each, names)),
    tariff: tariff && {
      code: tariff.code,
      startEvent: tariff.startEvent,
      dayOne: tariff.dayOne,
      freeDays: tariff.freeDays,
      unit: tariff.unit,
      source: tariff.source,
      validFrom: tariff.validFrom,
      validTo: tariff.validTo,
      contractNumber: tariff.contractNumber,
      ...(hasCharges && {
        prices: { currency: tariff.currency, tiers: tierRanges(tariff.tiers).map(textTier) },
      }),
    },
    ...(hasCharges && {
      cost: cost && tariff && { ...cost, currency: tariff.currency, tiers: cost.tiers.map(textTier) },
    }),
  };
}

const textTier = <T extends { perDay: string | number }>(tier: T) => ({
  ...tier,
  perDay: String(tier.perDay),
});

function wireStated(
  { source, sender, lastFreeDay, statements }: StatedDay,
  names: Names,
): FreeTimeLineData["stated"][number] {
  const named = { source, sender: senderOf(names, sender) };
  const [current, ...earlier] = statements.map(({ last_free_day, stated_at, received_at }) => ({
    ...named,
    lastFreeDay: last_free_day,
    statedAt: instantToWire(stated_at),
    receivedAt: instantToWire(received_at),
  }));
  // Who says the same day again has not changed it.
  const history = earlier.filter(
    (each, index) => each.lastFreeDay !== (earlier[index - 1] ?? current)?.lastFreeDay,
  );
  return { ...named, statedAt: null, receivedAt: null, ...current, lastFreeDay, history };
}
