import { afterAll, beforeAll, expect, test } from "vitest";
import { resetPassword, signIn } from "#app/contract/auth.ts";
import {
  customerAccess,
  customerClose,
  customerDepartment,
  customerDetail,
  customerList,
  customerMake,
  customerSave,
} from "#app/contract/customer.ts";
import { customerMemberAdd, customerMembers } from "#app/contract/customer-member.ts";
import { activityList } from "#app/contract/member.ts";
import { getUser } from "#app/contract/user.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { administrator, deskOf, facts, madeCompany, versionOf } from "./fixture.ts";

let provider: TestProvider;
let desk: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  provider = await startProvider();
  desk = await deskOf(provider);
});
afterAll(() => provider.stop());

async function company(resources?: string[]) {
  const id = await makeCompany(provider.db, resources);
  const admin = await makePerson(provider.db, id, { name: "Own Admin" });
  return { id, admin, token: await makeSession(provider.db, admin.id) };
}

test("a company is made with its administrator, who sets a password by the mail and manages members", async () => {
  const input = { ...facts(), ...administrator() };
  const made = await desk.call(customerMake, input);
  expect(made.code).toBe(200);
  const { data } = await desk.call(customerDetail, { id: made.data.id });
  expect(data).toMatchObject({
    name: input.name,
    code: input.code,
    city: "Kiel",
    countryCode: "DE",
    members: 1,
    administrators: 0,
    openShipments: 0,
    lastSignInAt: null,
    closedAt: null,
    version: 1,
    access: ["INVOICE_DOWNLOAD", "MEMBER_MANAGE", "SHIPMENT_CHARGES"],
  });
  expect(data.log.map(({ action }) => action)).toEqual(["company.made"]);
  const mail = await provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", input.email)
    .executeTakeFirstOrThrow();
  const link = /token=([\w-]{43})/.exec(mail.body)![1]!;
  await provider.call(resetPassword, { token: link, password: PASSWORD });
  const session = await provider.call(signIn, { userName: input.userName, password: PASSWORD });
  const token = session.data.token;
  const activity = await provider.call(activityList, {}, { token });
  expect(
    activity.data.rows
      .filter(({ person }) => person?.isForwarder)
      .map(({ action, person }) => [action, person]),
  ).toEqual([
    ["member.added", { userId: desk.staff.id, userName: null, name: expect.any(String), isForwarder: true }],
    ["company.made", { userId: desk.staff.id, userName: null, name: expect.any(String), isForwarder: true }],
  ]);
  expect(
    activity.data.rows.every(({ person, clientAddress }) => !person?.isForwarder || clientAddress === null),
  ).toBe(true);
});

test("a code of another company, a taken account name and nonsense are refused at their field, and nothing is made", async () => {
  const first = await madeCompany(desk);
  const again = { ...facts({ code: first.code.toLowerCase() }), ...administrator() };
  expect(await desk.call(customerMake, again)).toMatchObject({
    code: 409,
    data: { fields: [{ path: "code" }] },
  });
  const taken = { ...facts(), ...administrator(), userName: first.userName };
  expect(await desk.call(customerMake, taken)).toMatchObject({
    code: 409,
    data: { fields: [{ path: "userName" }] },
  });
  expect((await desk.call(customerList, { keyword: taken.code })).data.total).toBe(0);
  for (const given of [
    { name: "x".repeat(10_000) },
    { name: "" },
    { code: "a b" },
    { code: "-" },
    { city: "a\nb" },
    { countryCode: "XX" },
    { countryCode: "de" },
  ])
    expect((await desk.call(customerMake, { ...facts(given), ...administrator() })).code).toBe(400);
  const twins = await Promise.all(
    [1, 2].map(() => desk.call(customerMake, { ...facts({ code: "TWIN" }), ...administrator() })),
  );
  expect(twins.map(({ code }) => code).sort()).toEqual([200, 409]);
});

