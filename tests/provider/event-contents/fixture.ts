import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/provider/db/schema.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import type { TestProvider } from "#tests/support/provider.ts";

export const FUTURE = new Date("2100-01-01T00:00:00Z");

/** Moves all contents, whatever their age. */
export async function moveAll(
  { db, files }: Pick<TestProvider, "db" | "files">,
  given: Partial<Parameters<typeof moveContents>[0]> = {},
): Promise<void> {
  const options = { database: db, files, before: FUTURE, now: new Date(), ...given };
  while (await moveContents(options)) {}
}

/** A process that moves all contents into a folder or a bucket; its clock is so many minutes ahead. */
export function beginMove({ database }: Pick<TestProvider, "database">, place: string, minutes: number) {
  const at = new Date(Date.now() + minutes * 60_000).toISOString();
  const child = spawn(process.execPath, ["tests/support/move-contents.ts", place, at], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, begun: once(child.stdout, "data"), over: once(child, "exit") };
}

/** A digest of all versions apart from their payloads. */
export const digestOf = async (db: Kysely<Database>): Promise<unknown> => {
  const { rows } = await sql`
    select count(*), md5(string_agg(row, ' ' order by row)) as digest from (
      select md5((to_jsonb(e) - 'payload')::text) as row from event e union all
      select md5((to_jsonb(r) - 'payload')::text) from event_replaced r) t`.execute(db);
  return rows;
};

/** The payloads of all versions, or of a part of the events. */
export async function payloadsOf(db: Kysely<Database>, each = 1): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; payload: unknown }>`
    select event_id || ' ' || stored_at || ' ' || coalesce(version, '') as key, payload from event
    where hashtext(event_id) % ${each} = 0 union all
    select event_id || ' ' || stored_at || ' ' || coalesce(version, ''), payload from event_replaced
    where hashtext(event_id) % ${each} = 0`.execute(db);
  return new Map(rows.map(({ key, payload }) => [key, payload]));
}

export const countMoved = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from event where payload ? 'fairlead:file')
      + (select count(*) from event_replaced where payload ? 'fairlead:file'))::int as count`.execute(db);
  return rows[0]!.count;
};

/** A departure as a carrier tells it, with more than the provider needs. */
export const departure = (
  eventID: string,
  house: string,
  given: { day?: string; created?: string } = {},
) => ({
  eventID,
  eventCreatedDateTime: given.created ?? "2026-11-02T08:00:00Z",
  eventType: "TRANSPORT",
  eventClassifierCode: "ACT",
  eventDateTime: `${given.day ?? "2026-11-02"}T06:00:00Z`,
  transportEventTypeCode: "DEPA",
  transportCall: {
    transportCallID: "SR11803-9321483-2107W-ITGOA-NLRTM",
    carrierServiceCode: "FE1",
    UNLocationCode: "CNSHA",
    modeOfTransport: "VESSEL",
    exportVoyageNumber: "2107W",
    vessel: { vesselIMONumber: "9321483", vesselName: "King of the Seas", vesselCallSignNumber: "NCVV" },
  },
  documentReferences: [{ documentReferenceType: "BKG", documentReferenceValue: "ABC123123123" }],
  references: [{ referenceType: "FF", referenceValue: house }],
});

export const store = (db: Kysely<Database>, message: unknown, now = new Date("2026-11-02T09:00:00Z")) =>
  storeEvents(db, message, { source: "MAEU", sender: "MAEU", now });
