import { afterAll, beforeAll, expect, test } from "vitest";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

async function someone(role: string) {
  const company = await makeCompany(provider.db, [], { city: "Rotterdam", country_code: "NL" });
  const person = await makePerson(provider.db, company, { role });
  return { company, person, browser: await portal.signedIn(person.userName, PASSWORD) };
}
const place = { companyAddress: "Wharf 1", city: "Rotterdam", state: "", countryCode: "nl" };

test("an administrator changes name, address and the company's place", async () => {
  const { company, person, browser } = await someone("admin");
  const page = await browser.get("/account/index");
  expect(page.markup).toContain('value="Rotterdam"');
  const fields = { requestId: requestIdOf(page), name: " Kim ", email: "other@example.com", ...place };
  const answer = await browser.post("/account/index", fields);
  expect([answer.status, answer.location]).toEqual([302, "/account/index"]);
  const after = await browser.get("/account/index");
  expect(after.markup).toContain("Your profile has been saved");
  expect((await browser.get("/account/index")).markup).not.toContain("Your profile has been saved");
  const user = provider.db.selectFrom("app_user").select(["name", "email"]).where("id", "=", person.id);
  expect(await user.executeTakeFirst()).toEqual({ name: "Kim", email: person.email });
  const row = provider.db.selectFrom("company").select(["address", "country_code"]).where("id", "=", company);
  expect(await row.executeTakeFirst()).toEqual({ address: "Wharf 1", country_code: "NL" });
});

test("an old page turns nothing back, and shows both values of what two administrators have changed", async () => {
  const { company, browser } = await someone("admin");
  const colleague = await makePerson(provider.db, company, { role: "admin" });
  const other = await portal.signedIn(colleague.userName, PASSWORD);
  const old = formIn(await browser.get("/account/index"), "profile");
  const theirs = { ...formIn(await other.get("/account/index"), "profile"), companyAddress: "Quay 2" };
  expect((await other.post("/account/index", { ...theirs, city: "Delft" })).location).toBe("/account/index");
  expect((await browser.post("/account/index", { ...old, name: "Kim" })).location).toBe("/account/index");
  const row = provider.db.selectFrom("company").select(["address", "city"]).where("id", "=", company);
  expect(await row.executeTakeFirst()).toEqual({ address: "Quay 2", city: "Delft" });
  const refused = await browser.post("/account/index", { ...old, city: "Utrecht" });
  expect(refused.status).toBe(409);
  expect(refused.markup).toMatch(/This was changed since you opened it[\s\S]*City[\s\S]*Utrecht[\s\S]*Delft/);
  await browser.post("/account/index", formIn(refused, "profile"));
  expect(await row.executeTakeFirst()).toEqual({ address: "Quay 2", city: "Utrecht" });
});

test("others read the company's place and change their own name only, whatever they post", async () => {
  const { company, person, browser } = await someone("viewer");
  const page = await browser.get("/account/index");
  expect(page.markup).toMatch(/<dd[^>]*>Rotterdam<\/dd>/);
  expect(page.markup).not.toContain('name="city"');
  const fields = {
    requestId: requestIdOf(page),
    name: "Kim",
    email: person.email,
    ...place,
    city: "Elsewhere",
  };
  expect((await browser.post("/account/index", fields)).location).toBe("/account/index");
  const row = provider.db.selectFrom("company").select("city").where("id", "=", company);
  expect(await row.executeTakeFirst()).toEqual({ city: "Rotterdam" });
  const user = provider.db.selectFrom("app_user").select("name").where("id", "=", person.id);
  expect(await user.executeTakeFirst()).toEqual({ name: "Kim" });
});

test("faults keep what was typed, with the general messages", async () => {
  const { browser } = await someone("admin");
  const answer = await browser.post("/account/index", {
    name: " ",
    companyAddress: "Quay <2>",
    city: "x".repeat(101),
    state: "ZH",
    countryCode: "N1",
  });
  expect(answer.status).toBe(400);
  expect(answer.markup).toMatch(/id="profile-name-error"[^>]*>Cannot be empty</);
  expect(answer.markup).toMatch(/id="profile-city-error"[^>]*>This should not exceed 100 characters/);
  expect(answer.markup).toMatch(/id="profile-countryCode-error"[^>]*>Format error</);
  for (const typed of ["Quay &lt;2&gt;", "ZH", "N1"]) expect(answer.markup).toContain(`value="${typed}"`);
});

test("a known country cannot be cleared, since an empty value would not change it", async () => {
  const { browser } = await someone("admin");
  const fields = { name: "Kim", ...place, countryCode: "" };
  const answer = await browser.post("/account/index", fields);
  expect(answer.status).toBe(400);
  expect(answer.markup).toMatch(/id="profile-countryCode-error"[^>]*>Cannot be empty</);
});
