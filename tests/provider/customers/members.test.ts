import { afterAll, beforeAll, expect, test } from "vitest";
import { resetPassword } from "#app/contract/auth.ts";
import { customerClose, customerDetail } from "#app/contract/customer.ts";
import {
  customerMember,
  customerMemberAdd,
  customerMemberMail,
  customerMemberRemove,
  customerMemberSave,
  customerMembers,
  customerPlaces,
} from "#app/contract/customer-member.ts";
import { activityList, addUser, editUser } from "#app/contract/member.ts";
import { shareList, shareMake } from "#app/contract/share.ts";
import { getUser } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { deskOf, memberVersionOf, versionOf } from "./fixture.ts";

let provider: TestProvider;
let desk: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  provider = await startProvider();
  desk = await deskOf(provider);
});
afterAll(() => provider.stop());

async function company() {
  const id = await makeCompany(provider.db);
  const admin = await makePerson(provider.db, id, { name: "Own Admin" });
  return { id, admin, token: await makeSession(provider.db, admin.id) };
}
let serial = 0;
async function invitation(role = "viewer") {
  serial += 1;
  return {
    userName: `new.person${serial}`,
    name: "New Person",
    email: `new${serial}@example.com`,
    roleId: await roleId(provider.db, role),
    departmentId: null,
  };
}
async function mailsTo(recipient: string) {
  return provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body"])
    .where("recipient", "=", recipient)
    .execute();
}
async function changed(userId: string, change: object = {}) {
  const { member, version } = (await desk.call(customerMember, { userId })).data;
  const { name, email, roleId, departmentId } = member;
  return { userId, version, name, email: email!, roleId, departmentId, ...change };
}

test("members of a customer are listed with their counts; those of the forwarder are nobody's here", async () => {
  const own = await company();
  await makePerson(provider.db, own.id, { name: "Zoe Alike", role: "viewer" });
  const { data } = await desk.call(customerMembers, { companyId: own.id, sort: "name" });
  expect(data).toMatchObject({ total: 2, counts: { ACTIVE: 2 }, company: { id: own.id, isClosed: false } });
  expect((await desk.call(customerMembers, { companyId: own.id, keyword: "zoe" })).data.rows).toMatchObject([
    { name: "Zoe Alike", roleName: "Viewer" },
  ]);
  expect((await desk.call(customerMembers, { companyId: desk.staff.companyId })).code).toBe(404);
  expect((await desk.call(customerMember, { userId: desk.other.id })).code).toBe(404);
  const places = (await desk.call(customerPlaces, { companyId: own.id })).data;
  expect(places.roles.map(({ code }) => code)).not.toContain("desk");
});

test("somebody is invited by the rules of the company itself, and never as the forwarder's desk", async () => {
  const own = await company();
  const input = { ...(await invitation()), companyId: own.id };
  const { data } = await desk.call(customerMemberAdd, input);
  expect((await mailsTo(input.email))[0]!.body).toMatch(/resetPassword\?token=/);
  expect((await desk.call(customerMember, { userId: data.userId })).data.member).toMatchObject({
    status: "AWAITING_CONFIRMATION",
    roleName: "Viewer",
  });
  expect(
    await desk.call(customerMemberAdd, { ...(await invitation()), email: input.email, companyId: own.id }),
  ).toMatchObject({ code: 409, data: { fields: [{ path: "email" }] } });
  const asDesk = { ...(await invitation("desk")), companyId: own.id };
  expect(await desk.call(customerMemberAdd, asDesk)).toMatchObject({
    code: 400,
    data: { fields: [{ path: "roleId" }] },
  });
  const intoForwarder = { ...(await invitation()), companyId: desk.staff.companyId };
  expect((await desk.call(customerMemberAdd, intoForwarder)).code).toBe(404);
  const log = (await desk.call(customerDetail, { id: own.id })).data.log;
  expect(log).toMatchObject([
    {
      action: "company.memberInvited",
      isForwarder: true,
      changes: [
        { path: "member", after: `New Person (${input.userName})` },
        { path: "role", after: "Viewer (查看者)" },
      ],
    },
  ]);
});

