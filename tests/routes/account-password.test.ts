import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const NEW = "green-Anchor-77";
const DAY_MS = 86_400_000;

let provider: TestProvider;
let portal: TestPortal;
let company: string;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
  company = await makeCompany(provider.db);
});
afterAll(() => provider?.stop());

async function someone(given: Parameters<typeof makePerson>[2] = {}) {
  const person = await makePerson(provider.db, company, given);
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
}
const codeOf = async (userName: string, password: string) =>
  (await provider.call(signIn, { userName, password })).code;

test("changes the password, stays signed in here and ends the other sessions", async () => {
  const { person, browser } = await someone();
  const elsewhere = await portal.signedIn(person.userName, PASSWORD);
  const requestId = requestIdOf(await browser.get("/account/password"));
  const fields = { requestId, oldPassword: PASSWORD, password: NEW, repeat: NEW };
  const answer = await browser.post("/account/password", fields);
  expect([answer.status, answer.location]).toEqual([302, "/dashboard"]);
  expect((await browser.get("/dashboard")).markup).toContain("Your password has been changed");
  expect((await elsewhere.get("/account/index")).status).toBe(401);
  expect(await codeOf(person.userName, NEW)).toBe(200);
  expect(await codeOf(person.userName, PASSWORD)).toBe(1001);
});

test("refuses with the text at the field, and shows none of the passwords again", async () => {
  const { person, browser } = await someone();
  const tries: [Record<string, string>, string, string][] = [
    [
      { oldPassword: "not-mine-1", password: NEW, repeat: NEW },
      "oldPassword",
      "This is not your present password",
    ],
    [{ password: NEW, repeat: NEW }, "oldPassword", "Cannot be empty"],
    [
      { oldPassword: PASSWORD, password: "abcdefgh", repeat: "abcdefgh" },
      "password",
      "This password is too simple",
    ],
    [
      { oldPassword: PASSWORD, password: NEW, repeat: `${NEW}x` },
      "repeat",
      "The two passwords are inconsistent",
    ],
    [{ oldPassword: PASSWORD, password: NEW }, "repeat", "Please repeat the password"],
    [{ oldPassword: PASSWORD }, "password", "This password is too simple to be saved"],
  ];
  for (const [fields, name, text] of tries) {
    const answer = await browser.post("/account/password", { requestId: "password-key", ...fields });
    expect([text, answer.status]).toEqual([text, 400]);
    expect(answer.markup).toMatch(new RegExp(`id="password-${name}-error"[^>]*>${text}`));
    for (const typed of Object.values(fields)) expect(answer.markup).not.toContain(typed);
  }
  expect(await codeOf(person.userName, PASSWORD)).toBe(200);
});

test("the present password is no new one", async () => {
  const { browser } = await someone();
  const fields = { requestId: "same-password", oldPassword: PASSWORD, password: PASSWORD, repeat: PASSWORD };
  const answer = await browser.post("/account/password", fields);
  expect(answer.status).toBe(400);
  expect(answer.markup).toContain("The new password must differ from the present one");
});

test("after 90 days a change is offered, and 'not now' rests for 7 days", async () => {
  const { person, browser } = await someone({ password_changed_at: new Date(Date.now() - 91 * DAY_MS) });
  const page = await browser.get("/account/index");
  expect(page.markup).toContain(
    "Your current password has been used for more than 90 days, please update it",
  );
  expect(page.markup).toContain("Please update your password for security");
  expect(page.markup).toContain('href="/account/password"');
  expect((await browser.get("/account/password")).markup).not.toContain("90 days");
  const fields = { requestId: requestIdOf(page), intent: "later", returnTo: "/account/index" };
  expect((await browser.post("/account/password", fields)).location).toBe("/account/index");
  expect((await browser.get("/account/index")).markup).not.toContain("90 days");
  const again = await portal.signedIn(person.userName, PASSWORD);
  expect((await again.get("/account/index")).markup).not.toContain("90 days");
});

test("'not now' leads to no other site", async () => {
  const { browser } = await someone();
  for (const returnTo of ["//evil.example", "/\\evil.example", "https://evil.example"]) {
    const fields = { requestId: "not-now-elsewhere", intent: "later", returnTo };
    expect((await browser.post("/account/password", fields)).headers.get("location")).toBe("/");
  }
});
