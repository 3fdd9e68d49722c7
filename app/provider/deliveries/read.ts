import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DeliveryDetail, DeliveryRow, deliveryList } from "#app/contract/delivery.ts";
import { type DeliveryStep, deliveryDays } from "#app/contract/delivery-code.ts";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import {
  daysBefore,
  dayToWire,
  formatDay,
  instantToWire,
  type KnownTime,
  wallClockToInstant,
} from "#app/lib/date-time.ts";
import type { ContainerTime } from "#app/lib/milestones/container-times.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { countedTo, listOf } from "../call/list-of.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import { givenIds, type ListedRowIds } from "../db/listed-ids.ts";
import type { Database } from "../db/schema.ts";
import { listFiles } from "../files/stored-file.ts";
import { type ContainerStanding, containerStandings } from "../shipments/container-standing.ts";
import { personName } from "../texts/message.ts";
import type { Content } from "./update.ts";

export type Delivery = Selectable<Database["delivery"]> & { house_number: string; has_proof: boolean };
type Filter = Pick<
  z.output<typeof deliveryList.request>,
  "day" | "dayFrom" | "dayTo" | "clock" | "status" | "keyword"
>;

/** Further rows are counted up to here. */
const COUNTED_MAX = 1_000;

const columns = sql`d.*, s.house_number, exists (
  select from stored_file f where f.delivery_id = d.id and f.removed_at is null) as has_proof`;

export const deliveries = listOf({
  name: "deliveries",
  from: sql`delivery d join shipment s on s.id = d.shipment_id`,
  id: sql`d.id`,
  where: (criteria: Filter, { scope, now }) => [
    seenRows(scope, "d.company_id"),
    ...conditionsOf(criteria, now),
  ],
  sorts: { number: sql`d.number_key`, window: { by: sql`d.window_from`, isNullable: true } },
  views: countedTo(COUNTED_MAX),
  read: readListed,
});

async function readListed(
  ids: ListedRowIds,
  { db, scope, now, caller }: CallerContext,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<Delivery>`
    select ${columns} from ${givenIds(ids)} join delivery d on d.id = given.id
    join shipment s on s.id = d.shipment_id
    where ${seenRows(scope, "d.company_id")} order by given.place`.execute(db);
  const standing = await standingsOf(db, rows, now);
  return rows.map((row) => wireRow(row, standing(row), maySeeCharges(caller)));
}

/** The appointment's day by the clock of the place, for readers who have chosen it. */
const placeDay = (moment: RawBuilder<unknown>) =>
  sql`local_time(${moment}, coalesce(d.time_zone, 'Asia/Shanghai'))::date`;

function dayConditions({ day, dayFrom, dayTo, clock }: Filter, now: Date): RawBuilder<unknown>[] {
  const named = readClock(clock);
  const ahead = day && deliveryDays.indexOf(day);
  if (named === PLACE_CLOCK) {
    const own = placeDay(sql`d.window_from`);
    if (ahead !== undefined) return [sql`${own} = ${placeDay(sql`${now}::timestamptz`)} + ${ahead}::int`];
    return [
      ...(dayFrom ? [sql`${own} >= ${dayFrom}::date`] : []),
      ...(dayTo ? [sql`${own} <= ${dayTo}::date`] : []),
    ];
  }
  const today = formatDay(now, named)!;
  const from = ahead === undefined ? dayFrom : daysBefore(today, -ahead)!;
  const to = ahead === undefined ? dayTo : from;
  const next = to && daysBefore(to, -1);
  return [
    ...(from ? [sql`d.window_from >= ${wallClockToInstant(from, named)}`] : []),
    ...(next ? [sql`d.window_from < ${wallClockToInstant(next, named)}`] : []),
  ];
}

function conditionsOf(criteria: Filter, now: Date): RawBuilder<unknown>[] {
  const { status, keyword } = criteria;
  const conditions = dayConditions(criteria, now);
  if (status) conditions.push(sql`d.status = ${status}`);
  const key = referenceKey(keyword ?? "");
  if (key !== "")
    conditions.push(sql`(starts_with(d.number_key, ${key}) or exists (
      select from shipment_reference r where r.shipment_id = d.shipment_id and r.kind in ('H', 'CNTR')
        and starts_with(r.value_key, ${key})
        and (r.kind = 'H' or d.container_number is null or starts_with(replace(d.container_number, ' ', ''), ${key}))))`);
  return conditions;
}

/** @throws Refusal CODE_NOT_FOUND, also for another company's; CODE_FORBIDDEN to lock one that may not be changed */
export async function findDelivery(
  db: Kysely<Database>,
  scope: Scope,
  id: string,
  { isLocked = false } = {},
): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    select ${columns} from delivery d join shipment s on s.id = d.shipment_id
    where d.id = ${id} and ${seenRows(scope, "d.company_id")}
    ${isLocked ? sql`for update of d` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (isLocked && scope.changes === "own" && row.company_id !== scope.companyId)
    throw new Refusal(CODE_FORBIDDEN, "forbidden");
  return row;
}

async function standingsOf(db: Kysely<Database>, rows: readonly Delivery[], now: Date) {
  const wanted = rows.map((row) => ({ shipmentId: row.shipment_id, containerNumber: row.container_number }));
  const find = await containerStandings(db, wanted, now);
  return (row: Delivery) => find(row.shipment_id, row.container_number);
}

