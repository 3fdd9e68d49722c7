import { readXlsx } from "hucre";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resetPassword, resetPasswordValidate, signIn } from "#app/contract/auth.ts";
import {
  accountUserList,
  addUser,
  deleteUser,
  editUser,
  fontDeptList,
  fontRoleList,
  getResetPwd,
  inviteAgain,
} from "#app/contract/member.ts";
import { getUser, updateUser } from "#app/contract/user.ts";
import { wireToInstant } from "#app/lib/date-time.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** A company with a signed-in administrator. */
async function company(resourceCodes?: string[]) {
  const companyId = await makeCompany(provider.db, resourceCodes);
  const admin = await makePerson(provider.db, companyId);
  const token = await makeSession(provider.db, admin.id);
  return { companyId, admin, token, member: (given?: object) => makePerson(provider.db, companyId, given) };
}

async function newMember(userName: string) {
  return {
    userName,
    name: "New Member",
    email: `${userName.replaceAll(" ", "")}@example.com`,
    roleId: await roleId(provider.db, "viewer"),
    departmentId: null,
  };
}

async function linkInMailTo(recipient: string): Promise<string> {
  const mail = await provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /token=([\w-]{43})/.exec(mail.body)![1]!;
}

test("members are listed, searched and paged, those of the own company only", async () => {
  const ours = await company();
  const theirs = await company();
  await theirs.member({ name: "Zoe Unlike" });
  await ours.member({ name: "Zoe 100%_Alike" });
  await ours.member();
  const list = async (input: object) =>
    (await provider.call(accountUserList, input, { token: ours.token })).data;
  const all = await list({});
  expect(all).toMatchObject({ total: 3, isTotalCapped: false });
  expect(all.rows.every((row) => row.roleName === "Administrator" && row.status === "ACTIVE")).toBe(true);
  expect((await list({ keyword: "zoe" })).rows.map(({ name }) => name)).toEqual(["Zoe 100%_Alike"]);
  expect((await list({ keyword: "%_" })).total).toBe(1);
  expect((await list({ keyword: "%%" })).total).toBe(0);
  const page = await list({ page: 2, pageSize: 2 });
  expect(page.total).toBe(3);
  expect(page.rows).toEqual([all.rows[2]]);
});

test("an added member sets a password by the link in the mail, and signs in", async () => {
  const { token } = await company();
  const fields = await newMember("new.member1");
  const added = await provider.call(addUser, fields, { token });
  expect(added.code).toBe(200);
  expect((await provider.call(signIn, { userName: "new.member1", password: PASSWORD })).code).toBe(1001);

  const link = await linkInMailTo(fields.email);
  expect((await provider.call(resetPassword, { token: link, password: PASSWORD })).code).toBe(200);
  const signedIn = await provider.call(signIn, { userName: "new.member1", password: PASSWORD });
  expect(signedIn).toMatchObject({
    code: 200,
    data: { userId: added.data.userId, isPasswordUpdateDue: false },
  });
});

test("a user name is unique whatever its case and company, and a malformed one is refused", async () => {
  const { token } = await company();
  const other = await company();
  await provider.call(addUser, await newMember("Taken.Name"), { token: other.token });
  expect(await provider.call(addUser, await newMember("taken.name"), { token })).toMatchObject({
    status: 200,
    code: 409,
    message: "This account name already exists",
    data: { fields: [{ path: "userName", message: "This account name already exists" }] },
  });
  for (const malformed of ["abc", "a b c d", "x".repeat(17)])
    expect(await provider.call(addUser, await newMember(malformed), { token })).toMatchObject({
      code: 400,
      data: { fields: [{ path: "userName" }] },
    });
});

