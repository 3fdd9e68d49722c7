import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesByDay } from "#tests/support/is-all.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false, demo: true });
  portal = await startPortal(provider);
  browser = await portal.signedIn("demo");
});
afterAll(() => provider?.stop());

const lists = [
  ["/quote/index", "/quote/export"],
  ["/booking/index", "/booking/export"],
  ["/last-mile/index", "/last-mile/export"],
  ["/billing/index", "/billing/export"],
  ["/account/members", "/account/memberExport"],
] as const;
const readable = (html: string) =>
  html
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");

describe.each(lists)("the list %s", (list, address) => {
  test.each(casesByDay(["en", "zh"], 2))(
    "has the same rows and words in its file, in %s",
    async (language) => {
      await browser.post("/language", { language, returnTo: "/" });
      const query = "?pageSize=100";
      const page = readable((await browser.get(list + query)).markup);
      const file = await browser.post(address + query, { requestId: "r", format: "csv" });
      expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename=".*\.csv"/);
      const [head, ...all] = parse(file.html);
      // Bills end with a sum for each currency, which the page does not have.
      const rows = all.filter(([first]) => first !== "Total" && first !== "合计");
      expect(rows.length < all.length).toBe(list === "/billing/index");
      expect(rows.length).toBeGreaterThan(2);
      // The ageing stands above the list of bills.
      const table = page.slice(page.lastIndexOf("<table"));
      expect(table.match(/<tr\b/g)).toHaveLength(Math.min(rows.length, 100) + 1);
      // Figures and times have another form on the screen, which names no zone of the IANA.
      const words = rows
        .slice(0, 100)
        .flat()
        .filter((cell) => cell && !/^-?[\d.]+$|^\d{4}-\d\d-\d\d|^America\//.test(cell));
      expect(words.filter((word) => !page.includes(word.replace(/^'/, "")))).toEqual([]);
      expect(head!.length).toBeGreaterThan(7);
    },
  );
});

test("who lacks the menu of a list gets no file of it", async () => {
  const viewer = (await makeShipper(provider, portal, { role: "viewer" })).browser;
  for (const [, address] of lists.filter(([list]) => !list.startsWith("/booking"))) {
    const answer = await viewer.post(address, { requestId: "r" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("content-disposition")).toBeNull();
  }
});
