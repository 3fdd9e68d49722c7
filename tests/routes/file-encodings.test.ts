import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { casesByDay } from "#tests/support/is-all.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  await makeCompany(provider.db, [], { name: "Import Customer" });
  const forwarder = await makeCompany(provider.db, ["BOOKING"], { is_forwarder: true });
  const ann = await makePerson(provider.db, forwarder, { role: "desk", name: "Ann Desk" });
  desk = await portal.signedIn(ann.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const textOf = (page: Page) => page.markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

const pages = [
  [
    "/freightForwarder/shipmentImport",
    "Customer;House number;Mode;Shipper;Consignee;POL;POD;Incoterms;Pieces;Gross weight;CBM\nImport Customer;EN-1;Ocean;Müller Söhne;Buyer;Shanghai;DEHAM;FOB;2;30;1\n",
    "New: 1",
  ],
  ["/account/addressImport", "Name;Address;Postcode;Country\nMüller Söhne;Weg 5;97070;DE\n", "New: 1"],
  [
    "/freightForwarder/rates",
    "sheet;mode;carrier;origin;destination;currency;charge;unit;price\nS1;AIR;Müller Söhne;PVG;FRA;EUR;Freight;kg;12,50\n",
    "S1",
  ],
] as const;

test.each(casesByDay(pages, 3))(
  "%s asks for the encoding by a form, and reads the file in it",
  async (page, content, read) => {
    const form = new FormData();
    form.append("file", new Blob([Buffer.from(content, "latin1")]), "list.csv");
    const sent = await desk.postFiles(`${page}?requestId=${randomUUID()}`, form);
    expect([sent.status, sent.status === 302 ? "" : textOf(sent)]).toEqual([302, ""]);
    const address = sent.location!;
    const shown = await desk.get(address);
    expect(textOf(shown)).toContain("list.csv: which letters are right?");
    expect(textOf(shown)).toMatch(/Western European \(Windows-1252\) Line 2: Müller Söhne/);
    expect(textOf(shown)).toMatch(/Chinese, simplified \(GB18030\) Line 2: M黮ler S鰄ne/);
    expect(shown.markup).toMatch(
      /<input[^>]*type="radio"[^>]*value="windows-1252"|value="windows-1252"[^>]*type="radio"/,
    );
    const without = await desk.post(address, { requestId: requestIdOf(shown), encoding: "klingon" });
    expect([without.status, textOf(without)]).toEqual([
      400,
      expect.stringContaining("Please choose an encoding"),
    ]);
    const press = { requestId: requestIdOf(shown), encoding: "windows-1252" };
    expect((await desk.post(address, press)).location).toBe(address);
    expect((await desk.post(address, press)).location).toBe(address);
    const after = textOf(await desk.get(address));
    expect(after).not.toContain("which letters are right?");
    expect(after).toContain(read);
  },
);

test("it is asked in Chinese as well", { tags: "slow" }, async () => {
  const form = new FormData();
  form.append("file", new Blob([Buffer.from(pages[1][1], "latin1")]), "list.csv");
  const { location } = await desk.postFiles(`/account/addressImport?requestId=${randomUUID()}`, form);
  await desk.post("/language", { language: "zh", returnTo: "/" });
  const shown = textOf(await desk.get(location!));
  expect(shown).toContain("list.csv：哪一种文字显示正确？");
  expect(shown).toMatch(/第 2 行：Müller Söhne/);
});
