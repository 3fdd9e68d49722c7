import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword, signIn } from "#app/contract/auth.ts";
import { makeCompany, makePerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const NEW = "green-Anchor-77";

let provider: TestProvider;
let portal: TestPortal;
let company: string;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
});
afterAll(() => provider?.stop());

/** A person, and the token from the mail that they requested. */
async function withLink(): Promise<{ person: Person; token: string }> {
  const person = await makePerson(provider.db, company);
  await provider.call(forgotPassword, { email: person.email });
  const { body } = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", person.email)
    .executeTakeFirstOrThrow();
  return { person, token: /resetPassword\?token=([\w-]+)/.exec(body)?.[1] ?? "" };
}
/** Fields of the form, with a new request id each time. */
const filled = (given: Record<string, string> = {}) => ({ requestId: randomUUID(), ...passwords, ...given });
const passwords = { password: NEW, repeat: NEW, isConfirmed: "yes" };

test("a link sets a new password once, and the sign-in page says so", async () => {
  const { person, token } = await withLink();
  const visitor = portal.visitor();
  const address = `/resetPassword?token=${token}`;
  const form = await visitor.get(address);
  expect(form.markup).toContain(`New password for the user ${person.userName}`);
  expect(form.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  const answer = await visitor.post(address, filled({ token, userName: person.userName }));
  expect([answer.status, answer.location]).toEqual([302, "/login"]);
  expect((await visitor.get("/login")).markup).toContain("Your password has been reset. Please sign in");
  expect((await provider.call(signIn, { userName: person.userName, password: NEW })).code).toBe(200);
  const again = await visitor.get(address);
  expect([again.status, again.markup.includes("This link cannot be used")]).toEqual([200, true]);
});

test("an unknown, malformed or missing link is reported before anything is typed", async () => {
  for (const token of ["unknown", "x".repeat(500), "%00", ""]) {
    const page = await portal.visitor().get(`/resetPassword?token=${token}`);
    expect([token, page.status, page.markup.includes("This link cannot be used")]).toEqual([
      token,
      200,
      true,
    ]);
    expect(page.markup).toContain('href="/forgotPassword"');
  }
});

test("needs a strong password, typed twice alike, and the confirmation; what was typed is not shown again", async () => {
  const { person, token } = await withLink();
  const address = `/resetPassword?token=${token}`;
  const tries: [Record<string, string>, string][] = [
    [{ ...passwords, password: "abcdefgh", repeat: "abcdefgh" }, "This password is too simple to be saved"],
    [{ ...passwords, password: "abc", repeat: "abc" }, "This password is too simple to be saved"],
    [{ ...passwords, repeat: `${NEW}8` }, "The two passwords are inconsistent"],
    [{ password: NEW, isConfirmed: "yes" }, "Please repeat the password"],
    [{ password: NEW, repeat: NEW }, "Please confirm that the password is to be reset"],
    [
      { ...passwords, password: `${person.userName}A1-`, repeat: `${person.userName}A1-` },
      "This password is too simple to be saved",
    ],
  ];
  for (const [fields, text] of tries) {
    const answer = await portal.visitor().post(address, { token, userName: person.userName, ...fields });
    expect([text, answer.status, answer.markup.includes(text)]).toEqual([text, 400, true]);
    expect(answer.markup).not.toMatch(/value="(green-Anchor|abc|u[\w-]+A1-)/);
  }
  expect((await provider.call(signIn, { userName: person.userName, password: PASSWORD })).code).toBe(200);
});

test("a password that only the provider finds weak is reported at the field", async () => {
  const { person, token } = await withLink();
  const named = `${person.userName}-X9`;
  // The form's user name is not trusted; the provider knows whose link it is.
  const answer = await portal
    .visitor()
    .post(
      `/resetPassword?token=${token}`,
      filled({ token, userName: "other", password: named, repeat: named }),
    );
  expect(answer.status).toBe(400);
  expect(answer.markup).toMatch(/id="reset-password-error"[^>]*>This password is too simple to be saved</);
});

test("an address that belongs to no account any more leads back to the forgotten password", async () => {
  const { person, token } = await withLink();
  await provider.db
    .updateTable("app_user")
    .set({ email: "moved@example.com" })
    .where("id", "=", person.id)
    .execute();
  for (const answer of [
    await portal.visitor().get(`/resetPassword?token=${token}`),
    await portal.visitor().post(`/resetPassword?token=${token}`, filled({ token })),
  ])
    expect([answer.status, answer.location]).toEqual([302, "/forgotPassword?notAttached"]);
  const page = await portal.visitor({ "accept-language": "zh" }).get("/forgotPassword?notAttached");
  expect(page.markup).toContain("该邮箱未关联任何账户");
});

test("ends the session of the browser that it was done in", async () => {
  const { person, token } = await withLink();
  const browser = await portal.signedIn(person.userName, PASSWORD);
  await browser.post(`/resetPassword?token=${token}`, filled({ token, userName: person.userName }));
  expect((await browser.get("/account/index")).location).toBe("/home?redirect=%2Faccount%2Findex");
});
