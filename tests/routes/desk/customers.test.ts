import { afterAll, beforeAll, expect, test } from "vitest";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, makePerson, PASSWORD, roleId } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { desk as deskPerson, somebody } from "../../provider/quotes/fixture.ts";

let provider: TestProvider;
let portal: TestPortal;
let desk: Browser;
let colleague: Browser;

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  const staff = await deskPerson(provider);
  const other = await somebody(provider, staff.companyId, { role: "desk", name: "Second Person" });
  desk = await portal.signedIn(staff.userName, PASSWORD);
  colleague = await portal.signedIn(other.userName, PASSWORD);
});
afterAll(() => provider?.stop());

let serial = 0;
async function company(name = "Harbour Goods") {
  serial += 1;
  const id = await makeCompany(provider.db, ["MEMBER_MANAGE"], { name: `${name} ${serial}` });
  const admin = await makePerson(provider.db, id, { name: "Own Admin" });
  return { id, admin, name: `${name} ${serial}`, path: `/freightForwarder/customer/${id}` };
}
const versionIn = (markup: string) => /name="version" value="(\d+)"/.exec(markup)?.[1] ?? "";

/** A form of the page at the path, with these fields. */
async function filled(browser: Browser, path: string, fields: Record<string, string>) {
  const page = await browser.get(path);
  return { requestId: requestIdOf(page), version: versionIn(page.markup), ...fields };
}

test("a company is made by the form, twice pressed once; a fault keeps what was typed", async () => {
  const path = "/freightForwarder/customerAdd";
  const fields = await filled(desk, path, {
    intent: "make",
    name: "Quay & Sons",
    code: "QUAY",
    countryCode: "DE",
    address: "",
    city: "Kiel",
    state: "",
    personName: "Ada Quay",
    userName: "ada.quay",
    email: "ada@quay.example",
  });
  const bad = await desk.post(path, {
    ...fields,
    code: "no good",
    email: "nobody",
    name: "x".repeat(10_000),
  });
  expect(bad.status).toBe(400);
  expect(bad.markup).toContain("At most 200 characters");
  expect(bad.markup).toContain("Letters, digits, dots");
  expect(bad.markup).toContain("Please give an address of e-mail");
  expect(bad.markup).toContain('value="Ada Quay"');
  const presses = await Promise.all([1, 2].map(() => desk.post(path, fields)));
  expect(presses.map(({ status }) => status)).toEqual([302, 302]);
  expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
  const shown = await desk.open(presses[0]!.location!);
  expect(shown.markup).toContain("The company has been made, and the invitation is on its way");
  expect(shown.markup).toContain("Quay &amp; Sons");
  expect(shown.markup).toContain("Made the company");
  const list = await desk.get("/freightForwarder/customers?keyword=quay");
  expect(list.markup).toContain("Quay &amp; Sons");
  const taken = await desk.post(path, {
    ...(await filled(desk, path, {})),
    ...fields,
    requestId: requestIdOf(await desk.get(path)),
    userName: "ada.other",
  });
  expect(taken.status).toBe(409);
  expect(taken.markup).toContain("Another company has this code");
});

test("of two people at once the second is told, with what was typed still there", async () => {
  const { path, name } = await company();
  const facts = { intent: "facts", name, code: "BOTH-1", address: "", city: "", state: "", countryCode: "" };
  const first = await filled(desk, path, { ...facts, city: "Bremen" });
  const second = await filled(colleague, path, { ...facts, city: "Emden" });
  expect((await desk.post(path, first)).status).toBe(302);
  const late = await colleague.post(path, second);
  expect(late.status).toBe(409);
  expect(late.markup).toContain("changed this company meanwhile");
  expect(late.markup).toContain('value="Emden"');
  // Having seen it, the same people go on with the version of now.
  const next = { ...second, version: versionIn(late.markup), requestId: requestIdOf(late) };
  expect((await colleague.post(path, next)).status).toBe(302);
  expect((await desk.get(path)).markup).toContain("Emden");
});

test("what is given, departments and a closure are saved from the company's page", async () => {
  const { path, id } = await company();
  const post = async (fields: [string, string][]) => {
    const page = await desk.get(path);
    return desk.post(path, [
      ["requestId", requestIdOf(page)],
      ["version", versionIn(page.markup)],
      ...fields,
    ]);
  };
  expect(
    (
      await post([
        ["intent", "access"],
        ["tick", "SHIPMENT_PUBLIC"],
        ["tick", "nonsense"],
      ])
    ).status,
  ).toBe(302);
  const given = await provider.db
    .selectFrom("company_access")
    .select("res_code")
    .where("company_id", "=", id)
    .execute();
  expect(given).toEqual([{ res_code: "SHIPMENT_PUBLIC" }]);
  expect(
    (
      await post([
        ["intent", "add"],
        ["name", ""],
      ])
    ).status,
  ).toBe(400);
  expect(
    (
      await post([
        ["intent", "add"],
        ["name", "Imports"],
        ["above", ""],
      ])
    ).status,
  ).toBe(302);
  const department = await provider.db
    .selectFrom("department")
    .select("id")
    .where("company_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(
    (
      await post([
        ["intent", `rename-${department.id}`],
        ["name", "Sea"],
      ])
    ).status,
  ).toBe(302);
  expect((await desk.get(path)).markup).toContain("Sea");
  expect((await post([["intent", `remove-${department.id}`]])).status).toBe(302);
  expect(
    (
      await post([
        ["intent", "close"],
        ["reason", " "],
      ])
    ).status,
  ).toBe(400);
  expect(
    (
      await post([
        ["intent", "close"],
        ["reason", "Owes"],
      ])
    ).status,
  ).toBe(302);
  const closed = (await desk.get(path)).markup;
  expect(closed).toMatch(/Closed since <time[^>]*>[\d: -]+<\/time>: Owes/);
  expect((await desk.get("/freightForwarder/customers?status=CLOSED")).markup).toContain(`/customer/${id}"`);
  expect(
    (
      await post([
        ["intent", "open"],
        ["reason", "Paid"],
      ])
    ).status,
  ).toBe(302);
});

