import { afterAll, beforeAll, expect, test } from "vitest";
import { signOut } from "#app/contract/auth.ts";
import { CODE_NOT_LOGGED_IN, CODE_SEEN_ONLY, CODE_SESSION_EXPIRED } from "#app/contract/code.ts";
import { activityList } from "#app/contract/member.ts";
import { ownData, sessionList } from "#app/contract/person.ts";
import { realtimeTicket } from "#app/contract/realtime.ts";
import { SEE_AS_MINUTES, seeAsBegin } from "#app/contract/see-as.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { getUser, updateUser } from "#app/contract/user.ts";
import { roleId } from "#tests/support/people.ts";
import { callEndpoint, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let ada: Somebody;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  dana = await customer(provider, ["MEMBER_MANAGE"]);
  ada = await desk(provider);
});
afterAll(() => provider?.stop());

const see = async (whom: Somebody, who = ada) =>
  (await provider.call(seeAsBegin, { userId: whom.id }, { token: who.token })).data.token;
const codeOf = async (endpoint: Parameters<typeof callEndpoint>[1], input: object, token: string) =>
  (await callEndpoint(provider.url, endpoint, input, { token })).code;

test("staff read as the person does, and every write, ticket, list as a file and file of the person's data is refused", async () => {
  const token = await see(dana);
  const { data } = await provider.call(getUser, {}, { token });
  expect([data.userId, data.companyInfo.userId]).toEqual([dana.id, dana.companyId]);
  for (const [endpoint, input] of [
    [updateUser, { name: "Mallory" }],
    [realtimeTicket, {}],
    [shipmentExport, { zone: "UTC", format: "csv" }],
    [ownData, {}],
    [sessionList, {}],
  ] as const)
    expect([endpoint.name, await codeOf(endpoint, input, token)]).toEqual([endpoint.name, CODE_SEEN_ONLY]);
});

test("the session is not among the person's own, and both companies' administrators read who saw as whom", async () => {
  const token = await see(dana);
  const { data } = await provider.call(sessionList, {}, { token: dana.token });
  expect(data.sessions).toHaveLength(1);
  await provider.call(signOut, {}, { token });
  const boss = await somebody(provider, ada.companyId, { role: "admin" });
  await provider.db
    .insertInto("company_access")
    .values({ company_id: ada.companyId, res_code: "MEMBER_MANAGE" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const reader of [dana, boss]) {
    const { data } = await provider.call(activityList, { page: 1, pageSize: 50 }, { token: reader.token });
    const entry = data.rows.find(({ action }) => action === "seeAs.begun");
    expect(entry).toMatchObject({ kind: "rights", person: { userId: ada.id }, member: { userId: dana.id } });
    expect(Boolean(entry?.clientAddress)).toBe(reader !== dana);
  }
});

test("it ends after its minutes, with the session it was opened in, and with the account or the role of its holder", async () => {
  const short = await see(dana);
  await provider.db
    .updateTable("auth_token")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("seen_by_token", "is not", null)
    .execute();
  expect(await codeOf(getUser, {}, short)).toBe(CODE_SESSION_EXPIRED);
  expect(SEE_AS_MINUTES).toBeLessThanOrEqual(30);

  const ben = await somebody(provider, ada.companyId, { role: "desk" });
  const kept = await see(dana, ben);
  expect(await codeOf(getUser, {}, kept)).toBe(200);
  await provider.call(signOut, {}, { token: ben.token });
  expect(await codeOf(getUser, {}, kept)).toBe(CODE_NOT_LOGGED_IN);

  const cleo = await somebody(provider, ada.companyId, { role: "desk" });
  const left = await see(dana, cleo);
  await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", cleo.id).execute();
  expect(await codeOf(getUser, {}, left)).toBe(CODE_NOT_LOGGED_IN);

  // Another role may come by the company's sign-in, which ends no session.
  const dora = await somebody(provider, ada.companyId, { role: "desk" });
  const seen = await see(dana, dora);
  expect(await codeOf(getUser, {}, seen)).toBe(200);
  const role_id = await roleId(provider.db, "viewer");
  await provider.db.updateTable("app_user").set({ role_id }).where("id", "=", dora.id).execute();
  expect(await codeOf(getUser, {}, seen)).toBe(CODE_NOT_LOGGED_IN);
});

test("nobody sees as a colleague, as an account that is not in use, or from a session in which they see as another", async () => {
  const colleague = await somebody(provider, ada.companyId, { role: "desk" });
  expect(await codeOf(seeAsBegin, { userId: colleague.id }, ada.token)).toBe(404);
  const gone = await somebody(provider, dana.companyId, { role: "viewer" });
  await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", gone.id).execute();
  expect(await codeOf(seeAsBegin, { userId: gone.id }, ada.token)).toBe(409);
  expect(await codeOf(seeAsBegin, { userId: dana.id }, await see(dana))).toBe(403);
  expect(await codeOf(seeAsBegin, { userId: ada.id }, dana.token)).toBe(403);
});