test("companies are searched, sorted, paged and counted by state; the forwarder's own and applicants are none", async () => {
  const word = "Quokka";
  const ids = [];
  for (const name of [`${word} B`, `${word} A`, `${word} 100%_C`])
    ids.push((await madeCompany(desk, { name })).id);
  const list = async (input: object) => (await desk.call(customerList, input)).data;
  expect((await list({ keyword: word })).rows.map(({ name }) => name)).toEqual([
    `${word} 100%_C`,
    `${word} A`,
    `${word} B`,
  ]);
  expect((await list({ keyword: "%_" })).rows.map(({ id }) => id)).toEqual([ids[2]]);
  expect(await list({ keyword: word, page: 2, pageSize: 2 })).toMatchObject({
    total: 3,
    rows: [{ id: ids[0] }],
  });
  await desk.call(customerClose, { id: ids[0]!, version: 1, isClosed: true, reason: "Moved away" });
  expect(await list({ keyword: word, state: "CLOSED" })).toMatchObject({
    total: 1,
    counts: { OPEN: 2, CLOSED: 1 },
    rows: [{ id: ids[0], closedAt: expect.any(String) }],
  });
  const forwarder = await desk.call(customerDetail, { id: desk.staff.companyId });
  expect(forwarder.code).toBe(404);
  const waiting = await makeCompany(provider.db);
  await provider.db
    .insertInto("registration")
    .values({
      company_name: "Waits",
      name: "W",
      email: "w@example.com",
      user_name: "waits",
      country_code: "DE",
      phone: "",
      language: "en",
      status: "CONFIRMED",
      company_id: waiting,
      expires_at: new Date(),
      created_at: new Date(),
    })
    .execute();
  expect((await desk.call(customerDetail, { id: waiting })).code).toBe(404);
  expect((await desk.call(customerSave, { ...facts(), id: waiting, version: 1 })).code).toBe(404);
});

test("two people change a company at once: the second is told who was faster, and a repeat is answered alike", async () => {
  const { id, ...made } = await madeCompany(desk);
  const { userName: _, personName: __, email: ___, ...given } = made;
  const save = (change: object, token?: string) =>
    desk.call(customerSave, { ...given, ...change, id, version: 1 }, token);
  const answers = await Promise.all([
    save({ city: "Bremen" }, desk.staff.token),
    save({ city: "Emden" }, desk.other.token),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)!.message).toMatch(/changed this company meanwhile/);
  const { data } = await desk.call(customerDetail, { id });
  expect(data.version).toBe(2);
  expect(data.log.at(-1)).toMatchObject({
    action: "company.changed",
    changes: [{ path: "city", before: "Kiel", after: data.city }],
  });
  const input = { ...given, id, version: 2, name: "Another name" };
  const options = { token: desk.staff.token, key: "the-same-key-twice" };
  const twice = [
    await provider.call(customerSave, input, options),
    await provider.call(customerSave, input, options),
  ];
  expect(twice.map(({ code }) => code)).toEqual([200, 200]);
  expect((await desk.call(customerDetail, { id })).data.version).toBe(3);
});

test("a closed company's people are signed out and told so, and each is what they were when it is opened", async () => {
  const own = await company();
  const disabled = await makePerson(provider.db, own.id, { status: "DISABLED" });
  const invited = await makePerson(provider.db, own.id, {
    status: "AWAITING_CONFIRMATION",
    password_hash: null,
  });
  const version = await versionOf(desk, own.id);
  const close = (isClosed: boolean, version: number) =>
    desk.call(customerClose, { id: own.id, version, isClosed, reason: "Owes for a year" });
  expect((await close(true, version)).code).toBe(200);
  expect(await provider.call(getUser, {}, { token: own.token })).toMatchObject({ status: 401, code: 8006 });
  const typed = { userName: own.admin.userName, password: PASSWORD };
  expect((await provider.call(signIn, typed)).code).toBe(8006);
  const { data } = await desk.call(customerDetail, { id: own.id });
  expect(data).toMatchObject({ closedReason: "Owes for a year", version: version + 1 });
  expect(data.log.at(-1)).toMatchObject({ action: "company.closed" });
  // Nothing is let in meanwhile, by whatever way.
  const late = await makePerson(provider.db, own.id);
  const invite = { userName: "late.comer", name: "Late", email: "l@example.com", departmentId: null };
  expect(
    await desk.call(customerMemberAdd, {
      ...invite,
      companyId: own.id,
      roleId: await roleId(provider.db, "viewer"),
    }),
  ).toMatchObject({ code: 409, message: expect.stringMatching(/closed/) });
  const members = async () =>
    Object.fromEntries(
      (await desk.call(customerMembers, { companyId: own.id })).data.rows.map(({ userId, status }) => [
        userId,
        status,
      ]),
    );
  expect(new Set(Object.values(await members()))).toEqual(new Set(["DISABLED"]));

  expect((await close(false, version)).code).toBe(409);
  expect((await close(false, version + 1)).code).toBe(200);
  expect(await members()).toEqual({
    [own.admin.id]: "ACTIVE",
    [disabled.id]: "DISABLED",
    [late.id]: "ACTIVE",
    [invited.id]: "AWAITING_CONFIRMATION",
  });
  expect((await provider.call(getUser, {}, { token: own.token })).code).toBe(8001);
  expect((await provider.call(signIn, typed)).code).toBe(200);
});

