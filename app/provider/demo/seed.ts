import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX, hasDemo } from "../identity/demo-company.ts";
import { copyShipments } from "./copies.ts";
import { addShipments, DEMO_SHIPMENTS, loadDemo } from "./load.ts";
import { lockDemo } from "./story.ts";

/**
 * Number of shipments that are built from events: more than a person looks at, and enough that their copies
 * vary.
 */
const WITH_EVENTS = 2_000;
export const SEED_MAX = 2_000_000;

export interface SeedOptions {
  /** Number of shipments to reach, existing ones included. */
  shipments: number;
  today: Date;
  /** Number of shipments with events of their own; the others are copies of these. */
  withEvents?: number;
  log: Pick<Logger, "info">;
}

/**
 * Adds shipments of the demonstration up to a number from 400 to `SEED_MAX`. Needs reference data; `db` must
 * allow statements of minutes (`isUnhurried`). An interrupted run keeps what it has committed, and the next
 * run continues from there.
 * @returns how many were added
 */
export async function seedBulk(
  db: Kysely<Database>,
  { shipments, today, log, withEvents = WITH_EVENTS }: SeedOptions,
): Promise<number> {
  const before = (await hasDemo(db)) ? await demoCount(db) : 0;
  if (before === 0) {
    await loadDemo(db, { today, shipments: Math.min(shipments, DEMO_SHIPMENTS), log });
  }
  let held = await demoCount(db);
  const count = Math.min(shipments, withEvents);
  if (held < count) {
    // In one piece: the generator makes all before the first one wanted too.
    await transaction(db, async (trx) => {
      await lockDemo(trx);
      await addShipments(trx, { today, from: held, count });
    });
    held = count;
    log.info(`${held} shipments with their events`);
  }
  if (held < shipments) {
    const from = held + 1;
    const onProgress = (copied: number) => log.info(`${held + copied} shipments`);
    await copyShipments(db, { from, to: shipments, onProgress });
    log.info("Indexes are built; next: VACUUM and ANALYZE");
  }
  await Promise.all([vacuum(db, "largest"), vacuum(db, "others")]);
  return (await demoCount(db)) - before;
}

/** The two largest tables together take as long as all others, so that two connections halve the time. */
const LARGEST = ["shipment", "shipment_reference"];

async function vacuum(db: Kysely<Database>, which: "largest" | "others"): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and (relname = any(${LARGEST})) = ${which === "largest"}`.execute(db);
  await sql`vacuum (analyze) ${sql.raw(rows.map(({ name }) => name).join(", "))}`.execute(db);
}

/** Number of shipments of the demonstration's companies. */
export async function demoCount(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from shipment s join company c on c.id = s.company_id
    where c.code like ${`${DEMO_PREFIX}%`}`.execute(db);
  return rows[0]!.held;
}

/** Whether the database holds companies besides the demonstration's, so that it is in real use. */
export async function hasOtherCompanies(db: Kysely<Database>): Promise<boolean> {
  const company = await db
    .selectFrom("company")
    .select("id")
    .where("code", "not like", `${DEMO_PREFIX}%`)
    .limit(1)
    .executeTakeFirst();
  return company !== undefined;
}