test("a member is invited, changed, mailed and removed by the desk; the last administrator takes a tick", async () => {
  const { id, admin } = await company();
  const add = `/freightForwarder/customerMemberAdd/${id}`;
  const invitation = await filled(desk, add, {
    userName: "newcomer1",
    name: "New Comer",
    email: "new@comer.example",
    departmentId: "",
    roleId: await roleId(provider.db, "viewer"),
  });
  const refused = await desk.post(add, { ...invitation, userName: "x" });
  expect(refused.status).toBe(400);
  expect(refused.markup).toContain('value="New Comer"');
  const invited = await desk.post(add, invitation);
  expect(invited.status).toBe(302);
  const member = invited.location!;
  expect((await desk.get(member)).markup).toContain("Send the invitation again");
  const mailed = await desk.post(member, await filled(desk, member, { intent: "INVITATION" }));
  expect(mailed.status).toBe(302);
  const withdraw = member.replace("customerMember", "customerMemberRemove");
  expect((await desk.post(withdraw, await filled(desk, withdraw, {}))).location).toBe(
    `/freightForwarder/customerMembers/${id}`,
  );

  const own = `/freightForwarder/customerMember/${admin.id}`;
  expect((await desk.get(own)).markup).toContain("last active administrator");
  const change = { ...formIn(await desk.get(own), "member"), status: "DISABLED" };
  const stopped = await desk.post(own, change);
  expect(stopped.status).toBe(409);
  expect(stopped.markup).toContain("tick that it may be left without one");
  const meant = await desk.post(own, {
    ...change,
    requestId: requestIdOf(stopped),
    leavesNoAdministrator: "on",
  });
  expect(meant.status).toBe(302);
  const list = await desk.get(`/freightForwarder/customerMembers/${id}?status=DISABLED`);
  expect(list.markup).toContain(admin.userName);
  expect(list.markup).not.toContain("resetPassword?token=");
});

test("a role is copied, changed by its boxes, and removed", async () => {
  const { id } = await company();
  const roles = `/freightForwarder/customerRoles/${id}`;
  const viewer = await roleId(provider.db, "viewer");
  const fields = await filled(desk, roles, { intent: "make", fromId: viewer, name: "Watch", nameZh: "值班" });
  expect((await desk.post(roles, { ...fields, nameZh: "" })).status).toBe(400);
  const made = await desk.post(roles, fields);
  expect(made.status).toBe(302);
  const path = made.location!;
  const page = await desk.get(path);
  const theirs = await colleague.get(path);
  expect(page.markup).toMatch(/value="SHIPMENTS"[^>]*checked|checked[^>]*value="SHIPMENTS"/);
  const entries: [string, string][] = [
    ["requestId", requestIdOf(page)],
    ["version", versionIn(page.markup)],
    ...(["intent save", "name Watch", "nameZh 值班", "tick QUOTES", "tick desk"].map((each) =>
      each.split(" "),
    ) as [string, string][]),
  ];
  expect((await desk.post(path, entries)).status).toBe(302);
  const late = entries.map(([name, value]): [string, string] =>
    name === "requestId" ? [name, requestIdOf(theirs)] : [name, value],
  );
  const told = await colleague.post(path, [...late, ["tick", "BILLING"]]);
  expect(told.status).toBe(409);
  expect(told.markup).toContain("changed this role meanwhile");
  expect(told.markup).toMatch(/value="BILLING"[^>]*checked|checked[^>]*value="BILLING"/);
  const { version } = await filled(desk, path, {});
  expect(version).toBe("2");
  const removed = await desk.post(path, await filled(desk, path, { intent: "remove" }));
  expect(removed.location).toBe(roles);
  expect((await desk.get(path)).location).toBe("/404");
});

test("nobody but the desk comes in, and nonsense in addresses and forms does nothing", async () => {
  const { id, admin, path } = await company();
  const customer = await portal.signedIn(admin.userName, PASSWORD);
  const pages = [
    "customers",
    "customerAdd",
    `customer/${id}`,
    `customerMembers/${id}`,
    `customerMemberAdd/${id}`,
    `customerMember/${admin.id}`,
    `customerMemberRemove/${admin.id}`,
    `customerRoles/${id}`,
  ].map((page) => `/freightForwarder/${page}`);
  for (const page of pages) {
    expect((await customer.get(page)).location).toBe("/404");
    expect((await desk.get(page)).status).toBe(200);
  }
  expect((await customer.post(path, { intent: "close", reason: "x", version: "1" })).location).toBe("/404");
  for (const nonsense of ["0", "999999999999", "1e3", "'", "%00", "-1", "9".repeat(40)])
    expect((await desk.get(`/freightForwarder/customer/${nonsense}`)).status).toBeGreaterThanOrEqual(302);
  const fields = await filled(desk, path, {});
  for (const intent of ["", "nothing", "rename-", "rename-x", "remove-999999", "add-1-2"]) {
    const answer = await desk.post(path, { ...fields, intent, "x[60000000]": "1" });
    expect([302, 400, 404]).toContain(answer.status);
  }
  const stored = await provider.db
    .selectFrom("company")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(stored.version).toBe(1);
});