test("a member is edited, disabled and enabled; another role or state ends their sessions", async () => {
  const { token, member } = await company();
  const person = await member({ role: "booker" });
  const session = await makeSession(provider.db, person.id);
  const fields = {
    userId: person.id,
    name: "Renamed",
    email: "renamed@example.com",
    roleId: await roleId(provider.db, "booker"),
    departmentId: null,
  };
  const edit = (change: object) => provider.call(editUser, { ...fields, ...change }, { token });
  expect(await edit({})).toMatchObject({ code: 200, data: null });
  expect((await provider.call(getUser, {}, { token: session })).data).toMatchObject({
    name: "Renamed",
    // A new address waits for confirmation (email-change.test.ts).
    email: person.email,
    roles: ["booker"],
  });
  await edit({ roleId: await roleId(provider.db, "viewer") });
  expect((await provider.call(getUser, {}, { token: session })).code).toBe(8001);
  await edit({ status: "DISABLED" });
  expect(await provider.call(getUser, {}, { token: session })).toMatchObject({ status: 401, code: 8006 });
  await edit({ status: "ACTIVE" });
  expect(await provider.call(getUser, {}, { token: session })).toMatchObject({ status: 401, code: 8001 });
  expect((await provider.call(signIn, { userName: person.userName, password: PASSWORD })).code).toBe(200);
});

test("deleting asks for the account name and ends the account's sessions", async () => {
  const { token, member } = await company();
  const person = await member();
  const session = await makeSession(provider.db, person.id);
  const remove = (accountName: string) =>
    provider.call(deleteUser, { id: person.id, accountName }, { token });
  expect(await remove("somebody")).toMatchObject({ code: 400, data: { fields: [{ path: "accountName" }] } });
  expect((await provider.call(getUser, {}, { token: session })).code).toBe(200);
  expect(await remove(` ${person.userName} `)).toMatchObject({ code: 200, data: null });
  expect((await provider.call(getUser, {}, { token: session })).code).toBe(8001);
  expect((await provider.call(signIn, { userName: person.userName, password: PASSWORD })).code).toBe(1001);
  expect((await remove(person.userName)).code).toBe(404);
});

test("nobody deletes, disables or demotes themselves", async () => {
  const { token, admin } = await company();
  const remove = { id: admin.id, accountName: admin.userName };
  expect(await provider.call(deleteUser, remove, { token })).toMatchObject({ code: 403 });
  const fields = { userId: admin.id, name: "Me", email: admin.email, departmentId: null };
  const admins = await roleId(provider.db, "admin");
  const viewers = await roleId(provider.db, "viewer");
  expect((await provider.call(editUser, { ...fields, roleId: viewers }, { token })).code).toBe(403);
  const disable = { ...fields, roleId: admins, status: "DISABLED" as const };
  expect((await provider.call(editUser, disable, { token })).code).toBe(403);
  expect((await provider.call(editUser, { ...fields, roleId: admins }, { token })).code).toBe(200);
});

test("two administrators who delete each other at once leave one", async () => {
  const { token, admin, member } = await company();
  const other = await member();
  const otherToken = await makeSession(provider.db, other.id);
  const answers = await Promise.all([
    provider.call(deleteUser, { id: other.id, accountName: other.userName }, { token }),
    provider.call(deleteUser, { id: admin.id, accountName: admin.userName }, { token: otherToken }),
  ]);
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(codes.some((code) => code === 403 || code === 8001)).toBe(true);
});

test("two administrators who demote each other at once leave one", async () => {
  const { companyId, admin, token, member } = await company();
  const other = await member();
  const otherToken = await makeSession(provider.db, other.id);
  const viewer = await roleId(provider.db, "viewer");
  const demote = (person: typeof admin, by: string) =>
    provider.call(
      editUser,
      { userId: person.id, name: "Demoted", email: person.email, roleId: viewer, departmentId: null },
      { token: by },
    );
  const answers = await Promise.all([demote(other, token), demote(admin, otherToken)]);
  expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
  const { rows } = await sql<{ admins: number }>`
    select count(*)::int as admins from app_user u join role r on r.id = u.role_id
    where u.company_id = ${companyId} and r.code = 'admin' and u.status = 'ACTIVE'`.execute(provider.db);
  expect(rows[0]?.admins).toBe(1);
});

