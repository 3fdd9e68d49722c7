import { afterAll, beforeAll, expect, test } from "vitest";
import { screensOf } from "#app/contract/screen-calls.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { everyPage, recordsIn } from "#tests/support/every-page.ts";
import { startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

/** What calls say of screens against the screens: which a screen needs, and which it does without. */

const screenCalls = screensOf(endpoints);
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
});
afterAll(() => provider?.stop());

test("every screen opens without the calls that are said to be used there, not needed", {
  tags: "slow",
}, async () => {
  const needed = new Set(screenCalls.flatMap(({ needs }) => needs.map(({ name }) => name)));
  const beside = screenCalls.flatMap((screen) => screen.beside.map(({ name }) => name));
  const spared = [...new Set(beside)].filter((name) => !needed.has(name));
  expect(spared.length).toBeGreaterThan(50);
  const portal = await startPortal(provider, { PROVIDER_LACKS: spared.join(",") });
  const [person, desk] = [await portal.signedIn("demo"), await portal.signedIn("desk")];
  const pages = await everyPage(await recordsIn(provider.db));
  const opened: string[] = [];
  const lacking: string[] = [];
  for (const { path } of screenCalls) {
    // Other addresses of a screen are of its parts, such as one address of the address book.
    const page = pages.find(({ address }) => {
      const [own = ""] = address.split("?");
      return own === path || own.replace(/\/\d+$/, "") === path;
    });
    if (!page || page.isForVisitors) continue;
    const { status, markup } = await (page.isForDesk ? desk : person).open(page.address);
    opened.push(path);
    const [call] = /Call: [\w.]+/.exec(markup) ?? [];
    if (status >= 400 || call) lacking.push(`${page.address}: ${status} ${call ?? ""}`);
  }
  expect(opened.length).toBeGreaterThan(60);
  expect(lacking).toEqual([]);
});