test("a change names the version that was seen, whoever changed the member meanwhile", async () => {
  const own = await company();
  const person = await makePerson(provider.db, own.id, { role: "viewer" });
  const session = await makeSession(provider.db, person.id);
  const seen = await changed(person.id);
  const booker = await roleId(provider.db, "booker");
  const answers = await Promise.all(
    [desk.staff, desk.other].map(({ token }) =>
      desk.call(customerMemberSave, { ...seen, roleId: booker, name: "By the desk" }, token),
    ),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect((await provider.call(getUser, {}, { token: session })).code).toBe(8001);
  const next = await changed(person.id);
  const { version: _, ...byCompany } = next;
  await provider.call(editUser, { ...byCompany, name: "By the company" }, { token: own.token });
  expect(await desk.call(customerMemberSave, { ...next, name: "Too late" })).toMatchObject({
    code: 409,
    message: expect.stringMatching(/changed meanwhile/),
  });
  const { rows } = (await provider.call(activityList, { kind: "rights" }, { token: own.token })).data;
  expect(rows.map(({ person, action }) => [person!.name, person!.isForwarder, action])).toEqual([
    ["Own Admin", false, "member.changed"],
    [expect.any(String), true, "member.changed"],
  ]);
  expect(rows[1]!.changes).toEqual([{ name: "role", before: "Viewer", after: "Booking clerk" }]);
});

test("the last active administrator goes by intent only, also when two people take one away at once", async () => {
  const own = await company();
  const second = await makePerson(provider.db, own.id);
  const viewer = await roleId(provider.db, "viewer");
  const takes = await Promise.all([
    desk.call(customerMemberSave, await changed(own.admin.id, { roleId: viewer })),
    desk.call(customerMemberSave, await changed(second.id, { status: "DISABLED" }), desk.other.token),
  ]);
  expect(takes.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(takes.find(({ code }) => code === 409)).toMatchObject({
    data: { fields: [{ path: "leavesNoAdministrator" }] },
  });
  const left = takes[0]!.code === 200 ? second : own.admin;
  expect((await desk.call(customerMember, { userId: left.id })).data.isLastAdministrator).toBe(true);
  const remove = async (leavesNoAdministrator: boolean) =>
    desk.call(customerMemberRemove, {
      userId: left.id,
      accountName: left.userName,
      leavesNoAdministrator,
      version: await memberVersionOf(desk, left.id),
    });
  expect((await remove(false)).code).toBe(409);
  expect((await desk.call(customerMemberSave, await changed(left.id, { name: "Renamed" }))).code).toBe(200);
  expect((await remove(true)).code).toBe(200);
  expect((await desk.call(customerMember, { userId: left.id })).code).toBe(404);
  // The name goes with the account, from the record too.
  const { log } = (await desk.call(customerDetail, { id: own.id })).data;
  expect(log.at(-1)!.changes).toEqual([{ path: "member", before: `Former member ${left.id}`, after: null }]);
  expect(JSON.stringify(log)).not.toContain(left.userName);
});

test("a removed member's links to shipments stay the company's", async () => {
  const own = await company();
  const person = await makePerson(provider.db, own.id);
  const token = await makeSession(provider.db, person.id);
  await makeShipment(provider.db, own.id, { house_number: "FLSHARED1" });
  const made = await provider.call(
    shareMake,
    { houseNumbers: ["FLSHARED1"], label: "L", days: 7, showsParties: false, showsDocuments: false },
    { token },
  );
  expect(made.code).toBe(200);
  await desk.call(customerMemberRemove, {
    userId: person.id,
    accountName: person.userName,
    version: await memberVersionOf(desk, person.id),
  });
  const { rows } = (await provider.call(shareList, { state: "LIVE" }, { token: own.token })).data;
  expect(rows).toHaveLength(1);
  const { rows: entries } = (await provider.call(activityList, {}, { token: own.token })).data;
  expect(entries.map(({ action }) => action)).toContain("share.handedOver");
});

test("an invitation and a reset link go by mail and are never told to the desk", async () => {
  const own = await company();
  const input = await invitation();
  const { userId } = (await provider.call(addUser, input, { token: own.token })).data;
  const mail = (what: "INVITATION" | "RESET", id = userId) =>
    desk.call(customerMemberMail, { userId: id, what });
  expect(await mail("RESET")).toMatchObject({ code: 409 });
  expect(await mail("INVITATION")).toMatchObject({ code: 200, data: null });
  const links = (await mailsTo(input.email)).map(({ body }) => /token=([\w-]{43})/.exec(body)![1]!);
  expect(links).toHaveLength(2);
  expect((await provider.call(resetPassword, { token: links[0]!, password: PASSWORD })).code).toBe(1101);
  expect((await provider.call(resetPassword, { token: links[1]!, password: PASSWORD })).code).toBe(200);
  expect((await mail("INVITATION")).code).toBe(409);
  const reset = await mail("RESET");
  expect(reset).toMatchObject({ code: 200, data: null });
  expect((await mailsTo(input.email)).at(-1)!.body).toMatch(/token=/);
  const codes = [];
  for (let each = 0; each < 5; each += 1) codes.push((await mail("RESET")).code);
  expect(codes.at(-1)).toBe(429);
});

test("an invitation is withdrawn, and nobody of a closed company is changed", async () => {
  const own = await company();
  const input = await invitation();
  const { userId } = (await provider.call(addUser, input, { token: own.token })).data;
  const seen = { userId, version: await memberVersionOf(desk, userId) };
  const wrong = await desk.call(customerMemberRemove, { ...seen, accountName: "another" });
  expect(wrong).toMatchObject({ code: 400, data: { fields: [{ path: "accountName" }] } });
  expect((await desk.call(customerMemberRemove, { ...seen, accountName: input.userName })).code).toBe(200);
  const close = { id: own.id, version: await versionOf(desk, own.id), isClosed: true, reason: "Gone" };
  await desk.call(customerClose, close);
  expect(
    await desk.call(customerMemberSave, await changed(own.admin.id, { status: "ACTIVE" })),
  ).toMatchObject({ code: 409, message: expect.stringMatching(/closed/) });
});
