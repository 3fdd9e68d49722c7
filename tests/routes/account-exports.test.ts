import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { runNextExport } from "#app/provider/exports/worker.ts";
import { routes } from "#app/provider/http/server.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

const PAGE = "/account/exports";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false, streamedRows: 1 });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

async function shipper(role = "admin") {
  const made = await makeShipper(provider, portal, { role });
  await made.add({ house_number: `EX1-${made.companyId}` });
  await made.add({ house_number: `EX2-${made.companyId}` });
  return made;
}

const run = () =>
  runNextExport({
    database: provider.db,
    files: provider.files,
    routes,
    log: pino({ level: "silent" }),
    shared: {
      publicUrl: "https://portal.example.com",
      secrets: secretBox(["a key of the tests only and of nothing else"]),
      outside: { privateHosts: [], dnsServers: [] },
    },
  });

const ask = (browser: Browser, query = "") =>
  browser.post(`/shipments/export${query}`, { requestId: "r", format: "csv" });
const idIn = (markup: string) => /value="(\d+)" aria-label="Remove/.exec(markup)?.[1] ?? "";

test("a long list becomes an export, which is fetched from its page, run again when it has ended, and removed", async () => {
  const { browser, companyId } = await shipper();
  const empty = await browser.get(PAGE);
  expect(empty.markup).toContain("No exports");
  const asked = await ask(browser, "?sort=houseNumber&direction=asc");
  expect([asked.status, asked.location]).toEqual([302, "/shipments/index?sort=houseNumber&direction=asc"]);
  const list = await browser.get(asked.location!);
  expect(list.markup).toMatch(/We make its file.*<a href="\/account\/exports"[^>]*>Exports<\/a>/s);
  expect((await browser.get(PAGE)).markup).toContain("Waiting");
  expect(await run()).toBe(true);
  const ready = await browser.get(PAGE);
  expect(ready.markup).toMatch(/Shipments, CSV.*Ready.*2 rows.*can be fetched until/s);
  const id = idIn(ready.markup);
  expect(ready.markup).toContain(`href="/account/exportFile?id=${id}"`);
  const file = await browser.get(`/account/exportFile?id=${id}`);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="shipments-.*\.csv"/);
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  expect(file.html).toContain(`EX1-${companyId}`);

  await provider.db.updateTable("export_job").set({ expires_at: new Date() }).where("id", "=", id).execute();
  const over = await browser.get(PAGE);
  expect(over.markup).toMatch(/Ended.*Run again/s);
  const late = await browser.get(`/account/exportFile?id=${id}`);
  expect([late.status, late.location]).toEqual([302, PAGE]);
  expect((await browser.get(PAGE)).markup).toContain("This file can no longer be fetched");
  const again = await browser.post(PAGE, { requestId: requestIdOf(over), again: id });
  expect([again.status, again.location]).toEqual([302, PAGE]);
  const waiting = await browser.get(PAGE);
  expect(waiting.markup).toContain("We make the file anew");
  expect(waiting.markup.match(/name="remove"/g)).toHaveLength(1);
  const fresh = idIn(waiting.markup);
  expect(fresh).not.toBe(id);
  // Two browsers: the other one has removed it.
  for (let press = 0; press < 2; press++)
    expect((await browser.post(PAGE, { requestId: requestIdOf(waiting), remove: fresh })).location).toBe(
      PAGE,
    );
  expect((await browser.get(PAGE)).markup).toContain("No exports");
});

test("the page is in Chinese, and in the menu of the account", async () => {
  const { browser } = await shipper();
  await browser.post("/language", { language: "zh", returnTo: "/" });
  await ask(browser);
  const page = await browser.get(PAGE);
  expect(page.markup).toMatch(/导出文件.*运单，CSV.*排队中/s);
  expect(page.markup).toContain(`href="${PAGE}"`);
});

test("the sixth that waits is refused on the list and on the page, and others' exports are not there", async () => {
  const { browser } = await shipper();
  for (const sort of ["houseNumber", "status", "booking", "eta", "updated"])
    await ask(browser, `?sort=${sort}`);
  const sixth = await ask(browser, "?mode=OCEAN");
  expect((await browser.get(sixth.location!)).markup).toContain("5 of your exports are still waiting");
  const page = await browser.get(PAGE);
  const id = idIn(page.markup);
  await provider.db
    .updateTable("export_job")
    .set({ state: "failed", reason: "broken" })
    .where("id", "=", id)
    .execute();
  await ask(browser, "?mode=OCEAN");
  const refused = await browser.post(PAGE, { requestId: requestIdOf(page), again: id });
  expect(refused.status).toBe(400);
  expect(refused.markup).toContain("5 of your exports are still waiting");

  const other = (await shipper()).browser;
  const stolen = await other.get(`/account/exportFile?id=${id}`);
  expect(stolen.headers.get("content-disposition")).toBeNull();
  for (const nonsense of ["", "x", "1".repeat(40), "-1"])
    expect((await other.get(`/account/exportFile?id=${nonsense}`)).status).toBe(302);
  expect((await other.post(PAGE, { requestId: "r", remove: id })).location).toBe(PAGE);
  expect((await browser.get(PAGE)).markup).toContain(`value="${id}"`);
});
