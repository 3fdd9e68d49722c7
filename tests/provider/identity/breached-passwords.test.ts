import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword, resetPassword } from "#app/contract/auth.ts";
import { resetPwd } from "#app/contract/user.ts";
import { isAcceptablePassword } from "#app/lib/password-strength.ts";
import { isBreached } from "#app/provider/identity/breached-passwords.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** Strong by its kinds of characters. */
const LEAKED = "Blink182";

test("the list contains leaked passwords, in upper or lower case, and not unused ones", () => {
  expect([LEAKED, "blink182", "BLINK182", "trustno1"].map(isBreached)).toEqual(Array(4).fill(true));
  expect([PASSWORD, "freight-demo-1", ""].map(isBreached)).toEqual([false, false, false]);
});

test("a password that is known from leaks is refused at a change and at a reset, in the person's language", async () => {
  const dana = await makePerson(provider.db, await makeCompany(provider.db));
  expect(isAcceptablePassword(LEAKED, dana.userName)).toBe(true);
  const token = await makeSession(provider.db, dana.id);
  const passwords = { oldPassword: PASSWORD, newPassword: LEAKED };
  expect(await provider.call(resetPwd, passwords, { token })).toMatchObject({
    code: 1104,
    message: "This password is known from leaks: please choose another",
  });
  expect((await provider.call(resetPwd, passwords, { token, language: "zh" })).message).toMatch(/泄露/);
  await provider.call(forgotPassword, { email: dana.email });
  const { body } = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", dana.email)
    .executeTakeFirstOrThrow();
  const [, link = ""] = /token=([\w-]+)/.exec(body)!;
  expect((await provider.call(resetPassword, { token: link, password: LEAKED })).code).toBe(1104);
  expect((await provider.call(resetPassword, { token: link, password: "green-Harbour-43" })).code).toBe(200);
});

test("a password that a few million guesses find is too simple, though its kinds of characters are strong", {
  tags: "slow",
}, async () => {
  const dana = await makePerson(
    provider.db,
    await makeCompany(provider.db, [], { name: "Meridian Retail" }),
    {
      name: "Dana Whitfield",
    },
  );
  const token = await makeSession(provider.db, dana.id);
  for (const newPassword of ["Qwertyui1!", "aaaaaaaaA1", "Whitfield1", "Meridian26", "Fairlead26!"]) {
    expect(isAcceptablePassword(newPassword, dana.userName)).toBe(true);
    const answer = await provider.call(resetPwd, { oldPassword: PASSWORD, newPassword }, { token });
    expect([newPassword, answer.code, answer.message]).toEqual([
      newPassword,
      1104,
      "This password is too simple to be saved",
    ]);
  }
  const sound = { oldPassword: PASSWORD, newPassword: "green-Harbour-43" };
  expect((await provider.call(resetPwd, sound, { token })).code).toBe(200);
});
