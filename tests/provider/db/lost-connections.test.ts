/** @module-tag slow */

import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CommitUnknownError, openDatabase, transaction } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { startListener } from "#app/provider/realtime/listener.ts";
import { publish } from "#app/provider/realtime/outbox.ts";
import { type TestDatabase, testDatabase, testPostgresBin } from "#tests/support/database.ts";
import { startPgBouncer } from "#tests/support/pgbouncer.ts";
import { type SilentLink, startSilentLink } from "#tests/support/silent-link.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** After it nothing is waited for: that of a statement, and five seconds more. */
const UNANSWERED_MS = 5_300;

let database: TestDatabase;
let link: SilentLink;
const endings: (() => unknown)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  link = await startSilentLink(database.connection);
  await database.pool.query("create table note (id int primary key)");
});
afterEach(async () => {
  for (const undo of endings.splice(0).reverse()) await undo();
});
afterAll(async () => {
  link.close();
  await database.drop();
});

function openOverLink() {
  const { db, close } = openDatabase(link.connection, { statementMs: 300, poolSize: 1 });
  endings.push(close);
  return db;
}

test("a connection that stays silent is given up, and the next statement has another", async () => {
  const db = openOverLink();
  const read = sql`select 1 as one`;
  await read.execute(db);
  link.fallSilent();
  await expect(read.execute(db)).rejects.toThrow("Query read timeout");
  const since = performance.now();
  expect((await read.execute(db)).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - since).toBeLessThan(UNANSWERED_MS / 2);
});

test("a transaction on a connection that falls silent ends with its first time-out; one at COMMIT is unknown", async () => {
  const db = openOverLink();
  const since = performance.now();
  await expect(
    transaction(db, async (trx) => {
      await sql`select 1`.execute(trx);
      link.fallSilent();
      await sql`select 2`.execute(trx);
    }),
  ).rejects.toThrow("Query read timeout");
  expect(performance.now() - since).toBeLessThan(UNANSWERED_MS * 1.5);
  await expect(
    transaction(db, async (trx) => {
      await sql`insert into note values (1)`.execute(trx);
      link.fallSilent();
    }),
  ).rejects.toThrow(CommitUnknownError);
});

test("connections left on a server that only reads are given up when a write finds out, and it is repeated", async () => {
  const { db, pool, close } = openDatabase(database.connection, { poolSize: 4 });
  endings.push(close);
  const clients = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
  for (const client of clients) await client.query("set default_transaction_read_only to on");
  for (const client of clients) client.release();

  const write = (id: number) => sql`insert into note values (${id})`;
  // A read that must not write is refused for good, and says nothing of the server.
  await expect(transaction(db, (trx) => write(2).execute(trx), { isReadOnly: true })).rejects.toMatchObject({
    code: "25006",
  });
  expect(pool.totalCount).toBe(4);
  await transaction(db, (trx) => write(3).execute(trx));
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => sql`select current_setting('default_transaction_read_only') as it`.execute(db)),
  );
  expect(answers.map(({ rows }) => rows[0])).toEqual(answers.map(() => ({ it: "off" })));
  expect((await database.pool.query("select id from note where id > 1")).rows).toEqual([{ id: 3 }]);
});

test("a commit that is cancelled while it waits for a standby is unknown, though it is committed here", {
  tags: "servers",
}, async () => {
  const dataDir = await tempFolder("standby");
  endings.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbedded({
    dataDir,
    postgresBin: testPostgresBin(),
    log: { info: () => {}, warn: () => {}, error: console.error },
    settings: { max_wal_senders: "2", synchronous_standby_names: "nobody", synchronous_commit: "local" },
  });
  endings.push(() => server.stop());
  const own = openDatabase(server.connection);
  endings.push(own.close);
  await own.pool.query("create table note (id int primary key)");
  await own.pool.query("alter role current_user set synchronous_commit to on");
  // The server's own limit ends before the wait; behind a pooler the limit is a cancel.
  const pgbouncer = await startPgBouncer(server.connection);
  endings.push(() => pgbouncer.stop());
  const { db, close } = openDatabase(
    { pooledUrl: pgbouncer.url(server.connection), directUrl: undefined },
    { statementMs: 500, poolSize: 1 },
  );
  endings.push(close);
  await expect(transaction(db, (trx) => sql`insert into note values (1)`.execute(trx))).rejects.toThrow(
    CommitUnknownError,
  );
  await expect(
    transaction(db, (trx) => sql`insert into note values (2)`.execute(trx), { isRepeatable: true }),
  ).rejects.toMatchObject({ code: "57014" });
  await expect(sql`insert into note values (3)`.execute(db)).rejects.toMatchObject({ code: "57014" });
  const { rows } = await sql`select id from note order by id`.execute(db);
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("a listener whose connection falls silent opens another within seconds, and reads what it missed", async () => {
  const told: string[] = [];
  const listener = startListener({
    target: link.connection,
    onEvents: (events) =>
      told.push(...events.map(({ event }) => ("channelId" in event && event.channelId) || "")),
    onReopened: () => {},
    onGap: () => told.push("gap"),
    log: pino({ level: "silent" }),
  });
  endings.push(() => listener.stop());
  await listener.isListening;
  const tell = (channelId: string) =>
    publish(database.db, { kind: "message", companyId: "1", channelId, senderId: null });
  await tell("1");
  await expect.poll(() => told).toEqual(["1"]);
  link.fallSilent();
  await tell("2");
  await expect.poll(() => told, { timeout: 15_000 }).toEqual(["1", "2"]);
});
