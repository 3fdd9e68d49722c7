import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeyMake, apiKeyRevoke } from "#app/contract/api-key.ts";
import type { ApiScope } from "#app/contract/api-key-code.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { tellEndings } from "#app/provider/api-keys/ending.ts";
import { makeKey } from "#app/provider/call/key.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { routes } from "#app/provider/http/server.ts";
import { htmlOf } from "#app/provider/mail/html.ts";
import { makeCompany, makeRole, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, startProviderProcess } from "#tests/support/provider-process.ts";
import { runTogether } from "#tests/support/text-reading.ts";
import { customer, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";

const clock = movableClock(new Date("2026-11-26T08:30:00Z"));
const publicUrl = "https://freight.example.com";
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
});
afterAll(() => provider?.stop());

const tell = (database = provider.db) =>
  tellEndings({ database, routes, publicUrl, log: pino({ level: "silent" }), now: clock.now });
const admin = () => customer(provider, ["MEMBER_MANAGE"]);
const mailsTo = ({ email }: Pick<Somebody, "email">) =>
  provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body", "created_at", "company_id"])
    .where("recipient", "=", email)
    .orderBy("id")
    .execute();

interface Given {
  scopes?: ApiScope[];
  name?: string;
  madeForDays?: number;
  leftDays?: number;
  from?: Date;
}

