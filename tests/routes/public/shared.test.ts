import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messageSend, newInquiry } from "#app/contract/message.ts";
import { createLog } from "#app/provider/log.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let maker: Browser;
let shipment: { id: string; documentId: string };
let other: { id: string; documentId: string };
const logged: string[] = [];

/** Texts in fields that no link shows. */
const NEVER = [
  "CANARYMASTER",
  "CANARYBOOKING",
  "CANARYORDER",
  "CANARYSKU",
  "CANARYGOODS",
  "CANARYINVOICE",
  "CANARYSEAL",
  "CANARYREMARK",
  "CANARYPERSON",
  "CANARYTALK",
  "CANARYLABEL",
  "CANARYRIVAL",
  "FLCANARYOTHER",
  "FLCANARYRIVAL",
  "98765",
  "98,765",
  "4321.09",
  "4,321.09",
];
const PARTIES = ["Shenzhen Secret Factory", "Hamburg Secret Buyer"];
const DOCUMENTS = ["FLSHOWN1-B", "house bill"];
const CONTENT = ["FLSHOWN1", "CSQU3054383", "Shanghai", "CNSHA", "Canary & Sons"];

beforeAll(async () => {
  const log = createLog("trace", { write: (line) => logged.push(line) });
  provider = await startProvider({ log, isRateLimited: false });
  portal = await startPortal(provider, { PUBLIC_URL: "http://portal.test", RATE_LIMITS: "off" });
  const { db } = provider;
  const company = await makeCompany(db, ["SHIPMENT_CHARGES"], { name: "Canary & Sons" });
  const rival = await makeCompany(db, [], { name: "CANARYRIVAL" });
  const person = await makePerson(db, company, { name: "CANARYPERSON" });
  maker = await portal.signedIn(person.userName, PASSWORD);
  shipment = await makeShipment(db, company, {
    house_number: "FLSHOWN1",
    master_number: "CANARYMASTER",
    booking_number: "CANARYBOOKING",
    commercial_invoice_number: "CANARYINVOICE",
    estimated_charges: "98765.00",
    poNumbers: ["CANARYORDER"],
  });
  await db
    .updateTable("shipment_order_line")
    .set({ sku_number: "CANARYSKU", description: "CANARYGOODS", unit_price: "4321.09", currency: "USD" })
    .where("shipment_id", "=", shipment.id)
    .execute();
  await db.updateTable("shipment_container").set({ seal_number: "CANARYSEAL" }).execute();
  other = await makeShipment(db, company, { house_number: "FLCANARYOTHER" });
  await makeShipment(db, rival, { house_number: "FLCANARYRIVAL" });
  await tellEvents(db, "FLSHOWN1", [
    { code: "LOAD", day: -9, place: "CNSHA", container: "CSQU3054383" },
    { code: "DEPA", day: -9, place: "CNSHA", delayReasonCode: "STR" },
    { code: "ARRI", classifier: "EST", day: 12, place: "DEHAM" },
  ]);
  await db.updateTable("event").set({ remark: "CANARYREMARK", facility: "CANARYTALK" }).execute();
  const token = await makeSession(db, person.id, new Date("2030-01-01T00:00:00Z"));
  const talk = { type: 1, subject: "CANARYTALK FLSHOWN1", text: "CANARYTALK", clientId: crypto.randomUUID() };
  const { data } = await provider.call(newInquiry, talk, { token });
  const said = { channelId: data.channelId, text: "CANARYTALK", clientId: crypto.randomUUID() };
  expect((await provider.call(messageSend, said, { token })).code).toBe(200);
});
afterAll(() => provider?.stop());

/** Makes a link through the form. Its address has the path of the portal and the token. */
async function share(more: Record<string, string> = {}): Promise<{ path: string; id: string }> {
  const form = await maker.get(`/shipments/share?id=${shipment.id}`);
  const fields = { houseNumbers: "fl shown1".replace(" ", ""), label: "CANARYLABEL", days: "30", ...more };
  const page = await maker.post("/shipments/share", { ...fields, requestId: requestIdOf(form) });
  const [, url = ""] = /value="([^"]+\/shared\?token=[^"]+)"/.exec(page.html) ?? [];
  expect([page.status, url]).toEqual([200, expect.stringContaining("/shared?token=")]);
  const list = await maker.get("/shipments/shared");
  const [, id = ""] = /shareEdit\?id=(\d+)/.exec(list.html) ?? [];
  const { pathname, search } = new URL(url, "http://portal.test");
  return { path: pathname + search, id };
}

/** Everything that the browser was sent, byte by byte. */
const bytesOf = (page: Page) =>
  `${page.status}\n${[...page.headers].map((pair) => pair.join(": ")).join("\n")}\n\n${page.html}`;

