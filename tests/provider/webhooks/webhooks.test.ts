import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingSubmit } from "#app/contract/booking.ts";
import { quoteAdd, quotePrice } from "#app/contract/quote.ts";
import {
  webhookDetail,
  webhookMessage,
  webhookReplay,
  webhookReplayAll,
  webhookRotate,
  webhookSkip,
  webhookTest,
} from "#app/contract/webhook.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { draft } from "../bookings/fixture.ts";
import { invoice, issue, pay } from "../invoices/fixture.ts";
import { conversation, say } from "../messages/fixture.ts";
import { addQuote, desk, option, request, type Somebody } from "../quotes/fixture.ts";
import { OUTSIDE, type Receiver, webhookFixture } from "./fixture.ts";
import { expectSigned, startReceiver, statusAnswer } from "./receiver.ts";

let provider: TestProvider;
let staff: Somebody;
let receiver: Receiver;
const house = webhookFixture(() => provider);
const { clock, run, runTests, add, detail, administrator } = house;
const START = clock.now;

beforeAll(async () => {
  provider = await startProvider({ outside: OUTSIDE, now: () => clock.now });
  staff = await desk(provider);
});
afterAll(() => provider?.stop());
house.eachTest((started) => {
  receiver = started;
});

async function added(who: Somebody, more: Parameters<typeof add>[2] = {}) {
  const answer = await add(who, receiver.url(), more);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
}
const bodies = () => receiver.received.map(({ body }) => webhookMessage.parse(JSON.parse(body)));

