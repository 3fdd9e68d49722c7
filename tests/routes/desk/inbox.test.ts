import { afterAll, beforeAll, expect, test } from "vitest";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation, say } from "../../provider/messages/fixture.ts";
import { addQuote, customer, type Somebody } from "../../provider/quotes/fixture.ts";

let provider: TestProvider;
let portal: TestPortal;
let dana: Somebody;
let ada: Browser;
let ben: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  dana = await customer(provider);
  const forwarder = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], {
    is_forwarder: true,
    name: "Forwarder Ltd",
    customer_service: "Ocean Desk",
  });
  const people = await Promise.all(
    ["Ada Desk", "Ben Desk"].map((name) => makePerson(provider.db, forwarder, { role: "desk", name })),
  );
  [ada, ben] = (await Promise.all(people.map(({ userName }) => portal.signedIn(userName, PASSWORD)))) as [
    Browser,
    Browser,
  ];
});
afterAll(() => provider?.stop());

const INBOX = "/freightForwarder/index";

/** The state of an item as its checkbox names it, by its label. */
function seenOf(page: Page, label: string): string {
  const [, seen = ""] =
    new RegExp(`value="(\\d+:\\d+)"[^>]*aria-label="Choose ${label}"`).exec(page.markup) ??
    new RegExp(`aria-label="Choose ${label}"[^>]*value="(\\d+:\\d+)"`).exec(page.markup) ??
    [];
  return seen;
}

async function quoteNumber(id: string): Promise<string> {
  const row = await provider.db
    .selectFrom("quote")
    .select("quote_number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.quote_number;
}

test("all items of a page are chosen by a link, without scripts, and the next step forgets it", async () => {
  for (let count = 0; count < 3; count += 1) await addQuote(provider, dana);
  const page = await ada.get(`${INBOX}?kind=QUOTE`);
  const boxes = (html: string) =>
    [...html.matchAll(/<input type="checkbox"[^>]*name="item"[^>]*>/g)].map(([tag]) => tag);
  expect(boxes(page.html).filter((tag) => tag.includes("checked"))).toEqual([]);
  const link = /<a[^>]*href="([^"]*)"[^>]*>Choose all of this page</.exec(page.markup)![1]!;
  const chosen = await ada.get(link.replaceAll("&amp;", "&"));
  const all = boxes(chosen.html);
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(all.every((tag) => tag.includes("checked"))).toBe(true);
  expect(chosen.markup).toContain("Choose none");
  const items = all.map((tag) => /value="([^"]*)"/.exec(tag)![1]!);
  const taken = await ada.post(link, [
    ["requestId", requestIdOf(chosen)!],
    ["intent", "take"],
    ...items.map((item): [string, string] => ["item", item]),
  ]);
  expect(taken.location).toBe(`${INBOX}?kind=QUOTE`);
});

test("two colleagues take the same item from pages of the same state: one has it, the other is told who", async () => {
  const number = await quoteNumber(await addQuote(provider, dana));
  const [first, second] = [await ada.get(INBOX), await ben.get(INBOX)];
  const take = (page: Page) => ({
    requestId: requestIdOf(page),
    intent: "take",
    item: seenOf(page, number),
  });
  const done = await ada.post(INBOX, take(first));
  expect([done.status, done.location]).toEqual([302, INBOX]);
  expect((await ada.get(INBOX)).markup).toContain("Taken: 1");
  const told = await ben.post(INBOX, take(second));
  expect(told.status).toBe(409);
  expect(told.markup).toContain(`${number} was not taken: Ada Desk works on it.`);
  // The list below is as it stands now.
  expect(told.markup).toContain(`aria-label="Take over ${number}"`);
});

test("a form without a choice, with nonsense or with thousands of items is refused with a sentence", async () => {
  const page = await ada.get(INBOX);
  for (const items of [[], ["x"], ["1:1:1"], Array.from({ length: 300 }, (_, index) => `${index + 1}:1`)]) {
    const fields: [string, string][] = [
      ["requestId", requestIdOf(page)],
      ["intent", "take"],
      ...items.map((item): [string, string] => ["item", item]),
    ];
    const answer = await ada.post(INBOX, fields);
    expect([items.length, answer.status]).toEqual([items.length, 400]);
    expect(answer.markup).toContain("Choose at least one item");
  }
});

