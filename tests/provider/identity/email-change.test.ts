import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmEmail, confirmEmailValidate, forgotPassword, resetPassword } from "#app/contract/auth.ts";
import { editUser } from "#app/contract/member.ts";
import { changeEmail, getUser, resetPwd, updateUser } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let now = new Date("2026-11-21T08:00:00Z");
let company: string;
beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  company = await makeCompany(provider.db);
});
afterAll(() => provider.stop());

let count = 0;
const fresh = () => `fresh${count++}@example.com`;

async function person(given: Parameters<typeof makePerson>[2] = {}, of = company) {
  const made = await makePerson(provider.db, of, given);
  return { ...made, token: await makeSession(provider.db, made.id, new Date("2030-01-01T00:00:00Z")) };
}

const mailsTo = (recipient: string) =>
  provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body"])
    .where("recipient", "=", recipient)
    .orderBy("id")
    .execute();
const linkIn = (body: string | undefined) =>
  /\/confirmEmail\?token=([\w-]{43})/.exec(body ?? "")?.[1] ?? null;

function ask(who: { token: string }, email: string, password = PASSWORD, language: "en" | "zh" = "en") {
  return provider.call(changeEmail, { email, password }, { token: who.token, language });
}

async function emailOf(who: { token: string }): Promise<string | null> {
  return (await provider.call(getUser, {}, { token: who.token })).data.email;
}

