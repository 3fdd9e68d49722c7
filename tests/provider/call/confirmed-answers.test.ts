/** @module-tag servers */

import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWrite } from "#app/provider/call/idempotency.ts";
import { type OpenDatabase, openDatabase } from "#app/provider/db/database.ts";
import { type EmbeddedServer, startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import { testPostgresBin } from "#tests/support/database.ts";
import { type PgBouncer, startPgBouncer } from "#tests/support/pgbouncer.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** A server whose commits wait for a standby that is not there. */
let server: EmbeddedServer;
let pgbouncer: PgBouncer;
let database: OpenDatabase;
let dataDir: string;

beforeAll(async () => {
  dataDir = await tempFolder("unconfirmed");
  server = await startEmbedded({
    dataDir,
    postgresBin: testPostgresBin(),
    log: { info: () => {}, warn: () => {}, error: console.error },
    settings: { max_wal_senders: "2", synchronous_commit: "local" },
  });
  await migrate(server.connection);
  // A pooler's sessions end the wait when they are cancelled, and the commit then stands on this server alone.
  pgbouncer = await startPgBouncer(server.connection);
  const pooledUrl = pgbouncer.url(server.connection);
  database = openDatabase({ pooledUrl, directUrl: undefined }, { statementMs: 500 });
  await asAdmin(`alter role ${server.connection.user} set synchronous_commit to on`);
});
afterAll(async () => {
  await database?.close();
  await pgbouncer?.stop();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = new pg.Client(server.adminConnection);
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}

async function waitFor(standby: string): Promise<void> {
  await asAdmin(`alter system set synchronous_standby_names = '${standby}'`, "select pg_reload_conf()");
  const read = "select current_setting('synchronous_standby_names') as standby";
  await expect.poll(async () => (await database.pool.query(read)).rows).toEqual([{ standby }]);
}

test("a repeated write does not answer with what was kept, until its commit is confirmed", async () => {
  let written = 0;
  const send = () =>
    runWrite(
      database.db,
      { scope: "1", key: "key-of-the-test", endpoint: "note", input: {}, isAnswerSecret: false },
      async () => ++written,
    );
  await waitFor("nobody");
  await expect(send()).rejects.toMatchObject({ code: "57014" });
  const kept = await database.db.selectFrom("idempotency_key").select("answer").execute();
  expect(kept).toEqual([{ answer: { data: 1 } }]);
  await expect(send()).rejects.toMatchObject({ code: "57014" });
  await expect(send()).rejects.toMatchObject({ code: "57014" });
  await waitFor("");
  expect(await send()).toBe(1);
  expect(written).toBe(1);
});
