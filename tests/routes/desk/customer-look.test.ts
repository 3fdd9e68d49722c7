import { afterAll, beforeAll, expect, test } from "vitest";
import { deskPerson, drawing, readLook, saveLook, savePage, someone } from "#tests/provider/brand/fixture.ts";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let ann: Awaited<ReturnType<typeof deskPerson>>;
let desk: Browser;
let colleague: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false, mailDomains: ["forwarder.example"] });
  portal = await startPortal(provider, {
    EMBEDDED_PAGES: JSON.stringify([
      { path: "ours", title: { en: "Ours", zh: "我们" }, address: "https://ours.example/", menu: "QUOTES" },
    ]),
  });
  ann = await deskPerson(provider, "Ann Desk");
  const bob = await someone(provider, ann.companyId, "desk", "Bob Desk");
  desk = await portal.signedIn(ann.userName, PASSWORD);
  colleague = await portal.signedIn(bob.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const company = () => makeCompany(provider.db, [], { name: "Acme & <Sons>" });
const pathOf = (id: string, rest = "") => `/freightForwarder/customer/${id}/look${rest}`;
const LOOK = { nameEn: "", nameZh: "", color: "", senderName: "", senderAddress: "", host: "" };
const look = async (id: string) => (await readLook(provider, ann.token, id)).data;

async function post(browser: Browser, path: string, fields: Record<string, string>) {
  const page = await browser.get(path);
  const button = path.includes("page=") ? "page" : "look";
  const { requestId, begun = "", version = "" } = formIn(page, button);
  return browser.post(path, { requestId: requestId!, begun, version, ...fields });
}

test("the look is saved, said, shown and noted", async () => {
  const id = await company();
  const fields = {
    ...LOOK,
    intent: "look",
    nameEn: "Acme Freight",
    color: "#FFEE00",
    host: "Look.Acme.example",
  };
  const answer = await post(desk, pathOf(id), fields);
  expect([answer.status, answer.location]).toEqual([302, pathOf(id)]);
  const { markup } = await desk.get(pathOf(id));
  expect(markup).toContain("The look was saved");
  expect(markup).toContain("Look of the portal for Acme &amp; &lt;Sons&gt;");
  expect(markup).toContain('value="look.acme.example"');
  expect(markup).toContain("Buttons have black text");
  expect(markup).toContain("Links on light pages are darkened");
  expect(markup).toContain("Of forwarder.example");
  expect(markup).toMatch(/Ann Desk changed the look[\s\S]*Colour: \(empty\) → #ffee00/);
});

test("what is typed stays, with the fault at its field", async () => {
  const id = await company();
  const fields = {
    ...LOOK,
    intent: "look",
    nameEn: "Kept <b>",
    color: "red",
    host: "no host",
    senderAddress: "acme@evil.example",
  };
  const answer = await post(desk, pathOf(id), fields);
  expect(answer.status).toBe(400);
  expect(answer.markup).toContain('value="Kept &lt;b&gt;"');
  expect(answer.markup).toContain("Enter a colour such as #0b5cad");
  const later = await post(desk, pathOf(id), { ...fields, color: "" });
  expect(later.status).toBe(400);
  expect(later.markup).toContain("Mails can be sent from the named domains only");
  expect((await look(id)).version).toBe(0);
});

test("the second of two people is told of the first, and keeps what was typed", {
  tags: "slow",
}, async () => {
  const id = await company();
  const page = await desk.get(pathOf(id));
  const fields = { ...LOOK, intent: "look", version: "0" };
  expect((await post(colleague, pathOf(id), { ...fields, nameEn: "First" })).status).toBe(302);
  const late = await desk.post(pathOf(id), { ...fields, nameEn: "Second", requestId: requestIdOf(page) });
  expect(late.status).toBe(409);
  expect(late.markup).toContain("Bob Desk changed this look");
  expect(late.markup).toContain('value="Second"');
  expect((await look(id)).nameEn).toBe("First");
});

test("a form that is posted twice changes the look once", async () => {
  const id = await company();
  const page = await desk.get(pathOf(id));
  const fields = { ...LOOK, intent: "look", version: "0", nameEn: "Once", requestId: requestIdOf(page) };
  const answers = await Promise.all([desk.post(pathOf(id), fields), desk.post(pathOf(id), fields)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect((await look(id)).version).toBe(1);
});

test("pages are added, changed and removed", async () => {
  const id = await company();
  const page = {
    intent: "page",
    id: "",
    titleEn: "Rates",
    titleZh: "运价",
    path: "rates",
    menu: "QUOTES",
    address: "https://rates.example/view",
    place: "1",
  };
  const bad = await post(desk, pathOf(id, "?page=new"), { ...page, address: "http://rates.example/" });
  expect([bad.status, bad.markup.includes("begins with https")]).toEqual([400, true]);
  const taken = await post(desk, pathOf(id, "?page=new"), { ...page, path: "ours" });
  expect([taken.status, taken.markup.includes("operator has this path")]).toEqual([400, true]);
  expect((await post(desk, pathOf(id, "?page=new"), page)).location).toBe(pathOf(id));
  const [made] = (await look(id)).pages;
  const list = await desk.get(pathOf(id));
  expect(list.markup).toContain("/external/rates");
  const form = await desk.get(pathOf(id, `?page=${made!.id}`));
  expect(form.markup).toContain('value="https://rates.example/view"');
  await post(desk, pathOf(id, `?page=${made!.id}`), { ...page, id: made!.id, titleEn: "Tariffs" });
  expect((await look(id)).pages[0]!.title.en).toBe("Tariffs");
  await post(desk, pathOf(id, `?page=${made!.id}`), { intent: "remove", id: made!.id });
  expect((await look(id)).pages).toEqual([]);
  const gone = await post(desk, pathOf(id), { intent: "remove", id: made!.id });
  expect(gone.status).toBe(400);
});

test("the logo has a page of its own, which works without scripts", { tags: "slow" }, async () => {
  const id = await company();
  const path = `/freightForwarder/logo?company=${id}&scheme=light`;
  const send = async (content: Uint8Array, version = "0") => {
    const page = await desk.get(path);
    const form = new FormData();
    for (const [name, value] of Object.entries({ companyId: id, scheme: "light", version }))
      form.append(name, value);
    form.append("logo", new Blob([new Uint8Array(content)]), "logo.png");
    return desk.postFiles(`${path}&requestId=${encodeURIComponent(requestIdOf(page))}`, form);
  };
  const bad = await send(Buffer.from("no picture"));
  expect([bad.status, bad.markup.includes("no PNG, JPEG or WebP")]).toEqual([400, true]);
  expect((await send(await drawing("#aa3300"))).location).toBe(pathOf(id));
  expect((await desk.get(pathOf(id))).markup).toMatch(/<img src="\/logo\.webp\?of=[\w-]{22}"/);
  const late = await send(await drawing("#00aa33"));
  expect([late.status, late.markup.includes("Ann Desk changed this look")]).toEqual([409, true]);
  const page = await desk.get(path);
  const removed = await desk.post(path, { requestId: requestIdOf(page), version: "1" });
  expect(removed.location).toBe(pathOf(id));
  expect((await look(id)).logo).toBeNull();
});

test("only the desk opens it, and only for customers that there are", async () => {
  const id = await company();
  const pat = await someone(provider, id);
  const mine = await portal.signedIn(pat.userName, PASSWORD);
  for (const path of [pathOf(id), `/freightForwarder/logo?company=${id}`]) {
    expect((await mine.get(path)).location).toBe("/404");
    expect((await mine.post(path, { requestId: "x", intent: "look" })).status).not.toBe(200);
  }
  for (const odd of ["99999999", ann.companyId, "null", "x".repeat(200), "%00"])
    expect([odd, (await desk.get(pathOf(odd))).location]).toEqual([odd, "/404"]);
  expect((await desk.get("/freightForwarder/logo")).location).toBe("/freightForwarder/index");
});

test("nonsense in forms is refused", { tags: "slow" }, async () => {
  const id = await company();
  await saveLook(provider, ann.token, id, { nameEn: "Stays" });
  await savePage(provider, ann.token, id);
  const forms: Record<string, string>[] = [
    { intent: "look" },
    { intent: "nothing", version: "x" },
    { ...LOOK, intent: "look", nameEn: "x".repeat(10_000) },
    { ...LOOK, intent: "look", nameEn: "a\u0000b" },
    { intent: "page", id: "1e9", place: "99999999999" },
    { intent: "remove", id: "" },
  ];
  for (const fields of forms)
    expect([fields, (await post(desk, pathOf(id), fields)).status]).toEqual([fields, 400]);
  // Of a version that there never was.
  for (const version of ["-1", "null", "", "1e9", "x".repeat(1_000)])
    expect((await post(desk, pathOf(id), { ...LOOK, intent: "look", begun: "x", version })).status).toBe(409);
  for (const begun of ['{"fields":{"nameEn":{"ticked":[]}}}', '{"fields":{"__proto__":"x"}}', "[]", "1e999"])
    expect(
      (await post(desk, pathOf(id), { intent: "look", begun, "x[60000000]": "1" })).status,
    ).toBeGreaterThanOrEqual(400);
  expect(await look(id)).toMatchObject({ nameEn: "Stays", version: 2 });
});
