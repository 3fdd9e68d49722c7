import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type {
  MergeSide,
  mergeParts,
  shipmentDoubles,
  shipmentMerge,
  shipmentMergeLook,
} from "#app/contract/shipment-merge.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { placeNames } from "../reference/place-names.ts";
import { relinkEvents } from "../shipments/event-store.ts";
import { equalEvents, retireEvents } from "../shipments/event-table.ts";
import { indexReferences } from "../shipments/reference.ts";
import { wireDate } from "../shipments/wire-dates.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { moveParts, recordOf } from "./merge-move.ts";
import { moveTalk } from "./merge-talk.ts";
import { type LockedShipment, lockShipment, mustBeCurrent, note } from "./record.ts";

type Part = (typeof mergeParts)[number];
interface Pair {
  goneId: string;
  keptId: string;
}

async function briefs(db: Kysely<Database>, ids: readonly string[], { language }: CallerContext) {
  const rows = await db
    .selectFrom("shipment as s")
    .innerJoin("company as c", "c.id", "s.company_id")
    .selectAll("s")
    .select("c.name as company")
    .where(sql<boolean>`s.id = any(${[...ids]}::bigint[])`)
    .execute();
  const places = await placeNames(db, language);
  return new Map(
    rows.map((row): [string, MergeSide] => [
      row.id,
      {
        id: row.id,
        houseNumber: row.house_number,
        company: row.company,
        mode: row.job_mode,
        status: row.status,
        version: row.log_sequence,
        masterNumber: row.master_number,
        carrierBookingNumber: row.carrier_booking_number,
        bookingNumber: row.booking_number,
        from: places.of(row.port_of_departure).name,
        to: places.of(row.port_of_arrival).name,
        etd: wireDate(row, "etd", row.etd),
        eta: wireDate(row, "eta", row.eta),
        containers: row.container_numbers,
        pieces: row.pieces,
        grossWeightKg: row.gross_weight_kg,
        createdAt: instantToWire(row.created_at)!,
      },
    ]),
  );
}

/** Shipments among which doubles are looked for: the latest of the last months. */
const LOOKED_AT = { days: 120, most: 5_000, shown: 50 };
const NEAR_DAYS = 14;

export async function listDoubles(
  _: unknown,
  context: CallerContext,
): Promise<z.input<typeof shipmentDoubles.response>> {
  const { db, now } = context;
  const { rows } = await sql<{
    one: string;
    other: string;
    shared: { kind: "M" | "BKG" | "CNTR"; number: string }[];
  }>`
    with recent as (
      select id, company_id, job_mode, port_of_departure, port_of_arrival, coalesce(etd, booking_at, created_at) as at,
        (pieces, gross_weight_kg)::text as cargo
      from shipment where created_at > ${now}::timestamptz - make_interval(days => ${LOOKED_AT.days})
      order by id desc limit ${LOOKED_AT.most}
    ), named as (
      select r.*, n.kind, n.value_key from recent r
      join shipment_reference n on n.shipment_id = r.id and n.kind in ('M', 'BKG', 'CNTR')
    )
    select a.id as one, b.id as other,
      jsonb_agg(jsonb_build_object('kind', a.kind, 'number', a.value_key) order by a.kind, a.value_key) as shared
    from named a join named b
      on b.company_id = a.company_id and b.kind = a.kind and b.value_key = a.value_key and b.id > a.id
        and b.job_mode = a.job_mode and b.port_of_departure = a.port_of_departure
        and b.port_of_arrival = a.port_of_arrival
        and b.at between a.at - make_interval(days => ${NEAR_DAYS}) and a.at + make_interval(days => ${NEAR_DAYS})
    group by 1, 2
    -- Several house bills of one master have other cargo.
    order by bool_and(a.cargo = b.cargo) desc, count(*) desc, 2 desc limit ${LOOKED_AT.shown}`.execute(db);
  const known = await briefs(
    db,
    rows.flatMap(({ one, other }) => [one, other]),
    context,
  );
  return {
    pairs: rows.map(({ one, other, shared }) => ({ one: known.get(one)!, other: known.get(other)!, shared })),
  };
}

