import { afterAll, beforeAll, expect, test } from "vitest";
import { everyPage, recordsIn } from "#tests/support/every-page.ts";
import { type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

/** What the tab of a browser says, without the count of unread messages that may stand before it. */
const titleOf = (page: Page) => /<title>(?:\(\d+\+?\) )?([^<]*)<\/title>/.exec(page.html)?.[1] ?? "";

test.each([
  ["English", "en-GB"],
  ["Chinese", "zh-CN"],
])("each address has a title of its own in %s", async (_, language) => {
  const [person, desk] = [await portal.signedIn("demo"), await portal.signedIn("desk")];
  for (const browser of [person, desk])
    await browser.post("/language", { language: language.slice(0, 2), requestId: "title-test" });
  const visitor = portal.visitor({ "accept-language": language });
  const titles: [path: string, title: string][] = [];
  for (const { address, isForVisitors, isForDesk } of await everyPage(await recordsIn(provider.db))) {
    const page = await (isForVisitors ? visitor : isForDesk ? desk : person).open(address);
    expect([address, page.path.split("?")[0]]).toEqual([address, address.split("?")[0]]);
    titles.push([address, titleOf(page)]);
  }
  expect(titles.length).toBeGreaterThan(35);
  const shared = [...Map.groupBy(titles, ([, title]) => title).values()].filter((same) => same.length > 1);
  expect(shared).toEqual([]);
  const untitled = titles.filter(([, title]) => !title.includes(" · "));
  expect(untitled).toEqual([]);
});