test("members are sorted, filtered by state and counted; one is found by id, with the end of the invitation", async () => {
  const { token, member } = await company();
  const late = await member({ name: "Zed Late", status: "DISABLED", last_sign_in_at: new Date() });
  const invited = (await provider.call(addUser, await newMember("sorted.member"), { token })).data.userId;
  const list = async (input: object) => (await provider.call(accountUserList, input, { token })).data;
  const names = (await list({ sort: "name", direction: "desc" })).rows.map(({ name }) => name);
  expect(names).toEqual(["Zed Late", "Pat Example", "New Member"]);
  const disabled = await list({ status: "DISABLED" });
  expect([disabled.rows.map(({ userId }) => userId), disabled.total]).toEqual([[late.id], 1]);
  expect(disabled.counts).toEqual({ ACTIVE: 1, DISABLED: 1, AWAITING_CONFIRMATION: 1, AWAITING_APPROVAL: 0 });
  const [found] = (await list({ userId: invited })).rows;
  expect([found?.userId, found?.status]).toEqual([invited, "AWAITING_CONFIRMATION"]);
  expect(wireToInstant(found?.invitedUntil)!.getTime()).toBeGreaterThan(Date.now());
  expect((await list({ userId: late.id })).rows[0]?.invitedUntil).toBeNull();
});

test("an address has one open invitation of a company, whatever its case, and its link outlives a change of case", async () => {
  const { token } = await company();
  const elsewhere = await company();
  const fields = { ...(await newMember("cased.one")), email: "Cased@Example.com" };
  const { data } = await provider.call(addUser, fields, { token });
  const second = { ...fields, userName: "cased.two", email: "cased@example.COM" };
  expect(await provider.call(addUser, second, { token })).toMatchObject({
    code: 409,
    data: { fields: [{ path: "email" }] },
  });
  expect((await provider.call(addUser, second, { token: elsewhere.token })).code).toBe(200);
  const link = await linkInMailTo("Cased@Example.com");
  const renamed = { ...fields, userId: data.userId, email: "cased@example.com" };
  expect((await provider.call(editUser, renamed, { token })).code).toBe(200);
  expect((await provider.call(resetPassword, { token: link, password: PASSWORD })).code).toBe(200);
});

test("an invitation is sent again, which ends the earlier link, at most five times an hour; withdrawn, its link is dead", async () => {
  const { token, admin } = await company();
  const fields = await newMember("invited.one");
  const { data } = await provider.call(addUser, fields, { token });
  const first = await linkInMailTo(fields.email);
  const again = () => provider.call(inviteAgain, { userId: data.userId }, { token });
  expect((await again()).code).toBe(200);
  const second = await linkInMailTo(fields.email);
  expect(second).not.toBe(first);
  expect((await provider.call(resetPasswordValidate, { token: first })).code).toBe(1101);
  expect((await provider.call(resetPasswordValidate, { token: second })).code).toBe(200);
  const codes: number[] = [];
  for (let count = 0; count < 4; count++) codes.push((await again()).code);
  expect(codes).toEqual([200, 200, 200, 429]);
  expect((await provider.call(inviteAgain, { userId: admin.id }, { token })).code).toBe(409);

  const last = await linkInMailTo(fields.email);
  const withdrawn = await provider.call(
    deleteUser,
    { id: data.userId, accountName: fields.userName },
    { token },
  );
  expect(withdrawn.code).toBe(200);
  expect((await provider.call(resetPassword, { token: last, password: PASSWORD })).code).toBe(1102);
});

test.each([
  ["the operator's name", undefined, "Ada Admin invites you to Fairlead"],
  ["the company's own name", "Acme Freight", "Ada Admin invites you to Acme Freight"],
])("an invitation tells who invites whom to what, by %s of the portal", async (_, brandName, subject) => {
  const companyId = await makeCompany(provider.db, undefined, { name: "Harbour Imports" });
  if (brandName !== undefined)
    await provider.db
      .insertInto("company_brand")
      .values({ company_id: companyId, version: 1, name_en: brandName, changed_at: new Date() })
      .execute();
  const admin = await makePerson(provider.db, companyId, { name: "Ada Admin" });
  const token = await makeSession(provider.db, admin.id);
  const fields = await newMember(`welcome.${brandName ? 1 : 2}`);
  expect((await provider.call(addUser, fields, { token })).code).toBe(200);
  const mail = await provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", fields.email)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe(subject);
  expect(mail.body).toContain(
    `${subject.replace("Admin", "Admin of Harbour Imports")}, as a member of Harbour Imports`,
  );
  expect(mail.body).toContain(`Your user name is ${fields.userName}`);
  const link = await linkInMailTo(fields.email);
  expect((await provider.call(resetPasswordValidate, { token: link })).data).toMatchObject({ isFirst: true });
});

