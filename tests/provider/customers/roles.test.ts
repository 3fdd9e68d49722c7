import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantedCalls } from "#app/contract/access.ts";
import { customerDetail } from "#app/contract/customer.ts";
import { customerMemberSave } from "#app/contract/customer-member.ts";
import {
  customerRights,
  customerRole,
  customerRoleMake,
  customerRoleRemove,
  customerRoleSave,
  customerRoles,
} from "#app/contract/customer-role.ts";
import { accountUserList, fontRoleList } from "#app/contract/member.ts";
import { quoteList } from "#app/contract/quote.ts";
import { getUser } from "#app/contract/user.ts";
import { routes } from "#app/provider/http/server.ts";
import { makeCompany, makePerson, makeSession, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { deskOf, memberVersionOf } from "./fixture.ts";

let provider: TestProvider;
let desk: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  provider = await startProvider();
  desk = await deskOf(provider);
});
afterAll(() => provider.stop());

async function company() {
  const id = await makeCompany(provider.db);
  const admin = await makePerson(provider.db, id);
  return { id, admin, token: await makeSession(provider.db, admin.id) };
}
async function copied(companyId: string, from: string, name: string) {
  const made = await desk.call(customerRoleMake, {
    companyId,
    fromId: await roleId(provider.db, from),
    name,
    nameZh: `${name} 中`,
  });
  return made.data.id;
}

test("the desk offers every call that a customer's role is granted by itself", () => {
  const explicit = routes.filter(({ needs }) => needs?.resourceUrl).map(({ endpoint }) => endpoint.path);
  expect([...new Set(explicit)].filter((path) => path !== "/dcsa/v3/events").sort()).toEqual(
    grantedCalls.toSorted(),
  );
});

test("a role is copied, given to a member, and what it holds counts from the next call", async () => {
  const own = await company();
  const id = await copied(own.id, "viewer", "Night desk");
  const { role } = (await desk.call(customerRole, { id })).data;
  expect(role).toMatchObject({ isShared: false, name: "Night desk", version: 1, members: 0 });
  expect([...role.rights].sort()).toEqual(["ACCOUNT", "DASHBOARD", "PROFILE", "SHIPMENTS", "TRACKING"]);
  const person = await makePerson(provider.db, own.id, { role: "viewer" });
  await desk.call(customerMemberSave, {
    userId: person.id,
    name: "N",
    email: person.email,
    roleId: id,
    departmentId: null,
    version: await memberVersionOf(desk, person.id),
  });
  const token = await makeSession(provider.db, person.id);
  expect((await provider.call(quoteList, {} as never, { token })).code).toBe(403);
  const save = (input: object) =>
    desk.call(customerRoleSave, {
      id,
      version: 1,
      name: "Night desk",
      nameZh: "夜班",
      rights: [],
      ...input,
    } as never);
  expect((await save({ rights: ["QUOTES", "MessageCenter", "/shipment/export"] })).code).toBe(200);
  expect((await provider.call(quoteList, {} as never, { token })).code).toBe(200);
  expect((await provider.call(getUser, {}, { token })).data).toMatchObject({
    roleName: "Night desk",
    resourceUrls: ["/shipment/export"],
    menuList: [{ name: "QUOTES" }, { name: "MessageCenter" }],
  });
  // Who loses the message center loses the live talks as well: a trigger tells every process.
  expect((await save({ version: 2, rights: ["QUOTES"] })).code).toBe(200);
  const { rows } = await sql<{ event: { kind: string; userId: string } }>`
    select event from realtime_outbox where event->>'kind' = 'messages-lost'`.execute(provider.db);
  expect(rows.map(({ event }) => event.userId)).toEqual([person.id]);
  const { log } = (await desk.call(customerDetail, { id: own.id })).data;
  expect(log.at(-1)).toMatchObject({
    action: "company.roleChanged",
    changes: [
      { path: "role", after: "Night desk (夜班)" },
      { path: "rightsTaken", after: "MessageCenter, /shipment/export" },
    ],
  });
  expect(await desk.call(customerRoleRemove, { id, version: 3 })).toMatchObject({ code: 409 });
  await provider.db.deleteFrom("app_user").where("id", "=", person.id).execute();
  expect((await desk.call(customerRoleRemove, { id, version: 3 })).code).toBe(200);
  expect((await desk.call(customerRole, { id })).code).toBe(404);
});

test("a copy of the administrator's role is no administrator", async () => {
  const own = await company();
  const id = await copied(own.id, "admin", "Almost admin");
  const person = await makePerson(provider.db, own.id, { role_id: id });
  const token = await makeSession(provider.db, person.id);
  expect((await provider.call(accountUserList, {}, { token })).code).toBe(403);
});

test("two people change a role at once: the second is told; names are told apart", async () => {
  const own = await company();
  const id = await copied(own.id, "viewer", "First");
  await copied(own.id, "viewer", "Second");
  const save = (name: string, token?: string) =>
    desk.call(customerRoleSave, { id, version: 1, name, nameZh: name, rights: [...customerRights] }, token);
  expect(await save("second")).toMatchObject({ code: 409, data: { fields: [{ path: "name" }] } });
  expect(await save("Viewer")).toMatchObject({ code: 409 });
  const answers = await Promise.all([save("One", desk.staff.token), save("Other", desk.other.token)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)!.message).toMatch(/changed this role meanwhile/);
  expect((await desk.call(customerRole, { id })).data.role.rights).toEqual([...customerRights]);
});

test("shared roles, the desk's role and roles of other companies are out of reach", async () => {
  const own = await company();
  const other = await company();
  const theirs = await copied(other.id, "viewer", "Theirs");
  const viewer = await roleId(provider.db, "viewer");
  const save = (id: string) =>
    desk.call(customerRoleSave, { id, version: 1, name: "Mine", nameZh: "我", rights: [] });
  expect((await save(viewer)).code).toBe(404);
  expect((await desk.call(customerRoleRemove, { id: viewer, version: 1 })).code).toBe(404);
  const make = async (fromId: string) =>
    desk.call(customerRoleMake, { companyId: own.id, fromId, name: "Copy", nameZh: "副本" });
  expect((await make(await roleId(provider.db, "desk"))).code).toBe(400);
  expect((await make(theirs)).code).toBe(400);
  const { roles } = (await desk.call(customerRoles, { companyId: own.id })).data;
  expect(roles.every(({ isShared }) => isShared)).toBe(true);
  expect(roles.filter(({ isAdministrator }) => isAdministrator)).toHaveLength(1);
  const seen = (await provider.call(fontRoleList, {}, { token: other.token })).data;
  expect(seen.map(({ name }) => name)).toContain("Theirs");
  expect(
    (await provider.call(fontRoleList, {}, { token: own.token })).data.map(({ name }) => name),
  ).not.toContain("Theirs");
  for (const rights of [["desk"], ["/dcsa/v3/events"], ["/portalUser/addUser"], [null]])
    expect(
      (await desk.call(customerRoleSave, { id: theirs, version: 1, name: "T", nameZh: "T", rights } as never))
        .code,
    ).toBe(400);
});
