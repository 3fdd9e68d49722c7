import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { type FreeTimeStatement, type freeTimeState, freeTimeStatement } from "#app/contract/free-time.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { readItem } from "../call/sent-item.ts";
import type { Database } from "../db/schema.ts";
import { contentHash, keepStatements, type NewStatement } from "../free-time/statement.ts";
import { refreshFreeTime } from "./free-time-refresh.ts";

type Report = z.output<typeof freeTimeState.response>;

/** A last free day this far from the statement is a wrong year. */
const AWAY_MAX_MS = 366 * DAY_MS;

interface Sound {
  index: number;
  statement: FreeTimeStatement;
}

/**
 * Takes statements of last free days (`freeTime.state`), each judged by itself, for every shipment that has the
 * container and the number. `sender`: the carrier whose key sent them; empty for the forwarder.
 */
export async function takeStatements(
  db: Kysely<Database>,
  items: readonly unknown[],
  { sender, now }: { sender: string; now: Date },
): Promise<Report> {
  const report: Report = { accepted: 0, older: 0, repeated: 0, rejected: [] };
  const sound: Sound[] = [];
  for (const [index, each] of items.entries()) {
    const read = readStatement(each, now);
    if (typeof read === "string") report.rejected.push({ index, reason: read });
    else sound.push({ index, statement: read });
  }
  const shipmentsOf = await findShipments(db, sound);
  const stored: (NewStatement & { index: number })[] = [];
  for (const { index, statement } of sound) {
    const ids = shipmentsOf.get(index) ?? [];
    if (ids.length === 0) report.rejected.push({ index, reason: unknownReason(statement) });
    stored.push(...ids.map((id) => ({ index, ...rowOf(id, statement, { sender, now }) })));
  }
  const ids = [...new Set(stored.map(({ shipment_id }) => shipment_id))];
  await sql`select id from shipment where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const fates = await keepStatements(
    db,
    stored.map(({ index: _, ...row }) => row),
  );
  const byIndex = Map.groupBy(
    stored.map(({ index }, place) => ({ index, fate: fates[place]! })),
    ({ index }) => index,
  );
  for (const statement of byIndex.values())
    report[
      (["accepted", "older", "repeated"] as const).find((fate) =>
        statement.some((each) => each.fate === fate),
      )!
    ]++;
  const changed = stored.filter((_, place) => fates[place] !== "repeated");
  await refreshFreeTime(db, [...new Set(changed.map(({ shipment_id }) => shipment_id))], {
    now,
    heardAt: now,
  });
  report.rejected.sort((a, b) => a.index - b.index);
  return report;
}

/** The statement, or what is wrong with it. */
function readStatement(item: unknown, now: Date): FreeTimeStatement | string {
  const read = readItem(freeTimeStatement, item, now);
  if (typeof read === "string") return read;
  const { houseNumber, masterNumber, lastFreeDay, statedAt } = read;
  if (!houseNumber && !masterNumber) return "houseNumber or masterNumber is needed";
  if (lastFreeDay && Math.abs(Date.parse(lastFreeDay) - Date.parse(statedAt)) > AWAY_MAX_MS)
    return "lastFreeDay is more than a year from statedAt";
  return read;
}

function unknownReason({ containerNumber, houseNumber, masterNumber }: FreeTimeStatement): string {
  return `no shipment with ${houseNumber ? "house" : "master"} number ${houseNumber ?? masterNumber} has container ${containerNumber}`;
}

/** Shipments by the index of the statement: the house number decides, else the master number. */
async function findShipments(db: Kysely<Database>, sound: readonly Sound[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ index: number; shipment_id: string }>`
    select g.index, r.shipment_id
    from unnest(${sound.map(({ index }) => index)}::int[],
      ${sound.map(({ statement }) => (statement.houseNumber ? "H" : "M"))}::text[],
      ${sound.map(({ statement }) => referenceKey(statement.houseNumber ?? statement.masterNumber ?? ""))}::text[],
      ${sound.map(({ statement }) => referenceKey(statement.containerNumber))}::text[]) g (index, kind, number, box)
    join shipment_reference r on r.value_key = g.number and r.kind = g.kind
    join shipment_reference c on c.shipment_id = r.shipment_id and c.kind = 'CNTR' and c.value_key = g.box
    order by r.shipment_id`.execute(db);
  const grouped = Map.groupBy(rows, ({ index }) => index);
  return new Map(
    [...grouped].map(([index, matches]) => [index, matches.map(({ shipment_id }) => shipment_id)]),
  );
}

function rowOf(
  shipmentId: string,
  statement: FreeTimeStatement,
  { sender, now }: { sender: string; now: Date },
): NewStatement {
  return {
    shipment_id: shipmentId,
    container_key: referenceKey(statement.containerNumber),
    kind: statement.kind,
    source: statement.source,
    sender,
    last_free_day: statement.lastFreeDay,
    holds: [...new Set(statement.holds)],
    is_available: statement.isAvailable,
    stated_at: new Date(statement.statedAt),
    received_at: now,
    content_hash: contentHash(statement),
  };
}
