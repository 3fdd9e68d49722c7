import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  webhookMessage,
  webhookReplay,
  webhookSkip,
  webhookSwitch,
  webhookTest,
} from "#app/contract/webhook.ts";
import { webhookTypes } from "#app/contract/webhook-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { startWebhooks } from "#app/provider/webhooks/worker.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { addQuote, type Somebody, somebody } from "../quotes/fixture.ts";
import { OUTSIDE, type Receiver, webhookFixture } from "./fixture.ts";
import { expectSigned, statusAnswer } from "./receiver.ts";

let provider: TestProvider;
let receiver: Receiver;
const house = webhookFixture(() => provider);
const { clock, run, runTests, add, detail, administrator } = house;
const START = clock.now;

beforeAll(async () => {
  provider = await startProvider({ outside: OUTSIDE, now: () => clock.now });
});
afterAll(() => provider?.stop());
house.eachTest((started) => {
  receiver = started;
});

const press = ({ token }: Somebody, id: string) => provider.call(webhookTest, { id }, { token });
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

test("it is a signed message of its own kind, shown in the log with what came of it", async () => {
  const dana = await administrator();
  const { id, secret } = (await add(dana, receiver.url())).data;
  expect((await press(dana, id)).code).toBe(200);
  // The line of other messages leaves it alone, and so does the version before, which takes whatever is due.
  expect(await run()).toBe(0);
  const { next_at } = await provider.db
    .selectFrom("webhook_delivery")
    .select("next_at")
    .executeTakeFirstOrThrow();
  expect(next_at.getTime()).toBeGreaterThan(START.getTime() + 31 * DAY_MS);
  // It refuses a list with a type that it does not know.
  const { type } = await provider.db.selectFrom("webhook_event").select("type").executeTakeFirstOrThrow();
  expect(webhookTypes).toContain(type);
  expect((await detail(dana, id)).deliveries).toMatchObject([
    { type: "webhook.test", state: "WAITING", nextAt: null },
  ]);
  expect((await detail(dana, id)).webhook.waiting).toBe(0);
  expect(await runTests()).toBe(1);
  const [one] = receiver.received;
  expectSigned(one!, secret);
  expect(webhookMessage.parse(JSON.parse(one!.body))).toEqual({
    type: "webhook.test",
    timestamp: clock.now.toISOString(),
    sequence: 0,
    data: { id, url: expect.stringMatching(new RegExp(`/account/webhookDetail\\?id=${id}$`)) },
  });
  const { webhook, deliveries } = await detail(dana, id);
  expect(deliveries).toMatchObject([
    { type: "webhook.test", subjectId: id, state: "DONE", httpStatus: 200, attempts: 1 },
  ]);
  expect(deliveries[0]!.messageId).toBe(one!.headers["webhook-id"]);
  expect((await detail(dana, id)).test).toEqual(deliveries[0]);
  // It says nothing of other messages.
  expect(webhook.lastSuccessAt).toBeNull();
  const numbered = provider.db.selectFrom("webhook_subject").select("topic").where("subject_id", "=", id);
  expect((await numbered.execute()).map(({ topic }) => String(topic))).not.toContain("test");
  await purge(provider.db, provider.files, new Date(START.getTime() + 31 * DAY_MS));
  expect((await detail(dana, id)).deliveries).toEqual([]);
});

test.each([500, 410, 302])(
  "an answer %i fails it once: nothing is repeated, switched off or mailed",
  async (status) => {
    const dana = await administrator();
    const { id } = (await add(dana, receiver.url())).data;
    receiver.state.answer = statusAnswer(status, {
      location: receiver.url("/elsewhere"),
      "retry-after": "1",
    });
    for (let day = 0; day < 7; day++) {
      await press(dana, id);
      expect(await runTests()).toBe(1);
      clock.now = new Date(clock.now.getTime() + DAY_MS);
      expect(await runTests()).toBe(0);
    }
    const { webhook, deliveries } = await detail(dana, id);
    expect(webhook).toMatchObject({ state: "WORKS", failingSince: null });
    const problem = status === 302 ? "REDIRECT" : "STATUS";
    expect(deliveries[0]).toMatchObject({ state: "FAILED", problem, attempts: 1, nextAt: null });
    expect(receiver.at("/elsewhere")).toEqual([]);
    const mails = provider.db.selectFrom("mail_outbox").select("id").where("company_id", "=", dana.companyId);
    expect(await mails.execute()).toEqual([]);
    const given = { deliveryId: deliveries[0]!.id };
    expect((await provider.call(webhookReplay, given, { token: dana.token })).code).toBe(404);
  },
);

