import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { checkSecretsKey } from "#app/provider/db/secrets-key.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeCompany, makePerson } from "#tests/support/people.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const [first, second, third] = ["first", "second", "third"].map((name) => name.padEnd(40, name)) as [
  string,
  string,
  string,
];
const check = (...keys: [string, ...string[]]) =>
  checkSecretsKey(database.db, secretBox(keys).marks("known", "secrets key"), new Date());
const command = (name: string, ...given: string[]) =>
  promisify(execFile)("node", [`app/provider/cli/${name}.ts`, ...given], {
    env: { ...process.env, DATABASE_URL: database.url, PUBLIC_URL: "https://freight.example" },
  });

async function personWithFactor() {
  const { db } = database;
  const person = await makePerson(db, await makeCompany(db));
  const row = { user_id: person.id, secret: Buffer.from("sealed"), created_at: new Date() };
  await db
    .insertInto("second_factor")
    .values({ ...row, confirmed_at: new Date() })
    .execute();
  return person;
}
const factorsOf = (userId: string) =>
  database.db.selectFrom("second_factor").select("user_id").where("user_id", "=", userId).execute();

test("of machines that start with different keys at once on an empty database, one starts", async () => {
  const starts = await Promise.allSettled([check(first), check(second), check(third)]);
  const refused = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
  expect(refused).toHaveLength(2);
  expect(refused[0]).toContain("is not the key of this database");
  await database.db.deleteFrom("secrets_key").execute();
});

test("a key is replaced by a new one that stands before it, and a forgotten one by any", {
  tags: "slow",
}, async () => {
  await check(first);
  await check(first);
  await expect(check(second)).rejects.toThrow("npm run secrets:forget");
  await check(second, first);
  await check(second);
  await expect(check(third)).rejects.toThrow("is not the key");
  const person = await personWithFactor();
  await expect(command("secrets-forget")).rejects.toMatchObject({ code: 1 });
  expect(await factorsOf(person.id)).toHaveLength(1);
  expect((await command("secrets-forget", "--yes")).stdout).toContain("of 1 people were removed");
  expect(await factorsOf(person.id)).toHaveLength(0);
  await check(third);
});

test("the operator removes the second factor of one account, which is told by mail", {
  tags: "slow",
}, async () => {
  const [person, other] = [await personWithFactor(), await personWithFactor()];
  const done = await command("factor-reset", person.userName.toUpperCase());
  expect(done.stdout).toContain("signs in with the password alone");
  expect([await factorsOf(person.id), await factorsOf(other.id)]).toEqual([[], [{ user_id: other.id }]]);
  const mails = await database.db
    .selectFrom("mail_outbox")
    .select("recipient")
    .where("recipient", "=", person.email)
    .execute();
  expect(mails).toHaveLength(1);
  const events = await database.db
    .selectFrom("security_event")
    .select(["kind", "detail"])
    .where("user_id", "=", person.id)
    .execute();
  expect(events).toEqual([{ kind: "factor.reset", detail: { by: "operator" } }]);
  await expect(command("factor-reset", "nobody-of-that-name")).rejects.toMatchObject({
    stderr: "There is no account nobody-of-that-name\n",
  });
});
