import type { Kysely } from "kysely";
import type { z } from "zod";
import type { dashboard } from "#app/contract/dashboard.ts";
import { dayToWire, instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import type { ShipmentScope } from "../shipments/filter.ts";
import { listShipments } from "../shipments/list.ts";
import { type ShipmentStandings, type Standing, standingsAt } from "../shipments/standing-at.ts";

/** Shipments that are named; the list has all. */
const NAMED = { page: 1, pageSize: 5 };

type News = NonNullable<z.input<typeof dashboard.response>["news"]>;

/** The shipments of which something was heard since, and what has changed of the latest. */
export async function readNews(
  db: Kysely<Database>,
  scope: ShipmentScope,
  since: Date,
  { language, now }: Pick<CallerContext, "language" | "now">,
): Promise<News> {
  const changedSince = instantToWire(since)!;
  const latest = { sort: "updated", direction: "desc" } as const;
  const changed = await listShipments(db, scope, { changedSince }, latest, NAMED, { language, now });
  const changes = await changesOf(
    db,
    changed.rows.map(({ id }) => id),
    [since, now],
  );
  return {
    since: changedSince,
    total: changed.total,
    isTotalCapped: changed.isTotalCapped,
    rows: changed.rows.map((shipment) => ({
      shipment,
      ...(changes.get(shipment.id) ?? { reached: [], isNowDelayed: false }),
    })),
  };
}

type Change = Omit<News["rows"][number], "shipment">;

async function changesOf(
  db: Kysely<Database>,
  ids: readonly string[],
  moments: readonly [Date, Date],
): Promise<Map<string, Change>> {
  if (ids.length === 0) return new Map();
  const companies = await db
    .selectFrom("shipment")
    .select("company_id")
    .distinct()
    .where("id", "in", ids)
    .execute();
  const read = companies.map(({ company_id }) =>
    standingsAt(db, { companyId: company_id, moments, onlyNews: true, ids }),
  );
  return new Map((await Promise.all(read)).flat().map((each) => [each.id, changeOf(each, moments)]));
}

function changeOf({ createdAt, standings }: ShipmentStandings, [since, now]: readonly [Date, Date]): Change {
  const [before, after] = [standings[0]!, standings[1]!];
  // Of one that was not there before, everything is new, and nothing was otherwise.
  if (createdAt > since) return { reached: [...after.reached].sort(), isNowDelayed: isDelayedAt(after, now) };
  const isMoved = before.eta !== null && before.eta.getTime() !== after.eta?.getTime();
  return {
    statusBefore: before.status === after.status ? null : before.status,
    etaBefore: isMoved ? (before.isEtaDay ? dayToWire : instantToWire)(before.eta) : null,
    reached: [...after.reached].filter((key) => !before.reached.has(key)).sort(),
    isNowDelayed: isDelayedAt(after, now) && !isDelayedAt(before, since),
  };
}

const isDelayedAt = ({ status, delayedFrom }: Standing, at: Date): boolean =>
  status !== "COMPLETED" && delayedFrom !== null && delayedFrom < at.getTime();
