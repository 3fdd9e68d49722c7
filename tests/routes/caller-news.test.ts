import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FaultyProxy, startFaultyProxy } from "#tests/support/faulty-proxy.ts";
import { makeRole } from "#tests/support/people.ts";
import { type Browser, type Page, sessionIn, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let proxy: FaultyProxy;
let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  provider = await startProvider({ demo: true });
  proxy = await startFaultyProxy(provider.url);
  portal = await startPortal({ apiUrl: `${proxy.url}/api`, trackingUrl: `${proxy.url}/tracking` });
});
afterAll(async () => {
  await proxy?.close();
  await provider?.stop();
});
beforeEach(async () => {
  browser = await portal.signedIn("demo");
});

async function callsOf(path: string) {
  proxy.calls.length = 0;
  const page = await browser.get(path);
  return { page, calls: proxy.calls.map((call) => call.replace(/\?.*/, "")).sort() };
}

/** Whether the page's menu leads to bookings. */
const hasBookings = ({ markup }: Page) => markup.includes('href="/booking/index"');

async function withRole(names: readonly string[], work: () => Promise<void>): Promise<void> {
  const { userId } = sessionIn(browser);
  const give = (role_id: string) =>
    provider.db.updateTable("app_user").set({ role_id }).where("id", "=", userId).execute();
  const { role_id } = await provider.db
    .selectFrom("app_user")
    .select("role_id")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await give(await makeRole(provider.db, names));
  await work().finally(() => give(role_id));
}

// The second browser: only an answer shows that the provider tells news.
test("the first page of a session takes two calls, and the pages after it one", {
  tags: "slow",
}, async () => {
  const list = "/api/shipment/list";
  await browser.get("/dashboard");
  browser = await portal.signedIn("demo");
  const first = await callsOf("/shipments/index");
  expect(first.page.status).toBe(200);
  expect(first.calls).toEqual(["/api/portalUser/getUser", list]);
  const second = await callsOf("/shipments/index?page=2");
  expect(second.page.status).toBe(200);
  expect(second.calls).toEqual([list]);
});

test("each count at a tab leads to just as many rows", async () => {
  await browser.get("/account/password");
  const { markup } = await browser.get("/account/password");
  const counts = [...markup.matchAll(/aria-label="([^"]+): (\d+\+?)" class="[^"]*" href="([^"]+)"/g)].map(
    ([, name, count, address = ""]) => ({ name, count, address: address.replaceAll("&amp;", "&") }),
  );
  expect(counts.map(({ name }) => name)).toEqual([
    "Quotes to decide",
    "Drafts",
    "Late shipments",
    "Overdue invoices",
  ]);
  for (const { name, count, address } of counts) {
    const list = (await browser.get(address)).markup;
    const total = /[\d,]+–[\d,]+ of (?:more than )?([\d,]+)/.exec(list)?.[1];
    const rows = Number(total?.replace(",", ""));
    expect([name, rows > 99 ? "99+" : String(rows)]).toEqual([name, count]);
  }
});

test("a right that was taken away has ended with the next page, whether that page reads anything or not", async () => {
  await browser.get("/shipments/index");
  expect(hasBookings(await browser.get("/account/password"))).toBe(true);
  await withRole(["SHIPMENTS"], async () => {
    const password = await browser.get("/account/password");
    expect(password.status).toBe(200);
    expect(hasBookings(password)).toBe(false);
    expect((await browser.get("/booking/index")).location).not.toBeNull();
  });
  expect(hasBookings(await browser.get("/account/password"))).toBe(true);
});

test("a page that reads is not sent with rights that have ended meanwhile", { tags: "slow" }, async () => {
  await browser.get("/shipments/index");
  await browser.get("/shipments/index");
  await withRole(["SHIPMENTS"], async () => {
    const { page, calls } = await callsOf("/shipments/index");
    expect(page.status).toBe(200);
    expect(hasBookings(page)).toBe(false);
    // Once more with the user of now.
    expect(calls).toContain("/api/portalUser/getUser");
  });
});

test("a right that was given is there with the next page", async () => {
  await withRole(["SHIPMENTS"], async () => {
    await browser.get("/shipments/index");
    await browser.get("/shipments/index");
  });
  expect(hasBookings(await browser.get("/shipments/index"))).toBe(true);
});

test("a session that has ended elsewhere gets no page of the user before", async () => {
  await browser.get("/shipments/index");
  const { userId } = sessionIn(browser);
  await provider.db
    .updateTable("auth_token")
    .set({ revoked_at: new Date() })
    .where("user_id", "=", userId)
    .execute();
  for (const path of ["/account/password", "/shipments/index"]) {
    const page = await browser.get(path);
    expect([path, page.status]).toEqual([path, 401]);
    expect(hasBookings(page)).toBe(false);
  }
});

test("a page of somebody who changes all the time goes round once at most", async () => {
  await browser.get("/shipments/index");
  const { userId } = sessionIn(browser);
  for (let round = 0; round < 4; round++) {
    await provider.db
      .updateTable("app_user")
      .set({ name: `Demo ${round}` })
      .where("id", "=", userId)
      .execute();
    const { page, calls } = await callsOf("/shipments/index");
    expect([page.status, calls.length <= 3]).toEqual([200, true]);
    expect(page.markup.includes(`Demo ${round}`)).toBe(true);
  }
});

test("news that came since are counted on the next page, whether that page reads anything or not", async () => {
  const { userId } = sessionIn(browser);
  // The demonstration's own count depends on the hour at which the test runs.
  await provider.db
    .updateTable("notice")
    .set({ read_at: new Date() })
    .where("user_id", "=", userId)
    .execute();
  const { id } = await provider.db
    .selectFrom("notice")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const set = (read_at: Date | null) =>
    provider.db.updateTable("notice").set({ read_at }).where("id", "=", id).execute();
  const newsIn = async (path: string) =>
    /href="\/account\/notifications"[^>]*>(News(?: \d+)?)/.exec((await browser.get(path)).markup)?.[1];
  expect(await newsIn("/shipments/index")).toBe("News");
  for (const path of ["/account/password", "/shipments/index"]) {
    await set(null);
    expect([path, await newsIn(path)]).toEqual([path, "News 1"]);
    await set(new Date());
    expect([path, await newsIn(path)]).toEqual([path, "News"]);
  }
});