const moment = (time: KnownTime): string =>
  (time.isDayOnly ? dayToWire(time.at) : instantToWire(time.at)) ?? "";
const actualOf = (time: ContainerTime | null | undefined): string | null =>
  time?.isActual ? moment(time) : null;
const plannedOf = (time: ContainerTime | null | undefined): string | null =>
  time && !time.isActual ? moment(time) : null;

function wireRow(row: Delivery, standing: ContainerStanding | null, hasCharges: boolean): DeliveryRow {
  // The delivery at the door is the same event that the shipment's milestones have.
  const delivered = standing?.times.delivered;
  const isDelivered = row.status !== "delivered" && row.container_number !== null && delivered?.isActual;
  return {
    id: row.id,
    number: row.number,
    shipmentId: row.shipment_id,
    houseNumber: row.house_number,
    containerNumber: row.container_number,
    placeName: row.place_name,
    timeZone: row.time_zone,
    windowFrom: instantToWire(row.window_from),
    windowTo: instantToWire(row.window_to),
    status: isDelivered ? "delivered" : row.status,
    statusAt: instantToWire(isDelivered ? delivered.at : row.status_at),
    failReason: isDelivered ? null : row.fail_reason,
    hasProof: row.has_proof || row.signed_by !== null,
    gateOut: row.container_number === null ? null : actualOf(standing?.times.gateOut),
    emptyReturned: row.container_number === null ? null : actualOf(standing?.times.emptyIn),
    emptyReturnDue: row.container_number === null ? null : dueOf(standing, hasCharges),
  };
}

function dueOf(standing: ContainerStanding | null, hasCharges: boolean): DeliveryRow["emptyReturnDue"] {
  const line = standing?.emptyReturn;
  if (!line?.lastFreeDay || !standing?.times.gateOut?.isActual) return null;
  const { lastFreeDay, daysLeft, daysOver, cost, tariff } = line;
  return {
    lastFreeDay,
    daysLeft: daysLeft ?? 0,
    daysOver: daysOver ?? 0,
    ...(hasCharges && { cost: cost && tariff && { amount: cost.amount, currency: tariff.currency } }),
  };
}

export async function readDelivery(id: string, context: CallerContext): Promise<DeliveryDetail> {
  const { db, scope, now, caller, language } = context;
  const row = await findDelivery(db, scope, id);
  const standing = (await standingsOf(db, [row], now))(row);
  const updates = await db
    .selectFrom("delivery_update")
    .select(["content", "received_at"])
    .where("delivery_id", "=", id)
    .orderBy("stated_at")
    .orderBy("content_hash")
    .execute();
  const requests = await db
    .selectFrom("delivery_request")
    .selectAll()
    .where("delivery_id", "=", id)
    .orderBy("asked_at", "desc")
    .execute();
  const files = await listFiles(db, { kind: "delivery", id });
  const answeredAt = updates.findLast(({ content }) => content.windowFrom !== undefined)?.received_at;
  const wire = wireRow(row, standing, maySeeCharges(caller));
  return {
    ...wire,
    address: row.address,
    driverName: row.driver_name,
    vehicle: row.vehicle,
    signedBy: row.signed_by,
    steps: stepsOf(
      row,
      updates.map(({ content }) => content),
      standing,
    ),
    proofs: files.map((file) => ({ id: file.id, fileName: file.file_name, size: Number(file.size) })),
    asked: requests.map((each) => ({
      id: each.id,
      askedAt: instantToWire(each.asked_at)!,
      day: each.day,
      askedBy: personName(each.asked_by_name, language),
      timeFrom: each.time_from,
      timeTo: each.time_to,
      text: each.body,
      isOpen: wire.status !== "delivered" && (!answeredAt || answeredAt <= each.asked_at),
    })),
  };
}

/** Only what was reported as happened is reached; of a second try the last report counts. */
function stepsOf(
  row: Delivery,
  updates: readonly Content[],
  standing: ContainerStanding | null,
): DeliveryDetail["steps"] {
  const times = row.container_number === null ? null : standing?.times;
  // What came before a failed try happened in that try.
  const failed = updates.findLastIndex(({ status }) => status === "failed");
  const current = row.status === "failed" ? updates : updates.slice(failed + 1);
  const reported = (status: Content["status"]) => {
    const at = current.findLast((each) => each.status === status)?.at;
    return at ? instantToWire(new Date(at)) : null;
  };
  const delivered = actualOf(times?.delivered) ?? reported("delivered");
  const step = (name: DeliveryStep, planned: string | null, actual: string | null) => ({
    step: name,
    actual,
    planned: actual === null ? planned : null,
  });
  return [
    ...(times ? [step("gateOut", plannedOf(times.gateOut), actualOf(times.gateOut))] : []),
    step("assigned", null, reported("assigned")),
    step("onTheWay", null, reported("onTheWay")),
    step("arrived", instantToWire(row.window_from), reported("arrived")),
    step("unloading", null, reported("unloading")),
    step("delivered", plannedOf(times?.delivered) ?? instantToWire(row.window_to), delivered),
    step(
      "proof",
      null,
      row.signed_by !== null ? (reported("delivered") ?? delivered) : actualOf(standing?.proof),
    ),
    ...(times ? [step("emptyReturn", plannedOf(times.emptyIn), actualOf(times.emptyIn))] : []),
  ];
}
