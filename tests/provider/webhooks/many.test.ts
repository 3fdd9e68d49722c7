import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_PROOF_NEEDED } from "#app/contract/code.ts";
import { webhookAdd, webhookList, webhookRemove, webhookSwitch } from "#app/contract/webhook.ts";
import { WEBHOOKS_MAX } from "#app/contract/webhook-code.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { startWebhooks } from "#app/provider/webhooks/worker.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { addQuote, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { OUTSIDE, type Receiver, webhookFixture } from "./fixture.ts";
import { statusAnswer } from "./receiver.ts";

let provider: TestProvider;
let receiver: Receiver;
const house = webhookFixture(() => provider);
const { clock, run, add, detail, administrator, prove } = house;
const START = clock.now;

beforeAll(async () => {
  provider = await startProvider({ outside: OUTSIDE, now: () => clock.now });
});
afterAll(() => provider?.stop());
house.eachTest((started) => {
  receiver = started;
});

/** Quotes of a company, noted as its people would make them. */
async function manyQuotes(who: Somebody, count: number): Promise<void> {
  await addQuote(provider, who);
  const { id, log_sequence, log_hash, ...row } = await provider.db
    .selectFrom("quote")
    .selectAll()
    .where("company_id", "=", who.companyId)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...row,
    quote_number: `${row.quote_number}-${index}-${randomUUID().slice(0, 8)}`,
    form_key: null,
    request: JSON.stringify(row.request),
    totals: JSON.stringify(row.totals),
  }));
  if (copies.length > 0) await provider.db.insertInto("quote").values(copies).execute();
}

test("a receiver that does not answer holds up nobody else", { tags: "slow" }, async () => {
  const [dana, other] = [await administrator(), await administrator()];
  receiver.state.answer = (response, { path }) => (path === "/dead" ? undefined : void response.end());
  for (let each = 0; each < 3; each++) await add(dana, receiver.url("/dead"));
  await add(other, receiver.url("/alive"));
  await manyQuotes(dana, 40);
  const worker = startWebhooks({ ...house.options(), now: () => new Date(), timeMs: 1_500 });
  // Until the first tries are over, nobody knows that it is dead.
  await expect.poll(() => receiver.at("/dead").length).toBeGreaterThan(8);
  await manyQuotes(other, 60);
  const begun = performance.now();
  await expect.poll(() => receiver.at("/alive").length, { interval: 20 }).toBe(60);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await worker.stop();
  expect(new Set(receiver.at("/alive").map(({ headers }) => headers["webhook-id"])).size).toBe(60);
});

test("two providers tell each event once, and what one of them left when it was killed is told by the other", {
  tags: "slow",
}, async () => {
  const dana = await administrator();
  const SECRETS_KEY = "a key of the tests only and of nothing else";
  const processes: ProviderProcess[] = [];
  const start = async () => {
    const environment = { SECRETS_KEY, WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" };
    processes.push(await startProviderProcess(provider.database.url, environment));
  };
  try {
    await Promise.all([start(), start()]);
    const { data } = await add(dana, receiver.url());
    await manyQuotes(dana, 300);
    await expect.poll(() => receiver.received.length).toBe(300);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(300);

    receiver.state.answer = (response) => void setTimeout(() => response.end(), 300);
    await manyQuotes(await somebody(provider, dana.companyId), 100);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(320);
    processes[0]!.child.kill("SIGKILL");
    const waiting = async () => (await detail(dana, data.id)).webhook.waiting;
    // The claims of the killed one end after a minute.
    await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0);
    const all = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(all).size).toBe(400);
    // Only what was under way may come twice.
    expect(all.length).toBeLessThanOrEqual(400 + 8);
  } finally {
    await endProcesses(processes);
  }
});