describe("another address of one's account", () => {
  test("takes the password, a link to the new address and a press; the old one is told before and after", async () => {
    const dana = await person();
    const email = fresh();
    expect(await ask(dana, email)).toMatchObject({ code: 200, data: null });
    expect(await emailOf(dana)).toBe(dana.email);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe("Please confirm your e-mail address");
    const token = linkIn(mail?.body) as string;
    expect(await mailsTo(dana.email)).toMatchObject([
      { subject: "Another e-mail address was asked for", body: expect.stringContaining(email) },
    ]);
    expect((await mailsTo(dana.email))[0]?.body).not.toContain(token);
    // Opening the link, as mail programs do, changes nothing.
    for (let look = 0; look < 2; look++)
      expect((await provider.call(confirmEmailValidate, { token })).data).toEqual({
        userName: dana.userName,
        email,
      });
    expect(await emailOf(dana)).toBe(dana.email);
    expect((await provider.call(confirmEmail, { token })).code).toBe(200);
    expect(await emailOf(dana)).toBe(email);
    expect((await mailsTo(dana.email)).at(-1)?.subject).toBe("Your e-mail address was changed");
    expect((await provider.call(confirmEmail, { token })).code).toBe(1101);
  });

  test("is not given for a wrong password, whose failures count as at sign-in", {
    tags: "slow",
  }, async () => {
    const dana = await person();
    const email = fresh();
    expect(await ask(dana, email, "wrong-Harbour-42")).toMatchObject({
      code: 1103,
      data: { fields: [{ path: "password" }] },
    });
    expect(await mailsTo(email)).toEqual([]);
    for (let guess = 0; guess < 3; guess++) await ask(dana, email, "wrong-Harbour-42");
    expect((await ask(dana, email, "wrong-Harbour-42")).code).toBe(8005);
    expect((await ask(dana, email)).code).toBe(8005);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("that another company uses is answered as any other, and is not given", async () => {
    const rival = await person({}, await makeCompany(provider.db));
    const dana = await person();
    const answers = [await ask(dana, fresh()), await ask(dana, rival.email.toUpperCase())];
    expect(answers[1]).toMatchObject({ status: answers[0]!.status, code: 200, data: null });
    expect(answers[1]!.message).toBe(answers[0]!.message);
    expect(await mailsTo(rival.email.toUpperCase())).toMatchObject([
      { subject: "This address has an account already" },
    ]);
    expect((await mailsTo(rival.email.toUpperCase())).map(({ body }) => linkIn(body))).toEqual([null]);
    await provider.call(forgotPassword, { email: rival.email });
    const reset = (await mailsTo(rival.email)).map(({ body }) => body).join();
    expect(reset).toContain(rival.userName);
    expect(reset).not.toContain(dana.userName);
  });

  test("that another company has taken meanwhile is not given by the link either", async () => {
    const dana = await person();
    const email = fresh();
    await ask(dana, email);
    const token = linkIn((await mailsTo(email))[0]?.body) as string;
    await person({ email }, await makeCompany(provider.db));
    expect((await provider.call(confirmEmailValidate, { token })).code).toBe(1101);
    expect((await provider.call(confirmEmail, { token })).code).toBe(1101);
    expect(await emailOf(dana)).toBe(dana.email);
  });

  const stops: [string, (dana: Awaited<ReturnType<typeof person>>, token: string) => Promise<unknown>][] = [
    ["a later one", (dana) => ask(dana, fresh())],
    [
      "a new password",
      (dana) =>
        provider.call(
          resetPwd,
          { oldPassword: PASSWORD, newPassword: "green-Harbour-43" },
          { token: dana.token },
        ),
    ],
    [
      "a reset",
      async (dana) => {
        await provider.call(forgotPassword, { email: dana.email });
        const [, token = ""] = /resetPassword\?token=([\w-]+)/.exec(
          (await mailsTo(dana.email)).at(-1)!.body,
        )!;
        await provider.call(resetPassword, { token, password: "green-Harbour-43" });
      },
    ],
    [
      "disabling",
      (dana) =>
        provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", dana.id).execute(),
    ],
    [
      "a day",
      async () => {
        now = new Date(now.getTime() + 24 * 3_600_000);
      },
    ],
  ];
  for (const [name, stop] of stops) {
    test(`is not given by its link after ${name}`, async () => {
      const dana = await person();
      const email = fresh();
      await ask(dana, email);
      const token = linkIn((await mailsTo(email))[0]?.body) as string;
      await stop(dana, token);
      expect((await provider.call(confirmEmail, { token })).code).toBe(1101);
      const row = provider.db.selectFrom("app_user").select("email").where("id", "=", dana.id);
      expect(await row.executeTakeFirst()).toEqual({ email: dana.email });
    });
  }

  test("makes reset links to the old address useless", async () => {
    const dana = await person();
    await provider.call(forgotPassword, { email: dana.email });
    const [, reset = ""] = /resetPassword\?token=([\w-]+)/.exec((await mailsTo(dana.email))[0]!.body)!;
    const email = fresh();
    await ask(dana, email);
    await provider.call(confirmEmail, { token: linkIn((await mailsTo(email))[0]?.body) as string });
    expect((await provider.call(resetPassword, { token: reset, password: "green-Harbour-43" })).code).toBe(
      1102,
    );
  });

  test("is asked for five times an hour at the most", async () => {
    const dana = await person();
    for (let times = 0; times < 5; times++) expect((await ask(dana, fresh())).code).toBe(200);
    const email = fresh();
    expect((await ask(dana, email)).code).toBe(429);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("is said in the person's language", async () => {
    const dana = await person({ language_preference: "zh" });
    const email = fresh();
    await ask(dana, email);
    expect((await mailsTo(email))[0]?.subject).toBe("请确认您的邮箱地址");
    expect((await mailsTo(dana.email))[0]?.subject).toBe("您的账户申请更换邮箱");
    expect((await ask(dana, dana.email, PASSWORD, "zh")).data).toMatchObject({
      fields: [{ path: "email", message: "该地址已是此账户的邮箱" }],
    });
  });
});

test("an open session alone changes no address: not by the profile, nor by an administrator's own row", async () => {
  const dana = await person();
  const answer = await provider.call(updateUser, { name: "Kim", email: fresh() }, { token: dana.token });
  expect(answer).toMatchObject({ code: 400, data: { fields: [{ path: "email" }] } });
  expect(
    (await provider.call(updateUser, { name: "Kim", email: dana.email }, { token: dana.token })).code,
  ).toBe(200);
  const own = { userId: dana.id, name: "Kim", email: fresh(), roleId: await roleId(provider.db, "admin") };
  expect(await provider.call(editUser, own, { token: dana.token })).toMatchObject({
    code: 400,
    data: { fields: [{ path: "email" }] },
  });
  expect(await emailOf(dana)).toBe(dana.email);
});

test("an administrator's change of a member's address waits for the link; of one without a password the link goes anew", async () => {
  const [admin, member, unused] = [await person(), await person(), await person({ password_hash: null })];
  const role = await roleId(provider.db, "admin");
  let asked = "";
  for (const { id, isAtOnce } of [
    { id: member.id, isAtOnce: false },
    { id: unused.id, isAtOnce: true },
  ]) {
    const email = fresh();
    const fields = { userId: id, name: "Sam", email, roleId: role };
    expect((await provider.call(editUser, fields, { token: admin.token })).code).toBe(200);
    const row = await provider.db
      .selectFrom("app_user")
      .select("email")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row?.email === email).toBe(isAtOnce);
    const body = (await mailsTo(email))[0]?.body ?? "";
    if (!isAtOnce) asked = email;
    expect(body).toContain(isAtOnce ? "/resetPassword?token=" : "/confirmEmail?token=");
  }
  const again = { userId: member.id, name: "Sam Two", email: asked, roleId: role };
  for (let times = 0; times < 6; times++)
    expect((await provider.call(editUser, again, { token: admin.token })).code).toBe(200);
  expect(await mailsTo(asked)).toHaveLength(1);
  expect((await mailsTo(member.email)).at(-1)?.subject).toBe("Another e-mail address was asked for");
});
