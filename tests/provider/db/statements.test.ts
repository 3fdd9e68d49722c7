import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { notedStatements } from "#tests/support/noted-statements.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** Statements that the run on the embedded PostgreSQL has noted, on another one (`npm test` runs this after the provider's tests). */

/** What PREPARE takes; the others are BEGIN, SET, LOCK and their like. */
const PREPARABLE = /^\s*(?:\/\*.*?\*\/\s*)?\(?\s*(?:select|insert|update|delete|merge|with|values)\b/is;
const LEAST = 500;

let folder: string;
let servers: EmbeddedServer[] = [];
beforeAll(async () => {
  folder = await tempFolder("statements");
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function migratedDatabase(name: string, postgresBin?: string): Promise<ConnectionSettings> {
  const server = await startEmbedded({
    dataDir: `${folder}/${name}`,
    postgresBin,
    log: { info: () => {}, warn: () => {}, error: console.error },
    settings: { fsync: "off" },
  });
  servers = [...servers, server];
  await migrate(server.connection);
  return server.connection;
}

/** Prepares and explains each statement; the answer names those that the database refuses, with its reason. */
async function refusedBy(connection: ConnectionSettings, statements: string[]): Promise<Map<string, string>> {
  const client = new pg.Client({ ...connection, options: "-c plan_cache_mode=force_generic_plan" });
  await client.connect();
  const refused = new Map<string, string>();
  for (const text of statements) {
    try {
      await client.query(`prepare noted as ${text}`);
      const { rows } = await client.query<{ count: number }>(
        "select coalesce(cardinality(parameter_types), 0) as count from pg_prepared_statements where name = 'noted'",
      );
      const values = Array.from({ length: rows[0]!.count }, () => "null").join(", ");
      await client.query(`explain execute noted${values && `(${values})`}`);
    } catch (error) {
      refused.set(text, (error as Error).message);
    }
    await client.query("deallocate all");
  }
  await client.end();
  return refused;
}

test("this PostgreSQL takes every statement that the embedded one has taken", async () => {
  const noted = notedStatements(process.env.TEST_STATEMENTS ?? "").filter((text) => PREPARABLE.test(text));
  expect(noted.length).toBeGreaterThan(LEAST);
  const refused = await refusedBy(await migratedDatabase("second", process.env.TEST_POSTGRES_BIN), noted);
  // Tests have tables of their own, which no migration makes: a migrated embedded database refuses these too.
  const ofTests = await refusedBy(await migratedDatabase("embedded"), [...refused.keys()]);
  const differing = [...refused].filter(([text]) => !ofTests.has(text));
  console.log(`${noted.length} statements, ${ofTests.size} of tables of the tests alone`);
  expect(differing).toEqual([]);
});
