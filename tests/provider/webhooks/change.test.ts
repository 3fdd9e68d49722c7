import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_PROOF_NEEDED } from "#app/contract/code.ts";
import { webhookChange, webhookMessage, webhookSwitch } from "#app/contract/webhook.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { claimDue } from "#app/provider/webhooks/claim.ts";
import { handOut } from "#app/provider/webhooks/hand-out.ts";
import { deliver } from "#app/provider/webhooks/worker.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation } from "../messages/fixture.ts";
import { addQuote, type Somebody, somebody } from "../quotes/fixture.ts";
import { OUTSIDE, type Receiver, webhookFixture } from "./fixture.ts";
import { expectSigned, statusAnswer } from "./receiver.ts";

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

type Asked = Partial<z.input<typeof webhookChange.request>>;

/** Saves what is given over what is shown. */
async function change(who: Somebody, id: string, given: Asked = {}) {
  await prove(who);
  const { name, url, topics, isOrdered, version } = (await detail(who, id)).webhook;
  const input = { id, name, url, topics, isOrdered, version, ...given };
  return provider.call(webhookChange, input, { token: who.token });
}
const topicsAt = (path: string) =>
  receiver.at(path).map(({ body }) => webhookMessage.parse(JSON.parse(body)).type);

test("what is changed holds for the next message, with the secret that was told once", async () => {
  const dana = await administrator();
  const { id, secret } = (await add(dana, receiver.url("/old"))).data;
  const given = { name: "TMS", url: receiver.url("/new"), topics: ["messages" as const], isOrdered: true };
  expect((await change(dana, id, given)).code).toBe(200);
  expect((await detail(dana, id)).webhook).toMatchObject({ id, ...given, state: "WORKS" });
  await addQuote(provider, dana);
  await conversation(provider, dana, { text: "Where is it?" });
  await run();
  expect(topicsAt("/old")).toEqual([]);
  expect(topicsAt("/new")).toEqual(["message.sent"]);
  expectSigned(receiver.received[0]!, secret);
  const logged = await provider.db
    .selectFrom("security_event")
    .select("detail")
    .where("kind", "=", "webhook.changed")
    .where("company_id", "=", dana.companyId)
    .execute();
  expect(logged).toEqual([{ detail: { webhook: id, changed: "name url topics is_ordered" } }]);
});

test("it takes what adding takes: the right, the company, a fresh proof, a public address", async () => {
  const [dana, other] = [await administrator(), await administrator()];
  const { id } = (await add(dana, receiver.url())).data;
  const { webhook } = await detail(dana, id);
  const { name, url, topics, version } = webhook;
  const input = { id, name, url, topics, version };
  await prove(other);
  expect((await provider.call(webhookChange, input, { token: other.token })).code).toBe(404);
  const viewer = await somebody(provider, dana.companyId, { role: "viewer" });
  await prove(viewer);
  expect((await provider.call(webhookChange, input, { token: viewer.token })).code).toBe(403);
  await provider.db
    .updateTable("auth_token")
    .set({ proved_at: new Date(START.getTime() - DAY_MS) })
    .where("user_id", "=", dana.id)
    .execute();
  expect((await provider.call(webhookChange, input, { token: dana.token })).code).toBe(CODE_PROOF_NEEDED);
  for (const bad of ["https://10.0.0.1/x", "http://8.8.8.8/", "no address", "https://[::ffff:7f00:1]/"])
    expect(await change(dana, id, { url: bad })).toMatchObject({
      code: CODE_INVALID,
      data: { fields: [{ path: "url" }] },
    });
  expect((await change(dana, id, { topics: [] })).code).toBe(CODE_INVALID);
  expect((await detail(dana, id)).webhook).toEqual(webhook);
});

test("an address that is too long as it is stored is refused when it is added and when it is changed", async () => {
  const dana = await administrator();
  const long = receiver.url(`/${"中".repeat(100)}`);
  expect(await add(dana, long)).toMatchObject({
    code: CODE_INVALID,
    data: { fields: [{ path: "url", message: "Should not exceed 500 characters" }] },
  });
  const { id } = (await add(dana, receiver.url(`/${"中".repeat(40)}`))).data;
  expect(await change(dana, id, { url: long })).toMatchObject({ code: CODE_INVALID });
  expect((await change(dana, id, { name: "Renamed" })).code).toBe(200);
});