test("a webhook that is off may be tested, and one that fails, and stays as it is", async () => {
  const dana = await administrator();
  const { id } = (await add(dana, receiver.url())).data;
  receiver.state.answer = statusAnswer(500);
  await addQuote(provider, dana);
  await run();
  const { failingSince } = (await detail(dana, id)).webhook;
  receiver.state.answer = statusAnswer(204);
  await press(dana, id);
  expect(await runTests()).toBe(1);
  expect((await detail(dana, id)).webhook).toMatchObject({ state: "FAILING", failingSince });
  await provider.call(webhookSwitch, { id, isOn: false }, { token: dana.token });
  later(11);
  await press(dana, id);
  expect(await runTests()).toBe(1);
  expect((await detail(dana, id)).webhook.state).toBe("OFF");
  expect((await detail(dana, id)).deliveries[0]).toMatchObject({ state: "DONE", httpStatus: 204 });
});

test("one at a time, and one within ten seconds, for those who may change it", async () => {
  const [dana, other] = [await administrator(), await administrator()];
  const chen = await somebody(provider, dana.companyId);
  const viewer = await somebody(provider, dana.companyId, { role: "viewer" });
  const { id } = (await add(dana, receiver.url())).data;
  const codes = (await Promise.all([press(dana, id), press(chen, id)])).map(({ code }) => code);
  expect(codes.sort()).toEqual([200, CODE_CONFLICT]);
  later(60);
  expect((await press(dana, id)).code).toBe(CODE_CONFLICT);
  const [waiting] = (await detail(dana, id)).deliveries;
  const skip = { deliveryId: waiting!.id };
  expect((await provider.call(webhookSkip, skip, { token: dana.token })).code).toBe(404);
  await runTests();
  expect((await press(dana, id)).code).toBe(200);
  await runTests();
  later(5);
  expect((await press(dana, id)).message).toContain("10 seconds");
  later(6);
  expect((await press(dana, id)).code).toBe(200);
  expect((await press(other, id)).code).toBe(404);
  expect((await press(viewer, id)).code).toBe(403);
});

test("it waits neither for a strict order nor for lines that are taken, and holds up nobody", async () => {
  const [dana, other] = [await administrator(), await administrator()];
  receiver.state.answer = (response, { path }) => (path === "/dead" ? undefined : void response.end());
  const dead = [];
  for (let each = 0; each < 4; each++)
    dead.push((await add(dana, receiver.url("/dead"), { isOrdered: true })).data.id);
  for (let each = 0; each < 8; each++) await addQuote(provider, dana);
  const { data } = await add(other, receiver.url("/alive"));
  const worker = startWebhooks({ ...house.options(), timeMs: 20_000 });
  try {
    await expect.poll(() => receiver.at("/dead").length).toBe(8);
    const begun = performance.now();
    await press(other, data.id);
    await expect.poll(() => receiver.at("/alive").length, { interval: 20 }).toBe(1);
    // While it waits for the others it takes twice that.
    expect(performance.now() - begun).toBeLessThan(10_000);
    await press(dana, dead[0]!);
    await expect
      .poll(() => receiver.at("/dead").some(({ body }) => body.includes("webhook.test")))
      .toBe(true);
    // No statement of anybody is open while the receiver thinks.
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(provider.db);
    expect(rows[0]!.open).toBe(0);
  } finally {
    await worker.stop();
  }
});
