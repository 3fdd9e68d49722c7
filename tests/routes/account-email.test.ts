import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

async function someone(language: "en" | "zh") {
  const person = await makePerson(provider.db, await makeCompany(provider.db), {
    role: "viewer",
    language_preference: language,
  });
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
}

async function ask(browser: Browser, newEmail: string, password = PASSWORD) {
  const requestId = requestIdOf(await browser.get("/account/index"));
  return browser.post("/account/index", { intent: "changeEmail", requestId, newEmail, password });
}

async function pathMailedTo(recipient: string): Promise<string> {
  const { body } = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return new URL(/https?:\S+/.exec(body)?.[0] ?? "").href.replace(/^https?:\/\/[^/]+/, "");
}

const emailOf = async (id: string) =>
  (await provider.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirst())?.email;

describe("another address", () => {
  for (const [language, sent, question, done] of [
    ["en", "We have sent a link", "Shall new-en@example.com be", "Your e-mail address has been changed"],
    ["zh", "确认链接已发送至新地址", "是否将 new-zh@example.com 设为", "您的邮箱已更换"],
  ] as const) {
    test(`is asked for with the password, and confirmed by a press on the page of the link, ${language}`, async () => {
      const { person, browser } = await someone(language);
      const email = `new-${language}@example.com`;
      const asked = await ask(browser, email);
      expect([asked.status, asked.location]).toEqual([302, "/account/index"]);
      const profile = await browser.get("/account/index");
      expect(profile.markup).toContain(sent);
      expect(profile.markup).toContain(person.email);

      const path = await pathMailedTo(email);
      expect(path).toMatch(/^\/confirmEmail\?token=/);
      // The mail may be read in a browser without a session.
      const elsewhere = portal.visitor({ "accept-language": language });
      const page = await elsewhere.get(path);
      expect([page.status, page.markup]).toEqual([200, expect.stringContaining(question)]);
      // As programs that look at the links of a mail do.
      for (const method of ["HEAD", "GET"]) expect((await elsewhere.send(path, { method })).status).toBe(200);
      expect(await emailOf(person.id)).toBe(person.email);
      const confirmed = await elsewhere.post(path, { requestId: requestIdOf(page) });
      expect([confirmed.status, confirmed.location]).toEqual([302, "/login"]);
      expect((await elsewhere.get("/login")).markup).toContain(done);
      expect(await emailOf(person.id)).toBe(email);
    });
  }

  test("keeps what was typed beside the fault, but no password, and leaves the profile form alone", async () => {
    const { person, browser } = await someone("en");
    const answer = await ask(browser, "kept@example.com", "wrong-Harbour-42");
    expect(answer.status).toBe(400);
    expect(answer.markup).toContain('value="kept@example.com"');
    expect(answer.html).not.toContain("wrong-Harbour-42");
    expect(answer.markup).toMatch(/id="email-password-error"[^>]*>[^<]+</);
    expect(answer.markup).toContain('value="Pat Example"');
    const malformed = await ask(browser, "kept@");
    expect(malformed.markup).toMatch(/id="email-newEmail-error"[^>]*>Email format error</);
    expect(malformed.markup).not.toContain('id="profile-name-error"');
    expect((await ask(browser, person.email)).markup).toMatch(
      /id="email-newEmail-error"[^>]*>This is the address of the account already</,
    );
  });

  test("that another company uses is answered as any other", { tags: "slow" }, async () => {
    const { person: other } = await someone("en");
    const { browser } = await someone("en");
    const { browser: second } = await someone("en");
    const answers = [await ask(browser, other.email), await ask(second, "nobody-has-it@example.com")];
    const [one, two] = await Promise.all(
      answers.map(async ({ status, location }, index) => {
        const { markup } = await [browser, second][index]!.get("/account/index");
        return [status, location, /We have sent a link[^<]*/.exec(markup)?.[0]];
      }),
    );
    expect(one).toEqual(two);
    expect(one?.[2]).toBeDefined();
  });

  test("is not given by a link that is unknown or was used", async () => {
    const { browser } = await someone("en");
    await ask(browser, "once@example.com");
    const path = await pathMailedTo("once@example.com");
    await browser.post(path, { requestId: requestIdOf(await browser.get(path)) });
    for (const given of [path, "/confirmEmail", "/confirmEmail?token=unknown"]) {
      const page = await browser.get(given);
      expect([page.status, page.markup]).toEqual([200, expect.stringContaining("This link cannot be used")]);
      expect(page.markup).not.toContain("Confirm the address");
    }
    const again = await browser.post(path, {});
    expect(again.markup).toMatch(/role="alert"/);
  });
});
