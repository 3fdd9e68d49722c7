import { type Kysely, type RawBuilder, sql } from "kysely";
import { containerCheckDigit } from "#app/lib/container-number.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import { lessorPrefixes, oceanCarriers } from "../reference/carriers.ts";
import { dropIndexes, withoutRowTriggers } from "./bulk-tables.ts";

/**
 * The newest copies, up to this many, get lines, containers, cargo, documents and events too; the others are
 * rows of the list only.
 */
const DETAILED_COPIES = 20_000;
const BATCH = 100_000;
/** As the trigger `shipment_local_dates` reads a place without a zone. */
const UNKNOWN_ZONE = "Etc/GMT-8";

export interface CopyOptions {
  /** First and last serial number of the copies, both included. */
  from: number;
  to: number;
  /** Percentage of shipments under way; the others were completed in the past 900 days. */
  livePercent?: number;
  /** Tenths of the shipments that belong to demo's company. */
  ownTenths?: number;
  /** From this number of copies on, triggers are off, and indexes and keys are dropped first and built after the rows. */
  rebuildFrom?: number;
  onProgress(copied: number): void;
}

/**
 * Copies shipments that have events. Each copy has its own numbers with valid check digits; completed ones
 * are dated up to 900 days earlier, those under way up to four hours earlier. Status, dates and delay stay
 * consistent. Call it in a transaction; it locks the tables until the end.
 */
export async function copyShipments(db: Kysely<Database>, options: CopyOptions): Promise<void> {
  const { from, to, livePercent = 8, ownTenths = 9, rebuildFrom = 50_000, onProgress } = options;
  await sql`set local maintenance_work_mem = '256MB'`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  await gatherSources(db);
  const sizes = await groupSizes(db);
  const base = await nextIds(db, to - from + 1);
  await sql`create temp table copy (
    n bigint primary key, id bigint, source_id bigint, days int, ago interval, month text) on commit drop`.execute(
    db,
  );
  const isLarge = to - from + 1 >= rebuildFrom;
  const rebuild = isLarge ? await dropIndexes(db) : [];
  const copy = async () => {
    for (let start = from; start <= to; start += BATCH) {
      const end = Math.min(to, start + BATCH - 1);
      await sql`truncate copy`.execute(db);
      await chooseSources(db, { start, end, base: base - BigInt(from), sizes, livePercent, ownTenths });
      const detailed = Math.max(start, to - DETAILED_COPIES + 1);
      await insertShipments(db, detailed);
      // A small set's are marked by the trigger.
      if (isLarge)
        await sql`insert into emission_due (shipment_id) select id from copy order by id`.execute(db);
      await insertReferences(db);
      await insertFigures(db);
      if (detailed <= end) await insertDetails(db, detailed);
      onProgress(end - from + 1);
    }
  };
  // Switching triggers off keeps all who write a shipment waiting.
  await (isLarge ? withoutRowTriggers(db, copy) : copy());
  for (const statement of rebuild) await statement.execute(db);
}

/**
 * Sorts the sources into four groups, each numbered from 0: own and other companies' shipments, completed and
 * under way.
 */