function expectNone(pages: readonly Page[], texts: readonly string[]): void {
  for (const page of pages) for (const text of texts) expect(bytesOf(page)).not.toContain(text);
}

const press = async (browser: Browser, path: string) =>
  browser.post(path, { requestId: requestIdOf(await browser.get(path)) });

/** Every request that a stranger can make about the link after its button was pressed. */
async function everyAnswer(browser: Browser, path: string, view: string): Promise<Page[]> {
  const [link = ""] = /link=[\w-]+/.exec(view) ?? [];
  const documents = [shipment.documentId, other.documentId].flatMap((id) => [
    `/shared/document?${link}&id=${id}`,
    `/shared/document.data?${link}&id=${id}`,
  ]);
  const token = path.split("?")[1];
  const asked = [path, `/shared.data?${token}`, view, view.replace("view?", "view.data?"), ...documents];
  const pages: Page[] = [];
  for (const each of asked) {
    pages.push(await browser.get(each));
    pages.push(await browser.send(each, { method: "HEAD" }));
  }
  return pages;
}

const seenOf = async (id: string) => {
  const row = await provider.db
    .selectFrom("share_link")
    .select("seen_count")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.seen_count;
};

describe("a stranger with a link", () => {
  test("sees a page without any content until the button is pressed, and is not counted", async () => {
    const { path, id } = await share();
    const before = [
      await portal.visitor().get(path),
      await portal.visitor().send(path, { method: "HEAD" }),
      await portal.visitor().get(path.replace("/shared?", "/shared.data?")),
      await portal.visitor().get(`${path.slice(0, -3)}xyz`),
    ];
    expectNone(before, [...NEVER, ...PARTIES, ...DOCUMENTS, ...CONTENT]);
    const [page] = before as [Page];
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<title>Shared shipments · Fairlead<\/title>/);
    expect(page.html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "strict-origin",
      "x-robots-tag": "noindex, nofollow",
    });
    // No framework script, so none of another site that would be told the address.
    expect(page.html).not.toMatch(/<script[^>]+src=/);
    expect(await seenOf(id)).toBe(0);
  });

  test("sees what was chosen and nothing else, in every byte of every answer", async () => {
    const { path } = await share();
    const browser = portal.visitor();
    const pressed = await press(browser, path);
    expect([pressed.status, pressed.location]).toEqual([
      302,
      expect.stringMatching(/^\/shared\/view\?link=/),
    ]);
    expect(pressed.headers.get("set-cookie")).toMatch(/^shared=.*Path=\/shared; HttpOnly; SameSite=Lax$/);
    const view = await browser.get(pressed.location!);
    for (const text of ["FLSHOWN1", "CSQU3054383", "Shanghai (CNSHA) → Hamburg (DEHAM)", "In transit"])
      expect(view.markup).toContain(text);
    expect(view.markup).toContain("Shared by Canary &amp; Sons");
    const all = [pressed, view, ...(await everyAnswer(browser, path, pressed.location!))];
    expectNone(all, [...NEVER, ...PARTIES, ...DOCUMENTS]);
  });

  test("sees parties when they were chosen, and documents when those were", { tags: "slow" }, async () => {
    const withParties = await share({ showsParties: "on" });
    const first = portal.visitor();
    const view = (await press(first, withParties.path)).location!;
    const pages = await everyAnswer(first, withParties.path, view);
    expect(pages.some((page) => page.html.includes(PARTIES[0]!))).toBe(true);
    expectNone(pages, [...NEVER, ...DOCUMENTS]);

    const withDocuments = await share({ showsParties: "on", showsDocuments: "on" });
    const second = portal.visitor();
    const shown = (await press(second, withDocuments.path)).location!;
    const page = await second.get(shown);
    const [, file = ""] = /href="(\/shared\/document\?[^"]+)"/.exec(page.html) ?? [];
    const paper = await second.get(file.replaceAll("&amp;", "&"));
    expect(paper.headers.get("content-type")).toBe("application/pdf");
    expect(paper.html).toMatch(/^%PDF/);
    const foreign = await second.get(
      file.replaceAll("&amp;", "&").replace(/id=\d+/, `id=${other.documentId}`),
    );
    expect(foreign.location).toBe(shown);
    expectNone([page, foreign], NEVER);
    // A browser has several links open at once, and neither lends to the other.
    const back = await press(second, withParties.path);
    expectNone([await second.get(back.location!)], DOCUMENTS);
  });

  test.each(casesByDay(["revoke", "renew"], 2))("sees nothing after a %s", async (intent) => {
    const { path, id } = await share({ showsParties: "on", showsDocuments: "on" });
    const browser = portal.visitor();
    const view = (await press(browser, path)).location!;
    const edit = `/shipments/shareEdit?id=${id}`;
    const requestId = requestIdOf(await maker.get(edit));
    const changed = await maker.post(edit, { intent, days: "30", requestId });
    expect(changed.status).toBe(intent === "revoke" ? 302 : 200);
    const all = [
      ...(await everyAnswer(browser, path, view)),
      await press(browser, path),
      await press(portal.visitor(), path),
    ];
    expectNone(all, [...NEVER, ...PARTIES, ...DOCUMENTS, ...CONTENT]);
    expect((await browser.get(view)).status).toBe(410);
    expect((await press(browser, path)).status).toBe(410);
    expect((await browser.get(view)).markup).toContain("This link is over");
    // The new address works in a browser that had opened the old one.
    const [, url = ""] = /value="([^"]+\/shared\?token=[^"]+)"/.exec(changed.html) ?? [];
    if (intent === "renew") {
      const again = new URL(url, "http://portal.test");
      expect((await press(browser, again.pathname + again.search)).status).toBe(302);
    }
  });

  test("is counted once for each browser, however often it presses", async () => {
    const { path, id } = await share();
    const browser = portal.visitor();
    const page = await browser.get(path);
    const fields = { requestId: requestIdOf(page) };
    await Promise.all([browser.post(path, fields), browser.post(path, fields)]);
    await browser.post(path, fields);
    await press(browser, path);
    expect(await seenOf(id)).toBe(1);
    await press(portal.visitor(), path);
    expect(await seenOf(id)).toBe(2);
  });

  test.each(["", "?token=", "?token=short", `?token=${"x".repeat(10_000)}`, "?token[60000000]=1"])(
    "gets no button for the address /shared%s",
    async (query) => {
      const page = await portal.visitor().get(`/shared${query}`);
      expect(page.status).toBeLessThan(500);
      expect(page.markup).not.toContain("Show the shipments");
      expect((await portal.visitor().post(`/shared${query}`, {})).status).toBeGreaterThanOrEqual(400);
      expect((await portal.visitor().get("/shared/view")).location).toBe("/shared");
      for (const path of ["/shared/view?link=x", "/shared/document?link=x&id=1"])
        expect((await portal.visitor().open(path)).status).toBe(410);
    },
  );
});

