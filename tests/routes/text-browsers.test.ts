import { afterAll, beforeAll, expect, test } from "vitest";
import { everyPage, recordsIn } from "#tests/support/every-page.ts";
import { startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { runTogether } from "#tests/support/text-reading.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

test("a browser without style sheets joins no two words of a page", async () => {
  const [person, desk] = [await portal.signedIn("demo"), await portal.signedIn("desk")];
  const visitor = portal.visitor({ "accept-language": "en" });
  const pages = await everyPage(await recordsIn(provider.db));
  const shipment = pages.find(({ address }) => address.startsWith("/shipments/detail/"))?.address;
  const others = ["?tab=cargo", "?tab=documents"].map((query) => `${shipment}${query}`);
  others.push("/shipments/index?panel=filters", "/shipments/index?panel=columns", "/quote/index?status=NEW");
  // A draft's review offers other buttons when it is complete.
  const drafts = await provider.db
    .selectFrom("booking as b")
    .innerJoin("company as c", "c.id", "b.company_id")
    .select("b.id")
    .where("c.code", "=", "DEMO-MERIDIAN")
    .where("b.status", "=", "DRAFT")
    .execute();
  expect(drafts.length).toBeGreaterThan(1);
  others.push(...drafts.map(({ id }) => `/booking/review?id=${id}`));
  const addresses = [
    ...pages,
    ...others.map((address) => ({ address, isForVisitors: false, isForDesk: false })),
  ];
  const found: string[] = [];
  for (const { address, isForVisitors, isForDesk } of addresses) {
    const { markup } = await (isForVisitors ? visitor : isForDesk ? desk : person).open(address);
    found.push(...runTogether(markup).map((words) => `${address}: ${words}`));
  }
  expect(found).toEqual([]);
});
