import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const ann = await makePerson(provider.db, forwarder, { role: "desk", name: "Ann Desk" });
  desk = await portal.signedIn(ann.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const PAGE = "/freightForwarder/shipmentImport";
const textOf = (page: Page) =>
  page.markup
    .replace(/&#x27;/g, "'")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
async function upload(content: string) {
  const form = new FormData();
  form.append("file", new Blob([content]), "list.csv");
  return desk.postFiles(`${PAGE}?requestId=${randomUUID()}`, form);
}
const HEAD = "Customer,House number,Mode,Shipper,Consignee,POL,POD,Incoterms,Pieces,Gross weight,CBM\n";
const good = (house: string) => `Import Customer,${house},Ocean,Maker,Buyer,Shanghai,DEHAM,FOB,2,30,1\n`;

test("a file is read, shows its faults by line and column, and is carried out once by the form", {
  tags: "slow",
}, async () => {
  expect(textOf(await desk.get("/freightForwarder/shipments"))).toContain("Import");
  const sent = await upload(`${HEAD}${good("RT-1")}${good("RT-2").replace("DEHAM", "Atlantis")}`);
  expect([sent.status, sent.status === 302 ? "" : textOf(sent)]).toEqual([302, ""]);
  const address = sent.location!;
  const dry = await desk.get(address);
  expect(textOf(dry)).toContain("list.csv (shipments): nothing has been written yet");
  expect(textOf(dry)).toMatch(/3 RT-2 Port of arrival: No place is called 'Atlantis'/);
  const version = /name="version" value="([^"]+)"/.exec(dry.html)![1]!;
  const stale = await desk.post(address, { requestId: requestIdOf(dry), version: "of another file" });
  expect(stale.status).toBe(409);
  const press = { requestId: requestIdOf(dry), version };
  expect((await desk.post(address, press)).location).toBe(address);
  expect((await desk.post(address, press)).location).toBe(address);
  const done = textOf(await desk.get(address));
  expect(done).toContain("list.csv (shipments) has been imported");
  expect(done).toMatch(/, by Ann Desk/);
  expect((await desk.post(address, { requestId: randomUUID(), version })).status).toBe(409);
  const made = await provider.db.selectFrom("shipment").select("house_number").execute();
  expect(made.map(({ house_number }) => house_number)).toEqual(["RT-1"]);
});

test("a change is shown field by field; odd files and addresses are told", { tags: "slow" }, async () => {
  const sent = await upload("客户,分单号,毛重\nImport Customer,rt-1,44\n");
  expect(textOf(await desk.get(sent.location!))).toMatch(/2 RT-1 |2 rt-1 Gross weight, kg/);
  for (const content of ["", "a,b\n1,2"]) expect((await upload(content)).status).toBe(400);
  for (const query of ["?import=x", "?import="])
    expect([query, (await desk.get(PAGE + query)).location]).toEqual([query, null]);
  for (const id of ["-1", "99999999"]) expect((await desk.get(`${PAGE}?import=${id}`)).location).toBe("/404");
  const example = await desk.get(`${PAGE}File?kind=MILESTONE&format=csv`);
  expect(example.html).toContain("Milestone");
  expect((await desk.get(`${PAGE}File?kind=x`)).location).toBe(PAGE);
});