export async function lookAtMerge(
  { keep, go }: z.output<typeof shipmentMergeLook.request>,
  context: CallerContext,
): Promise<z.input<typeof shipmentMergeLook.response>> {
  const { db, language } = context;
  const idOf = async (number: string) =>
    (
      await db
        .selectFrom("shipment_reference")
        .select("shipment_id")
        .where("kind", "=", "H")
        .where("value_key", "=", referenceKey(number))
        .orderBy("shipment_id")
        .executeTakeFirst()
    )?.shipment_id;
  const [keptId, goneId] = [await idOf(keep), await idOf(go)];
  const known = await briefs(
    db,
    [keptId, goneId].filter((id) => id !== undefined),
    context,
  );
  const sides = { keep: known.get(keptId ?? "") ?? null, go: known.get(goneId ?? "") ?? null };
  if (!keptId || !goneId) return { ...sides, parts: [], against: [] };
  const pair = { keptId, goneId };
  const against = keptId === goneId ? [message("mergeSame", language)] : await faultsOf(db, pair, context);
  return { ...sides, parts: keptId === goneId ? [] : await countParts(db, pair), against };
}

async function countParts(db: Kysely<Database>, pair: Pair) {
  const { goneId, keptId } = pair;
  const of = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} where shipment_id = ${goneId})`;
  const { rows } = await sql<Record<Part, number>>`
    select ${of("event_shipment")} - (select count(*)::int from event_shipment g join event_shipment k using (event_id)
        where g.shipment_id = ${goneId} and k.shipment_id = ${keptId}) as events,
      (select count(*)::int from unnest((select container_numbers from shipment where id = ${goneId})) n
        where n <> all (select unnest(container_numbers) from shipment where id = ${keptId})) as containers,
      ${of("shipment_order_line")} as orders, ${of("shipment_document")} as documents,
      (select count(*)::int from message m join channel c on c.id = m.channel_id join team t on t.id = c.team_id
        where t.shipment_id = ${goneId}) as messages,
      (select count(*)::int from desk_note n join team t on t.id = n.team_id where t.shipment_id = ${goneId}) as notes,
      ${of("invoice_draft")} as drafts, ${of("delivery")} as deliveries, ${of("shipment_follow")} as followers,
      ${of("share_link_shipment")} as "shareLinks",
      ${of("free_time_statement")} + ${of("cut_off")} as statements,
      (select count(*)::int from shipment g join shipment k on k.id = ${keptId}
        where g.id = ${goneId} and g.booking_number is not null and k.booking_number is null) as bookings`.execute(
    db,
  );
  const equal = (await equalEvents(db, pair)).length;
  const counts = { ...rows[0]!, events: rows[0]!.events - equal, equalEvents: equal };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([part, count]) => ({ part: part as Part, count }));
}

/** What stands against a merge, in words. */
async function faultsOf(
  db: Kysely<Database>,
  { goneId, keptId }: Pair,
  { language }: CallerContext,
): Promise<string[]> {
  const rows = await db.selectFrom("shipment").selectAll().where("id", "in", [goneId, keptId]).execute();
  const gone = rows.find(({ id }) => id === goneId)!;
  const survivor = rows.find(({ id }) => id === keptId)!;
  const say = (key: MessageKey, values = {}) => message(key, language, values);
  const issued = await db
    .selectFrom("invoice")
    .select(["shipment_id", "number"])
    .where("shipment_id", "in", [goneId, keptId])
    .orderBy("number")
    .execute();
  const ofGone = issued.filter((row) => row.shipment_id === goneId);
  const numbers = (some: typeof issued) => some.map(({ number }) => number).join(", ");
  const { rows: twice } = await sql<{ number: string }>`
    select g.number from delivery g join delivery k on k.number_key = g.number_key and k.shipment_id = ${keptId}
    where g.shipment_id = ${goneId} order by 1`.execute(db);
  const statuses = [gone.status, survivor.status];
  return [
    ...(gone.company_id === survivor.company_id ? [] : [say("mergeCompany")]),
    ...(gone.job_mode === survivor.job_mode
      ? []
      : [say("mergeMode", { one: survivor.job_mode, other: gone.job_mode })]),
    ...(gone.booking_number && survivor.booking_number && gone.booking_number !== survivor.booking_number
      ? [say("mergeBookings", { one: survivor.booking_number, other: gone.booking_number })]
      : []),
    ...(statuses.includes("COMPLETED") && hasNews(gone) && hasNews(survivor) && statuses.includes("BOOKED")
      ? [say("mergeDone")]
      : []),
    ...(ofGone.length === 0
      ? []
      : ofGone.length < issued.length
        ? [say("mergeInvoicesBoth", { invoices: numbers(issued) })]
        : [say("mergeInvoices", { number: gone.house_number, invoices: numbers(ofGone) })]),
    ...(twice.length > 0
      ? [say("mergeDeliveries", { numbers: twice.map(({ number }) => number).join(", ") })]
      : []),
  ];
}

/** Whether events have told of it: one that nobody told of says nothing against another. */
const hasNews = ({ heard_at }: { heard_at: Date | null }) => heard_at !== null;

/**
 * Moves all that the one shipment has to the other, in the transaction of the call. The row of the one that goes is taken away, so that
 * no list and no figure counts it; its numbers lead to the other, and what it was is kept.
 * @throws Refusal 409 when somebody has changed one of them, 400 with what stands against it
 */
export async function mergeShipments(
  { keep: keptId, keepVersion, go: goneId, goVersion, reason }: z.output<typeof shipmentMerge.request>,
  context: CallerContext,
): Promise<z.input<typeof shipmentMerge.response>> {
  const { db, caller, now, language } = context;
  if (keptId === goneId) throw against([message("mergeSame", language)]);
  const locked = new Map<string, LockedShipment>();
  // In the order of the ids, so that two people who merge the same two the other way round do not wait for each other.
  for (const id of [keptId, goneId].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
    locked.set(id, await lockShipment(db, id));
  const [survivor, gone] = [locked.get(keptId)!, locked.get(goneId)!];
  await mustBeCurrent(context, survivor, keepVersion);
  await mustBeCurrent(context, gone, goVersion);
  const pair = { goneId, keptId };
  const faults = await faultsOf(db, pair, context);
  if (faults.length > 0) throw against(faults);
  const record = await recordOf(db, goneId);
  const equal = await equalEvents(db, pair);
  const because = { path: "reason", before: null, after: reason };
  const end = await append(db, gone, {
    subject: "shipment",
    subjectId: goneId,
    actor: actorOf(caller),
    at: now,
    action: "shipment.mergedInto",
    changes: [{ path: "houseNumber", before: gone.house_number, after: survivor.house_number }, because],
  });
  await note(context, survivor, "shipment.merged", [
    { path: "shipment", before: null, after: gone.house_number },
    because,
  ]);
  await retireEvents(db, equal, { shipmentId: keptId, now });
  await moveParts(db, { gone, kept: survivor, now });
  await moveTalk(db, { ...pair, now });
  await db.updateTable("shipment_merge").set({ kept_id: keptId }).where("kept_id", "=", goneId).execute();
  await db
    .insertInto("shipment_merge")
    .values({
      gone_id: goneId,
      kept_id: keptId,
      company_id: gone.company_id,
      house_number: gone.house_number,
      numbers: JSON.stringify(numbersOf(gone)),
      record: JSON.stringify(record),
      reason,
      merged_by: caller.userId,
      merged_by_name: caller.name,
      merged_at: now,
      log_sequence: end.log_sequence,
      log_hash: end.log_hash,
    })
    .execute();
  await db.deleteFrom("shipment").where("id", "=", goneId).execute();
  await indexReferences(db, [keptId]);
  await relinkEvents(db, [keptId], now);
  return { id: keptId, houseNumber: survivor.house_number };
}

const against = (faults: string[]) =>
  new Refusal(CODE_INVALID, "invalid", {
    data: { fields: faults.map((text) => ({ path: "go", message: text })) },
  });

const numbersOf = ({ house_number, master_number, carrier_booking_number, booking_number }: LockedShipment) =>
  [
    { kind: "H", number: house_number },
    { kind: "M", number: master_number },
    { kind: "BKG", number: carrier_booking_number },
    { kind: "BKG", number: booking_number },
  ].filter(({ number }) => number !== null);