test("after days without success its company is warned by mail, then it is switched off, and a person switches it on", async () => {
  const dana = await administrator();
  const colleague = await somebody(provider, dana.companyId, { language_preference: "zh" });
  await somebody(provider, dana.companyId, { role: "viewer" });
  const { data } = await add(dana, receiver.url());
  receiver.state.answer = statusAnswer(500);
  const mails = async () =>
    provider.db
      .selectFrom("mail_outbox")
      .select(["recipient", "subject", "body"])
      .where("company_id", "=", dana.companyId)
      .orderBy("id")
      .execute();
  const failDaily = async (days: number) => {
    for (let day = 0; day < days; day++) {
      await addQuote(provider, dana);
      await run();
      clock.now = new Date(clock.now.getTime() + DAY_MS);
    }
  };
  await failDaily(2);
  expect(await mails()).toEqual([]);
  await failDaily(1);
  const warned = await mails();
  expect(warned.map(({ recipient }) => recipient)).toEqual([dana.email, colleague.email]);
  expect(warned[0]!.subject).toBe("The webhook ERP does not arrive");
  expect(warned[0]!.body).toContain(`https://portal.example.com/account/webhookDetail?id=${data.id}`);
  expect(warned[1]!.subject).toContain("未能送达");
  await failDaily(3);
  expect((await mails()).map(({ subject }) => subject)[2]).toBe("The webhook ERP is switched off");
  expect(await mails()).toHaveLength(4);
  expect((await detail(dana, data.id)).webhook.state).toBe("STOPPED");
  const before = receiver.received.length;
  await addQuote(provider, dana);
  expect(await run()).toBe(0);
  receiver.state.answer = statusAnswer(200);
  await provider.call(webhookSwitch, { id: data.id, isOn: true }, { token: dana.token });
  await run();
  expect(receiver.received.length).toBeGreaterThan(before);
  expect((await detail(dana, data.id)).webhook).toMatchObject({ state: "WORKS", failingSince: null });
});

test("a success in between counts anew, and 410 switches off at once", async () => {
  const dana = await administrator();
  const { data } = await add(dana, receiver.url());
  for (const status of [500, 200, 500]) {
    receiver.state.answer = statusAnswer(status);
    await addQuote(provider, dana);
    await run();
    clock.now = new Date(clock.now.getTime() + 1.5 * DAY_MS);
  }
  expect((await detail(dana, data.id)).webhook.state).toBe("FAILING");
  expect(
    await provider.db
      .selectFrom("mail_outbox")
      .select("id")
      .where("company_id", "=", dana.companyId)
      .execute(),
  ).toEqual([]);
  receiver.state.answer = statusAnswer(410);
  await addQuote(provider, dana);
  await run();
  expect((await detail(dana, data.id)).webhook.state).toBe("GONE");
  const [mail] = await provider.db
    .selectFrom("mail_outbox")
    .select("subject")
    .where("company_id", "=", dana.companyId)
    .execute();
  expect(mail!.subject).toBe("The receiver of the webhook ERP has ended it");
});

test("addresses inside the network, and more than there may be, are refused; a removed webhook is told nothing", async () => {
  const dana = await administrator();
  const input = { name: "ERP", topics: ["quotes" as const], url: receiver.url() };
  expect((await provider.call(webhookAdd, input, { token: dana.token })).code).toBe(CODE_PROOF_NEEDED);
  for (const url of [
    "https://10.0.0.1/x",
    "https://localhost/",
    "http://8.8.8.8/",
    "https://[::ffff:7f00:1]/",
  ])
    expect(await add(dana, url)).toMatchObject({ code: 400, message: expect.stringContaining("https://") });
  expect((await add(dana, "https://nobody.invalid/")).message).toContain(
    "The host of this address is not found",
  );
  for (let count = 0; count < WEBHOOKS_MAX; count++) await add(dana, receiver.url());
  expect(await add(dana, receiver.url())).toMatchObject({ code: 409 });
  const { rows } = (await provider.call(webhookList, {}, { token: dana.token })).data;
  const other = await administrator();
  const [first] = rows;
  expect((await provider.call(webhookRemove, { id: first!.id }, { token: other.token })).code).toBe(404);
  for (const { id } of rows) await provider.call(webhookRemove, { id }, { token: dana.token });
  await addQuote(provider, dana);
  expect(await run()).toBe(0);
  const staff = await desk(provider);
  const admin = await somebody(provider, staff.companyId);
  await provider.db
    .insertInto("company_access")
    .values({ company_id: staff.companyId, res_code: "MEMBER_MANAGE" })
    .execute();
  await prove(admin);
  expect((await add(admin, receiver.url())).code).toBe(403);
});

test("what was told is kept for thirty days", async () => {
  const dana = await administrator();
  const { data } = await add(dana, receiver.url());
  await addQuote(provider, dana);
  await run();
  await purge(provider.db, provider.files, new Date(START.getTime() + 30 * DAY_MS - HOUR_MS));
  expect((await detail(dana, data.id)).deliveries).toHaveLength(1);
  await purge(provider.db, provider.files, new Date(START.getTime() + 30 * DAY_MS + HOUR_MS));
  expect((await detail(dana, data.id)).deliveries).toEqual([]);
  expect(await provider.db.selectFrom("webhook_event").select("id").execute()).toEqual([]);
});
