import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Scope, seenRows } from "../call/scope.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";
import { typesSaying } from "../shipments/document.ts";

/** What a made document says, by where it stands in the data. */
const sayings = {
  parties: typesSaying("parties"),
  cargo: typesSaying("cargo", "goods"),
  lines: typesSaying("packed", "invoiced"),
  route: typesSaying("route"),
};
type Saying = keyof typeof sayings;

const routeColumns = [
  "place_of_receipt",
  "port_of_departure",
  "port_of_arrival",
  "port_of_final_arrival",
] as const;

/**
 * A query of the ids of made documents that hold the words: in goods, order lines, names of parties, or carrier, vessel
 * and places. Numbers are found as numbers, and words that each document of a kind has are not words of its own.
 * @param words as `spacedText` writes them
 */
export async function madeWith(
  db: Kysely<Database>,
  scope: Scope,
  words: string,
): Promise<RawBuilder<unknown>> {
  const matches = sql`g.grams @> ${arrayOf(gramsOf(words))}::integer[] and g.search_text like ${containing(words)}`;
  const named = await namedBy(db, scope, words);
  const route = [
    ...keysOf(named.vessel, "vessel_imo"),
    ...keysOf(named.carrier, "carrier_code"),
    ...routeColumns.flatMap((column) => keysOf(named.place, column)),
  ];
  const party = [...keysOf(named.party, "shipper_id"), ...keysOf(named.party, "consignee_id")];
  const shipments: [Saying, RawBuilder<unknown>][] = [
    [
      "cargo",
      sql`select s.shipment_id from goods_text g join shipment_cargo s on md5(s.description) = g.key
        where ${matches} and ${isBilled}`,
    ],
    [
      "lines",
      sql`select s.shipment_id from goods_text g join shipment_order_line s on md5(s.description) = g.key
        where ${matches}`,
    ],
    ...party.map((one): [Saying, RawBuilder<unknown>] => ["parties", shipmentsWith(one, scope)]),
    ...route.map((one): [Saying, RawBuilder<unknown>] => ["route", shipmentsWith(one, scope)]),
  ];
  const branches = shipments.map(
    ([saying, query]) => sql`
      select m.id from (${query}) x (shipment_id) join shipment_document m on m.shipment_id = x.shipment_id
      where not m.is_uploaded and m.document_type = any(${sayings[saying]}::text[])`,
  );
  return sql.join(branches, sql` union all `);
}

const shipmentsWith = (condition: RawBuilder<unknown>, scope: Scope) =>
  sql`select s.id from shipment s where ${condition} and ${seenRows(scope, "s.company_id")}`;

const keysOf = (keys: readonly string[], column: string): RawBuilder<unknown>[] =>
  keys.length > 0 ? [sql`s.${sql.ref(column)} = any(${[...keys]})`] : [];

/** Documents show the house bill's cargo, else the first. */
const isBilled = sql`(s.data_type = 'H' or not exists (
  select from shipment_cargo h where h.shipment_id = s.shipment_id and h.data_type = 'H'))`;

async function namedBy(
  db: Kysely<Database>,
  scope: Scope,
  words: string,
): Promise<Record<"party" | "carrier" | "vessel" | "place", string[]>> {
  const pattern = containing(words);
  const { rows } = await sql<{ kind: "party" | "carrier" | "vessel" | "place"; key: string }>`
    select 'party' as kind, p.id::text as key from party p
    where ${seenRows(scope, "p.company_id")} and lower(p.name) like ${pattern}
    union all select 'carrier', code from carrier where lower(name) like ${pattern}
    union all select 'vessel', imo from vessel where lower(name) like ${pattern}
    union all select 'place', code from place where lower(name) like ${pattern} or name_zh like ${pattern}`.execute(
    db,
  );
  const of = (kind: (typeof rows)[number]["kind"]) =>
    rows.flatMap((row) => (row.kind === kind ? row.key : []));
  return { party: of("party"), carrier: of("carrier"), vessel: of("vessel"), place: of("place") };
}

/** What made documents of shipments say, by shipment: for the words around what was found. */
export async function readSayings(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<Map<string, Record<Saying, string[]>>> {
  const { rows } = await sql<{ id: string } & Record<Saying, string[]>>`
    select s.id, array[shipper.name, consignee.name] as parties,
      array(select s.description from shipment_cargo s where s.shipment_id = o.id and ${isBilled}) as cargo,
      array(select l.description from shipment_order_line l where l.shipment_id = s.id order by l.line) as lines,
      array_remove(array[carrier.name, vessel.name], null) || array(
        select n from place p cross join lateral unnest(array[p.name, p.name_zh]) n
        where p.code in (s.place_of_receipt, s.port_of_departure, s.port_of_arrival, s.port_of_final_arrival)) as route
    from unnest(${[...shipmentIds]}::bigint[]) o (id) join shipment s on s.id = o.id
    join party shipper on shipper.id = s.shipper_id join party consignee on consignee.id = s.consignee_id
    left join carrier on carrier.code = s.carrier_code left join vessel on vessel.imo = s.vessel_imo`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The texts in which a made document of the type may hold words. */
export const saidIn = (wordsBySaying: Record<Saying, string[]>, type: string): string[] =>
  (Object.keys(sayings) as Saying[]).flatMap((saying) =>
    sayings[saying].some((one) => one === type) ? wordsBySaying[saying] : [],
  );