describe("what is told", () => {
  it("is a quote's changes, each once, numbered and signed", async () => {
    const dana = await administrator();
    const { secret } = await added(dana);
    const id = await addQuote(provider, dana);
    await provider.call(quotePrice, { id, options: [option({ from: clock.now })] }, { token: staff.token });
    await run();
    const told = bodies();
    expect(told.map(({ type, sequence, data }) => [type, sequence, data.id, data.status])).toEqual([
      ["quote.changed", 1, id, "NEW"],
      ["quote.changed", 2, id, "READY_TO_BOOK"],
    ]);
    expect(told[0]!.data.url).toBe(`https://portal.example.com/quote/detail?id=${id}`);
    expect(told[1]!.data.validUntil).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    for (const one of receiver.received) expectSigned(one, secret);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    expect(await run()).toBe(0);
  });

  it("is that an event of a shipment was taken back, to its company alone", async () => {
    const [dana, stranger] = [await administrator(), await administrator()];
    for (const each of [dana, stranger]) await added(each, { topics: ["shipments"] });
    const house_number = "FLHOOK00009";
    const shipment = await makeShipment(provider.db, dana.companyId, { house_number });
    const departure = {
      eventID: "hook-9",
      eventDateTime: new Date(clock.now.getTime() - DAY_MS).toISOString(),
      eventClassification: {
        eventTypeCode: "TRANSPORT",
        eventClassifierCode: "ACT",
        transportEventTypeCode: "DEPA",
      },
      shipmentDetails: { documentReference: { typeCode: "FF", reference: house_number } },
    };
    const store = (message: object) =>
      storeEvents(provider.db, [message], { source: "HLC", sender: "HLCU", now: clock.now });
    await store(departure);
    await run();
    for (let times = 0; times < 2; times++) await store({ eventID: "hook-9", isRetracted: true });
    await run();
    const messages = bodies().map(({ type, sequence, data }) => ({ type, sequence, ...data }));
    expect(messages).toMatchObject([
      { type: "shipment.event", sequence: 1, id: shipment.id, event: { id: "HLCU:hook-9", code: "DEPA" } },
      {
        type: "shipment.eventRetracted",
        sequence: 2,
        id: shipment.id,
        houseNumber: house_number,
        eventId: "HLCU:hook-9",
      },
    ]);
  });

  it("is an event of a shipment with the shape of the shipment's page", async () => {
    const dana = await administrator();
    await added(dana, { topics: ["shipments"] });
    const house_number = "FLHOOK00001";
    const shipment = await makeShipment(provider.db, dana.companyId, { house_number });
    await tellEvents(provider.db, house_number, [{ code: "DEPA", day: -1, place: "CNSHA" }]);
    await tellEvents(provider.db, house_number, [
      { code: "ARRI", day: 3, place: "USLAX", classifier: "EST" },
    ]);
    await run();
    expect(bodies().map(({ sequence, data }) => ({ sequence, ...data }))).toMatchObject([
      { sequence: 1, id: shipment.id, houseNumber: house_number, event: { code: "DEPA", classifier: "ACT" } },
      { sequence: 2, id: shipment.id, event: { code: "ARRI", place: { code: "USLAX" } } },
    ]);
  });

  it("is bookings that were sent, invoices with what is open, and messages", async () => {
    const dana = await administrator();
    await added(dana, { topics: ["bookings", "invoices", "messages"] });
    const booking = await draft(provider, dana);
    await run();
    expect(receiver.received).toEqual([]);
    await provider.call(bookingSubmit, { id: booking.id, version: booking.version }, { token: dana.token });
    const number = "I-HOOK-1";
    await issue(provider, staff, invoice(dana.companyId, "100.00", { invoiceNumber: number }));
    await pay(provider, staff, { companyId: dana.companyId, amount: "40.00", for: { [number]: "40.00" } });
    const { channelId } = await conversation(provider, dana, { text: "Where is it?" });
    await say(provider, staff, channelId, "In Hamburg");
    await run();
    const told = bodies().sort((a, b) => a.type.localeCompare(b.type) || a.sequence - b.sequence);
    expect(told.map(({ type, data }) => [type, data.status ?? data.open ?? data.text])).toEqual([
      ["booking.changed", "SUBMITTED"],
      ["invoice.changed", { amount: expect.stringMatching(/^60\.00?/), currency: "USD" }],
      ["invoice.issued", { amount: expect.stringMatching(/^100\.00?/), currency: "USD" }],
      ["message.sent", "Where is it?"],
      ["message.sent", "In Hamburg"],
    ]);
  });

  it("is nothing of another company, of another topic, of a write that was rolled back, or of before", async () => {
    const [dana, other] = [await administrator(), await administrator()];
    await addQuote(provider, dana);
    await added(dana);
    await addQuote(provider, other);
    await draft(provider, dana);
    await expect(
      provider.db.transaction().execute(async (trx) => {
        await trx
          .updateTable("quote")
          .set({ status: "REJECTED" })
          .where("company_id", "=", dana.companyId)
          .execute();
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await run();
    expect(receiver.received).toEqual([]);
    expect(await provider.db.selectFrom("webhook_event").select("id").execute()).toEqual([]);
  });

  it("stops when its maker loses the right, and when the account ends", async () => {
    const dana = await administrator();
    const { id } = await added(dana);
    await addQuote(provider, dana);
    const viewer = await roleId(provider.db, "viewer");
    await provider.db.updateTable("app_user").set({ role_id: viewer }).where("id", "=", dana.id).execute();
    await run();
    expect(receiver.received).toEqual([]);
    const admin = await roleId(provider.db, "admin");
    await provider.db.updateTable("app_user").set({ role_id: admin }).where("id", "=", dana.id).execute();
    await addQuote(provider, dana);
    await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", dana.id).execute();
    await run();
    expect(receiver.received).toEqual([]);
    await provider.db.updateTable("app_user").set({ status: "ACTIVE" }).where("id", "=", dana.id).execute();
    // Handed out while the right was there, tried when it was not.
    await addQuote(provider, dana);
    const { database, publicUrl } = house.options();
    const { handOut } = await import("#app/provider/webhooks/hand-out.ts");
    await handOut(database, clock.now, publicUrl);
    await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", dana.id).execute();
    await run();
    await provider.db.updateTable("app_user").set({ status: "ACTIVE" }).where("id", "=", dana.id).execute();
    expect(receiver.received).toEqual([]);
    expect((await detail(dana, id)).deliveries).toMatchObject([{ state: "SKIPPED", problem: "RIGHT" }]);
  });
});

describe("the body of a message", () => {
  const bodyOf = async (who: Somebody, id: string, delivery: string) =>
    (await provider.call(webhookDetail, { id, bodyOf: delivery }, { token: who.token })).data?.body;

  it("is shown as it was sent, to those of the company who may see its subject", async () => {
    const dana = await administrator();
    const { id } = await added(dana);
    const { id: other } = await added(dana, { topics: ["invoices"] });
    await addQuote(provider, dana);
    await run();
    const { id: delivery } = (await detail(dana, id)).deliveries[0]!;
    expect((await detail(dana, id)).body).toBeNull();
    expect(await bodyOf(dana, id, delivery)).toBe(receiver.received[0]!.body);
    expect(await bodyOf(dana, other, delivery)).toBeNull();
    expect(await bodyOf(dana, id, "99999999")).toBeNull();
    expect(await bodyOf(await administrator(), id, delivery)).toBeUndefined();
    const opened = await takeMenus("admin", ["QUOTES", "REQUESTQUOTE", "BOOKSHIPMENT"]);
    try {
      expect(await bodyOf(dana, id, delivery)).toBeNull();
    } finally {
      await provider.db.insertInto("role_menu").values(opened).execute();
    }
  });

  /** Takes menus from a role. @returns the rows that give them back */
  async function takeMenus(role: string, names: string[]) {
    const { db } = provider;
    return db
      .deleteFrom("role_menu")
      .where("role_id", "=", await roleId(db, role))
      .where("menu_id", "in", db.selectFrom("menu").select("id").where("name", "in", names))
      .returningAll()
      .execute();
  }
});

describe("a try that failed", () => {
  it("is repeated with back-off for three days, with the same id and body and a time of its own", async () => {
    const dana = await administrator();
    const { id, secret } = await added(dana);
    receiver.state.answer = statusAnswer(500);
    await addQuote(provider, dana);
    const waits: number[] = [];
    let last = clock.now;
    for (;;) {
      if (await run()) {
        waits.push(clock.now.getTime() - last.getTime());
        last = clock.now;
      }
      const { deliveries } = await detail(dana, id);
      if (deliveries[0]!.state !== "WAITING") break;
      const { next_at } = await provider.db
        .selectFrom("webhook_delivery")
        .select("next_at")
        .executeTakeFirstOrThrow();
      clock.now = next_at;
    }
    const least = [0, 5_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 8 * HOUR_MS];
    for (const [index, wait] of waits.entries()) {
      const expected = least[Math.min(index, 7)]!;
      expect(wait).toBeGreaterThanOrEqual(expected);
      expect(wait).toBeLessThanOrEqual(expected * 1.2 + 1);
    }
    const spent = last.getTime() - START.getTime();
    expect(spent).toBeGreaterThan(62 * HOUR_MS);
    expect(spent).toBeLessThanOrEqual(72 * HOUR_MS);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(
      waits.length,
    );
    for (const one of receiver.received) expectSigned(one, secret);
    expect((await detail(dana, id)).deliveries[0]).toMatchObject({
      state: "FAILED",
      problem: "STATUS",
      httpStatus: 500,
      attempts: waits.length,
      nextAt: null,
    });
  });

  it.each([
    ["in seconds", () => "600"],
    ["by a date", () => new Date(Date.now() + 600_000).toUTCString()],
  ])("waits as long as the receiver asks %s, and follows no redirect", async (_, retryAfter) => {
    const dana = await administrator();
    const { id } = await added(dana);
    receiver.state.answer = statusAnswer(503, { "retry-after": retryAfter() });
    await addQuote(provider, dana);
    await run();
    clock.now = new Date(START.getTime() + 9 * MINUTE_MS);
    expect(await run()).toBe(0);
    receiver.state.answer = statusAnswer(302, { location: receiver.url("/elsewhere") });
    clock.now = new Date(START.getTime() + 12 * MINUTE_MS);
    expect(await run()).toBe(1);
    expect(receiver.at("/elsewhere")).toEqual([]);
    expect((await detail(dana, id)).deliveries[0]).toMatchObject({ state: "WAITING", problem: "REDIRECT" });
  });

  it("tells why: nobody listens, or the answer does not come", async () => {
    const dana = await administrator();
    const gone = await startReceiver();
    const { data } = await add(dana, gone.url());
    gone.stop();
    await addQuote(provider, dana);
    await run();
    expect((await detail(dana, data.id)).deliveries[0]).toMatchObject({ problem: "CONNECTION" });
    expect((await detail(dana, data.id)).webhook).toMatchObject({ state: "FAILING", waiting: 1 });
    await provider.db.deleteFrom("webhook").execute();
    const { id } = await added(dana);
    receiver.state.answer = () => {};
    await addQuote(provider, dana);
    await run();
    expect((await detail(dana, id)).deliveries[0]).toMatchObject({ problem: "TIME" });
  });

  it("does not read an answer without an end", async () => {
    const dana = await administrator();
    const { id } = await added(dana);
    receiver.state.answer = (response) => {
      const flood = () => response.destroyed || setTimeout(flood, 1, response.write("x".repeat(65_536)));
      flood();
    };
    await addQuote(provider, dana);
    await run();
    expect((await detail(dana, id)).deliveries[0]).toMatchObject({ state: "DONE", httpStatus: 200 });
  });
});

describe("an administrator", () => {
  it("sends a delivery again with its id, and skips one that waits", async () => {
    const [dana, other] = [await administrator(), await administrator()];
    const { id } = await added(dana);
    await addQuote(provider, dana);
    await run();
    const [first] = (await detail(dana, id)).deliveries;
    const replay = { deliveryId: first!.id };
    expect((await provider.call(webhookReplay, replay, { token: other.token })).code).toBe(404);
    expect((await provider.call(webhookSkip, replay, { token: dana.token })).code).toBe(404);
    expect((await provider.call(webhookReplay, replay, { token: dana.token })).code).toBe(200);
    await run();
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
      first!.messageId,
      first!.messageId,
    ]);
    receiver.state.answer = statusAnswer(500);
    await provider.call(webhookReplay, replay, { token: dana.token });
    await run();
    expect((await provider.call(webhookSkip, replay, { token: dana.token })).code).toBe(200);
    clock.now = new Date(START.getTime() + HOUR_MS);
    expect(await run()).toBe(0);
    expect((await detail(dana, id)).deliveries[0]).toMatchObject({ state: "SKIPPED", problem: "PERSON" });
  });

  it("sends again at once all that was given up, each with its id, and nothing else", async () => {
    const dana = await administrator();
    const { id } = await added(dana);
    const { id: other } = await added(dana, { topics: ["shipments"] });
    receiver.state.answer = statusAnswer(503);
    for (let count = 0; count < 3; count++) await addQuote(provider, dana);
    await provider.call(webhookTest, { id }, { token: dana.token });
    await run();
    await runTests();
    const [last] = (await detail(dana, id)).deliveries.filter(({ type }) => type === "quote.changed");
    await provider.call(webhookSkip, { deliveryId: last!.id }, { token: dana.token });
    clock.now = new Date(START.getTime() + 4 * DAY_MS);
    // A receiver that fails gets one try at a time, so that several runs are needed.
    while ((await run()) > 0);
    const states = async () =>
      (await detail(dana, id)).deliveries.map(({ type, state }) => `${type} ${state}`).sort();
    const before = await states();
    expect(before).toEqual([
      "quote.changed FAILED",
      "quote.changed FAILED",
      "quote.changed SKIPPED",
      "webhook.test FAILED",
    ]);
    const again = async (who: Somebody, webhook: string) =>
      provider.call(webhookReplayAll, { id: webhook }, { token: who.token });
    expect((await again(await administrator(), id)).code).toBe(404);
    expect((await again(dana, other)).data).toEqual({ count: 0 });
    expect(await states()).toEqual(before);
    const ids = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    const known = ids();
    receiver.received.length = 0;
    receiver.state.answer = statusAnswer(204);
    expect((await again(dana, id)).data).toEqual({ count: 2 });
    while ((await run()) > 0);
    expect(receiver.received).toHaveLength(2);
    expect([...known]).toEqual(expect.arrayContaining([...ids()]));
    expect(await states()).toEqual([
      "quote.changed DONE",
      "quote.changed DONE",
      "quote.changed SKIPPED",
      "webhook.test FAILED",
    ]);
  });

  it("changes the secret, and for a day both sign", async () => {
    const dana = await administrator();
    const { id, secret: old } = await added(dana);
    const { data } = await provider.call(webhookRotate, { id }, { token: dana.token });
    expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await addQuote(provider, dana);
    await run();
    expectSigned(receiver.received[0]!, old);
    expectSigned(receiver.received[0]!, data.secret);
    clock.now = new Date(START.getTime() + 24 * HOUR_MS + 1);
    await provider.call(quoteAdd, request({ tag: "later" }), { token: dana.token });
    await run();
    expectSigned(receiver.received[1]!, data.secret);
    expect(() => expectSigned(receiver.received[1]!, old)).toThrow();
    const stored = JSON.stringify(
      await Promise.all(
        (["webhook", "idempotency_key", "security_event"] as const).map((table) =>
          provider.db.selectFrom(table).selectAll().execute(),
        ),
      ),
    );
    for (const secret of [old, data.secret]) expect(stored).not.toContain(secret.slice(6, 40));
  });
});

it("strict order, where it was asked for, holds up one subject and no other, until the message is skipped", async () => {
  const dana = await administrator();
  const { id } = await added(dana, { isOrdered: true });
  const [bad, good] = [await addQuote(provider, dana), await addQuote(provider, dana)];
  receiver.state.answer = (response, { body }) =>
    statusAnswer(JSON.parse(body).data.id === bad && JSON.parse(body).sequence === 1 ? 500 : 204)(response);
  for (const quote of [bad, good])
    await provider.call(
      quotePrice,
      { id: quote, options: [option({ from: clock.now })] },
      { token: staff.token },
    );
  // A receiver that fails gets one try at a time, so that several runs are needed.
  await run();
  clock.now = new Date(START.getTime() + 6_001);
  await run();
  const arrived = () =>
    bodies()
      .filter(({ data, sequence }) => data.id !== bad || sequence > 1)
      .map(({ data, sequence }) => `${data.id === bad ? "bad" : "good"} ${sequence}`);
  expect(arrived()).toEqual(["good 1", "good 2"]);
  const held = (await detail(dana, id)).deliveries.find(
    (each) => each.subjectId === bad && each.sequence === 1,
  );
  await provider.call(webhookSkip, { deliveryId: held!.id }, { token: dana.token });
  await run();
  expect(arrived()).toEqual(["good 1", "good 2", "bad 2"]);
});
