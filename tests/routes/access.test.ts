import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import { quoteBook } from "#app/contract/quote.ts";
import { content, draft } from "#tests/provider/bookings/fixture.ts";
import { customer, desk, option, pricedQuote, type Somebody } from "#tests/provider/quotes/fixture.ts";
import { makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let dana: Somebody;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  [dana, staff] = [await customer(provider), await desk(provider)];
});
afterAll(() => provider?.stop());

/** A person of Dana's company whose role has these menus and buttons. */
async function withRights(...names: string[]): Promise<Browser & { token: string }> {
  const { id } = await provider.db
    .insertInto("role")
    .values({ company_id: dana.companyId, code: randomUUID(), name: "Custom", name_zh: "自定义" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const menus = await provider.db.selectFrom("menu").select("id").where("name", "in", names).execute();
  await provider.db
    .insertInto("role_menu")
    .values(menus.map((menu) => ({ role_id: id, menu_id: menu.id })))
    .execute();
  const person = await makePerson(provider.db, dana.companyId, { role_id: id });
  const browser = await portal.signedIn(person.userName, PASSWORD);
  return Object.assign(browser, { token: await makeSession(provider.db, person.id) });
}

async function bookedQuote(): Promise<string> {
  const quote = await pricedQuote(provider, dana, staff, [option({ from: new Date() })]);
  const fields = { id: quote.id, optionId: quote.optionIds[0]! };
  const { data } = await provider.call(quoteBook, fields, { token: dana.token });
  return data.bookingId;
}

describe("a user who may request quotes but not book", () => {
  let browser: Browser & { token: string };
  beforeAll(async () => {
    browser = await withRights("DASHBOARD", "QUOTES", "BOOKING", "SHIPMENTS", "REQUESTQUOTE");
  });

  test("is offered no new booking anywhere", async () => {
    const { id } = await draft(provider, dana);
    for (const path of ["/booking/index", "/booking/template", `/shipments/bookingDetail/${id}`]) {
      const page = await browser.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect([path, page.markup]).toEqual([path, expect.not.stringMatching(/\/booking\/(add|teBooking)/)]);
      expect([path, page.markup]).toEqual([path, expect.not.stringContaining('value="saveTemplate"')]);
    }
  });

  test("opens no empty form by its address, nor a copy, a template or a booking of their colleagues", async () => {
    const { id } = await draft(provider, dana);
    for (const path of [
      "/booking/add",
      "/booking/add?id=abc",
      `/booking/add?copy=${id}`,
      "/booking/add?template=1",
      "/shipments/booking",
      "/booking/teBooking",
      "/booking/templateEdit",
    ])
      expect([path, (await browser.get(path)).location]).toEqual([path, "/404"]);
    expect((await browser.get(`/booking/add?id=${id}`)).location).toBe(`/shipments/bookingDetail/${id}`);
  });

  test("cannot begin one by a posted form either", async () => {
    const counted = () =>
      provider.db.selectFrom("booking").select("id").where("company_id", "=", dana.companyId).execute();
    const before = (await counted()).length;
    const requestId = requestIdOf(await browser.get("/account/password"));
    const posted = await browser.post("/booking/add", { intent: "save", requestId, draftKey: randomUUID() });
    expect([posted.status, posted.location]).toEqual([302, "/404"]);
    const saved = await provider.call(
      bookingSaveDraft,
      { id: null, version: null, content: content() },
      { token: browser.token },
    );
    expect(saved.code).toBe(403);
    expect((await counted()).length).toBe(before);
  });

  test("edits and submits a booking made from a quote", async () => {
    const id = await bookedQuote();
    const form = await browser.get(`/booking/add?id=${id}`);
    expect(form.status).toBe(200);
    expect((await browser.get("/booking/index")).markup).toContain(`/booking/add?id=${id}`);
    expect((await browser.get(`/booking/attachments?id=${id}`)).status).toBe(200);
    const token = browser.token;
    expect(
      (await provider.call(bookingSaveDraft, { id, version: 1, content: content() }, { token })).code,
    ).toBe(200);
    expect((await provider.call(bookingSubmit, { id, version: 2 }, { token })).code).toBe(200);
  });
});

test("who has no account menu is led to the address book, the news and the exports all the same", async () => {
  const { markup } = await (await withRights("DASHBOARD", "BOOKING")).get("/dashboard");
  for (const path of ["/account/address", "/account/notifications", "/account/exports"])
    expect(markup).toContain(`href="${path}"`);
  expect(markup).toMatch(/href="\/account\/notifications"[^>]*>News/);
  expect(markup).not.toContain('href="/account/index"');
});

test("who misses a record keeps the menu, and a visitor sees the public frame", async () => {
  const browser = await withRights("DASHBOARD", "SHIPMENTS", "BILLING", "QUOTES");
  for (const path of [
    "/shipments/detail/999999",
    "/quote/detail?id=999999",
    "/billing/detail/999999",
    "/nowhere",
  ]) {
    expect([path, (await browser.get(path)).location]).toEqual([path, "/404"]);
    const page = await browser.get("/404");
    expect([path, page.status]).toEqual([path, 404]);
    expect(page.markup).toContain('href="/shipments/index"');
    expect(page.markup).toContain('popoverTarget="account"');
  }
  const visitor = await portal.visitor().get("/404");
  expect([visitor.status, visitor.markup.includes('href="/login"')]).toEqual([404, true]);
  expect(visitor.markup).not.toContain('href="/shipments/index"');
});

test("with BOOKSHIPMENT the booking menu leads to the form, whether quotes may be asked for or not", {
  tags: "slow",
}, async () => {
  for (const buttons of [["BOOKSHIPMENT"], ["BOOKSHIPMENT", "REQUESTQUOTE"]]) {
    const browser = await withRights("DASHBOARD", "BOOKING", "SHIPMENTS", ...buttons);
    expect((await browser.get("/booking/index")).markup).toContain('href="/booking/add"');
    expect((await browser.open("/booking/add")).status).toBe(200);
    expect((await browser.open("/shipments/booking")).status).toBe(200);
    expect((await browser.get("/booking/teBooking")).location).toBe("/404");
  }
});

test("with TEONLINEBOOKING alone new bookings begin in the short form, and drafts open in either", async () => {
  const browser = await withRights("DASHBOARD", "BOOKING", "SHIPMENTS", "TEONLINEBOOKING");
  const { id } = await draft(provider, dana);
  expect((await browser.open("/booking/teBooking")).status).toBe(200);
  expect((await browser.get("/booking/add")).location).toBe("/404");
  expect((await browser.open(`/booking/add?id=${id}`)).status).toBe(200);
  expect((await browser.get("/booking/index")).markup).toContain('href="/booking/teBooking"');
  const detail = await browser.get(`/shipments/bookingDetail/${id}`);
  expect(detail.markup).toContain(`/booking/teBooking?copy=${id}`);
});

test("another company's booking answers as an unknown path does", async () => {
  const rival = await customer(provider);
  const { id } = await draft(provider, rival);
  const browser = await withRights("DASHBOARD", "BOOKING", "SHIPMENTS", "BOOKSHIPMENT");
  for (const path of [
    `/shipments/bookingDetail/${id}`,
    "/shipments/bookingDetail/999999999",
    `/booking/add?id=${id}`,
    `/booking/review?id=${id}`,
    `/booking/cancel?id=${id}`,
    `/booking/attachments?id=${id}`,
    `/booking/attachment/${id}/1`,
  ]) {
    const page = await browser.get(path);
    expect([path, page.status, page.location]).toEqual([path, 302, "/404"]);
  }
});

describe("without the message center", () => {
  for (const [language, said, asked] of [
    ["en", "The message center is not open to your account", "Ask an administrator of your company"],
    ["zh", "您的账户尚未开通消息中心", "请联系贵公司的管理员"],
  ] as const) {
    test(`its address says so and whom to ask, and no link leads there, ${language}`, async () => {
      const person = await makePerson(provider.db, dana.companyId, {
        role: "viewer",
        language_preference: language,
      });
      const browser = await portal.signedIn(person.userName, PASSWORD);
      const page = await browser.get("/messageCenter/index");
      expect([page.status, page.location]).toEqual([403, null]);
      expect(page.markup).toContain(said);
      expect(page.markup).toContain(asked);
      expect(page.markup).not.toContain('href="/messageCenter');
      expect((await browser.get("/dashboard")).markup).not.toContain("/messageCenter");
    });
  }
});
