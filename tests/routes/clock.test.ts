import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#app/provider/demo/accounts.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { type Browser, ORIGIN, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ demo: true, isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

async function choose(browser: Browser, clock: string, returnTo = "/shipments/index") {
  const page = await browser.get("/clock", { referer: `${ORIGIN}${returnTo}` });
  // The first such field belongs to the language form.
  const back = [...page.markup.matchAll(/name="returnTo" value="([^"]*)"/g)].at(-1)?.[1] ?? "";
  return browser.post("/clock", {
    requestId: requestIdOf(page),
    returnTo: back.replaceAll("&amp;", "&"),
    clock,
  });
}

/** The text of each cell of one column, read from the list's table. */
const cellsOf = (markup: string, label: string) =>
  [...markup.matchAll(new RegExp(`<td[^>]*data-label="${label}"[^>]*>([\\s\\S]*?)</td>`, "g"))].map(
    ([, cell = ""]) => /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(cell)?.[0] ?? "",
  );

describe("the clock that a person chose", () => {
  test("is linked from every page, and the change returns to it", async () => {
    const person = await portal.signedIn("demo");
    for (const path of ["/dashboard", "/shipments/index", "/quote/index", "/messageCenter/index"]) {
      const { markup } = await person.get(path);
      expect(markup).toContain('href="/clock"');
    }
    const answer = await choose(person, "utc8", "/quote/index");
    expect([answer.status, answer.location]).toEqual([302, "/quote/index"]);
    const refused = await choose(person, "moon", "/quote/index");
    expect([refused.status, refused.markup.includes('name="returnTo" value="/quote/index"')]).toEqual([
      400,
      true,
    ]);
    const forged = { requestId: requestIdOf(await person.get("/clock")), returnTo: "//elsewhere.example" };
    expect((await person.post("/clock", { ...forged, clock: "utc8" })).location).toBe("/");
  });

  test("is kept with the account: it holds in another browser, and not for the next person in this one", async () => {
    const first = await portal.signedIn("viewer");
    await choose(first, "utc8");
    const second = await portal.signedIn("viewer");
    expect((await second.get("/shipments/index")).markup).toContain("Times are in UTC+8");
    await first.post("/logout", { requestId: requestIdOf(await first.get("/logout")) });
    await first.post("/login", { userName: "booker", password: DEMO_PASSWORD });
    expect((await first.get("/shipments/index")).markup).toContain("Times are local to each place");
  });

  test("of a visitor is kept in a cookie", async () => {
    const { rows } = await sql<{ house: string }>`
      select house_number as house from shipment where is_public and status = 'TRANSIT' limit 1`.execute(
      provider.db,
    );
    const path = `/preview?searchType=H&number=${rows[0]!.house}`;
    const visitor = portal.visitor();
    expect((await visitor.get(path)).markup).toContain("Times are local to each place");
    await choose(visitor, "utc8", path);
    const { markup } = await visitor.get(path);
    expect(markup).toContain("Times are in UTC+8");
    expect(markup).not.toMatch(/UTC[-+](?!08:00|8)/);
  });

  test.each(casesByDay(["place", "own", "utc8"], 3))(
    "on %s, the list's order, days and cells say the same",
    async (clock) => {
      const person = await portal.signedIn("demo");
      person.cookies.set("tz", "America/Los_Angeles");
      await choose(person, clock);
      const { markup } = await person.get(
        "/shipments/index?columns=eta&isOpen=true&sort=eta&direction=asc&pageSize=100",
      );
      const shown = cellsOf(markup, "ETA").filter(Boolean);
      expect(shown.length).toBeGreaterThan(50);
      expect(shown).toEqual([...shown].sort());
      const days = new Map(Map.groupBy(shown, (text) => text.slice(0, 10)));
      for (const [day, cells] of [...days].slice(1, 6)) {
        const found = await person.get(
          `/shipments/index?columns=eta&isOpen=true&dateType=eta&dateFrom=${day}&dateTo=${day}&sort=eta&direction=asc`,
        );
        expect([day, cellsOf(found.markup, "ETA")]).toEqual([day, cells]);
      }
    },
  );
});
