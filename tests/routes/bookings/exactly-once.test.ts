import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingDetail, bookingSaveDraft } from "#app/contract/booking.ts";
import { quoteAdd, quoteDetail, quotePrice } from "#app/contract/quote.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { type FaultyProxy, startFaultyProxy } from "#tests/support/faulty-proxy.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { goodRequest, priceUntil } from "#tests/support/quotes.ts";

/**
 * The answer of a write is lost between provider and portal after the provider has done it. Once: the portal
 * retries by itself. Twice: the person is informed, and presses the button again.
 */
let provider: TestProvider;
let proxy: FaultyProxy;
let browser: Browser;
let token: string;
let deskToken: string;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  proxy = await startFaultyProxy(provider.url);
  const portal = await startPortal({ apiUrl: `${proxy.url}/api`, trackingUrl: `${proxy.url}/tracking` });
  const admin = await makePerson(provider.db, await makeCompany(provider.db, ["SHIPMENT_CHARGES"]));
  const desk = await makePerson(provider.db, await makeCompany(provider.db, [], { is_forwarder: true }), {
    role: "desk",
  });
  token = await makeSession(provider.db, admin.id);
  deskToken = await makeSession(provider.db, desk.id);
  browser = await portal.signedIn(admin.userName, PASSWORD);
});
afterAll(async () => {
  await proxy.close();
  await provider.stop();
});

async function drafted(): Promise<{ id: string; version: number }> {
  const fields = { id: null, version: null, content: content() };
  return (await provider.call(bookingSaveDraft, fields, { token })).data;
}

async function priced(): Promise<{ id: string; option: string }> {
  const { data: quote } = await provider.call(quoteAdd, goodRequest, { token });
  const options = [priceUntil(new Date(Date.now() + DAY_MS), "Cathay Cargo")];
  await provider.call(quotePrice, { id: quote.id, options }, { token: deskToken });
  const { data } = await provider.call(quoteDetail, { id: quote.id }, { token });
  return { id: quote.id, option: data.options![0]!.id };
}

const entriesOf = async (subject: "booking" | "quote", id: string, action: string) =>
  (
    await provider.db
      .selectFrom("operation_log")
      .select("sequence")
      .where("subject", "=", subject)
      .where("subject_id", "=", id)
      .where("action", "=", action)
      .execute()
  ).length;

/** Presses until the page redirects, or shows that it is done and no longer has the button. */
async function press(path: string, fields: Record<string, string>, done?: RegExp): Promise<void> {
  for (let presses = 1; presses <= 3; presses++) {
    const page = await browser.post(path, fields);
    if (page.status === 302) return;
    expect([502, 503, 504]).toContain(page.status);
    if (done?.test(page.markup)) return;
    // The form is shown again with the same request id.
    expect(page.html).toContain(`value="${fields.requestId}"`);
  }
  throw new Error(`${path} did not redirect`);
}

const losses = [
  ["lost once", 1],
  ["lost twice", 2],
] as const;

test.each(losses)("a booking whose submission's answer is %s is submitted once", async (_, count) => {
  const { id, version } = await drafted();
  const path = `/booking/review?id=${id}`;
  const requestId = requestIdOf(await browser.get(path));
  proxy.loseAnswers("/booking/submit", count);
  await press(path, { requestId, id, version: String(version) });
  expect((await provider.call(bookingDetail, { id }, { token })).data.status).toBe("SUBMITTED");
  expect(await entriesOf("booking", id, "booking.submitted")).toBe(1);
});

test.each(losses)("a draft whose first save's answer is %s is one draft", async (_, count) => {
  const page = await browser.open("/booking/add");
  const draftKey = /name="draftKey" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  const marks = `ONE DRAFT ${count}`;
  proxy.loseAnswers("/booking/saveDraft", count);
  const fields = { requestId: requestIdOf(page), draftKey, marks, purpose: "draft", intent: "save" };
  await press("/booking/add", fields);
  const { rows } = await provider.database.pool.query("select id from booking where content->>'marks' = $1", [
    marks,
  ]);
  expect(rows).toHaveLength(1);
});

test.each([
  ["accept", "/quote/accept", "quote.accepted", {}, /Accepted/],
  ["reject", "/quote/reject", "quote.rejected", { reason: "Too slow" }, /Rejected/],
] as const)("a quote whose %s gets no answer is decided once", async (name, call, logged, fields, done) => {
  for (const [, count] of losses) {
    const { id, option } = await priced();
    const path = name === "accept" ? `${call}?id=${id}&option=${option}` : `${call}?id=${id}`;
    const requestId = requestIdOf(await browser.get(path));
    proxy.loseAnswers(call, count);
    await press(path, { requestId, ...fields }, done);
    expect(await entriesOf("quote", id, logged)).toBe(1);
  }
});

test("a message whose answer is lost is in its conversation once", async () => {
  const page = await browser.open("/messageCenter/inquiry");
  const fields = { requestId: requestIdOf(page), topic: "shipment", subject: "Lost answers" };
  for (const [, count] of losses) {
    proxy.loseAnswers("/graph/newInquiry", count);
    const text = `Said once, lost ${count}`;
    const requestId = requestIdOf(await browser.open("/messageCenter/inquiry"));
    await press("/messageCenter/inquiry", { ...fields, requestId, text });
    const { rows } = await provider.database.pool.query("select id from message where body = $1", [text]);
    expect(rows).toHaveLength(1);
  }
});