test("the list of links says which of them it shows", async () => {
  await share();
  expect((await maker.get("/shipments/shared")).markup).toMatch(/<p role="status">1–\d+ of \d+/);
});

test("no log of the provider holds a token", async () => {
  const { path } = await share();
  await press(portal.visitor(), path);
  const token = path.split("token=")[1]!;
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join("\n")).not.toContain(token);
});

describe("the form", () => {
  test("begins with the shipment, keeps what was typed, and names what is wrong at its field", async () => {
    const form = await maker.get(`/shipments/share?id=${shipment.id}&id=999999&id=x`);
    expect(form.markup).toMatch(/<textarea[^>]*>\s*FLSHOWN1<\/textarea>/);
    const requestId = requestIdOf(form);
    const wrong = { houseNumbers: "FLSHOWN1 FLCANARYRIVAL", label: "Bob", days: "181", requestId };
    const refused = await maker.post("/shipments/share", wrong);
    expect(refused.status).toBe(400);
    expect(refused.markup).toContain('value="Bob"');
    expect(refused.markup).toContain('value="181"');
    const unknown = await maker.post("/shipments/share", { ...wrong, days: "30" });
    expect([unknown.status, unknown.markup]).toEqual([
      400,
      expect.stringContaining("Not among your shipments: FLCANARYRIVAL"),
    ]);
    const documents = await maker.post("/shipments/share", {
      ...wrong,
      houseNumbers: "FLSHOWN1",
      days: "30",
      showsDocuments: "on",
    });
    expect(documents.markup).toContain("Documents name shipper and consignee");
    const nothing = await maker.post("/shipments/share", { requestId });
    expect(nothing.markup).toContain("Cannot be empty");
  });

  test("sent twice makes one link", async () => {
    const requestId = requestIdOf(await maker.get("/shipments/share"));
    const fields = { houseNumbers: "FLSHOWN1", days: "30", label: "twice", requestId };
    const [first, second] = [
      await maker.post("/shipments/share", fields),
      await maker.post("/shipments/share", fields),
    ];
    const url = /\/shared\?token=[\w-]+/;
    expect(url.exec(first.html)?.[0]).toBe(url.exec(second.html)?.[0]);
    const list = await maker.get("/shipments/shared");
    expect(list.markup.match(/>twice</g)).toHaveLength(1);
  });
});