async function gatherSources(db: Kysely<Database>): Promise<void> {
  const prefixes = [...oceanCarriers.flatMap(({ prefixes }) => prefixes), ...lessorPrefixes];
  await sql`
    create temp table copy_source on commit drop as
    select row_number() over (partition by moved.kind order by moved.id) - 1 as no, moved.*,
      coalesce(departure.time_zone, ${UNKNOWN_ZONE}) as departure_zone,
      coalesce(arrival.time_zone, ${UNKNOWN_ZONE}) as arrival_zone,
      coalesce(delivery.time_zone, ${UNKNOWN_ZONE}) as delivery_zone,
      array(select key from jsonb_each_text(dates) where length(value) = 10 order by key) as day_keys,
      array(select value::date from jsonb_each_text(dates) where length(value) = 10 order by key) as days,
      array(select key from jsonb_each_text(dates) where length(value) > 10 order by key) as instant_keys,
      array(select value::timestamptz from jsonb_each_text(dates) where length(value) > 10 order by key) as instants,
      array(select left(number, 4) from unnest(container_numbers) with ordinality as u (number, box) order by box)
        as box_prefixes,
      array(select o.letters from unnest(container_numbers) with ordinality as u (number, box)
        join unnest(${prefixes}::text[], ${prefixes.map(letterSum)}::int[]) as o (prefix, letters)
          on o.prefix = left(number, 4) order by box) as box_letters
    from (
      select (case when c.code = ${`${DEMO_PREFIX}MERIDIAN`} then 0 else 2 end)
        + (case when s.status = 'COMPLETED' then 0 else 1 end) as kind, c.code as company_code, s.*
      from shipment s join company c on c.id = s.company_id
      where c.code like ${`${DEMO_PREFIX}%`} and s.before_events is not null
        -- Of those of years ago no container is still out.
        and not (s.status = 'COMPLETED' and exists (
          select from shipment_free_time f where f.shipment_id = s.id and f.is_running))
      order by s.id limit 2000) moved
    left join place departure on departure.code = moved.port_of_departure
    left join place arrival on arrival.code = moved.port_of_arrival
    left join place delivery on delivery.code = coalesce(moved.port_of_final_arrival, moved.port_of_arrival)`.execute(
    db,
  );
  await sql`create unique index on copy_source (kind, no)`.execute(db);
  await sql`analyze copy_source`.execute(db);
}

/**
 * What the four letters add to the sum of the check digit, modulo 11: found by trying against three known
 * containers.
 */
function letterSum(prefix: string): number {
  const explains = (letters: number) =>
    [0, 1, 2].every(
      (digit) => containerCheckDigit(`${prefix}${digit}00000`) === ((letters + 16 * digit) % 11) % 10,
    );
  return Array.from({ length: 11 }, (_, letters) => letters).find(explains)!;
}

async function groupSizes(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ kind: number; size: number }>`
    select kind, count(*)::int as size from copy_source group by kind`.execute(db);
  return [0, 1, 2, 3].map((kind) => {
    const size = rows.find((row) => row.kind === kind)?.size;
    if (!size) throw new Error("The demonstration has too few shipments to copy: load some hundred first");
    return size;
  });
}

async function nextIds(db: Kysely<Database>, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: string }>`
    select setval(s.name, nextval(s.name) + ${count}) - ${count} as first
    from (select pg_get_serial_sequence('shipment', 'id') as name) s`.execute(db);
  return BigInt(rows[0]!.first);
}

/** Uniformly distributed integers from 0 to `below` - 1; the same for the same n and salt. */
const drawn = (n: RawBuilder<unknown>, salt: number, below: RawBuilder<unknown> | number) =>
  sql`(((hashint8extended(${n}, ${sql.lit(salt)}) >> 8) & 1099511627775) % ${typeof below === "number" ? sql.lit(below) : below})`;

async function chooseSources(
  db: Kysely<Database>,
  options: {
    start: number;
    end: number;
    base: bigint;
    sizes: number[];
    livePercent: number;
    ownTenths: number;
  },
): Promise<void> {
  const { start, end, base, sizes, livePercent, ownTenths } = options;
  const n = sql.ref("g.n");
  await sql`
    insert into copy (n, id, source_id, days, ago, month)
    select g.n, ${String(base)}::bigint + g.n, s.id, g.days, g.ago,
      to_char((s.booking_at - g.ago) at time zone 'Asia/Shanghai', 'YYMM')
    from (
      select n, kind, no, days, make_interval(days => days, mins => minutes) as ago from (
      select n, kind, ${drawn(n, 3, sql`(${sizes}::int[])[kind + 1]`)} as no,
        (case when kind in (1, 3) then 0 else 1 + ${drawn(n, 4, 900)} end)::int as days,
        ${drawn(n, 5, 240)}::int as minutes
      from (
        select n, (case when ${drawn(n, 1, 10)} < ${ownTenths} then 0 else 2 end)
          + (case when ${drawn(n, 2, 100)} < ${livePercent} then 1 else 0 end) as kind
        from generate_series(${start}::bigint, ${end}::bigint) as g (n)) g) g) g
    join copy_source s on s.kind = g.kind and s.no = g.no`.execute(db);
  await sql`analyze copy`.execute(db);
}

