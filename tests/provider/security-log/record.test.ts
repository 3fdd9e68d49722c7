import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword, resetPassword, signIn, signOut } from "#app/contract/auth.ts";
import { addUser, deleteUser, editUser, getResetPwd } from "#app/contract/member.ts";
import { quoteList, quotePrice } from "#app/contract/quote.ts";
import { changeEmail, resetPwd, validatePassword } from "#app/contract/user.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const run = promisify(execFile);

let provider: TestProvider;
let company: string;
beforeAll(async () => {
  provider = await startProvider({ trustedProxies: ["127.0.0.1"] });
  company = await makeCompany(provider.db);
});
afterAll(() => provider.stop());

const WHENCE = { "x-forwarded-for": "203.0.113.7" };

async function person(given: Parameters<typeof makePerson>[2] = {}) {
  const made = await makePerson(provider.db, company, given);
  return { ...made, token: await makeSession(provider.db, made.id) };
}

const eventsOf = (userId: string) =>
  provider.db
    .selectFrom("security_event")
    .select(["kind", "user_name", "company_id", "client_address", "detail"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind);

test("sign-ins good and bad, locks and sign-outs are written down, with who and whence", {
  tags: "slow",
}, async () => {
  const dana = await person();
  const attempt = (password: string) =>
    provider.call(signIn, { userName: dana.userName, password }, { headers: WHENCE });
  await attempt("wrong-Harbour-42");
  const { data } = await attempt(PASSWORD);
  await provider.call(signOut, {}, { token: data.token, headers: WHENCE });
  expect(await eventsOf(dana.id)).toEqual(
    ["signIn.refused", "signIn.done", "signOut"].map((kind) => ({
      kind,
      user_name: dana.userName,
      company_id: company,
      client_address: "203.0.113.7",
      detail: {},
    })),
  );
  const locked = await person();
  for (let guess = 0; guess < 5; guess++)
    await provider.call(signIn, { userName: locked.userName, password: "wrong-Harbour-42" });
  expect((await kindsOf(locked.id)).at(-1)).toBe("signIn.locked");
  const disabled = await person({ status: "DISABLED" });
  await provider.call(signIn, { userName: disabled.userName, password: PASSWORD });
  expect(await eventsOf(disabled.id)).toMatchObject([
    { kind: "signIn.refused", detail: { status: "DISABLED" } },
  ]);
});

test("a refused call is logged although its transaction is rolled back", async () => {
  const viewer = await person({ role: "viewer" });
  expect((await provider.call(quoteList, {}, { token: viewer.token })).code).toBe(403);
  expect((await provider.call(quotePrice, { id: "1", options: [] }, { token: viewer.token })).code).toBe(403);
  expect(await eventsOf(viewer.id)).toMatchObject([
    { kind: "call.refused", detail: { call: "quote.list" } },
    { kind: "call.refused", detail: { call: "quote.price" } },
  ]);
});

test("passwords, resets and addresses are written down", async () => {
  const dana = await person();
  const { token } = dana;
  await provider.call(validatePassword, { password: "wrong-Harbour-42" }, { token });
  await provider.call(resetPwd, { oldPassword: "wrong-Harbour-42", newPassword: "x" }, { token });
  await provider.call(resetPwd, { oldPassword: PASSWORD, newPassword: "green-Harbour-43" }, { token });
  await provider.call(forgotPassword, { email: dana.email });
  await provider.call(changeEmail, { email: "new@example.com", password: "green-Harbour-43" }, { token });
  expect(await kindsOf(dana.id)).toEqual([
    "password.wrong",
    "password.wrong",
    "password.changed",
    "reset.asked",
    "email.asked",
  ]);
});

test("changes of rights are logged for the account concerned, with their author", async () => {
  const admin = await person();
  const { token } = admin;
  const [viewer, booker] = [await roleId(provider.db, "viewer"), await roleId(provider.db, "booker")];
  const userName = `m${randomUUID().slice(0, 10)}`;
  const fields = { name: "Mia", email: "mia@example.com" };
  const { data } = await provider.call(addUser, { userName, ...fields, roleId: viewer }, { token });
  const { userId } = data;
  await provider.call(editUser, { userId, ...fields, roleId: booker, status: "DISABLED" }, { token });
  await provider.call(editUser, { userId, ...fields, roleId: booker, status: "ACTIVE" }, { token });
  const link = await provider.call(getResetPwd, { userId }, { token });
  const reset = new URL(link.data.url).searchParams.get("token") as string;
  await provider.call(resetPassword, { token: reset, password: "green-Harbour-43" });
  await provider.call(deleteUser, { id: userId, accountName: userName }, { token });
  expect(await eventsOf(userId)).toMatchObject([
    { kind: "member.added", user_name: userName, detail: { by: admin.userName, roleTo: viewer } },
    {
      kind: "member.changed",
      detail: { roleFrom: viewer, roleTo: booker, statusFrom: "AWAITING_CONFIRMATION", statusTo: "DISABLED" },
    },
    { kind: "member.changed", detail: { statusFrom: "DISABLED", statusTo: "AWAITING_CONFIRMATION" } },
    { kind: "reset.linkMade", detail: { by: admin.userName } },
    { kind: "reset.done" },
    { kind: "member.deleted", detail: { by: admin.userName } },
  ]);
});

test("no secret stands in it: no password, no token, and no name that no account bears", async () => {
  const typed = "my-Password-in-the-wrong-field-1";
  await provider.call(signIn, { userName: typed, password: "wrong-Harbour-42" });
  const rows = await provider.db.selectFrom("security_event").selectAll().execute();
  expect(rows.at(-1)).toMatchObject({ kind: "signIn.refused", user_id: null, user_name: null });
  const tokens = await provider.db.selectFrom("mail_outbox").select("body").execute();
  const secrets = tokens.flatMap(({ body }) =>
    [...body.matchAll(/token=([\w-]+)/g)].map(([, token]) => token!),
  );
  expect(secrets.length).toBeGreaterThan(0);
  const text = JSON.stringify(rows);
  for (const secret of [typed, PASSWORD, "wrong-Harbour-42", "green-Harbour-43", ...secrets])
    expect(text).not.toContain(secret);
});

test("an operator reads it line by line, also of one account", { tags: "slow" }, async () => {
  const dana = await person();
  await provider.call(signIn, { userName: dana.userName, password: PASSWORD });
  const read = async (...given: string[]) => {
    const program = ["app/provider/cli/security-log.ts", ...given];
    const env = { ...process.env, DATABASE_URL: provider.database.url };
    return (await run(process.execPath, program, { env })).stdout.trim().split("\n");
  };
  const own = await read("--user", dana.userName);
  expect(own.map((line) => JSON.parse(line))).toMatchObject([
    { kind: "signIn.done", user_name: dana.userName },
  ]);
  expect((await read()).length).toBeGreaterThan(5);
  await expect(read("--days", "none")).rejects.toThrow(/Give a number of days up to 400/);
});

test("it is kept for 400 days", async () => {
  const [count] = [await provider.db.selectFrom("security_event").select("id").execute()];
  await purge(provider.db, provider.files, new Date(Date.now() + 399 * 86_400_000));
  expect(await provider.db.selectFrom("security_event").select("id").execute()).toHaveLength(count.length);
  await purge(provider.db, provider.files, new Date(Date.now() + 401 * 86_400_000));
  expect(await provider.db.selectFrom("security_event").select("id").execute()).toEqual([]);
});
