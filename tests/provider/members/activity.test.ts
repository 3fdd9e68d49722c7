import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { bookingDetail, bookingList } from "#app/contract/booking.ts";
import { activityList, deleteUser, editUser } from "#app/contract/member.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { draft } from "../bookings/fixture.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

/** A company with an administrator and a booking clerk, both signed in. */
async function company() {
  const companyId = await makeCompany(provider.db);
  const admin = await makePerson(provider.db, companyId, { name: "Ada Admin" });
  const clerk = await makePerson(provider.db, companyId, { name: "Bo Clerk", role: "booker" });
  const token = await makeSession(provider.db, admin.id);
  const clerkToken = await makeSession(provider.db, clerk.id);
  const list = async (input: object = {}) => (await provider.call(activityList, input, { token })).data;
  const act = async () => {
    await provider.call(signIn, { userName: clerk.userName, password: PASSWORD });
    const made = await draft(provider, { ...clerk, token: clerkToken });
    await fetch(`${provider.apiUrl}${shipmentExport.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${clerkToken}` },
    }).then((answer) => answer.arrayBuffer());
    const roleTo = await roleId(provider.db, "viewer");
    const fields = {
      userId: clerk.id,
      name: "Bo Clerk",
      email: clerk.email,
      roleId: roleTo,
      departmentId: null,
    };
    await provider.call(editUser, fields, { token });
    return made;
  };
  return { companyId, admin, clerk, token, list, act };
}

test("the activity tells sign-ins, freight, exports and changes of rights, newest first, of the own company only", async () => {
  const ours = await company();
  const theirs = await company();
  await ours.act();
  await theirs.act();
  const { rows, total } = await ours.list();
  expect(total).toBe(4);
  expect(rows.map(({ kind, action }) => [kind, action])).toEqual([
    ["rights", "member.changed"],
    ["export", "export.shipments"],
    ["freight", "booking.drafted"],
    ["signIn", "signIn.done"],
  ]);
  expect(rows[0]).toMatchObject({
    person: { userId: ours.admin.id, name: "Ada Admin" },
    member: { userId: ours.clerk.id, userName: ours.clerk.userName },
    changes: [{ name: "role", before: "Booking clerk", after: "Viewer" }],
  });
  expect(rows[2]).toMatchObject({
    person: { userId: ours.clerk.id },
    member: null,
    subject: { kind: "booking", number: expect.stringMatching(/\d/) },
  });
});

test("the activity is filtered by person, kind and time, and paged", async () => {
  const { admin, clerk, list, act } = await company();
  await act();
  const actions = async (input: object) => (await list(input)).rows.map(({ action }) => action);
  expect(await actions({ kind: "signIn" })).toEqual(["signIn.done"]);
  expect(await actions({ kind: "freight" })).toEqual(["booking.drafted"]);
  expect(await actions({ kind: "account" })).toEqual([]);
  expect(await actions({ userId: admin.id })).toEqual(["member.changed"]);
  expect(await actions({ userId: clerk.id, kind: "rights" })).toEqual(["member.changed"]);
  expect(await actions({ until: "2020-01-01 00:00:00" })).toEqual([]);
  expect(await actions({ from: "2020-01-01 00:00:00", until: "2100-01-01 00:00:00" })).toHaveLength(4);
  const pages = [1, 2].map((page) => list({ page, pageSize: 2 }));
  const ids = (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(new Set(ids).size).toBe(4);
});

test("a deleted person's name leaves bookings and the activity, while the logs keep it and their chains are whole", async () => {
  const { admin, clerk, token, list, act } = await company();
  const { id, bookingNumber } = await act();
  const removed = await provider.call(deleteUser, { id: clerk.id, accountName: clerk.userName }, { token });
  expect(removed.code).toBe(200);
  const shown = (await provider.call(bookingDetail, { id }, { token })).data;
  expect([shown.createdBy, shown.updatedBy, shown.log[0]?.actor]).toEqual(Array(3).fill("Former member"));
  const listed = await provider.call(bookingList, {}, { token, language: "zh" });
  expect(listed.data.rows.find((row) => row.bookingNumber === bookingNumber)?.createdBy).toBe("前成员");
  const { rows } = await list();
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Bo Clerk|${clerk.userName}`));
  expect(rows[0]).toMatchObject({
    action: "member.deleted",
    person: { userId: admin.id },
    member: { userId: clerk.id, userName: null, name: null },
  });
  const kept = await provider.db
    .selectFrom("operation_log")
    .select("actor_name")
    .where("actor_id", "=", clerk.id)
    .executeTakeFirstOrThrow();
  expect(kept.actor_name).toBe("Bo Clerk");
  expect((await verifyChains(provider.db)).broken).toBeNull();
});
