import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenDatabase, openDatabase, sideBySide, transaction } from "#app/provider/db/database.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let pipelined: OpenDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query("create table step (id serial primary key, text text not null unique)");
  pipelined = openDatabase(database.connection, { poolSize: 1, isPipelined: true });
});
afterAll(async () => {
  await pipelined.close();
  await database.drop();
});

const texts = async () => (await database.pool.query("select text from step order by id")).rows;
const ten = Array.from({ length: 10 }, (_, index) => String(index));

test.each([
  ["pipelined", () => pipelined],
  ["plain", () => database],
])(
  "statements side by side on a %s connection are run in their order, in its transaction",
  async (_, given) => {
    await transaction(given().db, async (trx) => {
      const db = await sideBySide(trx);
      expect(db.isTransaction).toBe(true);
      await Promise.all(ten.map((text) => sql`insert into step (text) values (${text})`.execute(db)));
      expect(await texts()).toEqual([]);
    });
    expect(await texts()).toEqual(ten.map((text) => ({ text })));
    await database.pool.query("delete from step");
  },
);

test("when one of them fails, all that was sent behind it fails, and nothing is kept", async () => {
  const outcomes: string[] = [];
  const loading = transaction(pipelined.db, async (trx) => {
    const db = await sideBySide(trx);
    const sent = ["a", "b", "b", "c"].map((text) =>
      sql`insert into step (text) values (${text})`.execute(db),
    );
    const ended = await Promise.allSettled(sent);
    outcomes.push(...ended.map(({ status }) => status));
    await sent[2];
  });
  await expect(loading).rejects.toThrow(/step_text_key/);
  expect(outcomes).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
  expect(await texts()).toEqual([]);
});
