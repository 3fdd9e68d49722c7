import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let browser: Browser;

beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  const person = await makePerson(provider.db, await makeCompany(provider.db, []));
  browser = await portal.signedIn(person.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const suggested = async (text: string) => {
  const answer = await browser.get(`/place/suggest?text=${encodeURIComponent(text)}`);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.html) as { name: string; country: string; isExact: boolean }[];
};

test("places are suggested with code and country, whatever language they are typed in", async () => {
  const hamburg = { name: "Hamburg (DEHAM)", country: "Germany (DE)", isExact: true };
  expect((await suggested("de ham"))[0]).toEqual(hamburg);
  expect(await suggested("汉堡")).toContainEqual(hamburg);
  expect((await suggested("hamb")).map(({ name }) => name)).toContain(hamburg.name);
});

test("nothing is suggested for nothing and for nonsense", async () => {
  for (const text of ["", " ", "x".repeat(101), "'; drop table place", "%", "\u0000"])
    expect(await suggested(text), text).toEqual([]);
});

test("visitors and people who may look at quotes only get none", async () => {
  const company = await makeCompany(provider.db, []);
  const role = await provider.db
    .insertInto("role")
    .values({ company_id: company, code: "custom", name: "Custom", name_zh: "自定义" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const menu = await provider.db
    .selectFrom("menu")
    .select("id")
    .where("name", "=", "QUOTES")
    .executeTakeFirstOrThrow();
  await provider.db.insertInto("role_menu").values({ role_id: role.id, menu_id: menu.id }).execute();
  const looker = await makePerson(provider.db, company, { role_id: role.id });
  const viewer = await portal.signedIn(looker.userName, PASSWORD);
  expect((await viewer.get("/place/suggest?text=DEHAM")).location).toBe("/404");
  expect((await portal.visitor().get("/place/suggest?text=DEHAM")).status).toBe(302);
});
