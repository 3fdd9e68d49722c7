import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, signOut, userInfo } from "#app/contract/auth.ts";
import { getUser } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let now = () => new Date();
beforeAll(async () => {
  provider = await startProvider({ now: () => now() });
});
afterAll(() => provider.stop());

async function person(given: Parameters<typeof makePerson>[2] = {}) {
  return makePerson(provider.db, await makeCompany(provider.db), given);
}

test("signing in gives a token that tells who calls, with menus and buttons", async () => {
  const { userName, id } = await person({ role: "viewer", language_preference: "zh" });
  const signedIn = await provider.call(signIn, {
    userName: ` ${userName.toUpperCase()} `,
    password: PASSWORD,
  });
  expect(signedIn).toMatchObject({ status: 200, code: 200, message: "OK" });
  expect(signedIn.data).toMatchObject({ userId: id, username: userName, languagePreference: "zh" });
  expect(signedIn.data.menuList[0]).toEqual({ name: "DASHBOARD", menuFlag: 1, url: "/dashboard" });

  const { token } = signedIn.data;
  const user = await provider.call(getUser, {}, { token, language: "zh" });
  expect(user.data).toMatchObject({
    userId: id,
    userName,
    roles: ["viewer"],
    roleName: "查看者",
    isPasswordUpdateDue: false,
    menuList: signedIn.data.menuList,
    resourceUrls: [],
    companyInfo: { isForwarder: false },
  });
  expect(user.data.userAccessResourceVos).toEqual([
    { sysMainBodyId: user.data.companyInfo.userId, resCode: "MEMBER_MANAGE" },
  ]);
});

test("a token is stored as a hash only", async () => {
  const { userName, id } = await person();
  const { data } = await provider.call(signIn, { userName, password: PASSWORD });
  const rows = await provider.db.selectFrom("auth_token").selectAll().where("user_id", "=", id).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]!.token_hash.toString("base64url")).not.toBe(data.token);
  expect(JSON.stringify(rows)).not.toContain(data.token);
});

test("a wrong password and an unknown name are refused with the same answer", async () => {
  const { userName } = await person();
  const wrong = await provider.call(signIn, { userName, password: "not-this-one" });
  const unknown = await provider.call(signIn, { userName: "nobody-at-all", password: "not-this-one" });
  expect(wrong).toMatchObject({ status: 200, code: 1001, message: "The user name or password is wrong" });
  expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null });
});

test("calls without a token, with an unknown, an expired, a revoked one are told so", async () => {
  const { id } = await person();
  expect(await provider.call(getUser, {})).toMatchObject({ status: 401, code: 8001, data: null });
  expect(await provider.call(getUser, {}, { token: "x".repeat(43) })).toMatchObject({
    status: 401,
    code: 8001,
  });
  const expired = await makeSession(provider.db, id, new Date(Date.now() - 1));
  expect(await provider.call(getUser, {}, { token: expired })).toMatchObject({ status: 401, code: 8002 });
  const token = await makeSession(provider.db, id);
  expect(await provider.call(signOut, {}, { token })).toMatchObject({ code: 200 });
  expect(await provider.call(getUser, {}, { token })).toMatchObject({ status: 401, code: 8001 });
});

test("a session ends twelve hours after the sign-in", async () => {
  const { userName } = await person();
  const { data } = await provider.call(signIn, { userName, password: PASSWORD });
  try {
    now = () => new Date(Date.now() + 12 * 3_600_000 - 5_000);
    expect((await provider.call(getUser, {}, { token: data.token })).code).toBe(200);
    now = () => new Date(Date.now() + 12 * 3_600_000 + 5_000);
    expect((await provider.call(getUser, {}, { token: data.token })).code).toBe(8002);
  } finally {
    now = () => new Date();
  }
});

test("user/info takes the token from the header or the query", async () => {
  const { id } = await person({ name: "Ada Lin" });
  const token = await makeSession(provider.db, id);
  const expected = { code: 200, data: { roles: ["admin"], name: "Ada Lin", avatar: null } };
  expect(await provider.call(userInfo, { token })).toMatchObject(expected);
  expect(await provider.call(userInfo, {}, { token })).toMatchObject(expected);
  expect(await provider.call(userInfo, {})).toMatchObject({ status: 401, code: 8001 });
});
