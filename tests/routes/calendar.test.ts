import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#app/provider/log.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
const logged: string[] = [];
const PAGE = "/account/calendar";

beforeAll(async () => {
  const log = createLog("trace", { write: (line) => logged.push(line) });
  provider = await startProvider({ log, publicUrl: "http://portal.test", isRateLimited: false });
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db);
  const person = await makePerson(provider.db, company);
  browser = await portal.signedIn(person.userName, PASSWORD);
  await makeShipment(provider.db, company, {
    house_number: "FLCAL1",
    eta: new Date(Date.now() + 86_400_000),
  });
});
afterAll(() => provider?.stop());

async function press(intent: string, scope = "ALL") {
  const requestId = requestIdOf(await browser.get(PAGE));
  const page = await browser.post(PAGE, { intent, scope, requestId });
  const again = await browser.post(PAGE, { intent, scope, requestId });
  const [url = ""] = /http:\/\/portal\.test\/calendar\.ics\?token=[\w-]+/.exec(page.html) ?? [];
  // A double press makes one address.
  if (url) expect(again.html).toContain(url);
  return { page, path: url.replace("http://portal.test", "") };
}

test("an address is made, fetched with 304 until something changes, renewed and ended", {
  tags: "slow",
}, async () => {
  expect((await browser.get(PAGE)).markup).toContain("You have no calendar address.");
  const { path } = await press("make");
  const visitor = portal.visitor();
  const first = await visitor.get(path);
  expect([first.status, first.html]).toEqual([200, expect.stringContaining("SUMMARY:ETA FLCAL1\\, Hamburg")]);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
    "cache-control": "private, no-cache",
    "referrer-policy": "strict-origin",
    "x-robots-tag": "noindex, nofollow",
  });
  const etag = first.headers.get("etag")!;
  const same = await visitor.get(path, { "if-none-match": `W/${etag}` });
  expect([same.status, same.html]).toEqual([304, ""]);
  expect((await browser.get(PAGE)).markup).toContain("A calendar last asked for it");
  const saved = await press("save", "FOLLOWED");
  expect(saved.page.location).toBe(PAGE);
  const changed = await visitor.get(path, { "if-none-match": etag });
  expect([changed.status, changed.html]).toEqual([200, expect.stringContaining("STATUS:CANCELLED")]);
  const renewed = await press("renew");
  expect((await visitor.get(path)).status).toBe(410);
  expect((await visitor.get(renewed.path)).status).toBe(200);
  expect((await press("revoke")).page.location).toBe(PAGE);
  const over = await visitor.get(renewed.path);
  expect([over.status, over.html]).toEqual([410, "This calendar address is over\n"]);
  for (const each of [path, renewed.path]) expect(logged.join()).not.toContain(each.split("=")[1]);
});

test.each(["", "?token=", "?token=x", `?token=${"x".repeat(43)}`, `?token=${"x".repeat(10_000)}`])(
  "the address /calendar.ics%s is over",
  async (query) => {
    const page = await portal.visitor().get(`/calendar.ics${query}`);
    expect([page.status, page.html]).toEqual([410, "This calendar address is over\n"]);
  },
);
