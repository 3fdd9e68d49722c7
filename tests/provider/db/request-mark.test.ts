/** @module-tag servers */

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshId } from "#app/lib/fresh-id.ts";
import { asRequest } from "#app/lib/request-id.ts";
import type { DatabaseTarget } from "#app/provider/db/connection.ts";
import { type OpenDatabase, openDatabase, transaction } from "#app/provider/db/database.ts";
import { cachedPlan } from "#app/provider/db/kept-plan.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { type PgBouncer, startPgBouncer } from "#tests/support/pgbouncer.ts";

let database: TestDatabase;
let pgbouncer: PgBouncer;
const opened: OpenDatabase[] = [];

beforeAll(async () => {
  database = await testDatabase();
  pgbouncer = await startPgBouncer(database.connection);
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await pgbouncer?.stop();
  await database?.drop();
});

const targets: Record<string, () => DatabaseTarget> = {
  "of its own": () => database.connection,
  "of a pooler": () => ({ pooledUrl: pgbouncer.url(database.connection), directUrl: undefined }),
};

function open(target: DatabaseTarget, applicationName = "fairlead"): OpenDatabase {
  const made = openDatabase(target, { poolSize: 3, connectMs: 60_000, applicationName });
  opened.push(made);
  return made;
}

interface Shown {
  name: string;
  text: string;
}
/** What `pg_stat_activity` shows of the session itself. */
const shown = (kept = sql``) => sql<Shown>`select ${kept} application_name as name, query as text
  from pg_stat_activity where pid = pg_backend_pid()`;

for (const [kind, target] of Object.entries(targets)) {
  test(`a statement in a session ${kind} shows the request that it is for, and the next one nothing of it`, async () => {
    const { db } = open(target());
    const id = freshId();
    const [during] = (await asRequest(id, () => shown().execute(db))).rows;
    expect(during?.text).toMatch(new RegExp(`^/\\* ${id} \\*/ select`));
    const [after] = (await shown().execute(db)).rows;
    expect(after).toEqual({ name: "fairlead", text: expect.stringMatching(/^select/) });
  });

  test(`a transaction in a session ${kind} is named by its request, whether it commits or not`, async () => {
    const { db } = open(target());
    const id = freshId();
    const inside = (work: () => Promise<void>) =>
      asRequest(id, () =>
        transaction(db, async (trx) => {
          const { rows } = await shown(cachedPlan).execute(trx);
          expect(rows[0]?.name).toBe(`fairlead ${id}`);
          await work();
        }),
      );
    await inside(async () => {});
    await expect(inside(() => Promise.reject(new Error("given up")))).rejects.toThrow("given up");
    for (let times = 0; times < 5; times++)
      expect((await shown(cachedPlan).execute(db)).rows[0]).toMatchObject({
        name: "fairlead",
        text: expect.not.stringContaining(id),
      });
  });
}

test("sessions of a pooler that requests have used are the next client's with the next client's name", async () => {
  const target = targets["of a pooler"]!();
  const [first, second] = [open(target, "fairlead"), open(target, "another")];
  for (let times = 0; times < 10; times++) {
    const id = freshId();
    await asRequest(id, () => transaction(first.db, (trx) => shown().execute(trx)));
    const { rows } = await shown().execute(second.db);
    expect(rows).toEqual([{ name: "another", text: expect.not.stringContaining(id) }]);
  }
});

test("a kept plan is made once, for however many requests", async () => {
  const { db } = open(targets["of its own"]!());
  const one = await db.connection().execute(async (connection) => {
    for (let times = 0; times < 3; times++)
      await asRequest(freshId(), () => shown(cachedPlan).execute(connection));
    const { rows } = await sql<{ uses: number }>`select generic_plans + custom_plans as uses
      from pg_prepared_statements`.execute(connection);
    return rows;
  });
  expect(one.map(({ uses }) => Number(uses))).toEqual([3]);
});

test("an id of a strange form is left out of statements", async () => {
  const { db } = open(targets["of its own"]!());
  for (const id of ["a'b", "*/ select 1 /*", "x".repeat(51)])
    expect((await asRequest(id, () => shown().execute(db))).rows[0]?.text).toMatch(/^select/);
});
