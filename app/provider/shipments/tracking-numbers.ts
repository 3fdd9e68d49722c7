import { type Kysely, sql } from "kysely";
import { type MatchedNumbers, type NumberKind, numberKinds } from "#app/contract/tracking.ts";
import type { Language } from "#app/contract/user.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import type { ShipmentScope } from "./filter.ts";
import { readJourneys } from "./journeys.ts";
import { routesOf } from "./route-legs.ts";
import { readRows } from "./row.ts";

/** Shipments of one number that are counted, and those that are shown. */
const COUNTED_MAX = 1_000;
const SHOWN_MAX = 20;
/** Rows of one answer; each number has at least one of them. */
const ROWS_MAX = 500;
const ROUTES_MAX = 100;

interface Hit {
  place: number;
  id: string;
  kinds: NumberKind[];
  total: number;
}

/** What the caller's companies ship under each of the numbers; the numbers match whole, in any spelling. */
export async function findNumbers(
  db: Kysely<Database>,
  scope: ShipmentScope,
  numbers: readonly string[],
  reader: { language: Language; now: Date },
): Promise<MatchedNumbers> {
  const keys = numbers.flatMap((number, place) => keysOf(number).map((key) => ({ place, key })));
  const { rows: hits } = await sql<Hit>`
    with asked as (
      select * from unnest(${keys.map(({ place }) => place)}::int[], ${keys.map(({ key }) => key)}::text[]) a (place, key)
    ), hits as (
      select a.place, r.shipment_id as id, array_agg(distinct r.kind) as kinds
      from asked a
      cross join lateral (
        select r.shipment_id, r.kind from shipment_reference r
        where r.company_id = any(${scope.companyIds}::bigint[]) and r.kind = any(${[...numberKinds]}::text[])
          and r.value_key = a.key
        limit ${COUNTED_MAX}
      ) r
      group by a.place, r.shipment_id
    ), ranked as (
      select h.*, count(*) over (partition by h.place)::int as total,
        row_number() over (partition by h.place order by s.updated_at desc, s.id desc) as rank
      from hits h join shipment s on s.id = h.id
    )
    select place, id, kinds, total from ranked where rank <= ${SHOWN_MAX} order by rank, place limit ${ROWS_MAX}`.execute(
    db,
  );
  const byPlace = Map.groupBy(hits, ({ place }) => place);
  const ids = [...new Set(hits.toSorted((a, b) => a.place - b.place).map(({ id }) => id))];
  const rows = await readRows(db, ids, scope.userId, reader);
  return {
    matches: numbers.flatMap((number, place) => {
      const ownHits = byPlace.get(place);
      if (!ownHits) return [];
      const kinds = new Set(ownHits.flatMap((hit) => hit.kinds));
      return [
        {
          number,
          kinds: numberKinds.filter((kind) => kinds.has(kind)),
          shipmentIds: ownHits.map(({ id }) => id),
          total: ownHits[0]!.total,
        },
      ];
    }),
    rows,
    routes: await routesUnderWay(
      db,
      rows.filter(({ status }) => status === "TRANSIT").map(({ id }) => id),
      reader,
    ),
  };
}

/** A PO may be typed with or without its letters. */
function keysOf(number: string): string[] {
  const key = referenceKey(number);
  return [...new Set([key, key.replace(/^PO[#.:]?(?=\d)/, "")])].filter((each) => each !== "");
}

/** The routes of shipments; the ids have to come from a query scoped to the caller's companies. */
async function routesUnderWay(
  db: Kysely<Database>,
  all: readonly string[],
  reader: { language: Language; now: Date },
): Promise<NonNullable<MatchedNumbers["routes"]>> {
  const ids = all.slice(0, ROUTES_MAX);
  if (ids.length === 0) return [];
  const journeys = await readJourneys(db, ids, reader.now);
  const routes = await routesOf(db, journeys, reader);
  return routes.map((route, index) => ({ id: journeys[index]!.id, ...route }));
}
