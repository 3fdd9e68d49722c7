import { type Kysely, type RawBuilder, sql } from "kysely";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { dropIndexes, withoutRowTriggers } from "./bulk-tables.ts";
import { COPIED_COLUMNS, gatherSources, groupSizes, SOURCES, stage } from "./copy-values.ts";
import { lockDemo } from "./story.ts";

/**
 * The newest copies, up to this many, get lines, containers, cargo, documents and events too; the others are
 * rows of the list only.
 */
const DETAILED_COPIES = 20_000;
const BATCH = 100_000;

export interface CopyOptions {
  /** First and last serial number of the copies, both included. */
  from: number;
  to: number;
  /** From this number of copies on, triggers are off, and indexes and keys are dropped first and built after the rows. */
  rebuildFrom?: number;
  onProgress(copied: number): void;
}

/**
 * Copies shipments that have events. Each copy has its own numbers with valid check digits; completed ones
 * are dated up to 900 days earlier, those under way up to four hours earlier. Status, dates and delay stay
 * consistent. All or none: one transaction stores them, which locks the tables until the end. A second connection works
 * out the values of the next batch meanwhile, into tables that are dropped afterwards, also those that a killed run has left.
 */
export async function copyShipments(db: Kysely<Database>, options: CopyOptions): Promise<void> {
  const { from, to } = options;
  const starts = Array.from(
    { length: Math.ceil((to - from + 1) / BATCH) },
    (_, index) => from + index * BATCH,
  );
  const tables = starts.map((_, index) => `demo_copy_${index}`);
  const dropTables = () =>
    sql`drop table if exists ${sql.join([SOURCES, ...tables].map((table) => sql.table(table)))}`.execute(db);
  let underWay: Promise<unknown> = Promise.resolve();
  try {
    await transaction(db, async (trx) => {
      await lockDemo(trx);
      await dropTables();
      await gatherSources(db);
      const sizes = await groupSizes(db);
      const base = (await nextIds(trx, to - from + 1)) - BigInt(from);
      const detailed = to - DETAILED_COPIES + 1;
      const stageBatch = async (index: number): Promise<Batch | null> => {
        const start = starts[index];
        const table = tables[index];
        if (start === undefined || table === undefined) return null;
        const end = Math.min(to, start + BATCH - 1);
        await stage(db, table, { start, end, detailed, base, sizes });
        return { staged: sql.table(table), end, detailed: Math.max(start, detailed) };
      };
      async function* batches() {
        let next = stageBatch(0);
        for (let index = 1; ; index++) {
          const batch = await next;
          if (!batch) return;
          next = stageBatch(index);
          underWay = next.catch(() => {});
          yield batch;
        }
      }
      await storeCopies(trx, batches(), options);
    });
  } finally {
    await underWay;
    await dropTables();
  }
}

/** Copies whose values are worked out. */
interface Batch {
  /** Their table. */
  staged: RawBuilder<unknown>;
  /** Their last serial number. */
  end: number;
  /** The first serial number with events. */
  detailed: number;
}

async function storeCopies(
  db: Kysely<Database>,
  batches: AsyncIterable<Batch>,
  { from, to, rebuildFrom = 50_000, onProgress }: CopyOptions,
): Promise<void> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  // In the order of the serial numbers, so that neighbours in a table are neighbours by key.
  await sql`set local synchronize_seqscans = off`.execute(db);
  const isLarge = to - from + 1 >= rebuildFrom;
  const rebuild = isLarge ? await dropIndexes(db) : [];
  const columns = sql.join(COPIED_COLUMNS.map((column) => sql.ref(column)));
  const store = async () => {
    for await (const { staged, end, detailed } of batches) {
      await sql`insert into shipment (${columns}) select ${columns} from ${staged}`.execute(db);
      // A small set's are marked by the trigger.
      if (isLarge)
        await sql`insert into emission_due (shipment_id) select id from ${staged} order by id`.execute(db);
      await insertReferences(db, staged);
      await insertFigures(db, staged);
      if (detailed <= end) await insertDetails(db, staged, detailed);
      onProgress(end - from + 1);
    }
  };
  // Switching triggers off keeps all who write a shipment waiting.
  await (isLarge ? withoutRowTriggers(db, store) : store());
  for (const statement of rebuild) await statement.execute(db);
}

async function nextIds(db: Kysely<Database>, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: string }>`
    select setval(s.name, nextval(s.name) + ${count}) - ${count} as first
    from (select pg_get_serial_sequence('shipment', 'id') as name) s`.execute(db);
  return BigInt(rows[0]!.first);
}

