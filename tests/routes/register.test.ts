import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registrationDecide, registrationList } from "#app/contract/registration.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const FORM = "/account/register";
const typed = (given: Record<string, string> = {}) => ({
  companyName: "Lampworks GmbH",
  name: "Lena Lamp",
  email: "lena@lampworks.example",
  userName: "lena.lamp",
  countryCode: "DE",
  phone: "+49 40 123456",
  password: PASSWORD,
  repeat: PASSWORD,
  ...given,
});

async function ask(browser: Browser, given: Record<string, string> = {}) {
  return browser.post(FORM, { requestId: requestIdOf(await browser.get(FORM)), ...typed(given) });
}

async function pathMailedTo(recipient: string): Promise<string> {
  const { body } = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const url = new URL(/https?:\S+/.exec(body)?.[0] ?? "");
  return url.pathname + url.search;
}

const accountOf = (userName: string) =>
  provider.db.selectFrom("app_user").select("status").where("user_name", "=", userName).executeTakeFirst();

describe("a company that asks for an account", () => {
  for (const [language, sent, question, confirmed, waiting] of [
    ["en", "Please look at your mail", "Is lena-en@", "Your address is confirmed", "Awaiting approval"],
    ["zh", "请查收邮件", "lena-zh@example.com 是您的邮箱", "您的邮箱已确认", "等待审批"],
  ] as const) {
    test(`confirms its address on the page of the link, waits, and signs in when it is approved, ${language}`, async () => {
      const browser = portal.visitor({ "accept-language": language });
      expect((await browser.get("/login")).markup).toContain(`href="${FORM}"`);
      const [email, userName] = [`lena-${language}@example.com`, `lena.${language}`];
      const asked = await ask(browser, { email, userName });
      expect([asked.status, asked.location]).toEqual([302, `${FORM}?sent`]);
      expect((await browser.get(asked.location!)).markup).toContain(sent);

      const path = await pathMailedTo(email);
      const scanner = portal.visitor({ "accept-language": language });
      for (const method of ["GET", "HEAD", "GET"])
        expect((await scanner.send(path, { method })).status).toBe(200);
      expect(await accountOf(userName)).toBeUndefined();
      const page = await browser.get(path);
      expect(page.markup).toContain(question);
      const done = await browser.post(path, { requestId: requestIdOf(page) });
      expect([done.status, done.location]).toEqual([302, "/login"]);
      const login = await browser.get("/login");
      expect(login.markup).toContain(confirmed);
      const early = await browser.post("/login", {
        requestId: requestIdOf(login),
        userName,
        password: PASSWORD,
      });
      expect(early.markup).toContain(waiting);

      const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
      const token = await makeSession(
        provider.db,
        (await makePerson(provider.db, forwarder, { role: "desk" })).id,
      );
      const { rows } = (await provider.call(registrationList, {}, { token })).data;
      const { id } = rows.find((row) => row.email === email)!;
      await provider.call(registrationDecide, { id, isApproved: true }, { token });
      const signedIn = await portal.signedIn(userName, PASSWORD);
      expect((await signedIn.get("/account/members")).markup).toContain("Lena Lamp");
    });
  }

  test("gets the form back with what was typed, without passwords, and the faults at their fields", async () => {
    const browser = portal.visitor();
    const answer = await ask(browser, {
      companyName: "",
      email: "lena@",
      userName: "x y",
      countryCode: "",
      phone: "12",
      password: "simple",
      repeat: "other",
    });
    expect(answer.status).toBe(400);
    expect(answer.markup).toContain('value="lena@"');
    expect(answer.html).not.toContain('value="simple"');
    for (const field of ["companyName", "email", "userName", "countryCode", "phone"])
      expect(answer.markup).toMatch(new RegExp(`id="register-${field}-error"`));
    const weak = await ask(browser, { password: "simple", repeat: "other" });
    expect(weak.markup).toMatch(/id="register-password-error"[^>]*>This password is too simple to be saved</);
    expect(weak.markup).toMatch(/id="register-repeat-error"[^>]*>The two passwords are inconsistent</);
    const breached = await ask(browser, { password: "Password123", repeat: "Password123" });
    expect([breached.status, breached.markup]).toEqual([
      400,
      expect.stringMatching(/id="register-password-error"/),
    ]);
    const long = await ask(browser, { companyName: "x".repeat(10_000) });
    expect(long.status).toBe(400);
  });

  test("is answered alike for an address that has an account, whose owner is told by mail", async () => {
    const known = await makePerson(provider.db, await makeCompany(provider.db));
    const answers = [];
    for (const [email, userName] of [
      [known.email, "known.one"],
      ["unknown@example.com", "unknown.one"],
    ] as const) {
      const browser = portal.visitor();
      const answer = await ask(browser, { email, userName });
      const page = await browser.get(answer.location!);
      answers.push([answer.status, answer.location, /<main[\s\S]*<\/main>/.exec(page.markup)?.[0]]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await pathMailedTo(known.email)).toBe("/forgotPassword");
  });

  test("chooses another account name on the page of the link when the first is taken", async () => {
    await makePerson(provider.db, await makeCompany(provider.db), { user_name: "wanted.name" });
    const browser = portal.visitor();
    const email = "wants@example.com";
    expect((await ask(browser, { email, userName: "Wanted.Name" })).status).toBe(302);
    const path = await pathMailedTo(email);
    const page = await browser.get(path);
    expect(page.markup).toContain("The account name Wanted.Name is taken");
    const again = await browser.post(path, { requestId: requestIdOf(page), userName: "wanted.name" });
    expect(again.status).toBe(409);
    expect(again.markup).toMatch(/id="confirm-userName-error"[^>]*>This account name already exists</);
    const chosen = await browser.post(path, { requestId: requestIdOf(again), userName: "other.name" });
    expect(chosen.location).toBe("/login");
    expect(await accountOf("other.name")).toEqual({ status: "AWAITING_APPROVAL" });
  });

  test("makes one account when the form and the link are each sent twice at once", async () => {
    const browser = portal.visitor();
    const email = "double@example.com";
    const requestId = requestIdOf(await browser.get(FORM));
    const fields = { requestId, ...typed({ email, userName: "double.press" }) };
    await Promise.all([browser.post(FORM, fields), browser.post(FORM, fields)]);
    const mails = await provider.db
      .selectFrom("mail_outbox")
      .select("id")
      .where("recipient", "=", email)
      .execute();
    expect(mails).toHaveLength(1);
    const path = await pathMailedTo(email);
    const press = { requestId: requestIdOf(await browser.get(path)) };
    const answers = await Promise.all([browser.post(path, press), browser.post(path, press)]);
    expect(answers.map(({ location }) => location)).toEqual(["/login", "/login"]);
  });

  test("is told when a link is unknown, was used, or is none", async () => {
    for (const path of ["?token=unknown", "", `?token=${"x".repeat(300)}`]) {
      const page = await portal.visitor().get(`/account/registerConfirm${path}`);
      expect([page.status, page.markup]).toEqual([200, expect.stringContaining("This link cannot be used")]);
    }
    const browser = portal.visitor();
    const requestId = requestIdOf(await browser.get(FORM));
    const posted = await browser.post("/account/registerConfirm?token=unknown", { requestId });
    expect(posted.status).toBe(400);
    expect(posted.markup).toMatch(/role="alert"/);
  });
});