test("switching an invited member on does not make the invitation an account", async () => {
  const { token } = await company();
  const fields = await newMember("still.invited");
  const { data } = await provider.call(addUser, fields, { token });
  await provider.call(editUser, { ...fields, userId: data.userId, status: "ACTIVE" }, { token });
  const { rows } = (await provider.call(accountUserList, { userId: data.userId }, { token })).data;
  expect(rows[0]?.status).toBe("AWAITING_CONFIRMATION");
});

test("a member is told by mail when an administrator makes a link for their password", async () => {
  const { token, member } = await company();
  const person = await member();
  await provider.call(getResetPwd, { userId: person.id }, { token });
  const mail = await provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", person.email)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe("A link to reset your password was made");
  expect(mail.body).not.toContain("token=");
});

test("the filtered members are a spreadsheet with the times of the zone, more than a page of them", async () => {
  const { token, member } = await company();
  await Promise.all(
    Array.from({ length: 104 }, (_, each) =>
      member({ name: `=Many ${each}`, created_at: new Date("2026-01-01T00:00:00Z") }),
    ),
  );
  const answer = await fetch(`${provider.apiUrl}/portalUser/exportUsers`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", language: "zh" },
    body: JSON.stringify({ keyword: "=many", zone: "Europe/Berlin" }),
  });
  const { sheets } = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  const [head, ...rows] = sheets[0]!.rows;
  expect(head).toEqual(
    expect.arrayContaining(["用户名", "加入时间（Europe/Berlin）", "上次登录（Europe/Berlin）"]),
  );
  expect(rows.filter((row) => /^=Many \d+$/.test(String(row[1])))).toHaveLength(104);
  expect((rows[0]![6] as Date).toISOString()).toBe("2026-01-01T01:00:00.000Z");
});

test("roles tell the rights that the database gives them", async () => {
  const { token } = await company();
  const roles = (await provider.call(fontRoleList, {}, { token })).data;
  const viewer = roles.find(({ code }) => code === "viewer");
  expect(viewer?.rights).toEqual(["ACCOUNT", "DASHBOARD", "PROFILE", "SHIPMENTS", "TRACKING"]);
  expect(roles.find(({ code }) => code === "booker")?.rights).toEqual(
    expect.arrayContaining(["BOOKSHIPMENT", "/shipment/export"]),
  );
});

test("a member's reset link works once; it is not kept in clear for repeats of the call", async () => {
  const { token, member } = await company();
  const person = await member();
  const key = "link-for-a-member-1";
  const first = await provider.call(getResetPwd, { userId: person.id }, { token, key });
  const again = await provider.call(getResetPwd, { userId: person.id }, { token, key });
  expect(first.data.url).toMatch(/^https:\/\/portal\.example\.com\/resetPassword\?token=[\w-]{43}$/);
  expect(again.data).toEqual(first.data);
  const secret = first.data.url.split("token=")[1]!;
  const kept = await provider.db.selectFrom("idempotency_key").selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(secret);
  expect(JSON.stringify(kept)).not.toContain(key);
  const password = "green-Anchor-77";
  expect((await provider.call(resetPassword, { token: secret, password })).code).toBe(200);
  expect((await provider.call(signIn, { userName: person.userName, password })).code).toBe(200);
});

