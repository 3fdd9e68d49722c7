import { type Kysely, type RawBuilder, sql } from "kysely";
import { containerCheckDigit } from "#app/lib/container-number.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import { lessorPrefixes, oceanCarriers } from "../reference/carriers.ts";
import { LOCAL_DATES, localName, UNKNOWN_ZONE } from "../shipments/local-dates.ts";

/** The shipments that are copied. */
export const SOURCES = "demo_copy_source";

/**
 * Sorts the sources into four groups, each numbered from 0: own and other companies' shipments, completed and
 * under way.
 */
export async function gatherSources(db: Kysely<Database>): Promise<void> {
  const prefixes = [...oceanCarriers.flatMap(({ prefixes }) => prefixes), ...lessorPrefixes];
  await sql`
    create unlogged table ${sql.table(SOURCES)} as
    select row_number() over (partition by s.kind order by s.id) - 1 as no, s.*,
      array[${sql.join(
        LOCAL_DATES.map(
          ({ place }) => sql`coalesce((
        select p.time_zone from place p where p.code = ${sql.raw(place)}), ${UNKNOWN_ZONE}::text)`,
        ),
      )}] as zones,
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
      order by s.id limit 2000) s`.execute(db);
  await sql`analyze ${sql.table(SOURCES)}`.execute(db);
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

export async function groupSizes(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ kind: number; size: number }>`
    select kind, count(*)::int as size from ${sql.table(SOURCES)} group by kind`.execute(db);
  return [0, 1, 2, 3].map((kind) => {
    const size = rows.find((row) => row.kind === kind)?.size;
    if (!size) throw new Error("The demonstration has too few shipments to copy: load some hundred first");
    return size;
  });
}

/** Uniformly distributed integers from 0 to `below` - 1; the same for the same n and salt. */
const drawn = (n: RawBuilder<unknown>, salt: number, below: RawBuilder<unknown> | number) =>
  sql`(((hashint8extended(${n}, ${sql.lit(salt)}) >> 8) & 1099511627775) % ${typeof below === "number" ? sql.lit(below) : below})`;

/** Same algorithm as in numbers.ts. */
const spread = (count: RawBuilder<unknown>, step: number, prime: number) =>
  sql`((${count} * ${sql.lit(step)} + 104729) % ${sql.lit(prime)})`;
const padded = (number: RawBuilder<unknown>, length: number) =>
  sql`lpad(${number}::text, ${sql.lit(length)}, '0')`;

const month = sql`m.month`;
const serial = sql`lpad(c.n::text, 7, '0')`;
const n = sql.ref("c.n");
const awbSerial = spread(n, 6_180_339, 9_999_991);
const eight = padded(spread(n, 61_803_399, 99_999_989), 8);

/** The columns of a copy, in the order of `stage`. */
export const COPIED_COLUMNS: readonly string[] = [
  "id",
  "company_id",
  "house_number",
  "master_number",
  "job_mode",
  "service_type",
  "service_level",
  "load_type",
  "incoterms",
  "payment_type",
  "status",
  "delay_due_at",
  "delay_reason",
  "shipper_id",
  "consignee_id",
  "place_of_receipt",
  "port_of_departure",
  "port_of_arrival",
  "port_of_final_arrival",
  "estimated_charges",
  "charges_currency",
  "carrier_code",
  "flight_number",
  "vessel_imo",
  "mother_vessel_imo",
  "voyage",
  "system_source",
  "business_unit",
  "commercial_invoice_number",
  "booking_number",
  "pieces",
  "package_type",
  "cartons",
  "gross_weight_kg",
  "volume_cbm",
  "chargeable_weight_kg",
  "booking_at",
  "etd",
  "atd",
  "eta",
  "ata",
  "delivery_at",
  "first_eta",
  "reached",
  "last_milestone",
  "next_milestone",
  "reported_reason",
  "dates",
  "container_numbers",
  "po_numbers",
  "sku_numbers",
  "is_public",
  "created_at",
  "updated_at",
  ...LOCAL_DATES.flatMap(({ dates }) => dates.map(localName)),
];