/** Same algorithm as in numbers.ts. */
const spread = (count: RawBuilder<unknown>, step: number, prime: number) =>
  sql`((${count} * ${sql.lit(step)} + 104729) % ${sql.lit(prime)})`;
const padded = (number: RawBuilder<unknown>, length: number) =>
  sql`lpad(${number}::text, ${sql.lit(length)}, '0')`;

const months = sql`c.month`;
const serial = sql`lpad(c.n::text, 7, '0')`;
const n = sql.ref("c.n");
const awbSerial = spread(n, 6_180_339, 9_999_991);
const eight = padded(spread(n, 61_803_399, 99_999_989), 8);

async function insertShipments(db: Kysely<Database>, detailed: number): Promise<void> {
  // Only the newest copies have events, so only those keep a reached milestone.
  const earlier = (column: string) => {
    const milestone = sql.ref(`s.${column}`);
    return sql`case when c.n >= ${detailed} and ${milestone} is not null
      then jsonb_set(${milestone}, '{at}', to_jsonb((${milestone} ->> 'at')::timestamptz - c.ago)) end`;
  };
  await sql`
    insert into shipment (id, company_id, house_number, master_number, job_mode, service_type, service_level, load_type,
      incoterms, payment_type, status, delay_due_at, delay_reason, shipper_id, consignee_id, place_of_receipt,
      port_of_departure, port_of_arrival, port_of_final_arrival, estimated_charges, charges_currency, carrier_code,
      flight_number, vessel_imo, mother_vessel_imo, voyage, system_source, business_unit, commercial_invoice_number,
      booking_number, pieces, package_type, cartons, gross_weight_kg, volume_cbm, chargeable_weight_kg, booking_at, etd,
      atd, eta, ata, delivery_at, first_eta, reached, last_milestone, next_milestone, reported_reason, dates, container_numbers, po_numbers, sku_numbers, is_public, created_at,
      updated_at, booking_local, etd_local, atd_local, eta_local, ata_local, delivery_local)
    select c.id, s.company_id, 'FLD' || right(s.port_of_departure, 3) || ${months} || ${serial},
      case s.job_mode when 'OCEAN' then left(s.master_number, -8) || ${eight}
        when 'AIR' then left(s.master_number, 4) || ${padded(awbSerial, 7)} || (${awbSerial} % 7)::text end,
      s.job_mode, s.service_type, s.service_level, s.load_type, s.incoterms, s.payment_type, s.status,
      s.delay_due_at - c.ago, s.delay_reason, s.shipper_id, s.consignee_id, s.place_of_receipt, s.port_of_departure,
      s.port_of_arrival, s.port_of_final_arrival, s.estimated_charges, s.charges_currency, s.carrier_code,
      s.flight_number, s.vessel_imo, s.mother_vessel_imo, s.voyage, s.system_source, s.business_unit,
      left(s.commercial_invoice_number, 6) || ${months} || '-' || ${serial},
      case s.job_mode when 'OCEAN' then left(s.booking_number, -8) || ${eight} else 'FB' || ${months} || ${serial} end,
      s.pieces, s.package_type, s.cartons, s.gross_weight_kg, s.volume_cbm, s.chargeable_weight_kg,
      s.booking_at - c.ago, s.etd - c.ago, s.atd - c.ago, s.eta - c.ago, s.ata - c.ago, s.delivery_at - c.ago,
      s.first_eta - c.ago,
      case when c.n >= ${detailed} then s.reached end, ${earlier("last_milestone")}, ${earlier("next_milestone")},
      case when c.n >= ${detailed} then s.reported_reason end,
      jsonb_object(s.day_keys || s.instant_keys, array(select to_char(day - c.days, 'YYYY-MM-DD') from unnest(s.days) as day)
        || array(select to_char((instant - c.ago) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          from unnest(s.instants) as instant)),
      array(select prefix || lpad(digits::text, 6, '0') || (letters + 16 * (digits / 100000)
          + 32 * (digits / 10000 % 10) + 64 * (digits / 1000 % 10) + 128 * (digits / 100 % 10)
          + 256 * (digits / 10 % 10) + 512 * (digits % 10)) % 11 % 10
        from unnest(s.box_prefixes, s.box_letters) with ordinality as box (prefix, letters, place)
        cross join lateral (select ${spread(sql`(c.n * 4 + place)`, 618_033, 999_983)} as digits) as own),
      array(select case s.company_code when ${`${DEMO_PREFIX}MERIDIAN`} then '45'
          when ${`${DEMO_PREFIX}BRIGHTWATER`} then 'BW-' else 'HV' end
          || ${padded(spread(sql`(c.n * 2 + place)`, 61_803_399, 99_999_989), 8)}
        from generate_series(1, cardinality(s.po_numbers)) as place),
      array(select left(u.number, 4) || (1000 + (${drawn(n, 6, 9000)} + 37 * u.place) % 9000)
        from unnest(s.sku_numbers) with ordinality as u (number, place) order by u.place),
      s.is_public, s.created_at - c.ago, s.updated_at - c.ago,
      (s.booking_at - c.ago) at time zone s.departure_zone, (s.etd - c.ago) at time zone s.departure_zone,
      (s.atd - c.ago) at time zone s.departure_zone, (s.eta - c.ago) at time zone s.arrival_zone,
      (s.ata - c.ago) at time zone s.arrival_zone, (s.delivery_at - c.ago) at time zone s.delivery_zone
    from copy c join copy_source s on s.id = c.source_id`.execute(db);
}

