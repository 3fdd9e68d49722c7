import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { calendarMake } from "#app/contract/calendar.ts";
import { shareMake } from "#app/contract/share.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

/** The limits of what strangers reach: provider and portal as they are delivered, each visitor from an address. */

let provider: TestProvider;
let portal: TestPortal;
let link: string;
let calendar: string;
let serial = 0;

// Connections bind it when they open.
const sent = vi.spyOn(pg.Client.prototype, "query");
/** What requests asked of the database; the listener of news looks into its outbox at all times. */
const queries = () =>
  sent.mock.calls
    // The number of the request stands in front as a comment.
    .map(([query]) => String((query as { text?: string }).text ?? query).replace(/^\/\*.*?\*\/\s*/s, ""))
    .filter((text) => /^\s*(select|insert|update|delete)/i.test(text) && !text.includes("realtime_outbox"));

beforeAll(async () => {
  // The minute of a limit does not end while a busy machine counts up to it.
  vi.useFakeTimers({ toFake: ["Date"] });
  provider = await startProvider({ publicUrl: "http://portal.test", isRateLimited: true });
  portal = await startPortal(provider, { PUBLIC_URL: "http://portal.test" });
  const company = await makeCompany(provider.db);
  const person = await makePerson(provider.db, company);
  await makeShipment(provider.db, company, { house_number: "FLLIMIT1", eta: new Date() });
  const token = await makeSession(provider.db, person.id, new Date("2090-01-01T00:00:00Z"));
  const chosen = { houseNumbers: ["FLLIMIT1"], label: "", showsParties: true, showsDocuments: true };
  link = pathOf((await provider.call(shareMake, chosen, { token })).data.url);
  calendar = pathOf((await provider.call(calendarMake, { scope: "ALL" }, { token })).data.url);
});
afterAll(async () => {
  await provider?.stop();
  sent.mockRestore();
  vi.useRealTimers();
});

const pathOf = (url: string) => url.replace("http://portal.test", "");
/** From an address that nobody had before. */
const stranger = () => portal.visitor({ "x-client-address": `203.0.113.${++serial}` });
const press = (browser: Browser, path: string) => browser.post(path, { requestId: crypto.randomUUID() });
const wrong = () => `/shared?token=${Buffer.from(crypto.randomUUID()).toString("base64url")}`;
const seen = async () =>
  (await provider.db.selectFrom("share_link").select("seen_count").executeTakeFirst())!;

/** Sends until the answer is 429; the count of those before it, and that answer. */
async function untilLimited(send: () => Promise<Awaited<ReturnType<Browser["get"]>>>) {
  for (let count = 0; count < 150; count++) {
    const page = await send();
    if (page.status === 429) return { count, page };
  }
  throw new Error("There is no limit");
}

test("presses with guessed tokens end at 30 a minute for their address alone, and say nothing of any link", async () => {
  const guesser = stranger();
  const { count, page } = await untilLimited(() => press(guesser, wrong()));
  expect(count).toBe(30);
  expect(page.markup).toContain("Too many attempts");
  expect(page.html).not.toContain("FLLIMIT1");
  // The right one does not pass either, or it could be told from the others.
  expect((await press(guesser, link)).status).toBe(429);
  expect((await press(stranger(), link)).status).toBe(302);
});

test("the view ends at 60 a minute, documents at 30, and the page says to wait", {
  tags: "slow",
}, async () => {
  const reader = stranger();
  const view = (await press(reader, link)).location!;
  const file = /href="(\/shared\/document\?[^"]+)"/.exec((await reader.get(view)).html)![1]!;
  const paper = file.replaceAll("&amp;", "&");
  let papers = 0;
  while ((await reader.get(paper)).status === 200) papers += 1;
  expect(papers).toBe(30);
  const { count, page } = await untilLimited(() => reader.get(view));
  expect(count).toBe(59);
  expect(page.html).not.toContain("FLLIMIT1");
  expect((await stranger().get(view)).status).toBe(410);
});

test("a calendar's address ends at 60 a minute, by HEAD too, and says when to come again", {
  tags: "slow",
}, async () => {
  const reader = stranger();
  const head = await reader.send(calendar, { method: "HEAD" });
  expect([head.status, head.html]).toEqual([200, ""]);
  const { count, page } = await untilLimited(() => reader.get(calendar));
  expect(count).toBe(59);
  expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(page.html).not.toContain("FLLIMIT1");
  expect((await stranger().get(calendar)).status).toBe(200);
  const guesser = stranger();
  const guess = () => guesser.get(`/calendar.ics?token=${"g".repeat(43)}`);
  expect((await untilLimited(guess)).count).toBe(60);
});

test("a wrong token costs one look at an index besides the count of the call, and the page of a link none", async () => {
  sent.mockClear();
  const looks = () => queries().filter((text) => !text.includes("call_count"));
  const browser = stranger();
  for (const path of [link, wrong(), "/shared/view?link=x", "/calendar.ics?token=short", "/calendar.ics"])
    await browser.get(path);
  await press(browser, "/shared?token=short");
  expect(queries()).toEqual([]);
  await browser.get(`/calendar.ics?token=${"g".repeat(43)}`);
  expect(looks()).toHaveLength(1);
  expect(queries()).toHaveLength(2);
  sent.mockClear();
  await press(browser, wrong());
  // Besides, the key of the press is taken; the refusal gives it back.
  expect(looks().filter((text) => !text.includes("idempotency_key"))).toHaveLength(1);
  expect(looks().length).toBeLessThan(4);
  const wrongOnes = provider.db.selectFrom("idempotency_key").select("key").where("answer", "=", "{}");
  expect(await wrongOnes.execute()).toEqual([]);
});

test.each([
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "facebookexternalhit/1.1",
  "WhatsApp/2.23.20.0 A",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 MicroMessenger/8.0 WeChat",
])("the preview of %s tells nothing, and is not counted", async (agent) => {
  const before = await seen();
  for (const method of ["HEAD", "GET"]) {
    const page = await portal.visitor({ "user-agent": agent }).send(link, { method });
    expect([page.status, page.headers.get("set-cookie")?.includes("shared=") ?? false]).toEqual([200, false]);
    const bare = page.html.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, "");
    expect(/FLLIMIT1|Hamburg|og:|twitter:/.test(bare)).toBe(false);
  }
  expect(await seen()).toEqual(before);
});
