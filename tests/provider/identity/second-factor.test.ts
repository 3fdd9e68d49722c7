import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword, resetPassword, signIn } from "#app/contract/auth.ts";
import { sessionList } from "#app/contract/person.ts";
import * as factor from "#app/contract/second-factor.ts";
import { changeEmail, getUser, resetPwd } from "#app/contract/user.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
// Accounts that the tests make have passwords of the present.
let time = Date.now() + 60_000;
beforeAll(async () => {
  provider = await startProvider({ now: () => new Date(time) });
});
afterAll(() => provider?.stop());

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const codeOf = (secret: string, at = time) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const wrongCode = (secret: string) => (codeOf(secret) === "000000" ? "111111" : "000000");

async function someone(given: Parameters<typeof makePerson>[2] = {}, company?: string) {
  const person = await makePerson(provider.db, company ?? (await makeCompany(provider.db)), given);
  const { data } = await provider.call(signIn, { userName: person.userName, password: PASSWORD });
  return { ...person, token: data.token };
}
type Someone = Awaited<ReturnType<typeof someone>>;

/** Sets up a second factor; the step of the code that did it has passed afterwards. */
async function withFactor(person: Someone) {
  const { data } = await provider.call(factor.factorStart, {}, { token: person.token });
  const code = codeOf(data.secret);
  const done = await provider.call(factor.factorConfirm, { code }, { token: person.token });
  expect(done.code).toBe(200);
  time += STEP_MS;
  return { ...person, secret: data.secret, address: data.address, recoveryCodes: done.data.recoveryCodes };
}

async function firstStep({ userName }: { userName: string }): Promise<string> {
  const answer = await provider.call(signIn, { userName, password: PASSWORD });
  expect(answer.code).toBe(1105);
  return factor.signInChallenge.parse(answer.data).challenge;
}

const secondStep = (challenge: string, code: string) =>
  provider.call(factor.secondFactor, { challenge, code });

