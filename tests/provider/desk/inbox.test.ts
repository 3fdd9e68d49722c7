import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookingSubmit } from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import { deskInbox, deskLook } from "#app/contract/desk.ts";
import { deskPiles } from "#app/contract/desk-code.ts";
import { quotePrice } from "#app/contract/quote.ts";
import { HOUR_MS, instantToWire, MINUTE_MS, wireToInstant } from "#app/lib/date-time.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { draft } from "../bookings/fixture.ts";
import { conversation, say } from "../messages/fixture.ts";
import { addQuote, customer, movableClock, NOW, option, type Somebody } from "../quotes/fixture.ts";
import { act, type Colleague, deskPeople, inboxOf, itemOf } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let dana: Somebody;
let ada: Colleague;
let ben: Colleague;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  dana = await customer(provider);
  [ada, ben] = (await deskPeople(provider, "Ada Desk", "Ben Desk")) as [Colleague, Colleague];
});
afterAll(() => provider?.stop());
beforeEach(() => clock.set(NOW));

const later = (hours: number) => instantToWire(new Date(clock.now().getTime() + hours * HOUR_MS))!;

test("a quote is in the inbox until it is priced, promised within 48 hours", async () => {
  const id = await addQuote(provider, dana);
  const item = await itemOf(provider, ada, "QUOTE", id);
  expect(item).toMatchObject({
    kind: "QUOTE",
    company: { id: dana.companyId },
    summary: "Shanghai → Los Angeles",
    dueAt: later(48),
    holder: null,
    isPaused: false,
  });
  await provider.call(quotePrice, { id, options: [option()] }, { token: ada.token });
  expect(await itemOf(provider, ada, "QUOTE", id)).toBeUndefined();
  expect(await itemOf(provider, ada, "QUOTE", id, { pile: "DONE" })).toMatchObject({ id: item!.id });
});

test("a booking is in the inbox from its submission until it has a shipment, with a promise for each step", async () => {
  const { id, version } = await draft(provider, dana);
  expect(await itemOf(provider, ada, "BOOKING", id)).toBeUndefined();
  await provider.call(bookingSubmit, { id, version }, { token: dana.token });
  expect(await itemOf(provider, ada, "BOOKING", id)).toMatchObject({
    kind: "BOOKING",
    bookingId: id,
    dueAt: later(24),
  });
  const answer = (await itemOf(provider, ada, "BOOKING", id))!;
  await act(provider, ada, "take", [answer]);
  clock.forward(5 * HOUR_MS);
  await provider.call(bookingDecide, { id, action: "accept" }, { token: ada.token });
  const confirm = await itemOf(provider, ada, "BOOKING", id);
  // The next step stays with whoever took the first.
  expect(confirm).toMatchObject({ step: "confirm", dueAt: later(24), holder: { userId: ada.id } });
  expect(await itemOf(provider, ada, "BOOKING", id, { pile: "DONE" })).toMatchObject({
    id: answer.id,
    step: "answer",
  });
  clock.forward(HOUR_MS);
  await provider.call(
    bookingDecide,
    { id, action: "confirm", carrierBookingNumber: "CX1" },
    { token: ada.token },
  );
  const ship = await itemOf(provider, ada, "BOOKING", id);
  expect(ship).toMatchObject({ step: "ship", dueAt: later(24), label: answer.label });
  // It ends with the shipment alone.
  expect((await act(provider, ada, "done", [ship!])).data.refused).toMatchObject([{ reason: "NOT_BY_HAND" }]);
  await makeShipment(provider.db, dana.companyId, { house_number: "FLSTEP1", booking_number: answer.label });
  expect(await itemOf(provider, ada, "BOOKING", id)).toBeUndefined();
});

test("a booking that has its shipment before the carrier's number waits for that number alone", async () => {
  const { id, version } = await draft(provider, dana);
  await provider.call(bookingSubmit, { id, version }, { token: dana.token });
  await provider.call(bookingDecide, { id, action: "accept" }, { token: ada.token });
  const item = (await itemOf(provider, ada, "BOOKING", id))!;
  await makeShipment(provider.db, dana.companyId, { house_number: "FLSTEP2", booking_number: item.label });
  expect(await itemOf(provider, ada, "BOOKING", id)).toMatchObject({ step: "confirm" });
  await provider.call(
    bookingDecide,
    { id, action: "confirm", carrierBookingNumber: "CX2" },
    { token: ada.token },
  );
  expect(await itemOf(provider, ada, "BOOKING", id)).toBeUndefined();
});

