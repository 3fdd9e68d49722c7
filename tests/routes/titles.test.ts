import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { routeTable } from "#tests/support/route-table.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

/** What the tab of a browser says, without the count of unread messages that may stand before it. */
const titleOf = (page: Page) => /<title>(?:\(\d+\+?\) )?([^<]*)<\/title>/.exec(page.html)?.[1] ?? "";

/** The records of demo's company that pages of the table show, by the route's path as it stands there. */
async function addressesOfRecords(): Promise<Record<string, string[]>> {
  const first = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(provider.db)).rows[0]!.id;
  const own = sql`company_id = (select company_id from app_user where user_name = 'demo')`;
  const draft = await first(sql`select id from booking where ${own} and status = 'DRAFT' limit 1`);
  const sent = await first(sql`select id from booking where ${own} and status = 'SUBMITTED' limit 1`);
  const shipment = await first(sql`select id from shipment where ${own} limit 1`);
  const template = await first(sql`select id from booking_template where ${own} limit 1`);
  const quote = await first(sql`
    select id from quote where ${own} and status = 'READY_TO_BOOK' and valid_until > now() and booking_id is null limit 1`);
  const option = await first(sql`
    select id from quote_option where quote_id = ${quote} and replaced_at is null and valid_until > now() limit 1`);
  return {
    "/quote/detail": [`/quote/detail?id=${quote}`],
    "/quote/accept": [`/quote/accept?id=${quote}&option=${option}`],
    "/quote/reject": [`/quote/reject?id=${quote}`],
    "/quote/book": [`/quote/book?id=${quote}&option=${option}`],
    "/shipments/detail/1": [`/shipments/detail/${shipment}`],
    "/shipments/bookingDetail/1": [`/shipments/bookingDetail/${draft}`],
    "/booking/add": ["/booking/add", `/booking/add?id=${draft}`],
    "/shipments/booking": ["/shipments/booking", `/shipments/booking?id=${draft}`],
    "/booking/teBooking": ["/booking/teBooking", `/booking/teBooking?id=${draft}`],
    "/booking/review": [`/booking/review?id=${draft}`],
    "/booking/recall": [`/booking/recall?id=${sent}`],
    "/booking/cancel": [`/booking/cancel?id=${sent}`],
    "/booking/attachments": [`/booking/attachments?id=${draft}`],
    "/booking/templateEdit": ["/booking/templateEdit", `/booking/templateEdit?id=${template}`],
    "/booking/templateRemove": [`/booking/templateRemove?id=${template}`],
  };
}

/** Leads to another page; a page for scripts only; stands for the sign-in page when nobody is signed in. */
const isNoPageOfItsOwn = (path: string) => ["/", "/messageCenter/newer"].includes(path);
/** Show their forms to visitors only. */
const isForVisitors = (path: string) => /^\/(login|forgotPassword|resetPassword|confirmEmail)$/.test(path);

test.each([
  ["English", "en-GB"],
  ["Chinese", "zh-CN"],
])("each address has a title of its own in %s", async (_, language) => {
  const person = await portal.signedIn("demo");
  await person.post("/language", { language: language.slice(0, 2), requestId: "title-test" });
  const visitor = portal.visitor({ "accept-language": language });
  const records = await addressesOfRecords();
  const titles: [path: string, title: string][] = [];
  for (const { path, file } of await routeTable()) {
    if (!file.endsWith(".tsx") || isNoPageOfItsOwn(path)) continue;
    const browser = isForVisitors(path) ? visitor : person;
    for (const address of records[path] ?? [path]) {
      const page = await browser.open(address);
      expect([address, page.path.split("?")[0]]).toEqual([address, address.split("?")[0]]);
      titles.push([address, titleOf(page)]);
    }
  }
  expect(titles.length).toBeGreaterThan(35);
  const shared = [...Map.groupBy(titles, ([, title]) => title).values()].filter((same) => same.length > 1);
  expect(shared).toEqual([]);
  const untitled = titles.filter(([, title]) => !title.includes(" · "));
  expect(untitled).toEqual([]);
});
