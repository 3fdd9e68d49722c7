import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { getUser, rejectUpdatePassword, resetPwd } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const DAY_MS = 24 * 3_600_000;
const NEW = "green-Anchor-77";

let provider: TestProvider;
let now = () => new Date();
beforeAll(async () => {
  provider = await startProvider({ now: () => now() });
});
afterAll(() => provider.stop());

const person = async (given?: Parameters<typeof makePerson>[2]) =>
  makePerson(provider.db, await makeCompany(provider.db), given);

test("a new password works at once and the old one no longer, and only the session that changed it continues", async () => {
  const { id, userName, email } = await person();
  const mine = await makeSession(provider.db, id);
  const other = await makeSession(provider.db, id);
  const changed = await provider.call(resetPwd, { oldPassword: PASSWORD, newPassword: NEW }, { token: mine });
  expect(changed).toMatchObject({ code: 200, data: null });
  expect((await provider.call(getUser, {}, { token: mine })).code).toBe(200);
  expect((await provider.call(getUser, {}, { token: other })).code).toBe(8001);
  expect((await provider.call(signIn, { userName, password: NEW })).code).toBe(200);
  expect((await provider.call(signIn, { userName, password: PASSWORD })).code).toBe(1001);
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", email)
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual(["Your password was changed"]);
});

test("a simple, an unchanged and a wrong password are refused, and nothing changes", async () => {
  const { id, userName } = await person();
  const token = await makeSession(provider.db, id);
  const change = (oldPassword: string, newPassword: string) =>
    provider.call(resetPwd, { oldPassword, newPassword }, { token });
  for (const simple of ["short", "abcdefgh", "password1", `${userName}-1A`, "has\u0000control-1A"])
    expect(await change(PASSWORD, simple)).toMatchObject({
      code: 1104,
      message: "This password is too simple to be saved",
    });
  expect(await change(PASSWORD, PASSWORD)).toMatchObject({
    code: 400,
    data: { fields: [{ path: "newPassword" }] },
  });
  expect(await change("something-else", NEW)).toMatchObject({
    code: 1103,
    data: { fields: [{ path: "oldPassword" }] },
  });
  expect((await provider.call(signIn, { userName, password: PASSWORD })).code).toBe(200);
});

test("a password older than 90 days prompts for a change; 'not now' suppresses that for 7 days", async () => {
  const { userName } = await person({ password_changed_at: new Date(Date.now() - 90 * DAY_MS - 60_000) });
  const young = await person({ password_changed_at: new Date(Date.now() - 90 * DAY_MS + 60_000) });
  const isDue = async (name: string) =>
    (await provider.call(signIn, { userName: name, password: PASSWORD })).data.isPasswordUpdateDue;
  expect(await isDue(young.userName)).toBe(false);
  expect(await isDue(userName)).toBe(true);

  const { token } = (await provider.call(signIn, { userName, password: PASSWORD })).data;
  expect((await provider.call(getUser, {}, { token })).data.isPasswordUpdateDue).toBe(true);
  expect((await provider.call(rejectUpdatePassword, {}, { token })).code).toBe(200);
  expect((await provider.call(getUser, {}, { token })).data.isPasswordUpdateDue).toBe(false);
  try {
    now = () => new Date(Date.now() + 7 * DAY_MS - 60_000);
    expect(await isDue(userName)).toBe(false);
    now = () => new Date(Date.now() + 7 * DAY_MS + 60_000);
    expect(await isDue(userName)).toBe(true);
  } finally {
    now = () => new Date();
  }
});

test("a changed password ends the reminder", async () => {
  const { id, userName } = await person({ password_changed_at: new Date(Date.now() - 100 * DAY_MS) });
  const token = await makeSession(provider.db, id);
  await provider.call(resetPwd, { oldPassword: PASSWORD, newPassword: NEW }, { token });
  expect((await provider.call(signIn, { userName, password: NEW })).data.isPasswordUpdateDue).toBe(false);
});
