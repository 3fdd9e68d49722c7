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

const FORM = "/account/addressEdit";
const depot = {
  type: "3",
  name: "Kai Depot",
  address: "Kai 5",
  postcode: "20457",
  state: "Hamburg",
  countryCode: "德国",
  contactNumber: "",
  isDefaultDelivery: "on",
};
async function colleagues(...roles: string[]) {
  const company = await makeCompany(provider.db);
  return Promise.all(
    roles.map(async (role) => {
      const person = await makePerson(provider.db, company, { role, name: `The ${role}` });
      return portal.signedIn(person.userName, PASSWORD);
    }),
  );
}
const entries = (name: string) =>
  provider.db.selectFrom("address_entry").selectAll().where("name", "=", name).execute();

test("an address is saved once, however often the form is sent", async () => {
  const [admin] = await colleagues("admin");
  const fields = { ...depot, name: "Once Depot", requestId: requestIdOf(await admin!.get(FORM)) };
  const answers = await Promise.all([admin!.post(FORM, fields), admin!.post(FORM, fields)]);
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [302, "/account/address"],
    [302, "/account/address"],
  ]);
  expect(await entries("Once Depot")).toMatchObject([
    { country_code: "DE", address_type: "3", is_default_delivery: true },
  ]);
  const list = await admin!.get("/account/address");
  expect(list.markup).toContain("The address has been saved");
  expect(list.markup).toContain("Default for delivery");
});

test("a fault keeps everything that was typed, 10,000 characters too, and says the limit", async () => {
  const [admin] = await colleagues("admin");
  const typed = { ...depot, name: "<Long> ".repeat(1_429), state: '"Nowhere"' };
  const answer = await admin!.post(FORM, { ...typed, requestId: requestIdOf(await admin!.get(FORM)) });
  expect(answer.status).toBe(400);
  expect(answer.markup).toContain("Should not exceed 200 characters");
  expect(answer.markup).toContain("&lt;Long&gt; ".repeat(1_428));
  expect(answer.markup).toContain('value="&quot;Nowhere&quot;"');
  expect(answer.markup).toContain('<option value="Bayern">');
});

test("two who change one address see both versions, and the second one chooses", {
  tags: "slow",
}, async () => {
  const [admin, operator] = await colleagues("admin", "operator");
  await admin!.post(FORM, { ...depot, name: "Both Depot", requestId: requestIdOf(await admin!.get(FORM)) });
  const { id } = (await entries("Both Depot"))[0]!;
  const page = `${FORM}?id=${id}`;
  const opened = await operator!.get(page);
  expect(opened.markup).toContain('value="Germany (DE)"');
  expect(opened.markup).toMatch(/Last changed: .* · The admin/);
  const first = { ...formIn(await admin!.get(page), "address"), address: "Kai 6" };
  expect((await admin!.post(page, first)).status).toBe(302);
  const late = await operator!.post(page, { ...formIn(opened, "address"), address: "Kai 7" });
  expect(late.status).toBe(409);
  expect(late.markup).toContain("The admin has changed this address meanwhile");
  expect(late.markup).toContain("Kai 6");
  expect(late.markup).toContain('value="Kai 7"');
  expect((await operator!.post(page, formIn(late, "address"))).status).toBe(302);
  expect(await entries("Both Depot")).toMatchObject([{ address: "Kai 7", version: 3 }]);
});

test("who may only read sees the addresses and no way to change one", { tags: "slow" }, async () => {
  const [admin, viewer, stranger] = [
    ...(await colleagues("admin", "viewer")),
    ...(await colleagues("admin")),
  ];
  await admin!.post(FORM, { ...depot, name: "Shown Depot", requestId: requestIdOf(await admin!.get(FORM)) });
  const { id } = (await entries("Shown Depot"))[0]!;
  const list = await viewer!.get("/account/address");
  expect(list.markup).toContain("Shown Depot");
  expect(list.markup).not.toContain("addressEdit");
  for (const path of [FORM, `${FORM}?id=${id}`, `/account/addressRemove?id=${id}`, "/account/addressImport"])
    expect([path, (await viewer!.get(path)).location]).toEqual([path, "/404"]);
  expect((await stranger!.get(`${FORM}?id=${id}`)).location).toBe("/404");
  expect((await stranger!.get("/account/address")).markup).not.toContain("Shown Depot");
});

test("a new booking begins with the default addresses", async () => {
  const [admin] = await colleagues("admin");
  await admin!.post(FORM, {
    ...depot,
    name: "Default Depot",
    requestId: requestIdOf(await admin!.get(FORM)),
  });
  const start = await admin!.get("/booking/add");
  const form = await admin!.get(start.location ?? "");
  expect(form.markup).toMatch(/name="consignee.name"[^>]* value="Default Depot"/);
  expect(form.markup).toMatch(/name="shipper.name"(?![^>]* value="[^"])/);
});