async function insertReferences(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into shipment_reference (shipment_id, company_id, kind, value_key)
    select s.id, s.company_id, r.kind, replace(r.number, '-', '')
    from copy c join shipment s on s.id = c.id
    cross join lateral (
      values ('H', s.house_number), ('M', s.master_number), ('BKG', s.booking_number), ('CI', s.commercial_invoice_number)
      union all select 'CNTR', unnest(s.container_numbers)
      union all select 'PO', unnest(s.po_numbers)
      union all select 'SKU', unnest(s.sku_numbers)) as r (kind, number)
    where r.number is not null`.execute(db);
}

/** What reports count of them. */
async function insertFigures(db: Kysely<Database>): Promise<void> {
  const earlier = (days: string) =>
    sql`(select array_agg(d - c.days order by place) from unnest(${sql.ref(days)}) with ordinality as u (d, place))`;
  await sql`
    insert into milestone_days (shipment_id, reached, most_after_first, most_after_last, after_first_kinds, after_first_days,
      after_last_kinds, after_last_days, unplanned, other_kinds, other_first_due, other_last_due, other_done, other_skipped,
      reason_kinds, reason_codes)
    select c.id, m.reached, m.most_after_first, m.most_after_last, m.after_first_kinds, m.after_first_days,
      m.after_last_kinds, m.after_last_days, m.unplanned, m.other_kinds, ${earlier("m.other_first_due")},
      ${earlier("m.other_last_due")}, ${earlier("m.other_done")}, m.other_skipped, m.reason_kinds, m.reason_codes
    from copy c join milestone_days m on m.shipment_id = c.source_id`.execute(db);
  await sql`
    insert into free_time_clock (shipment_id, container_key, type, first_day, last_free_day, ended_on, has_begun, currency,
      amount, tiers)
    select c.id, f.container_key, f.type, f.first_day - c.days, f.last_free_day - c.days, f.ended_on - c.days, f.has_begun,
      f.currency, f.amount, f.tiers
    from copy c join free_time_clock f on f.shipment_id = c.source_id`.execute(db);
  await sql`
    insert into shipment_free_time (shipment_id, is_running, rank, box_ranks, box_given, box_used, box_over, currencies, amounts)
    select c.id, f.is_running, f.rank, f.box_ranks, f.box_given, f.box_used, f.box_over, f.currencies, f.amounts
    from copy c join shipment_free_time f on f.shipment_id = c.source_id`.execute(db);
}

async function insertDetails(db: Kysely<Database>, fromSerial: number): Promise<void> {
  const copies = sql`copy c join shipment s on s.id = c.id and c.n >= ${fromSerial}`;
  await sql`
    insert into shipment_container (shipment_id, line, container_number, container_type, seal_number, pieces,
      gross_weight_kg, volume_cbm)
    select s.id, d.line, s.container_numbers[d.line], d.container_type, d.seal_number, d.pieces, d.gross_weight_kg,
      d.volume_cbm
    from ${copies} join shipment_container d on d.shipment_id = c.source_id`.execute(db);
  await sql`
    insert into shipment_order_line (shipment_id, line, po_number, sku_number, description, pieces, cartons,
      unit_price, currency, gross_weight_kg, net_weight_kg, hs_code)
    select s.id, d.line, s.po_numbers[array_position(o.po_numbers, d.po_number)],
      s.sku_numbers[array_position(o.sku_numbers, d.sku_number)], d.description, d.pieces, d.cartons,
      d.unit_price, d.currency, d.gross_weight_kg, d.net_weight_kg, d.hs_code
    from ${copies} join copy_source o on o.id = c.source_id
    join shipment_order_line d on d.shipment_id = c.source_id`.execute(db);
  await sql`
    insert into shipment_cargo (shipment_id, data_type, pieces, package_type, gross_weight_kg, volume_cbm,
      chargeable_weight_kg, description)
    select s.id, d.data_type, d.pieces, d.package_type, d.gross_weight_kg, d.volume_cbm, d.chargeable_weight_kg,
      d.description
    from ${copies} join shipment_cargo d on d.shipment_id = c.source_id`.execute(db);
  const renumbered = (
    column: RawBuilder<unknown>,
  ) => sql`replace(replace(${column}, o.house_number, s.house_number),
    coalesce(o.commercial_invoice_number, '?'), coalesce(s.commercial_invoice_number, '?'))`;
  await sql`
    insert into shipment_document (shipment_id, document_type, number, issued_on, file_name)
    select s.id, d.document_type, ${renumbered(sql.ref("d.number"))}, d.issued_on - c.days,
      ${renumbered(sql.ref("d.file_name"))}
    from ${copies} join copy_source o on o.id = c.source_id
    join shipment_document d on d.shipment_id = c.source_id and not d.is_uploaded
    order by c.n, d.id`.execute(db);
  const copyId = sql`'copy-' || c.n || '-' || l.event_id`;
  await sql`
    insert into event (event_id, vocabulary, event_type, code, classifier, occurred_at, is_day_only, place_code,
      location_name, facility, sequence, mode, transport, empty_indicator, container_number, source, received_at,
      reason_code, remark, payload)
    select ${copyId}, e.vocabulary, e.event_type, e.code, e.classifier, e.occurred_at - c.ago, e.is_day_only,
      e.place_code, e.location_name, e.facility, e.sequence, e.mode, e.transport, e.empty_indicator,
      coalesce(s.container_numbers[array_position(o.container_numbers, e.container_number)], e.container_number),
      e.source, e.received_at - c.ago, e.reason_code, e.remark, '{}'
    from ${copies} join copy_source o on o.id = c.source_id
    join event_shipment l on l.shipment_id = c.source_id join event e on e.event_id = l.event_id`.execute(db);
  await sql`
    insert into event_shipment (shipment_id, event_id)
    select s.id, ${copyId} from ${copies} join event_shipment l on l.shipment_id = c.source_id`.execute(db);
}
