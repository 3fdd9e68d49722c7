import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingDetail, bookingList, bookingRequestChange, bookingSubmit } from "#app/contract/booking.ts";
import { bookingAnswerChange, bookingAskBack, bookingDecide } from "#app/contract/booking-desk.ts";
import { channelTypes, messageList } from "#app/contract/message.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { draft } from "./fixture.ts";

let provider: TestProvider;
let staff: Somebody;
let other: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  staff = await desk(provider);
  other = await somebody(provider, staff.companyId, { role: "desk", name: "Other Person" });
});
afterAll(() => provider.stop());

async function submitted(language: "en" | "zh" = "en") {
  const dana = await customer(provider);
  const chen = await somebody(provider, dana.companyId, { name: "陈静", language_preference: language });
  const booking = await draft(provider, chen);
  await provider.call(bookingSubmit, { id: booking.id, version: 1 }, { token: chen.token });
  return { ...booking, who: chen };
}
const detailOf = async (id: string, { token }: Somebody) =>
  (await provider.call(bookingDetail, { id }, { token })).data;
const decide = (id: string, given: object, who = staff) =>
  provider.call(bookingDecide, { id, ...given } as never, { token: who.token });
const askBack = (id: string, version: number, text: string, who = staff) =>
  provider.call(bookingAskBack, { id, version, text }, { token: who.token });

/** What is said in the booking's conversation. */
async function saidTo(who: Somebody, bookingId: string): Promise<string[]> {
  const { rows } = await provider.db
    .selectFrom("message as m")
    .innerJoin("channel as c", "c.id", "m.channel_id")
    .innerJoin("team as t", "t.id", "c.team_id")
    .select(["m.body", "c.id as channelId"])
    .where("t.booking_id", "=", bookingId)
    .where("c.type", "=", channelTypes.booking)
    .orderBy("m.id")
    .execute()
    .then((found) => ({ rows: found }));
  if (rows.length === 0) return [];
  const seen = await provider.call(messageList, { channelId: rows[0]!.channelId } as never, {
    token: who.token,
  });
  expect(seen.code).toBe(200);
  return rows.map(({ body }) => body);
}

test("the desk asks back: the booking stays submitted, and the question is said in the customer's language", async () => {
  const { id, bookingNumber, who } = await submitted("zh");
  expect((await askBack(id, 2, "Which terminal?")).code).toBe(200);
  const detail = await detailOf(id, who);
  expect(detail.status).toBe("SUBMITTED");
  expect(detail.log.at(-1)).toMatchObject({
    action: "booking.askedBack",
    actor: "Desk Person",
    changes: [{ path: "askBack.question", before: null, after: "Which terminal?" }],
  });
  expect(await saidTo(who, id)).toEqual([`关于订舱 ${bookingNumber} 的问题：\nWhich terminal?`]);
  expect((await askBack(id, 3, "Why?", who)).code).toBe(403);
  expect(
    (await provider.call(bookingAskBack, { id, version: 3, text: " " }, { token: staff.token })).code,
  ).toBe(400);
});

test("the second of two people of the desk is told who was faster, and changes nothing", async () => {
  const { id, who } = await submitted();
  expect((await askBack(id, 2, "Which terminal?")).code).toBe(200);
  expect(await decide(id, { action: "accept", version: 2 }, other)).toMatchObject({
    code: 409,
    message: "Desk Person has changed this booking meanwhile; nothing was overwritten",
  });
  const both = await Promise.all([
    decide(id, { action: "accept", version: 3 }),
    decide(id, { action: "decline", version: 3, reason: "No space" }, other),
  ]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  const answered = (await detailOf(id, who)).log.filter(({ isForwarder }) => isForwarder);
  expect(answered).toHaveLength(2);
  expect((await verifyChains(provider.db)).broken).toBeNull();
});

test("a confirmation needs the carrier's number, which the customer sees in the booking, the list and the mail", async () => {
  const { id, bookingNumber, who } = await submitted();
  await decide(id, { action: "accept" });
  expect(await decide(id, { action: "confirm" })).toMatchObject({
    code: 400,
    data: { fields: [{ path: "carrierBookingNumber" }] },
  });
  expect((await decide(id, { action: "confirm", carrierBookingNumber: "x".repeat(36) })).code).toBe(400);
  expect((await decide(id, { action: "confirm", carrierBookingNumber: " MAEU-4711 " })).code).toBe(200);
  expect(await detailOf(id, who)).toMatchObject({ status: "CONFIRMED", carrierBookingNumber: "MAEU-4711" });
  const list = await provider.call(bookingList, { page: 1, pageSize: 10, keyword: "maeu-47" } as never, {
    token: who.token,
  });
  expect(list.data.rows).toMatchObject([{ bookingNumber, carrierBookingNumber: "MAEU-4711" }]);
  expect(await saidTo(who, id)).toEqual([
    `Booking ${bookingNumber} is accepted.`,
    `Booking ${bookingNumber} is confirmed by the carrier under the number MAEU-4711.`,
  ]);
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", who.email)
    .execute();
  expect(mails.at(-1)?.body).toContain("is confirmed (MAEU-4711)");
});

test("a change request is answered once, and the second person is told by whom; customers are not", async () => {
  const { id, who } = await submitted();
  await decide(id, { action: "accept" });
  await provider.call(
    bookingRequestChange,
    { id, kind: "AMEND", text: "Two more cartons" },
    { token: who.token },
  );
  const requestId = (await detailOf(id, staff)).changeRequests[0]!.id;
  const answer = (isGranted: string, by: Somebody) =>
    provider.call(bookingAnswerChange, { id, requestId, isGranted, text: "Done" } as never, {
      token: by.token,
    });
  expect((await answer("true", staff)).code).toBe(200);
  expect(await answer("false", other)).toMatchObject({
    code: 409,
    message: "Desk Person has answered this change request already",
  });
  expect((await detailOf(id, staff)).changeRequests[0]?.answer).toMatchObject({ by: "Desk Person" });
  expect((await detailOf(id, who)).changeRequests[0]?.answer).not.toHaveProperty("by");
});

test("the desk is told whose booking it is, the customer is not", async () => {
  const { id, who } = await submitted();
  expect((await detailOf(id, staff)).company).toMatchObject({ id: who.companyId });
  expect(await detailOf(id, who)).not.toHaveProperty("company");
  const rowsOf = async ({ token }: Somebody) =>
    (await provider.call(bookingList, { page: 1, pageSize: 100 } as never, { token })).data.rows;
  expect((await rowsOf(staff)).find((row) => row.id === id)?.company).toMatch(/^Company /);
  for (const row of await rowsOf(who)) expect(row).not.toHaveProperty("company");
});