test("another company's people, roles and departments are not accessible", async () => {
  const ours = await company();
  const theirs = await company();
  const victim = await theirs.member();
  const { token } = ours;
  const department = await provider.db
    .insertInto("department")
    .values({ company_id: theirs.companyId, parent_id: null, name: "Secret department" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const role = await provider.db
    .insertInto("role")
    .values({ company_id: theirs.companyId, code: "own", name: "Secret role", name_zh: "秘密角色" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const fields = {
    userId: victim.id,
    name: "X",
    email: "x@example.com",
    roleId: await roleId(provider.db, "viewer"),
  };
  expect((await provider.call(editUser, fields, { token })).code).toBe(404);
  expect(
    (await provider.call(deleteUser, { id: victim.id, accountName: victim.userName }, { token })).code,
  ).toBe(404);
  expect((await provider.call(getResetPwd, { userId: victim.id }, { token })).code).toBe(404);
  const mine = { ...(await newMember("reaching.out")), departmentId: department.id };
  expect((await provider.call(addUser, mine, { token })).data).toMatchObject({
    fields: [{ path: "departmentId" }],
  });
  const other = { ...(await newMember("reaching.out")), roleId: role.id };
  expect((await provider.call(addUser, other, { token })).data).toMatchObject({
    fields: [{ path: "roleId" }],
  });
  expect((await provider.call(fontDeptList, {}, { token })).data).toEqual([]);
  const roles = (await provider.call(fontRoleList, {}, { token })).data.map(({ code }) => code);
  expect(roles).toContain("viewer");
  expect(roles).not.toContain("own");
  expect(
    await provider.db.selectFrom("app_user").selectAll().where("id", "=", victim.id).execute(),
  ).toMatchObject([{ name: "Pat Example", status: "ACTIVE" }]);
});

test("the desk role is the forwarder's own", async () => {
  const ours = await company();
  const desk = { ...(await newMember("no.desk.here")), roleId: await roleId(provider.db, "desk") };
  expect((await provider.call(addUser, desk, { token: ours.token })).code).toBe(400);
  const companyId = await makeCompany(provider.db, ["MEMBER_MANAGE"], { is_forwarder: true });
  const token = await makeSession(provider.db, (await makePerson(provider.db, companyId)).id);
  expect((await provider.call(addUser, { ...desk, userName: "at.the.desk" }, { token })).code).toBe(200);
});

test("departments come as a flat list of the own company", async () => {
  const { token, companyId } = await company();
  const add = (name: string, parent_id: string | null) =>
    provider.db
      .insertInto("department")
      .values({ company_id: companyId, parent_id, name })
      .returning("id")
      .executeTakeFirstOrThrow();
  const parent = await add("Logistics", null);
  const child = await add("Air", parent.id);
  expect((await provider.call(fontDeptList, {}, { token })).data).toEqual([
    { id: child.id, pId: parent.id, name: "Air" },
    { id: parent.id, pId: null, name: "Logistics" },
  ]);
});

test("without the administrator's role or the company's access every member call is forbidden", async () => {
  const allowed = await company();
  const viewer = await allowed.member({ role: "viewer" });
  const unequipped = await company(["SHIPMENT_CHARGES"]);
  const target = await allowed.member();
  const own = await unequipped.member();
  for (const [token, userId] of [
    [await makeSession(provider.db, viewer.id), target.id],
    [unequipped.token, own.id],
  ] as const) {
    const fields = { userId, name: "X", email: "x@example.com", roleId: await roleId(provider.db, "viewer") };
    const answers = [
      await provider.call(accountUserList, {}, { token }),
      await provider.call(fontRoleList, {}, { token }),
      await provider.call(fontDeptList, {}, { token }),
      await provider.call(addUser, await newMember("not.allowed"), { token }),
      await provider.call(editUser, fields, { token }),
      await provider.call(deleteUser, { id: userId, accountName: "x" }, { token }),
      await provider.call(getResetPwd, { userId }, { token }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(7).fill([200, 403]));
  }
});

test("a profile is changed by its owner; the company's address by an administrator only", async () => {
  const { token, member } = await company();
  const viewer = await member({ role: "viewer" });
  const session = await makeSession(provider.db, viewer.id);
  const address = { companyAddress: "1 Quay Street", city: "Hamburg", state: "HH", countryCode: "de" };
  expect((await provider.call(updateUser, address, { token: session })).code).toBe(403);
  expect((await provider.call(updateUser, address, { token })).code).toBe(200);
  const own = { name: "Vera View", email: viewer.email, languagePreference: "zh" as const };
  const back = { ...own, ...address, countryCode: "DE" };
  expect((await provider.call(updateUser, back, { token: session })).code).toBe(200);
  expect((await provider.call(getUser, {}, { token: session })).data).toMatchObject({ ...own, ...back });
  expect(await provider.call(updateUser, { email: "nonsense" }, { token: session })).toMatchObject({
    code: 400,
    data: { fields: [{ path: "email", message: "Email format error" }] },
  });
});