async function insertReferences(db: Kysely<Database>, staged: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into shipment_reference (shipment_id, company_id, kind, value_key)
    select s.id, s.company_id, r.kind, replace(r.number, '-', '')
    from ${staged} s
    cross join lateral (
      values ('H', s.house_number), ('M', s.master_number), ('BKG', s.booking_number), ('CI', s.commercial_invoice_number)
      union all select 'CNTR', unnest(s.container_numbers)
      union all select 'PO', unnest(s.po_numbers)
      union all select 'SKU', unnest(s.sku_numbers)) as r (kind, number)
    where r.number is not null`.execute(db);
}

/** What reports count of them. */
async function insertFigures(db: Kysely<Database>, staged: RawBuilder<unknown>): Promise<void> {
  const earlier = (days: string) =>
    sql`(select array_agg(d - c.days order by place) from unnest(${sql.ref(days)}) with ordinality as u (d, place))`;
  await sql`
    insert into milestone_days (shipment_id, reached, most_after_first, most_after_last, after_first_kinds, after_first_days,
      after_last_kinds, after_last_days, unplanned, other_kinds, other_first_due, other_last_due, other_done, other_skipped,
      reason_kinds, reason_codes)
    select c.id, m.reached, m.most_after_first, m.most_after_last, m.after_first_kinds, m.after_first_days,
      m.after_last_kinds, m.after_last_days, m.unplanned, m.other_kinds, ${earlier("m.other_first_due")},
      ${earlier("m.other_last_due")}, ${earlier("m.other_done")}, m.other_skipped, m.reason_kinds, m.reason_codes
    from ${staged} c join milestone_days m on m.shipment_id = c.source_id`.execute(db);
  await sql`
    insert into free_time_clock (shipment_id, container_key, type, first_day, last_free_day, planned_start, ended_on, has_begun,
      currency, amount, tiers)
    select c.id, f.container_key, f.type, f.first_day - c.days, f.last_free_day - c.days, f.planned_start - c.days,
      f.ended_on - c.days, f.has_begun, f.currency, f.amount, f.tiers
    from ${staged} c join free_time_clock f on f.shipment_id = c.source_id`.execute(db);
  await sql`
    insert into shipment_free_time (shipment_id, is_running, rank, box_ranks, box_given, box_used, box_over, currencies, amounts)
    select c.id, f.is_running, f.rank, f.box_ranks, f.box_given, f.box_used, f.box_over, f.currencies, f.amounts
    from ${staged} c join shipment_free_time f on f.shipment_id = c.source_id`.execute(db);
}

async function insertDetails(
  db: Kysely<Database>,
  staged: RawBuilder<unknown>,
  fromSerial: number,
): Promise<void> {
  const copies = sql`(select * from ${staged} where n >= ${fromSerial}) s`;
  await sql`
    insert into shipment_container (shipment_id, line, container_number, container_type, seal_number, pieces,
      gross_weight_kg, volume_cbm)
    select s.id, d.line, s.container_numbers[d.line], d.container_type, d.seal_number, d.pieces, d.gross_weight_kg,
      d.volume_cbm
    from ${copies} join shipment_container d on d.shipment_id = s.source_id`.execute(db);
  await sql`
    insert into shipment_order_line (shipment_id, line, po_number, sku_number, description, pieces, cartons,
      unit_price, currency, gross_weight_kg, net_weight_kg, hs_code)
    select s.id, d.line, s.po_numbers[array_position(o.po_numbers, d.po_number)],
      s.sku_numbers[array_position(o.sku_numbers, d.sku_number)], d.description, d.pieces, d.cartons,
      d.unit_price, d.currency, d.gross_weight_kg, d.net_weight_kg, d.hs_code
    from ${copies} join ${sql.table(SOURCES)} o on o.id = s.source_id
    join shipment_order_line d on d.shipment_id = s.source_id`.execute(db);
  await sql`
    insert into shipment_cargo (shipment_id, data_type, pieces, package_type, gross_weight_kg, volume_cbm,
      chargeable_weight_kg, description)
    select s.id, d.data_type, d.pieces, d.package_type, d.gross_weight_kg, d.volume_cbm, d.chargeable_weight_kg,
      d.description
    from ${copies} join shipment_cargo d on d.shipment_id = s.source_id`.execute(db);
  const renumbered = (
    column: RawBuilder<unknown>,
  ) => sql`replace(replace(${column}, o.house_number, s.house_number),
    coalesce(o.commercial_invoice_number, '?'), coalesce(s.commercial_invoice_number, '?'))`;
  await sql`
    insert into shipment_document (shipment_id, document_type, number, issued_on, file_name)
    select s.id, d.document_type, ${renumbered(sql.ref("d.number"))}, d.issued_on - s.days,
      ${renumbered(sql.ref("d.file_name"))}
    from ${copies} join ${sql.table(SOURCES)} o on o.id = s.source_id
    join shipment_document d on d.shipment_id = s.source_id and not d.is_uploaded
    order by s.n, d.id`.execute(db);
  const copyId = sql`'copy-' || s.n || '-' || l.event_id`;
  await sql`
    insert into event (event_id, vocabulary, event_type, code, classifier, occurred_at, is_day_only, place_code,
      location_name, facility, sequence, mode, transport, empty_indicator, container_number, source, received_at,
      reason_code, remark, payload)
    select ${copyId}, e.vocabulary, e.event_type, e.code, e.classifier, e.occurred_at - s.ago, e.is_day_only,
      e.place_code, e.location_name, e.facility, e.sequence, e.mode, e.transport, e.empty_indicator,
      coalesce(s.container_numbers[array_position(o.container_numbers, e.container_number)], e.container_number),
      e.source, e.received_at - s.ago, e.reason_code, e.remark, '{}'
    from ${copies} join ${sql.table(SOURCES)} o on o.id = s.source_id
    join event_shipment l on l.shipment_id = s.source_id join event e on e.event_id = l.event_id`.execute(db);
  await sql`
    insert into event_shipment (shipment_id, event_id)
    select s.id, ${copyId} from ${copies} join event_shipment l on l.shipment_id = s.source_id`.execute(db);
}
