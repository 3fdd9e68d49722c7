import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;
let rival: Browser;
let viewer: Browser;
let shipment: { id: string; documentId: string };
const LIST = "/document/index";

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const company = await makeCompany(provider.db);
  const enter = async (companyId: string, role = "admin") =>
    portal.signedIn((await makePerson(provider.db, companyId, { role })).userName, PASSWORD);
  browser = await enter(company);
  viewer = await enter(company, "viewer");
  rival = await enter(await makeCompany(provider.db));
  shipment = await makeShipment(provider.db, company, { house_number: "FLPAPER-1" });
});
afterAll(() => provider?.stop());

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("the list is in the header of those with the menu, finds by type and number, and takes any nonsense", async () => {
  expect((await browser.get("/dashboard")).markup).toContain(`href="${LIST}"`);
  expect((await viewer.get("/dashboard")).markup).not.toContain(LIST);
  expect((await viewer.get(LIST)).status).toBe(302);
  expect(textOf((await browser.get(LIST)).markup)).toContain("FLPAPER-1");
  expect(textOf((await browser.get(`${LIST}?type=VGM`)).markup)).toContain("No document fits");
  expect(textOf((await browser.get(`${LIST}?keyword=flpaper%201`)).markup)).toContain("FLPAPER-1");
  expect(textOf((await rival.get(LIST)).markup)).toContain("No documents yet");
  const nonsense = `type=moon&from=2026-02-30&shipment=..%2F&origin=x&page=-1&sort=y&text=${"x".repeat(5_000)}`;
  expect((await browser.get(`${LIST}?${nonsense}`)).status).toBe(200);
});

test("a document, its picture, its file and its shipment's papers are there for its company only", async () => {
  const { id, documentId } = shipment;
  const paths = [`/document/detail/${documentId}`, `/document/shipment/${id}`];
  for (const path of paths) expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
  for (const path of [...paths, `/document/file/${documentId}`])
    expect([path, (await rival.get(path)).status]).toEqual([path, 302]);
  for (const path of [...paths, `/document/file/${documentId}`, `/document/preview/${documentId}`])
    expect([path, (await viewer.get(path)).status]).toEqual([path, 302]);
  expect((await browser.get("/document/detail/x%5B6%5D")).status).toBe(302);
  expect(textOf((await browser.get(paths[1]!)).markup)).toMatch(/Commercial invoice missing/);
});

test("the form comes with the shipment and type of a missing paper, and a faulty one keeps what was typed", async () => {
  const page = await browser.get("/document/add?shipment=FLPAPER-1&type=INSURANCE");
  expect(page.markup).toContain('value="FLPAPER-1"');
  expect(page.markup).toMatch(/<option[^>]*value="INSURANCE"[^>]*selected|selected[^>]*value="INSURANCE"/);
  const form = new FormData();
  form.set("requestId", "a-request-1");
  form.set("houseNumber", "FLUNKNOWN <9>");
  form.set("documentType", "OTHER");
  form.set("number", "n".repeat(61));
  const empty = await browser.postFiles("/document/add", form);
  expect(empty.status).toBe(400);
  for (const said of ["At most 60 characters", "Choose a file"]) expect(textOf(empty.markup)).toContain(said);
  expect(empty.markup).toContain("FLUNKNOWN &lt;9&gt;");
  form.set("number", "");
  form.append("file", new Blob(["words"]), "a.txt");
  const unknown = await browser.postFiles("/document/add", form);
  expect(unknown.status).toBe(400);
  expect(textOf(unknown.markup)).toContain("No shipment of yours has this house number");
  form.set("houseNumber", "flpaper 1");
  // Fields come before the file.
  const whole = new FormData();
  for (const name of ["requestId", "houseNumber", "documentType", "number", "file"])
    whole.set(name, form.get(name)!);
  const made = await browser.postFiles("/document/add", whole);
  expect(made.status).toBe(302);
  expect(textOf((await browser.get(`${LIST}?origin=uploaded`)).markup)).toContain("a.txt");
});

test("a zip of nothing, or of another company's documents, leads back to the list", async () => {
  const post = (who: Browser, fields: [string, string][]) => who.post("/document/zip", fields);
  expect((await post(browser, [["back", "https://evil.example/"]])).status).toBe(302);
  const theirs = await post(rival, [["id", shipment.documentId]]);
  expect([theirs.status, theirs.location]).toEqual([302, LIST]);
});

test("removing is asked once, names what goes, and leads back where it cannot be", async () => {
  const page = await browser.get(`${LIST}?origin=uploaded`);
  const id = /\/document\/detail\/(\d+)/.exec(page.markup)![1]!;
  const detail = `/document/detail/${id}`;
  expect((await browser.get(detail)).markup).toContain(`/document/remove?id=${id}`);
  const ask = `/document/remove?id=${id}`;
  expect(textOf((await browser.get(ask)).markup)).toMatch(
    /Remove .+ of shipment FLPAPER-1 with all its versions/,
  );
  expect((await browser.get(`${ask}&version=9`)).location).toBe(detail);
  expect((await browser.get(`${ask}&version=x`)).location).toBe(detail);
  expect((await browser.get("/document/remove?id=x[60000000]=1")).location).toBe(LIST);
  expect((await rival.get(ask)).location).toBe("/404");
  expect((await browser.get(`/document/remove?id=${shipment.documentId}`)).location).toBe(
    `/document/detail/${shipment.documentId}`,
  );
  await rival.post(ask, [["requestId", "removal-1"]]);
  expect((await browser.get(detail)).status).toBe(200);
  const gone = await browser.post(ask, [["requestId", "removal-2"]]);
  expect([gone.status, gone.location]).toEqual([302, LIST]);
  expect(textOf((await browser.get(LIST)).markup)).toContain("The document was removed");
  expect((await browser.post(ask, [["requestId", "removal-3"]])).location).toBe(LIST);
  expect(textOf((await browser.get(`/document/shipment/${shipment.id}`)).markup)).toContain("Removed papers");
});