/** Percentage of shipments under way; the others were completed in the past 900 days. */
const LIVE_PERCENT = 8;
/** Tenths of the shipments that belong to demo's company. */
const OWN_TENTHS = 9;

export interface Staging {
  /** First and last serial number, both included. */
  start: number;
  end: number;
  /** Copies from this serial number on have events. */
  detailed: number;
  /** What is added to a serial number for the id. */
  base: bigint;
  sizes: readonly number[];
}

/**
 * Makes a table of the values of copies: all columns of the shipment, and `n`, `source_id`, `days`, `ago`. Nothing else is
 * read than the sources, so that it runs beside a transaction that fills the shipments' tables.
 */
export async function stage(db: Kysely<Database>, table: string, options: Staging): Promise<void> {
  const { start, end, detailed, base, sizes } = options;
  const drawnFor = sql.ref("g.n");
  // Only the newest copies have events, so only those keep a reached milestone.
  const earlier = (column: string) => {
    const milestone = sql.ref(`s.${column}`);
    return sql`case when c.n >= ${detailed} and ${milestone} is not null
      then jsonb_set(${milestone}, '{at}', to_jsonb((${milestone} ->> 'at')::timestamptz - c.ago)) end`;
  };
  const columns = ["n", "source_id", "days", "ago", ...COPIED_COLUMNS].map((name) => sql.ref(name));
  await sql`
    create unlogged table ${sql.table(table)} (${sql.join(columns)}) as
    select c.n, s.id, c.days, c.ago, c.id, s.company_id, 'FLD' || right(s.port_of_departure, 3) || ${month} || ${serial},
        case s.job_mode when 'OCEAN' then left(s.master_number, -8) || ${eight}
          when 'AIR' then left(s.master_number, 4) || ${padded(awbSerial, 7)} || (${awbSerial} % 7)::text end,
        s.job_mode, s.service_type, s.service_level, s.load_type, s.incoterms, s.payment_type, s.status,
        s.delay_due_at - c.ago, s.delay_reason, s.shipper_id, s.consignee_id, s.place_of_receipt, s.port_of_departure,
        s.port_of_arrival, s.port_of_final_arrival, s.estimated_charges, s.charges_currency, s.carrier_code,
        s.flight_number, s.vessel_imo, s.mother_vessel_imo, s.voyage, s.system_source, s.business_unit,
        left(s.commercial_invoice_number, 6) || ${month} || '-' || ${serial},
        case s.job_mode when 'OCEAN' then left(s.booking_number, -8) || ${eight} else 'FB' || ${month} || ${serial} end,
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
      ${sql.join(
        LOCAL_DATES.flatMap(({ dates }, place) =>
          dates.map(
            (date) => sql`(${sql.ref(`s.${date}`)} - c.ago) at time zone s.zones[${sql.lit(place + 1)}]`,
          ),
        ),
      )}
    from (
      select n, ${String(base)}::bigint + n as id, kind, no, days, make_interval(days => days, mins => minutes) as ago from (
        select n, kind, ${drawn(drawnFor, 3, sql`(${[...sizes]}::int[])[kind + 1]`)} as no,
          (case when kind in (1, 3) then 0 else 1 + ${drawn(drawnFor, 4, 900)} end)::int as days,
          ${drawn(drawnFor, 5, 240)}::int as minutes
        from (
          select n, (case when ${drawn(drawnFor, 1, 10)} < ${OWN_TENTHS} then 0 else 2 end)
            + (case when ${drawn(drawnFor, 2, 100)} < ${LIVE_PERCENT} then 1 else 0 end) as kind
          from generate_series(${start}::bigint, ${end}::bigint) as g (n)) g) g) c
    join ${sql.table(SOURCES)} s on s.kind = c.kind and s.no = c.no
    cross join lateral (
      select to_char((s.booking_at - c.ago) at time zone 'Asia/Shanghai', 'YYMM') as month offset 0) m`.execute(
    db,
  );
  // What plans depend on; statistics of seventy columns took a fifth of it.
  await sql`analyze ${sql.table(table)} (n, source_id, id)`.execute(db);
}
