import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import {
  claimsNotTrue,
  foreignKeysToReplace,
  keysToReplace,
  triggersToMove,
} from "#tests/support/distribution/check.ts";
import {
  FOREIGN_KEYS_TO_REPLACE,
  KEYS_TO_REPLACE,
  TRIGGERS_TO_MOVE,
} from "#tests/support/distribution/keys.ts";
import { DISTRIBUTION } from "#tests/support/distribution/plan.ts";
import { schemaFacts, type TableFacts } from "#tests/support/distribution/schema-facts.ts";

/** The plan of app/decisions/scale-and-sizing.md against the schema that the migrations make. */

let database: TestDatabase;
let client: pg.Client;
let facts: Map<string, TableFacts>;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  facts = await schemaFacts(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe("the plan of tables over several databases", () => {
  it("names every table, and no other", () => {
    expect([...facts.keys()].filter((table) => !(table in DISTRIBUTION))).toEqual([]);
    expect(Object.keys(DISTRIBUTION).filter((table) => !facts.has(table))).toEqual([]);
    expect(facts.size).toBeGreaterThan(150);
  });

  it("claims of each table what its columns, foreign keys and checks bear out", () => {
    expect(claimsNotTrue(facts, DISTRIBUTION)).toEqual([]);
  });

  it("says of each unique key that would lose its meaning what becomes of it, and of no other", () => {
    expect(keysToReplace(facts, DISTRIBUTION)).toEqual(Object.keys(KEYS_TO_REPLACE).sort());
  });

  it("says the same of each foreign key that no database could hold", () => {
    expect(foreignKeysToReplace(facts, DISTRIBUTION)).toEqual(Object.keys(FOREIGN_KEYS_TO_REPLACE).sort());
  });

  it("says of each trigger of a distributed table where it goes", () => {
    expect(triggersToMove(facts, DISTRIBUTION)).toEqual(Object.keys(TRIGGERS_TO_MOVE).sort());
  });

  it.each([
    ["a new table", "create table depot (id bigint)", [], ["depot"]],
    [
      "a company that may be missing",
      "alter table party alter company_id drop not null",
      ["party: company_id may be null"],
    ],
    [
      "a row whose shipment may be missing",
      "alter table shipment_cargo drop constraint shipment_cargo_pkey, alter shipment_id drop not null",
      ["shipment_cargo: shipment_id may be null"],
    ],
    [
      "a row that leads to no company",
      "alter table invoice_line drop constraint invoice_line_invoice_id_fkey",
      ["invoice_line: invoice_id leads to no company"],
    ],
    [
      "a place that belongs to a shipment",
      "alter table place add of_shipment bigint references shipment",
      ["place: points to shipment, which is not on every node"],
    ],
    [
      "a new kind of subject",
      "alter table content_save drop constraint content_save_subject_check, add check (subject = any (array['booking', 'rate']))",
      ["content_save: subjects are booking, rate"],
    ],
    [
      "a number unique over all companies",
      "create unique index planted on shipment (master_number)",
      ["shipment planted (master_number)"],
    ],
    [
      "a queue that points to a shipment",
      "alter table mail_outbox add shipment_id bigint references shipment",
      ["mail_outbox.shipment_id -> shipment"],
    ],
    [
      "a new trigger",
      "create trigger planted after insert on party for each row execute function tell_desk()",
      ["tell_desk"],
    ],
  ])("is watched: %s is found", async (_, statement, found, unknown: string[] = []) => {
    await client.query("begin");
    try {
      await client.query(statement);
      const planted = await schemaFacts(client);
      const asListed = (known: Readonly<Record<string, string>>) => (name: string) => !(name in known);
      expect([
        ...claimsNotTrue(planted, DISTRIBUTION),
        ...keysToReplace(planted, DISTRIBUTION).filter(asListed(KEYS_TO_REPLACE)),
        ...foreignKeysToReplace(planted, DISTRIBUTION).filter(asListed(FOREIGN_KEYS_TO_REPLACE)),
        ...triggersToMove(planted, DISTRIBUTION).filter(asListed(TRIGGERS_TO_MOVE)),
      ]).toEqual(found);
      expect([...planted.keys()].filter((table) => !(table in DISTRIBUTION))).toEqual(unknown);
    } finally {
      await client.query("rollback");
    }
  });
});
