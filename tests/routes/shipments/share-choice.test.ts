import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
const ids: string[] = [];
let theirs: string;

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db);
  browser = await portal.signedIn((await makePerson(provider.db, company)).userName, PASSWORD);
  for (let number = 101; number <= 153; number++) {
    const status = number <= 103 ? "TRANSIT" : "BOOKED";
    const { id } = await makeShipment(provider.db, company, { house_number: `FLPICK${number}`, status });
    ids.push(id);
  }
  const rival = await makeCompany(provider.db);
  theirs = (await makeShipment(provider.db, rival, { house_number: "FLRIVAL1" })).id;
});
afterAll(() => provider?.stop());

const ask = (query: string) => browser.open(`/shipments/share?${query}`);
const boxes = ({ markup }: Page) => [...markup.matchAll(/<input[^>]*name="id"[^>]*>/g)].map(([tag]) => tag);
const ticked = (page: Page) =>
  boxes(page).flatMap((tag) => (/checked/.test(tag) ? [/value="(\d+)"/.exec(tag)![1]!] : []));
const numbers = ({ markup }: Page) =>
  (/<textarea[^>]*>([^<]*)</.exec(markup)?.[1] ?? "").trim().split("\n").filter(Boolean);
const idQuery = (some: readonly string[]) => some.map((id) => `id=${id}`).join("&");

test("the list has a panel to tick its shipments, which leads to a choice over all pages, and the form to the links that one made", async () => {
  const list = await browser.get("/shipments/index?status=TRANSIT&columns=status,eta");
  const [, link = ""] = /href="([^"]+panel=share)"/.exec(list.markup) ?? [];
  const panel = await browser.get(link.replaceAll("&amp;", "&"));
  expect([boxes(panel).length, ticked(panel)]).toEqual([3, []]);
  expect(panel.markup).toMatch(/<form[^>]*action="\/shipments\/share".*name="status" value="TRANSIT"/s);
  const page = await ask(`choose=1&status=TRANSIT&${idQuery(ids.slice(0, 1))}`);
  expect([boxes(page).length, ticked(page)]).toEqual([3, ids.slice(0, 1)]);
  expect(page.markup).toContain("From your list: In transit.");
  expect(page.markup).toContain("Share all 3");
  expect(page.markup).toContain('href="/shipments/shared"');
  const all = await ask("status=TRANSIT&choose=all");
  expect(numbers(all).toSorted()).toEqual(["FLPICK101", "FLPICK102", "FLPICK103"]);
  expect(all.markup).toContain("choose=1&amp;id=");
});

test("what is ticked stays so over pages and searches, and goes into the form", async () => {
  const first = await ask("choose=1");
  expect([boxes(first).length, ticked(first)]).toEqual([50, []]);
  expect(first.markup).toContain("1–50 of 53");
  const [on = ""] = ids;
  const last = ids.at(-1)!;
  const second = await ask(`choose=2&${idQuery([on, last])}`);
  expect(ticked(second).toSorted()).toEqual([on, last].toSorted());
  const searched = await ask(`choose=1&keyword=FLPICK120&${idQuery([on, last])}`);
  expect([boxes(searched).length, ticked(searched).length]).toEqual([3, 2]);
  expect(searched.markup).toContain("Ticked on other pages");
  const form = await ask(`choose=done&keyword=FLPICK120&${idQuery([last, on])}`);
  expect(numbers(form)).toEqual(["FLPICK153", "FLPICK101"]);
});

test("none, and more than a link shows, are told above the choice, with what was ticked", async () => {
  const none = await ask("choose=done");
  expect(none.markup).toContain("Tick at least one shipment.");
  const many = await ask(`choose=done&${idQuery(ids.slice(0, 51))}`);
  expect(many.markup).toContain("51 are ticked; a link shows at most 50.");
  expect(ticked(many)).toHaveLength(51);
  expect((await ask(idQuery(ids))).markup).toContain("53 are ticked");
  expect((await ask("choose=all")).markup).toContain("53 shipments fit; a link shows at most 50.");
  expect((await ask("choose=all&keyword=NOSUCH")).markup).toContain("No shipment fits.");
});

test("another company's ids tick nothing, and nonsense is the first page", async () => {
  for (const query of [`choose=1&id=${theirs}`, `choose=done&id=${theirs}`, `choose=2&id=${theirs}&id=x`]) {
    const page = await ask(query);
    expect([page.status, ticked(page), page.markup.includes("FLRIVAL1")]).toEqual([200, [], false]);
  }
  for (const choose of ["", "0", "-1", "x", "99999", "x[60000000]"])
    expect(boxes(await ask(`choose=${choose}`))).toHaveLength(50);
  expect(boxes(await ask("choose=900"))).toHaveLength(0);
});