test("a message of a customer waits for its first answer, and the next one for another", async () => {
  const { channelId } = await conversation(provider, dana, { text: "Where is my box?" });
  const first = await itemOf(provider, ada, "CONVERSATION", channelId);
  expect(first).toMatchObject({ kind: "CONVERSATION", summary: "Where is my box?", dueAt: later(24) });
  clock.forward(HOUR_MS);
  await say(provider, dana, channelId, "Hello?");
  // The promise counts from the first of the unanswered messages.
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toMatchObject({
    id: first!.id,
    summary: "Hello?",
    dueAt: later(23),
  });
  await say(provider, { ...dana, token: ada.token }, channelId, "In Busan.");
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toBeUndefined();
  expect(await itemOf(provider, ada, "CONVERSATION", channelId, { pile: "DONE" })).toMatchObject({
    doneBy: "Ada Desk",
  });
  await say(provider, dana, channelId, "Thanks, and when does it sail?");
  const second = await itemOf(provider, ada, "CONVERSATION", channelId);
  expect(second?.id).not.toBe(first!.id);
});

test("of two who take the same at once one has it, and the other is told who", async () => {
  const id = await addQuote(provider, dana);
  const item = (await itemOf(provider, ada, "QUOTE", id))!;
  const answers = await Promise.all([ada, ben].map((who) => act(provider, who, "take", [item])));
  const winners = answers.filter(({ data }) => data.done.length === 1);
  expect(winners).toHaveLength(1);
  const winner = answers[0] === winners[0] ? ada : ben;
  const loser = answers.find((each) => each !== winners[0])!;
  expect(loser.data.refused).toEqual([
    expect.objectContaining({ id: item.id, reason: "HELD", by: winner.name }),
  ]);
  expect(await itemOf(provider, ada, "QUOTE", id)).toMatchObject({ holder: { name: winner.name } });
});

test("taking many leaves alone what a colleague has, and says so of each", async () => {
  const ids = [
    await addQuote(provider, dana),
    await addQuote(provider, dana),
    await addQuote(provider, dana),
  ];
  const items = await Promise.all(ids.map(async (id) => (await itemOf(provider, ada, "QUOTE", id))!));
  await act(provider, ben, "take", [items[1]!]);
  const { data } = await act(provider, ada, "take", items);
  expect(data.done.sort()).toEqual([items[0]!.id, items[2]!.id].sort());
  expect(data.refused).toEqual([expect.objectContaining({ reason: "HELD", by: "Ben Desk" })]);
  // Taking over is an action of its own, and only of the state that was seen.
  const held = (await itemOf(provider, ada, "QUOTE", ids[1]!))!;
  expect((await act(provider, ada, "takeOver", [items[1]!])).data.refused).toEqual([
    expect.objectContaining({ reason: "CHANGED", by: "Ben Desk" }),
  ]);
  expect((await act(provider, ada, "takeOver", [held])).data.done).toEqual([held.id]);
});

test("what its holder leaves alone for a day's work goes back to the pile", async () => {
  const id = await addQuote(provider, dana);
  await act(provider, ada, "take", [(await itemOf(provider, ada, "QUOTE", id))!]);
  clock.forward(7 * HOUR_MS);
  expect(await itemOf(provider, ben, "QUOTE", id)).toMatchObject({ holder: { name: "Ada Desk" } });
  // A look of the holder's is a sign of work.
  await provider.call(deskLook, { kind: "QUOTE", subjectId: id }, { token: ada.token });
  clock.forward(7 * HOUR_MS);
  expect(await itemOf(provider, ben, "QUOTE", id)).toMatchObject({ holder: { name: "Ada Desk" } });
  clock.forward(2 * HOUR_MS);
  expect(await itemOf(provider, ben, "QUOTE", id, { pile: "FREE" })).toMatchObject({ holder: null });
  expect(
    (await act(provider, ben, "take", [(await itemOf(provider, ben, "QUOTE", id))!])).data.refused,
  ).toEqual([]);
});

test("what is put off comes back at its time, or when the customer writes", async () => {
  const { channelId } = await conversation(provider, dana);
  const item = (await itemOf(provider, ada, "CONVERSATION", channelId))!;
  await act(provider, ada, "snooze", [item], { until: later(5) });
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toBeUndefined();
  const snoozed = (await itemOf(provider, ada, "CONVERSATION", channelId, { pile: "SNOOZED" }))!;
  clock.forward(6 * HOUR_MS);
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toMatchObject({ snoozedUntil: null });
  await act(provider, ada, "snooze", [snoozed], { until: later(50) });
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toBeUndefined();
  await say(provider, dana, channelId, "One more thing");
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toBeDefined();
});

test.each([
  ["past", -1],
  ["beyond a year", 24 * 400],
])("nothing is put off to a time that is %s", async (_, hours) => {
  const id = await addQuote(provider, dana);
  const item = (await itemOf(provider, ada, "QUOTE", id))!;
  const { code, data } = await act(provider, ada, "snooze", [item], { until: later(hours) });
  expect([code, data]).toEqual([400, { fields: [expect.objectContaining({ path: "until" })] }]);
});