test("of two who change it at once the second is told, unless both want the same", async () => {
  const dana = await administrator();
  const chen = await somebody(provider, dana.companyId);
  const { id } = (await add(dana, receiver.url())).data;
  const { version } = (await detail(dana, id)).webhook;
  const [first, second] = await Promise.all([
    change(dana, id, { version, name: "Dana's" }),
    change(chen, id, { version, name: "Chen's" }),
  ]);
  expect([first.code, second.code].sort()).toEqual([200, CODE_CONFLICT]);
  const name = first.code === 200 ? "Dana's" : "Chen's";
  expect((await detail(dana, id)).webhook.name).toBe(name);
  expect((await change(chen, id, { version, name })).code).toBe(200);
  expect((await change(chen, id, { version, name: "Mine" })).message).toContain(
    "changed this webhook meanwhile",
  );
  expect((await change(chen, id, { name: "Mine" })).code).toBe(200);
  // What is no change of a person's leaves the version as it is.
  const shown = (await detail(dana, id)).webhook.version;
  receiver.state.answer = statusAnswer(500);
  await addQuote(provider, dana);
  await run();
  expect((await detail(dana, id)).webhook).toMatchObject({ state: "FAILING", version: shown });
});

test("what waits goes to the new address at once, and nothing of a topic that was left out", async () => {
  const dana = await administrator();
  const { id } = (await add(dana, receiver.url("/old"), { topics: ["quotes", "messages"] })).data;
  receiver.state.answer = (response, { path }) => statusAnswer(path === "/old" ? 500 : 200)(response);
  await addQuote(provider, dana);
  await conversation(provider, dana, { text: "Where is it?" });
  await run();
  clock.now = new Date(START.getTime() + HOUR_MS);
  await run();
  expect(await run()).toBe(0);
  await change(dana, id, { url: receiver.url("/new"), topics: ["quotes"] });
  await run();
  expect(topicsAt("/new")).toEqual(["quote.changed"]);
  const { webhook, deliveries } = await detail(dana, id);
  expect(webhook).toMatchObject({ state: "WORKS", failingSince: null, waiting: 0 });
  expect(deliveries.map(({ type, state, problem }) => [type, state, problem]).sort()).toEqual([
    ["message.sent", "SKIPPED", "PERSON"],
    ["quote.changed", "DONE", null],
  ]);
});

test("failures of the old address are forgotten: the new one is neither warned of nor switched off for them", async () => {
  const dana = await administrator();
  const { id } = (await add(dana, receiver.url("/old"))).data;
  receiver.state.answer = statusAnswer(500);
  for (let day = 0; day <= 6; day++) {
    await addQuote(provider, dana);
    await run();
    clock.now = new Date(clock.now.getTime() + DAY_MS);
  }
  expect((await detail(dana, id)).webhook.state).toBe("STOPPED");
  await change(dana, id, { name: "Still off" });
  expect((await detail(dana, id)).webhook.state).toBe("STOPPED");
  await change(dana, id, { url: receiver.url("/new") });
  expect((await detail(dana, id)).webhook).toMatchObject({ state: "OFF", failingSince: null });
  expect(
    await provider.db.selectFrom("webhook").select(["failing_since", "warned_at"]).executeTakeFirstOrThrow(),
  ).toEqual({ failing_since: null, warned_at: null });
  await provider.call(webhookSwitch, { id, isOn: true }, { token: dana.token });
  await addQuote(provider, dana);
  await run();
  expect(receiver.at("/new").length).toBeGreaterThan(0);
  expect((await detail(dana, id)).webhook.state).toBe("FAILING");
});

test.each([410, 500, 200])(
  "an answer %i of the old address that comes later says nothing of the new one",
  async (status) => {
    const dana = await administrator();
    const { id } = (await add(dana, receiver.url("/old"))).data;
    await addQuote(provider, dana);
    const { database, publicUrl } = house.options();
    await handOut(database, clock.now, publicUrl);
    const claimed = await claimDue(database, clock.now, { takesFailing: true });
    let answer = () => {};
    receiver.state.answer = (response, { path }) => {
      answer = () => statusAnswer(status)(response);
      if (path === "/new") statusAnswer(204)(response);
    };
    const work = deliver(claimed!, house.options(), new AbortController().signal);
    await expect.poll(() => receiver.at("/old").length).toBe(1);
    expect((await change(dana, id, { url: receiver.url("/new") })).code).toBe(200);
    answer();
    await work;
    const { webhook } = await detail(dana, id);
    expect(webhook).toMatchObject({ state: "WORKS", lastSuccessAt: null, failingSince: null });
    await run();
    // What the old one did not take is tried at the new one at once.
    expect(receiver.at("/new")).toHaveLength(status === 200 ? 0 : 1);
    expect((await detail(dana, id)).deliveries).toMatchObject([{ state: "DONE" }]);
  },
);
