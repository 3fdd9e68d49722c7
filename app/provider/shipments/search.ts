import { type Kysely, sql } from "kysely";
import type { SearchHit } from "#app/contract/search.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import {
  beginnings,
  companiesOf,
  hitOf,
  LAST,
  type RecordSearch,
  type Sought,
  wholeKeys,
} from "../access/searched.ts";
import type { CallerContext } from "../call/context.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { readNeeds } from "./permission.ts";
import { KEYWORD_KINDS } from "./reference.ts";
import { isDelayed } from "./row.ts";

/** The best first: a shipment that is found by several of its numbers is shown with the first kind. */
const SEARCHED_KINDS = [...KEYWORD_KINDS, "BKG"] as const;
type ReferenceKind = (typeof SEARCHED_KINDS)[number];

interface Row {
  id: string;
  is_whole: boolean;
  kind: ReferenceKind;
  value_key: string;
  house_number: string;
  master_number: string | null;
  booking_number: string | null;
  carrier_booking_number: string | null;
  container_numbers: string[];
  po_numbers: string[];
  status: string;
  delay_due_at: Date | number | null;
  port_of_departure: string;
  destination: string;
  company: string;
}

/** Shipments by house, master, container, order and booking number. */
export const shipmentSearch: RecordSearch = { needs: readNeeds, find };

async function find(sought: Sought, { db, scope, now, language }: CallerContext): Promise<SearchHit[]> {
  const rows = await readFound(db, scope, sought);
  const places = await placeNames(
    db,
    language,
    rows.flatMap(({ port_of_departure, destination }) => [port_of_departure, destination]),
  );
  return rows.map((row) =>
    hitOf(row, scope, {
      kind: "shipment",
      id: row.id,
      title: row.house_number,
      number: numberOf(row),
      origin: places.of(row.port_of_departure).name,
      destination: places.of(row.destination).name,
      status: isDelayed(row, now) ? "DELAYED" : row.status,
    }),
  );
}

async function readFound(db: Kysely<Database>, scope: Scope, sought: Sought): Promise<Row[]> {
  const { most } = sought;
  const kinds = [...SEARCHED_KINDS];
  const { rows } = await sql<Row>`
    with found as (
      (select r.shipment_id, r.kind, r.value_key, true as is_whole from shipment_reference r
        where ${seenRows(scope, "r.company_id")} and r.kind = any(${kinds}) and r.value_key = any(${wholeKeys(sought)})
        order by r.shipment_id desc limit ${most})
      union all
      select r.shipment_id, n.kind, r.value_key, false from ${companiesOf(scope)} c
        cross join unnest(${kinds}::text[]) n (kind) cross join unnest(${beginnings(sought)}::text[]) k (key)
        cross join lateral (select r.shipment_id, r.value_key from shipment_reference r
          where r.company_id = c.id and r.kind = n.kind and r.value_key > k.key and r.value_key < k.key || ${LAST}
          order by r.value_key limit ${most}) r
    ), best as (
      select distinct on (shipment_id) * from found
      order by shipment_id, is_whole desc, array_position(${kinds}::text[], kind)
    )
    select s.id, f.is_whole, f.kind, f.value_key, s.house_number, s.master_number, s.booking_number,
      s.carrier_booking_number, s.container_numbers, s.po_numbers, s.status, s.delay_due_at, s.port_of_departure,
      coalesce(s.port_of_final_arrival, s.port_of_arrival) as destination, c.name as company
    from best f join shipment s on s.id = f.shipment_id and ${seenRows(scope, "s.company_id")}
    join company c on c.id = s.company_id
    order by f.is_whole desc, s.updated_at desc, s.id desc limit ${most}`.execute(db);
  return rows;
}

/** The number by which it was found, as it is written; of a shipment that has gone over to this one, by its key. */
function numberOf(row: Row): SearchHit["number"] {
  if (row.kind === "H") return null;
  const written: Record<Exclude<ReferenceKind, "H">, (string | null)[]> = {
    M: [row.master_number],
    CNTR: row.container_numbers,
    PO: row.po_numbers,
    BKG: [row.booking_number, row.carrier_booking_number],
  };
  const text = written[row.kind].find((number) => number !== null && referenceKey(number) === row.value_key);
  return { kind: row.kind, text: text ?? row.value_key };
}