test("an item is handed over to a colleague with a note, and to nobody else", async () => {
  const id = await addQuote(provider, dana);
  const item = (await itemOf(provider, ada, "QUOTE", id))!;
  expect((await act(provider, ada, "handOver", [item], { toUserId: dana.id })).code).toBe(400);
  await act(provider, ada, "handOver", [item], { toUserId: ben.id, note: "Knows the lane" });
  expect(await itemOf(provider, ben, "QUOTE", id, { pile: "MINE" })).toMatchObject({
    holder: { name: "Ben Desk" },
  });
  const { data } = await provider.call(deskLook, { kind: "QUOTE", subjectId: id }, { token: ben.token });
  expect(data.log).toEqual([
    expect.objectContaining({ action: "opened" }),
    expect.objectContaining({
      action: "handOver",
      actor: "Ada Desk",
      to: "Ben Desk",
      note: "Knows the lane",
    }),
  ]);
});

test("only what has no answer of its own ends by hand, and is taken up again", async () => {
  const id = await addQuote(provider, dana);
  const quote = (await itemOf(provider, ada, "QUOTE", id))!;
  expect((await act(provider, ada, "done", [quote])).data.refused).toEqual([
    expect.objectContaining({ reason: "NOT_BY_HAND" }),
  ]);
  const { channelId } = await conversation(provider, dana, { text: "Thank you!" });
  await act(provider, ada, "done", [(await itemOf(provider, ada, "CONVERSATION", channelId))!]);
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toBeUndefined();
  const done = (await itemOf(provider, ada, "CONVERSATION", channelId, { pile: "DONE" }))!;
  expect(done).toMatchObject({ doneBy: "Ada Desk" });
  await act(provider, ada, "reopen", [done]);
  expect(await itemOf(provider, ada, "CONVERSATION", channelId)).toMatchObject({ id: done.id });
});

test("who else has the page open is seen, and whether they type", async () => {
  const id = await addQuote(provider, dana);
  await provider.call(deskLook, { kind: "QUOTE", subjectId: id, isTyping: true }, { token: ben.token });
  const { data } = await provider.call(deskLook, { kind: "QUOTE", subjectId: id }, { token: ada.token });
  expect(data.item?.watchers).toEqual([
    { userId: ben.id, name: "Ben Desk", since: later(0), isTyping: true },
  ]);
  clock.forward(3 * MINUTE_MS);
  expect((await itemOf(provider, ada, "QUOTE", id))?.watchers).toEqual([]);
});

test("the list is in the order of the promises, counts its piles, and finds a customer", async () => {
  const stranger = await customer(provider);
  const first = await addQuote(provider, stranger);
  clock.forward(HOUR_MS);
  const { channelId } = await conversation(provider, stranger);
  const { rows, piles } = await inboxOf(provider, ada);
  const dues = rows.map(({ dueAt }) => wireToInstant(dueAt)?.getTime() ?? Number.POSITIVE_INFINITY);
  expect(dues).toEqual([...dues].sort((a, b) => a - b));
  expect(piles.OPEN).toBe(rows.length);
  const { name } = rows.find(({ subjectId }) => subjectId === first)!.company!;
  const found = await inboxOf(provider, ada, { keyword: name.toUpperCase() });
  expect(found.rows.map(({ subjectId }) => subjectId)).toEqual([channelId, first]);
});

test("nothing typed into the search or an id breaks it", async () => {
  for (const keyword of ["%", "_", "\\", "'", "x".repeat(100), "💥"])
    expect((await inboxOf(provider, ada, { keyword })).rows).toBeInstanceOf(Array);
  const { code, data } = await act(provider, ada, "take", [{ id: "999999999999999999", version: 1 }]);
  expect([code, data.refused[0]?.reason]).toEqual([200, "UNKNOWN"]);
  for (const pile of deskPiles) await inboxOf(provider, ada, { pile, sort: "company", direction: "desc" });
});

test("no customer reads the inbox or acts on it, whatever role they have", async () => {
  const { code } = await provider.call(deskInbox, {}, { token: dana.token });
  expect(code).toBe(403);
  expect((await act(provider, dana, "take", [{ id: "1", version: 1 }])).code).toBe(403);
});

test("the same action sent twice under its key is done once", async () => {
  const id = await addQuote(provider, dana);
  const item = (await itemOf(provider, ada, "QUOTE", id))!;
  const key = randomUUID();
  const send = () =>
    fetch(`${provider.apiUrl}/desk/act`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${ada.token}`,
        "idempotency-key": key,
      },
      body: JSON.stringify({ action: "take", items: [{ id: item.id, version: item.version }] }),
    }).then((answer) => answer.json() as Promise<{ data: unknown }>);
  const [first, second] = [await send(), await send()];
  expect(first.data).toEqual({ done: [item.id], refused: [] });
  expect(second.data).toEqual(first.data);
  expect((await itemOf(provider, ada, "QUOTE", id))?.version).toBe(item.version + 1);
});
