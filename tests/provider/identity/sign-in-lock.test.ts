import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { resetPwd, validatePassword } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let now = () => new Date();
beforeAll(async () => {
  provider = await startProvider({ now: () => now() });
});
afterAll(() => provider.stop());

const person = async () => makePerson(provider.db, await makeCompany(provider.db));
const attempt = (userName: string, password: string) => provider.call(signIn, { userName, password });

async function codesOf(userName: string, passwords: string[]) {
  const codes = [];
  for (const password of passwords) codes.push((await attempt(userName, password)).code);
  return codes;
}

const WRONG = "wrong-password";

test("the fifth failure locks a known and an unknown name alike, even for the right password", async () => {
  const { userName } = await person();
  const [known, unknown] = await Promise.all([
    codesOf(userName, [WRONG, WRONG, WRONG, WRONG, WRONG, PASSWORD]),
    codesOf("No Such Person", [WRONG, WRONG, WRONG, WRONG, WRONG, PASSWORD]),
  ]);
  expect(known).toEqual([1001, 1001, 1001, 1001, 8005, 8005]);
  expect(unknown).toEqual(known);
  const locked = await attempt(` ${userName.toUpperCase()}`, PASSWORD);
  expect(locked).toMatchObject({ status: 401, code: 8005, data: { minutes: 15 } });
  expect(locked.message).toContain("15");
});

test("a lock ends after fifteen minutes, and the count restarts", { tags: "slow" }, async () => {
  const { userName } = await person();
  await codesOf(userName, [WRONG, WRONG, WRONG, WRONG, WRONG]);
  try {
    now = () => new Date(Date.now() + 14.5 * 60_000);
    expect(await attempt(userName, PASSWORD)).toMatchObject({ code: 8005, data: { minutes: 1 } });
    now = () => new Date(Date.now() + 15.5 * 60_000);
    expect(await codesOf(userName, [WRONG, PASSWORD])).toEqual([1001, 200]);
  } finally {
    now = () => new Date();
  }
});

test("a success clears the count", async () => {
  const { userName } = await person();
  expect(await codesOf(userName, [WRONG, WRONG, PASSWORD, WRONG, WRONG, PASSWORD])).toEqual([
    1001, 1001, 200, 1001, 1001, 200,
  ]);
});

test("answers to repeated failures come slower and slower", { tags: "slow" }, async () => {
  const times = [];
  for (let failure = 0; failure < 4; failure++) {
    const start = performance.now();
    await attempt("slow-and-slower", WRONG);
    times.push(performance.now() - start);
  }
  expect(times[1]).toBeGreaterThan(250);
  expect(times[2]).toBeGreaterThan(500);
  expect(times[3]).toBeGreaterThan(1_000);
});

test("of fifty guesses at once no more than four are tried", { tags: "slow" }, async () => {
  const { userName } = await person();
  const guesses = Array.from({ length: 50 }, (_, index) => (index === 20 ? PASSWORD : `guess-${index}`));
  const answers = await Promise.all(guesses.map((guess) => attempt(userName, guess)));
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 1001)).toHaveLength(4);
  expect(codes.filter((code) => code === 8005)).toHaveLength(46);
});

test("twenty right sign-ins at once all pass", { tags: "slow" }, async () => {
  const { userName } = await person();
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(userName, PASSWORD)));
  expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ data }) => data.token)).size).toBe(20);
});

test("an unknown name takes as much work as a known one", { tags: "slow" }, async () => {
  const company = await makeCompany(provider.db);
  // Of the processor, in microseconds: by the clock the other load of the machine is measured too.
  const workOf = async (userName: string) => {
    const start = process.cpuUsage();
    expect((await attempt(userName, WRONG)).code).toBe(1001);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 15; round++) {
    const { userName } = await makePerson(provider.db, company);
    known.push(await workOf(userName));
    unknown.push(await workOf(`nobody-${round}`));
  }
  // The minimum of each, because the rest of the process works as well. Without the hash it would be far less.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test("the state of an account is told only to who knows its password", async () => {
  const company = await makeCompany(provider.db);
  for (const [status, code] of [
    ["AWAITING_CONFIRMATION", 8003],
    ["AWAITING_APPROVAL", 8004],
    ["DISABLED", 8006],
  ] as const) {
    const { userName } = await makePerson(provider.db, company, { status });
    expect(await codesOf(userName, [WRONG, PASSWORD])).toEqual([1001, code]);
  }
});

test("a person without a password cannot sign in", async () => {
  const { userName } = await makePerson(provider.db, await makeCompany(provider.db), { password_hash: null });
  expect((await attempt(userName, PASSWORD)).code).toBe(1001);
});

test("an open session does not bypass the lock", { tags: "slow" }, async () => {
  const { userName, id } = await person();
  const token = await makeSession(provider.db, id);
  expect((await provider.call(validatePassword, { password: PASSWORD }, { token })).data).toEqual({
    isValid: true,
  });
  for (let failure = 0; failure < 2; failure++)
    expect((await provider.call(validatePassword, { password: WRONG }, { token })).data).toEqual({
      isValid: false,
    });
  const change = { oldPassword: WRONG, newPassword: "green-Anchor-77" };
  const key = "change-of-a-password";
  expect((await provider.call(resetPwd, change, { token, key })).code).toBe(1103);
  expect((await provider.call(resetPwd, change, { token, key })).code).toBe(1103);
  expect((await provider.call(resetPwd, change, { token, key })).code).toBe(8005);
  expect((await attempt(userName, PASSWORD)).code).toBe(8005);
});