/** A key as it stands in the database. */
async function addKey(maker: Somebody, given: Given = {}): Promise<string> {
  const { name = "ERP", scopes = ["shipments.read"], madeForDays = 90, leftDays = 10 } = given;
  const { keyHash, hint } = makeKey("fla_");
  const ends = (given.from ?? clock.now()).getTime() + leftDays * DAY_MS;
  const { id } = await provider.db
    .insertInto("api_key")
    .values({
      company_id: maker.companyId,
      user_id: maker.id,
      name,
      key_hash: keyHash,
      hint,
      scopes,
      created_at: new Date(ends - madeForDays * DAY_MS),
      expires_at: new Date(ends),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("over the life of a key its end is told twice, to each administrator in their language, and the key itself never", async () => {
  const dana = await admin();
  const li = await somebody(provider, dana.companyId, { language_preference: "zh" });
  const others = [await somebody(provider, dana.companyId, { role: "viewer" }), await admin()];
  const start = clock.now();
  await provider.db
    .updateTable("auth_token")
    .set({ proved_at: start })
    .where("user_id", "=", dana.id)
    .execute();
  const sent = { name: "ERP <one>", scopes: ["shipments.read" as const], days: 30 as const };
  const { key } = (await provider.call(apiKeyMake, sent, { token: dana.token })).data;
  for (let hour = 0; hour <= 31 * 24; hour += 6) {
    clock.set(new Date(start.getTime() + hour * HOUR_MS));
    await tell();
    if (hour === 20 * 24)
      await provider.db
        .updateTable("api_key")
        .set({ last_used_at: new Date("2026-12-15T22:05:00Z") })
        .where("company_id", "=", dana.companyId)
        .execute();
  }
  clock.set(start);
  const [first, second, ...more] = await mailsTo(dana);
  expect(more).toEqual([]);
  expect(first!.created_at).toEqual(new Date("2026-12-12T08:30:00Z"));
  expect(second!.created_at).toEqual(new Date("2026-12-24T08:30:00Z"));
  expect(first!.company_id).toBe(dana.companyId);
  expect(first!.subject).toBe("The key ERP <one> ends on 2026-12-26");
  for (const text of [
    "ERP <one>",
    `last characters ${key.slice(-4)},`,
    "ends on 2026-12-26 16:30 (UTC+8)",
    "Made by: Pat Example\nLast used: never\n",
    `\n\n${publicUrl}/account/apiKeys\n`,
  ])
    expect(first!.body).toContain(text);
  expect(second!.body).toContain("Last used: 2026-12-16 06:05 (UTC+8)");
  const chinese = await mailsTo(li);
  expect(chinese).toHaveLength(2);
  expect(chinese[0]!.subject).toBe("密钥“ERP <one>”将于 2026-12-26 到期");
  expect(chinese[0]!.body).toContain("最近使用：从未使用");
  expect(chinese[1]!.body).toContain("最近使用：2026-12-16 06:05（UTC+8）");
  for (const mail of [first!, second!, ...chinese]) {
    expect(mail.body).not.toContain(key);
    expect(`${mail.subject}${mail.body}`).not.toMatch(/[{}]|undefined|null/);
    // Whoever reads it as text can follow the link.
    expect(mail.body).toMatch(/^https:\/\/\S+$/m);
    expect(runTogether(htmlOf(mail.body))).toEqual([]);
  }
  for (const other of others) expect(await mailsTo(other)).toEqual([]);
});

test("what a stopped process missed is told late and once, as long as the key works", async () => {
  const [late, last, gone] = [await admin(), await admin(), await admin()];
  await addKey(late, { leftDays: 9 });
  await addKey(last, { leftDays: 1 });
  await addKey(gone, { leftDays: -1 });
  for (const _ of [1, 2, 3]) await tell();
  expect(await mailsTo(late)).toHaveLength(1);
  expect(await mailsTo(last)).toHaveLength(1);
  expect(await mailsTo(gone)).toEqual([]);
  clock.forward(7 * DAY_MS);
  await tell();
  clock.forward(-7 * DAY_MS);
  expect(await mailsTo(late)).toHaveLength(2);
  expect(await mailsTo(last)).toHaveLength(1);
});

test("a key for a few days is told of once, and one whose end is far not at all", async () => {
  const [short, far] = [await admin(), await admin()];
  await addKey(short, { madeForDays: 7, leftDays: 7 });
  await addKey(far, { madeForDays: 365, leftDays: 15 });
  await tell();
  expect(await mailsTo(short)).toEqual([]);
  clock.forward(5 * DAY_MS);
  await tell();
  clock.forward(-5 * DAY_MS);
  expect(await mailsTo(short)).toHaveLength(1);
  // Fifteen days before its end it was not told of; ten days before it was.
  expect((await mailsTo(far)).map(({ created_at }) => created_at)).toEqual([
    new Date(clock.now().getTime() + 5 * DAY_MS),
  ]);
});

test("nobody is told of a key that is revoked, whose maker is gone, or that opens nothing any more", async () => {
  const dana = await admin();
  const revoked = await addKey(dana);
  expect((await provider.call(apiKeyRevoke, { id: revoked }, { token: dana.token })).code).toBe(200);
  const blocked = await somebody(provider, dana.companyId);
  const removed = await somebody(provider, dana.companyId);
  const idle = await somebody(provider, dana.companyId, {
    role_id: await makeRole(provider.db, ["BILLING"]),
  });
  for (const maker of [blocked, removed, idle]) await addKey(maker);
  const set = (values: { status: "DISABLED" }, { id }: Somebody) =>
    provider.db.updateTable("app_user").set(values).where("id", "=", id).execute();
  await set({ status: "DISABLED" }, blocked);
  await provider.db.deleteFrom("app_user").where("id", "=", removed.id).execute();
  await tell();
  expect(await mailsTo(dana)).toEqual([]);
  // One that still may do a part of it is worth a word: the program goes on with that part until the end.
  await addKey(idle, { name: "Bills", scopes: ["shipments.read", "invoices.read"] });
  await tell();
  expect((await mailsTo(dana)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^The key Bills ends/),
  ]);
});

test("where nobody can make a key nobody is told; who may do so before the end is", async () => {
  const dana = await customer(provider, ["SHIPMENT_CHARGES"]);
  await addKey(dana);
  await tell();
  expect(await mailsTo(dana)).toEqual([]);
  await provider.db
    .insertInto("company_access")
    .values({ company_id: dana.companyId, res_code: "MEMBER_MANAGE" })
    .execute();
  await tell();
  expect(await mailsTo(dana)).toHaveLength(1);
});

test("a key of the forwarder's own system is told of to those of the forwarder who can make them", async () => {
  const companyId = await makeCompany(provider.db, ["MEMBER_MANAGE"], { is_forwarder: true });
  const [maker, clerk, dana] = [
    await somebody(provider, companyId, { role_id: await roleId(provider.db, "admin") }),
    await somebody(provider, companyId, { role: "desk" }),
    await admin(),
  ];
  await addKey(maker, { name: "TMS", scopes: ["imports.write"] });
  await tell();
  expect((await mailsTo(maker)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^The key TMS ends/),
  ]);
  expect(await mailsTo(clerk)).toEqual([]);
  expect(await mailsTo(dana)).toEqual([]);
});

test("several that look at the same moment tell each end once", async () => {
  const makers = await Promise.all(Array.from({ length: 12 }, admin));
  for (const maker of makers) await addKey(maker);
  const pools = [1, 2, 3].map(() => openDatabase(provider.database.connection, { poolSize: 2 }));
  const counts = await Promise.all(pools.flatMap(({ db }) => [tell(db), tell(db)]));
  await Promise.all(pools.map(({ close }) => close()));
  expect(counts.reduce((sum, count) => sum + count)).toBe(makers.length);
  for (const maker of makers) expect(await mailsTo(maker)).toHaveLength(1);
});

test("two providers that start together tell each end once", { tags: "slow" }, async () => {
  const makers = await Promise.all(Array.from({ length: 6 }, admin));
  for (const maker of makers) await addKey(maker, { from: new Date() });
  const environment = { PUBLIC_URL: publicUrl, SECRETS_KEY: "a key of the tests only and of nothing else" };
  const start = () => startProviderProcess(provider.database.url, environment);
  const processes = await Promise.all([start(), start()]);
  try {
    for (const maker of makers) await expect.poll(() => mailsTo(maker)).toHaveLength(1);
    expect((await mailsTo(makers[0]!))[0]!.body).toContain(`\n${publicUrl}/account/apiKeys\n`);
  } finally {
    await endProcesses(processes);
  }
  // They wait for what they do before they end.
  for (const maker of makers) expect(await mailsTo(maker)).toHaveLength(1);
});