test("a customer sees who serves them, without addresses of staff, and acts on nothing", async () => {
  const { userName } = dana;
  const browser = await portal.signedIn(userName, PASSWORD);
  const page = await browser.get(INBOX);
  expect(page.status).toBe(200);
  expect(page.markup).toContain("Forwarder Ltd");
  expect(page.markup).toContain("Ada Desk");
  expect(page.markup).not.toMatch(/@/);
  expect((await browser.post(INBOX, { intent: "take", requestId: requestIdOf(page) })).location).toBe("/404");
  for (const path of ["/freightForwarder/accounts", "/freightForwarder/settings"])
    expect((await browser.get(path)).location).toBe("/404");
});

test("working hours that cannot be are refused at their field, with all that was typed", async () => {
  const page = await ada.get("/freightForwarder/settings");
  const typed = {
    requestId: requestIdOf(page),
    intent: "clock",
    version: "1",
    timeZone: "Asia/Hong_Kong",
    "hours-1": "09:00-18:00",
    "hours-2": "18:00-09:00",
    "hours-3": "9-17",
    holidays: "2026-02-30",
    silenceHours: "0",
    "promise-QUOTE": "-4",
    "promise-BOOKING": "x".repeat(10_000),
  };
  const answer = await ada.post("/freightForwarder/settings", typed);
  expect(answer.status).toBe(400);
  expect(answer.markup.match(/They end after they begin and do not overlap/g)).toHaveLength(2);
  expect(answer.markup).toContain('value="18:00-09:00"');
  expect(answer.markup).toContain("Enter days such as 2026-12-25");
  expect(answer.markup.match(/Enter hours above 0/g)).toHaveLength(3);
});

test("of two who change the working hours at once the second is told, and keeps what they typed", async () => {
  const [first, second] = [
    await ada.get("/freightForwarder/settings"),
    await ben.get("/freightForwarder/settings"),
  ];
  const typed = (page: Page, monday: string) => ({
    ...formIn(page, "clock"),
    intent: "clock",
    timeZone: "Asia/Hong_Kong",
    holidays: "",
    "hours-1": monday,
    "promise-QUOTE": "16",
    silenceHours: "8",
  });
  expect((await ada.post("/freightForwarder/settings", typed(first, "08:00-12:00"))).status).toBe(302);
  const told = await ben.post("/freightForwarder/settings", typed(second, "10:00-19:00"));
  expect(told.status).toBe(409);
  expect(told.markup).toContain("Ada Desk changed these settings");
  expect(told.markup).toContain('value="10:00-19:00"');
});

test("while its holder is away an item is the substitute's", async () => {
  const { channelId } = await conversation(provider, dana, { subject: "While away" });
  const page = await ada.get(INBOX);
  await ada.post(INBOX, {
    requestId: requestIdOf(page),
    intent: "take",
    item: seenOf(page, "While away"),
  });
  const settings = await ada.get("/freightForwarder/settings");
  const [, benId = ""] = /<option value="(\d+)">Ben Desk<\/option>/.exec(settings.markup) ?? [];
  const days = { from: "2020-01-01", until: "2039-12-31", substituteId: benId };
  await ada.post("/freightForwarder/settings", {
    requestId: requestIdOf(settings),
    intent: "away",
    ...days,
  });
  expect((await ben.get(`${INBOX}?pile=MINE`)).markup).toContain("While away");
  const again = await ada.get("/freightForwarder/settings");
  await ada.post("/freightForwarder/settings", { requestId: requestIdOf(again), intent: "here" });
  expect((await ben.get(`${INBOX}?pile=MINE`)).markup).not.toContain("While away");
  await say(provider, dana, channelId, "Thanks");
});