async function logOf({ userName }: { userName: string }): Promise<string[]> {
  const rows = await provider.db
    .selectFrom("security_event")
    .select("kind")
    .where("user_name", "=", userName)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

test("with a second factor a sign-in takes the password and a code, and gives no token before", async () => {
  const dana = await withFactor(await someone());
  expect(dana.address).toMatch(/^otpauth:\/\/totp\/portal\.example\.com:/);
  const answer = await provider.call(signIn, { userName: dana.userName, password: PASSWORD });
  expect(JSON.stringify(answer.data)).not.toContain("token");
  const done = await secondStep(await firstStep(dana), codeOf(dana.secret));
  expect(done).toMatchObject({ code: 200, data: { username: dana.userName } });
  const user = await provider.call(getUser, {}, { token: done.data.token });
  expect(user.data.proof).toMatchObject({ hasFactor: true, isFactorDue: false });
  expect(await logOf(dana)).toEqual(["signIn.done", "factor.added", "signIn.done"]);
});

test("of many sign-ins with one code at the same time one succeeds, and none afterwards", async () => {
  const dana = await withFactor(await someone());
  const code = codeOf(dana.secret);
  const challenges = await Promise.all(Array.from({ length: 4 }, () => firstStep(dana)));
  const codes = await Promise.all(
    challenges.map(async (challenge) => (await secondStep(challenge, code)).code),
  );
  expect(codes.filter((each) => each === 200)).toHaveLength(1);
  time += STEP_MS * 40;
  expect((await secondStep(await firstStep(dana), code)).code).toBe(1107);
  expect((await secondStep(await firstStep(dana), codeOf(dana.secret))).code).toBe(200);
});

test("an older code does not count after a later one, though it is within the window", async () => {
  const dana = await withFactor(await someone());
  const older = codeOf(dana.secret, time);
  time += STEP_MS;
  expect((await secondStep(await firstStep(dana), codeOf(dana.secret))).code).toBe(200);
  expect((await secondStep(await firstStep(dana), older)).code).toBe(1107);
});

test("five wrong codes lock the second step, for the right code too, and not the password", {
  tags: "slow",
}, async () => {
  const dana = await withFactor(await someone());
  const answers = [];
  for (let count = 0; count < 5; count++)
    answers.push((await secondStep(await firstStep(dana), wrongCode(dana.secret))).code);
  expect(answers).toEqual([1107, 1107, 1107, 1107, 8005]);
  expect((await secondStep(await firstStep(dana), codeOf(dana.secret))).code).toBe(8005);
  time += 16 * MINUTE_MS;
  expect((await secondStep(await firstStep(dana), codeOf(dana.secret))).code).toBe(200);
});

test("a challenge ends after ten minutes, with a sign-in, and with a new password", async () => {
  const dana = await withFactor(await someone());
  const late = await firstStep(dana);
  time += 11 * MINUTE_MS;
  expect((await secondStep(late, codeOf(dana.secret))).code).toBe(1001);
  const used = await firstStep(dana);
  expect((await secondStep(used, codeOf(dana.secret))).code).toBe(200);
  time += STEP_MS;
  expect((await secondStep(used, codeOf(dana.secret))).code).toBe(1001);
  const before = await firstStep(dana);
  time += STEP_MS;
  await provider.db
    .updateTable("app_user")
    .set({ password_changed_at: new Date(time) })
    .where("id", "=", dana.id)
    .execute();
  expect((await secondStep(before, codeOf(dana.secret))).code).toBe(1001);
});

test("a password that was forgotten and set anew leaves the second factor", async () => {
  const dana = await withFactor(await someone());
  await provider.call(forgotPassword, { email: dana.email });
  const { body } = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", dana.email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const [, token = ""] = /token=([\w-]+)/.exec(body)!;
  const password = "green-Harbour-43";
  expect((await provider.call(resetPassword, { token, password })).code).toBe(200);
  const answer = await provider.call(signIn, { userName: dana.userName, password });
  expect(answer.code).toBe(1105);
  const { challenge } = factor.signInChallenge.parse(answer.data);
  expect((await secondStep(challenge, codeOf(dana.secret))).code).toBe(200);
});

test("a recovery code signs in once, in any spelling, and the person is told", async () => {
  const dana = await withFactor(await someone());
  expect(new Set(dana.recoveryCodes).size).toBe(10);
  const [code = ""] = dana.recoveryCodes;
  expect(code).toMatch(/^(\w{4}-){2}\w{4}$/);
  const typed = ` ${code.toLowerCase().replaceAll("-", " ")} `;
  const done = await secondStep(await firstStep(dana), typed);
  expect(done.code).toBe(200);
  expect((await secondStep(await firstStep(dana), code)).code).toBe(1107);
  const state = await provider.call(factor.factorState, {}, { token: done.data.token });
  expect(state.data.recoveryCodesLeft).toBe(9);
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .select("subject")
    .where("recipient", "=", dana.email)
    .execute();
  expect(mails.map(({ subject }) => subject)).toContain("A recovery code of your account was used");
});

test("neither the secret nor a recovery code is in the database, nor is a secret of one person another's", async () => {
  const [dana, other] = [await withFactor(await someone()), await withFactor(await someone())];
  const dump = JSON.stringify([
    await provider.db.selectFrom("second_factor").selectAll().execute(),
    await provider.db.selectFrom("recovery_code").selectAll().execute(),
    await provider.db.selectFrom("idempotency_key").selectAll().execute(),
    await provider.db.selectFrom("security_event").selectAll().execute(),
  ]);
  expect(dump).not.toContain(dana.secret);
  for (const code of dana.recoveryCodes) expect(dump).not.toContain(code.replaceAll("-", ""));
  const { secret } = await provider.db
    .selectFrom("second_factor")
    .select("secret")
    .where("user_id", "=", other.id)
    .executeTakeFirstOrThrow();
  await provider.db.updateTable("second_factor").set({ secret }).where("user_id", "=", dana.id).execute();
  expect((await secondStep(await firstStep(dana), codeOf(other.secret))).code).toBe(1107);
});

test("password and address take a fresh code from those who have a second factor, in that session only", async () => {
  const dana = await withFactor(await someone());
  time += 31 * MINUTE_MS;
  const here = dana.token;
  const there = (await secondStep(await firstStep(dana), codeOf(dana.secret))).data.token;
  time += 31 * MINUTE_MS;
  const ask = (token: string) =>
    provider.call(changeEmail, { email: `new.${dana.email}`, password: PASSWORD }, { token });
  expect((await ask(here)).code).toBe(1106);
  expect((await provider.call(factor.prove, { password: PASSWORD }, { token: here })).code).toBe(1107);
  expect((await provider.call(factor.prove, { code: codeOf(dana.secret) }, { token: here })).code).toBe(200);
  expect((await ask(there)).code).toBe(1106);
  expect((await ask(here)).code).toBe(200);
  const passwords = { oldPassword: PASSWORD, newPassword: "green-Harbour-43" };
  expect((await provider.call(resetPwd, passwords, { token: there })).code).toBe(1106);
  expect((await provider.call(resetPwd, passwords, { token: here })).code).toBe(200);
});

test("without a second factor, setting one up takes a fresh sign-in or the password", async () => {
  const dana = await someone();
  time += 31 * MINUTE_MS;
  const start = () => provider.call(factor.factorStart, {}, { token: dana.token });
  expect((await start()).code).toBe(1106);
  expect((await provider.call(factor.prove, { password: "not-this-one" }, { token: dana.token })).code).toBe(
    1103,
  );
  expect((await start()).code).toBe(1106);
  expect((await provider.call(factor.prove, { password: PASSWORD }, { token: dana.token })).code).toBe(200);
  expect((await start()).code).toBe(200);
  expect((await provider.call(signIn, { userName: dana.userName, password: PASSWORD })).code).toBe(200);
});

test("a company that requires a second factor lets its members do nothing before they have one", async () => {
  const company = await makeCompany(provider.db);
  const admin = await withFactor(await someone({}, company));
  const member = await someone({ role: "viewer" }, company);
  const required = { isRequired: true };
  const other = await someone({}, company);
  expect((await provider.call(factor.factorRequire, required, { token: other.token })).code).toBe(409);
  expect((await provider.call(factor.factorRequire, required, { token: member.token })).code).toBe(403);
  expect((await provider.call(factor.factorRequire, required, { token: admin.token })).code).toBe(200);
  const { token } = member;
  const user = await provider.call(getUser, {}, { token });
  expect(user.data.proof).toMatchObject({ hasFactor: false, isFactorDue: true });
  expect((await provider.call(sessionList, {}, { token })).code).toBe(1108);
  await withFactor(member);
  expect((await provider.call(sessionList, {}, { token })).code).toBe(200);
  expect((await provider.call(factor.factorRemove, {}, { token })).code).toBe(409);
});

test.each([
  ["staff", [true, false, false]],
  ["administrators", [true, true, false]],
  ["all", [true, true, true]],
] as const)("an operator may require a second factor of %s", async (factorGroup, due) => {
  const strict = await startProvider({ now: () => new Date(time), factorGroup });
  try {
    const forwarder = await makeCompany(strict.db, [], { is_forwarder: true });
    const customer = await makeCompany(strict.db);
    const people = [
      await makePerson(strict.db, forwarder, { role: "desk" }),
      await makePerson(strict.db, customer),
      await makePerson(strict.db, customer, { role: "viewer" }),
    ];
    for (const [index, { userName }] of people.entries()) {
      const { data } = await strict.call(signIn, { userName, password: PASSWORD });
      const user = (await strict.call(getUser, {}, { token: data.token })).data;
      expect([userName, user.proof?.isFactorDue]).toEqual([userName, due[index]]);
      const { code } = await strict.call(sessionList, {}, { token: data.token });
      expect([userName, code]).toEqual([userName, due[index] ? 1108 : 200]);
    }
    const [staff] = people;
    const { data } = await strict.call(signIn, { userName: staff!.userName, password: PASSWORD });
    const { token } = data;
    expect((await strict.call(factor.factorState, {}, { token })).data).toMatchObject({
      isRequired: false,
      isRequiredByOperator: true,
    });
    const { secret } = (await strict.call(factor.factorStart, {}, { token })).data;
    await strict.call(factor.factorConfirm, { code: codeOf(secret) }, { token });
    expect((await strict.call(sessionList, {}, { token })).code).toBe(200);
    expect((await strict.call(factor.factorRemove, {}, { token })).code).toBe(409);
  } finally {
    await strict.stop();
  }
});

test("an administrator resets a member's second factor with an own fresh one, never their own", async () => {
  const company = await makeCompany(provider.db);
  const admin = await withFactor(await someone({}, company));
  const bare = await someone({}, company);
  const member = await withFactor(await someone({ role: "viewer" }, company));
  const stranger = await withFactor(await someone());
  const reset = async (token: string, userId: string) =>
    (await provider.call(factor.factorReset, { userId }, { token })).code;
  expect(await reset(bare.token, member.id)).toBe(409);
  expect(await reset(stranger.token, member.id)).toBe(404);
  expect(await reset(admin.token, admin.id)).toBe(403);
  time += 31 * MINUTE_MS;
  expect(await reset(admin.token, member.id)).toBe(1106);
  await provider.call(factor.prove, { code: codeOf(admin.secret) }, { token: admin.token });
  expect(await reset(admin.token, member.id)).toBe(200);
  expect((await provider.call(getUser, {}, { token: member.token })).code).toBe(8001);
  expect((await provider.call(signIn, { userName: member.userName, password: PASSWORD })).code).toBe(200);
  expect(await logOf(member)).toContain("factor.reset");
});

test("new recovery codes replace the old ones, and a removed factor is not asked for any more", async () => {
  const dana = await withFactor(await someone());
  const { data } = await provider.call(factor.recoveryRenew, {}, { token: dana.token });
  expect((await secondStep(await firstStep(dana), dana.recoveryCodes[0]!)).code).toBe(1107);
  expect((await secondStep(await firstStep(dana), data.recoveryCodes[0]!)).code).toBe(200);
  expect((await provider.call(factor.factorRemove, {}, { token: dana.token })).code).toBe(200);
  expect((await provider.call(signIn, { userName: dana.userName, password: PASSWORD })).code).toBe(200);
});