test("what a company has been given counts from the next call", async () => {
  const own = await company([]);
  const codes = async () =>
    (await provider.call(getUser, {}, { token: own.token })).data.userAccessResourceVos.map(
      ({ resCode }) => resCode,
    );
  const save = (version: number, given: ("SHIPMENT_CHARGES" | "MEMBER_MANAGE")[]) =>
    desk.call(customerAccess, { id: own.id, version, codes: given });
  expect((await save(1, ["SHIPMENT_CHARGES", "MEMBER_MANAGE"])).code).toBe(200);
  expect((await codes()).sort()).toEqual(["MEMBER_MANAGE", "SHIPMENT_CHARGES"]);
  expect((await save(1, [])).code).toBe(409);
  expect((await save(2, ["MEMBER_MANAGE"])).code).toBe(200);
  expect(await codes()).toEqual(["MEMBER_MANAGE"]);
  const { log } = (await desk.call(customerDetail, { id: own.id })).data;
  expect(log.at(-1)!.changes).toEqual([{ path: "rightsTaken", before: null, after: "SHIPMENT_CHARGES" }]);
  expect((await desk.call(customerAccess, { id: own.id, version: 3, codes: ["DESK" as never] })).code).toBe(
    400,
  );
});

test("departments are added, renamed and removed when nobody is in them", async () => {
  const own = await company();
  let version = await versionOf(desk, own.id);
  const change = async (input: object) => {
    const answer = await desk.call(customerDepartment, { id: own.id, version, ...input } as never);
    if (answer.code === 200) version += 1;
    return answer;
  };
  const departments = async () => (await desk.call(customerDetail, { id: own.id })).data.departments;
  await change({ act: "add", name: "Imports" });
  const [imports] = await departments();
  await change({ act: "add", name: "Sea", departmentId: imports!.id });
  expect(await departments()).toMatchObject([
    { name: "Imports", pId: null, members: 0 },
    { name: "Sea", pId: imports!.id },
  ]);
  expect(await change({ act: "add", name: "imports" })).toMatchObject({
    code: 409,
    data: { fields: [{ path: "name" }] },
  });
  expect((await change({ act: "add", name: "" })).code).toBe(400);
  expect((await change({ act: "remove", departmentId: imports!.id })).code).toBe(409);
  const sea = (await departments())[1]!;
  await change({ act: "rename", departmentId: sea.id, name: "Ocean" });
  const person = await makePerson(provider.db, own.id, { department_id: sea.id });
  expect((await change({ act: "remove", departmentId: sea.id })).code).toBe(409);
  await provider.db.deleteFrom("app_user").where("id", "=", person.id).execute();
  expect((await change({ act: "remove", departmentId: sea.id })).code).toBe(200);
  expect((await departments()).map(({ name }) => name)).toEqual(["Imports"]);
  const theirs = await company();
  expect(
    (
      await desk.call(customerDepartment, {
        id: theirs.id,
        version: 1,
        act: "rename",
        departmentId: imports!.id,
        name: "Stolen",
      })
    ).code,
  ).toBe(404);
});

test("the records of companies are unbroken chains", async () => {
  expect((await verifyChains(provider.db)).broken).toBeNull();
});
