import { type Kysely, sql } from "kysely";
import type { ShipmentView } from "#app/contract/shipment-code.ts";
import type { Database } from "../db/schema.ts";
import { allConditions, compileFilter, type FilterRequest, type ShipmentScope } from "./filter.ts";
import { ownTurnIds } from "./next-step.ts";

/** Maximum total: nobody pages further, and counting a million rows costs more than the page. */
export const COUNT_MAX = 1_000;

interface Total {
  total: number;
  isTotalCapped: boolean;
}

const totalOf = (count: number): Total => ({
  total: Math.min(count, COUNT_MAX),
  isTotalCapped: count > COUNT_MAX,
});

/** How many shipments each of the lists has, as they say it, in one statement. */
export async function countShipments<Key extends string>(
  db: Kysely<Database>,
  scope: ShipmentScope,
  lists: Record<Key, { filter: FilterRequest }>,
  now: Date,
): Promise<Record<Key, Total>> {
  const keys = Object.keys(lists) as Key[];
  const counts = await Promise.all(
    keys.map(async (key) => {
      const compiled = await compileFilter(db, scope, lists[key].filter, now);
      return compiled === null
        ? sql`0`
        : sql`(select count(*)::int from (
            select from shipment s where ${allConditions(scope, compiled)} limit ${COUNT_MAX + 1}) found)`;
    }),
  );
  const { rows } = await sql<{
    counts: number[];
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db);
  const entries = keys.map((key, index) => [key, totalOf(rows[0]!.counts[index]!)]);
  return Object.fromEntries(entries) as Record<Key, Total>;
}

/** The number of shipments whose next step is up to the customer's side, as `isOwnTurn` of the list says it. */
export async function countOwnTurn(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  now: Date,
): Promise<Total> {
  return totalOf((await ownTurnIds(db, companyIds, now, COUNT_MAX + 1)).length);
}

/** How many shipments each view of the list has. */
export async function countViews(
  db: Kysely<Database>,
  scope: ShipmentScope,
  clock: string | undefined,
  now: Date,
): Promise<Record<ShipmentView, Total>> {
  const [ownTurn, counts] = await Promise.all([
    countOwnTurn(db, scope, now),
    countShipments(
      db,
      scope,
      {
        delayed: { filter: { status: "DELAYED", clock } },
        arriving: { filter: { isArrivingSoon: true, clock } },
        transit: { filter: { status: "TRANSIT", clock } },
        booked: { filter: { status: "BOOKED", clock } },
        completed: { filter: { status: "COMPLETED", clock } },
        all: { filter: { clock } },
      },
      now,
    ),
  ]);
  return { ownTurn, ...counts };
}
