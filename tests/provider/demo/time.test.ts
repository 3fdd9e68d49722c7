import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { loadDemo } from "#app/provider/demo/load.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { testDatabase } from "#tests/support/database.ts";

/**
 * A time between a customer's question about a booking and the forwarder's answer: a demonstration that is
 * loaded now has the question only.
 */
const today = new Date("2026-11-27T15:15:00Z");

/** Columns of what is planned, promised or due; all others say when something happened. */
const ofTheFuture = [
  "cut_off.at",
  "demo_subject.ends_at",
  "desk_item.due_at",
  "event.occurred_at",
  "notification.next_at",
  "password_reset.expires_at",
  "quote.valid_until",
  "quote_option.valid_until",
  "share_link.expires_at",
  "shipment.delay_due_at",
  "shipment.eta",
  "shipment.etd",
  "shipment.first_eta",
];
/** Columns that the database fills from its own clock, which is past `today`. */
const ofTheDatabase = ["emission_factor.updated_at", "event_walk.begun_at", "realtime_outbox.created_at"];

test("a demonstration that is loaded between a question and its answer has nothing from later", {
  tags: "slow",
}, async () => {
  const database = await testDatabase();
  const { db } = database;
  await loadReference(db);
  await loadDemo(db, { today, shipments: 30, log: pino({ level: "silent" }) });
  const { rows } = await sql<{ name: string; query: string }>`
    select format('%I.%I', table_name, column_name) as name,
      format('select from %I where %I > %L limit 1', table_name, column_name, ${today.toISOString()}::text) as query
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'`.execute(db);
  expect(rows.length).toBeGreaterThan(100);
  const later: string[] = [];
  for (const { name, query } of rows)
    if ((await sql.raw(query).execute(db)).rows.length > 0) later.push(name);
  expect(later.sort()).toEqual([...ofTheFuture, ...ofTheDatabase].sort());
  await database.drop();
});
