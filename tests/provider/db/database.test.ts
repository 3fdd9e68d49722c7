import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommitUnknownError, isConnectionLost, transaction, withRetry } from "#app/provider/db/database.ts";
import { cachedPlan } from "#app/provider/db/kept-plan.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query("create table note (id int primary key, text text not null)");
});
afterAll(() => database.drop());

/** Ends this one connection, as a restart of the server does. */
const cut = (pid: unknown) => database.pool.query("select pg_terminate_backend($1)", [pid]);
const ownPid = sql<{ pid: number }>`select pg_backend_pid() as pid`;

async function notes(): Promise<number[]> {
  const { rows } = await database.pool.query("select id from note order by id");
  return rows.map((row) => row.id);
}

test("bigint and numeric keep every digit, a date stays a day, a moment is a Date", async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740993::bigint as big, 0.10::numeric as amount, date '2026-11-20' as day,
            array[date '2026-11-20', null] as days, timestamptz '2026-11-20 10:00:00+08' as moment,
            current_setting('TimeZone') as zone`,
  );
  expect(rows).toEqual([
    {
      big: "9007199254740993",
      amount: "0.10",
      day: "2026-11-20",
      days: ["2026-11-20", null],
      moment: new Date("2026-11-20T02:00:00Z"),
      zone: "UTC",
    },
  ]);
});

test("moments of every form are read as they were written", async () => {
  const texts = [
    "2026-11-20T02:00:00Z",
    "1970-01-01T00:00:00.000Z",
    "2024-02-29T23:59:59.999Z",
    "0099-12-31T23:59:59Z",
    "1899-12-31T23:00:00.1Z",
    "9999-12-31T23:59:59.999Z",
    "+012026-11-20T02:00:00Z",
    "-000043-03-15T00:00:00Z",
  ];
  const written = ["12026-11-20 02:00:00Z", "0044-03-15 00:00:00Z BC", "2026-11-20 02:00:00.123999Z"];
  const { rows } = await database.pool.query(
    `select $1::timestamptz as far, $2::timestamptz as early, $3::timestamptz as fine,
            'infinity'::timestamptz as never, '-infinity'::timestamptz as ever`,
    written,
  );
  const { far, early, fine, never, ever } = rows[0];
  expect({ far, early, fine, never, ever }).toEqual({
    far: new Date(texts[6]!),
    early: new Date(texts[7]!),
    fine: new Date("2026-11-20T02:00:00.123Z"),
    never: Number.POSITIVE_INFINITY,
    ever: Number.NEGATIVE_INFINITY,
  });
  const single = await database.pool.query(
    "select x::timestamptz as moment from unnest($1::text[]) with ordinality as t (x, no) order by no",
    [texts.slice(0, 6)],
  );
  expect(single.rows.map(({ moment }) => moment)).toEqual(texts.slice(0, 6).map((text) => new Date(text)));
});

test("every test database is its own", async () => {
  const other = await testDatabase();
  const { rows } = await other.pool.query(
    "select to_regclass('note') as note, to_regclass('app_user') as app_user",
  );
  await other.drop();
  expect(rows).toEqual([{ note: null, app_user: "app_user" }]);
});

test("a statement with a kept plan is planned once by its connection, and answers for the values of each call", async () => {
  await database.db.connection().execute(async (connection) => {
    for (const wanted of [3, 4, 5]) {
      const { rows } = await sql<{ given: number }>`${cachedPlan} select ${wanted}::int as given`.execute(
        connection,
      );
      expect(rows).toEqual([{ given: wanted }]);
    }
    const { rows } = await sql<{ calls: string }>`
      select (generic_plans + custom_plans)::text as calls from pg_prepared_statements
      where statement like '%as given'`.execute(connection);
    expect(rows).toEqual([{ calls: "3" }]);
  });
});

test("a read is repeated on a new connection when its own is cut", async () => {
  let runs = 0;
  const answer = await withRetry(async () => {
    runs++;
    return database.db.connection().execute(async (connection) => {
      const { rows } = await ownPid.execute(connection);
      if (runs === 1) await cut(rows[0]!.pid);
      return (await sql<{ one: number }>`select 1 as one`.execute(connection)).rows[0]!.one;
    });
  });
  // The pool may hold another connection that an earlier test cut, which costs a run of its own.
  expect(runs).toBeGreaterThan(1);
  expect(answer).toBe(1);
});

test("an error of the statement itself is thrown at once", async () => {
  let runs = 0;
  const work = withRetry(async () => {
    runs++;
    await database.pool.query("select 1 / 0");
  });
  await expect(work).rejects.toMatchObject({ code: "22012" });
  expect(runs).toBe(1);
});

test("a transaction cut before COMMIT is repeated and takes effect once", async () => {
  let runs = 0;
  await transaction(database.db, async (trx) => {
    runs++;
    await sql`insert into note values (1, 'cut')`.execute(trx);
    if (runs === 1) await cut((await ownPid.execute(trx)).rows[0]!.pid);
    await sql`insert into note values (2, 'cut')`.execute(trx);
  });
  expect(runs).toBe(2);
  expect(await notes()).toEqual([1, 2]);
});

test("a transaction cut at COMMIT is not repeated blindly, unless it may be", async () => {
  let runs = 0;
  const work = async (trx: Kysely<Database>) => {
    runs++;
    await sql`insert into note values (3, 'unknown') on conflict do nothing`.execute(trx);
    if (runs === 1) await cut((await ownPid.execute(trx)).rows[0]!.pid);
  };
  await expect(transaction(database.db, work)).rejects.toBeInstanceOf(CommitUnknownError);
  expect(runs).toBe(1);
  runs = 0;
  await transaction(database.db, work, { isRepeatable: true });
  expect(runs).toBe(2);
  expect(await notes()).toContain(3);
});

test("a failed transaction leaves nothing behind and gives its error", async () => {
  const work = transaction(database.db, async (trx) => {
    await sql`insert into note values (4, 'gone')`.execute(trx);
    throw new Error("changed my mind");
  });
  await expect(work).rejects.toThrow("changed my mind");
  expect(await notes()).not.toContain(4);
});

test("two serializable transactions in each other's way both end well", async () => {
  await database.pool.query("insert into note values (10, '0')");
  const addOne = () =>
    transaction(
      database.db,
      async (trx) => {
        const { rows } = await sql<{ text: string }>`select text from note where id = 10`.execute(trx);
        await sql`update note set text = ${String(Number(rows[0]!.text) + 1)} where id = 10`.execute(trx);
      },
      { isolation: "serializable" },
    );
  await Promise.all([addOne(), addOne(), addOne()]);
  const { rows } = await database.pool.query("select text from note where id = 10");
  expect(rows).toEqual([{ text: "3" }]);
});

test.each([
  [{ code: "ECONNREFUSED" }, true],
  [{ code: "ENOENT" }, true],
  [{ code: "57P03" }, true],
  [{ code: "57P01" }, true],
  [new Error("Connection terminated unexpectedly"), true],
  [{ code: "08P01", message: "query_wait_timeout" }, true],
  [{ code: "08P01", message: "no more connections allowed (max_client_conn)" }, true],
  [{ code: "08P01", message: "server login has been failing, try again later (server_login_retry)" }, true],
  [{ code: "08P01", message: "unsupported startup parameter: options" }, false],
  [{ code: "57014", message: "canceling statement due to statement timeout" }, false],
  [{ code: "23505" }, false],
  [new Error("timeout exceeded when trying to connect"), false],
])("lost connection: %o is %s", (error, expected) => {
  expect(isConnectionLost(error)).toBe(expected);
});
