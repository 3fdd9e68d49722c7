import { afterAll, beforeAll, expect, test } from "vitest";
import { startIdentityProvider, type TestIdentityProvider } from "#tests/support/identity-provider.ts";
import { makeCompany, makePerson, PASSWORD, roleId } from "#tests/support/people.ts";
import { type Browser, ORIGIN, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { companyWith } from "../provider/company-sign-in/fixture.ts";

let provider: TestProvider;
let portal: TestPortal;
let idp: TestIdentityProvider;

beforeAll(async () => {
  idp = await startIdentityProvider({
    returnAddress: `${ORIGIN}/login/company/return`,
    afterSignOutAddress: `${ORIGIN}/home`,
  });
  provider = await startProvider({
    publicUrl: ORIGIN,
    outside: { privateHosts: [idp.host], dnsServers: [] },
  });
  portal = await startPortal(provider);
});
afterAll(async () => {
  await provider?.stop();
  await idp?.stop();
});

async function somebody() {
  const company = await companyWith(provider, idp);
  const email = `ada@${company.domain}`;
  idp.claims.set(email, { email, email_verified: true, name: "Ada Lovelace" });
  return { email, company };
}

/** Presses the button, and goes to where the page leads: the address to come back to. */
async function wayBack(visitor: Browser, email: string, query = "") {
  const sent = await visitor.post(`/login/company${query}`, query.includes("company=") ? {} : { email });
  expect([sent.status, sent.location]).toEqual([302, "/login/company/go"]);
  const page = await visitor.get("/login/company/go");
  const address = (page.headers.get("refresh") ?? "").replace(/^0; url=/, "");
  expect(page.markup).toContain(`href="${address.replaceAll("&", "&amp;")}"`);
  expect(page.markup).toContain(`You go to ${idp.host}`);
  const answered = await idp.browser().signIn(address, email);
  return `/login/company/return?${new URLSearchParams(answered)}`;
}

test("the way by the company begins at the sign-in page and ends at the page that was asked for", {
  tags: "slow",
}, async () => {
  const { email } = await somebody();
  const visitor = portal.visitor();
  const login = await visitor.get("/login?redirect=%2Fshipments%2Findex");
  expect(login.markup).toContain('href="/login/company?redirect=%2Fshipments%2Findex"');
  const back = await wayBack(visitor, email, "?redirect=%2Fshipments%2Findex");
  const answer = await visitor.get(back);
  expect([answer.status, answer.location]).toEqual([302, "/shipments/index"]);
  expect((await visitor.get("/account/index")).markup).toContain("Ada Lovelace");
});

test("the company's link leads the same way and names nobody", async () => {
  const { email, company } = await somebody();
  const visitor = portal.visitor();
  const known = await visitor.get(`/login/company?company=${company.link}`);
  const unknown = await portal.visitor().get("/login/company?company=nobody");
  const bare = (html: string) => html.replace(/value="[^"]*"|company=[\w-]+/g, "");
  expect(bare(known.markup)).toBe(bare(unknown.markup));
  const answer = await visitor.get(await wayBack(visitor, email, `?company=${company.link}`));
  expect(answer.location).toBe("/dashboard");
});

test("an answer in a browser that did not ask signs nobody in, and shows no page at its address", async () => {
  const { email } = await somebody();
  const back = await wayBack(portal.visitor(), email);
  const victim = portal.visitor();
  const answer = await victim.get(back);
  expect([answer.status, answer.location]).toEqual([302, "/login/company"]);
  const page = await victim.get("/login/company");
  expect(page.markup).toContain("no sign-in that began in this browser");
  expect((await victim.get("/dashboard")).location).toContain("/home");
});

test("a second use of the answer is refused, with words of what to do", async () => {
  const { email } = await somebody();
  const visitor = portal.visitor();
  const back = await wayBack(visitor, email);
  await visitor.get(back);
  const other = portal.visitor();
  await other.post("/login/company", { email });
  const again = await other.get(back);
  expect(again.location).toBe("/login/company");
  expect((await other.get("/login/company")).markup).toContain("Please begin again");
});

test("a cancelled sign-in is told on the page to begin again, in the reader's language", async () => {
  const { email } = await somebody();
  const visitor = portal.visitor({ "accept-language": "zh-CN" });
  await visitor.post("/login/company", { email });
  const page = await visitor.get("/login/company/go");
  const address = new URL((page.headers.get("refresh") ?? "").replace(/^0; url=/, ""));
  const state = address.searchParams.get("state") ?? "";
  const query = new URLSearchParams({ error: "access_denied", state, iss: idp.issuer });
  expect((await visitor.get(`/login/company/return?${query}`)).location).toBe("/login/company");
  const told = await visitor.get("/login/company");
  expect(told.markup).toContain("登录在贵公司的登录服务处被取消或拒绝");
});

test("a wrong and an unknown address keep what was typed", async () => {
  const visitor = portal.visitor();
  const wrong = await visitor.post("/login/company", { email: "not an address" });
  expect([wrong.status, wrong.markup.includes('value="not an address"')]).toEqual([400, true]);
  const unknown = await visitor.post("/login/company", { email: "me@nobody.example" });
  expect(unknown.markup).toContain("No company signs in here with this domain");
  expect(unknown.markup).toContain('value="me@nobody.example"');
  const long = await visitor.post("/login/company", { email: `${"x".repeat(10_000)}@nobody.example` });
  expect(long.status).toBe(400);
});

test("nonsense at the addresses on the way leads to the beginning", async () => {
  const visitor = portal.visitor();
  expect((await visitor.get("/login/company/go")).location).toBe("/login/company");
  expect((await visitor.get("/login/company/return")).location).toBe("/login/company");
  const nonsense = new URLSearchParams({ code: "x".repeat(9_000), state: "\0", iss: "<script>" });
  expect((await visitor.get(`/login/company/return?${nonsense}`)).location).toBe("/login/company");
});

async function administrator() {
  const person = await makePerson(provider.db, await makeCompany(provider.db));
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
}

const PAGE = "/account/companySignIn";

async function press(browser: Browser, intent: string, fields: Record<string, string> = {}) {
  const requestId = requestIdOf(await browser.get(PAGE));
  return browser.post(PAGE, { intent, requestId, ...fields });
}

const sound = async () => ({
  issuer: idp.issuer,
  clientId: idp.clientId,
  clientSecret: idp.clientSecret,
  defaultRoleId: await roleId(provider.db, "viewer"),
  makesAccounts: "on",
});

test("an administrator sets it up: settings, a domain by its postmaster, the check and the switch", async () => {
  const { browser } = await administrator();
  expect((await browser.get("/account/members")).markup).toContain(`href="${PAGE}"`);
  expect((await browser.get(PAGE)).markup).toContain("Nothing is set up yet");
  const form = await browser.get("/account/companySignInEdit");
  const saved = await browser.post("/account/companySignInEdit", {
    ...(await sound()),
    requestId: requestIdOf(form),
  });
  expect(saved.location).toBe(PAGE);
  const checked = await press(browser, "check");
  expect(checked.markup).toContain(`People go on at ${idp.host}`);

  const domain = `set-up-${Date.now()}.example`;
  const wrong = await press(browser, "domainAdd", { name: "no domain" });
  expect([wrong.status, wrong.markup.includes('value="no domain"')]).toEqual([400, true]);
  expect((await press(browser, "domainAdd", { name: domain })).location).toBe(PAGE);
  const page = await browser.get(PAGE);
  expect(page.markup).toContain(`_fairlead-challenge.${domain}`);
  expect(page.markup).not.toContain(idp.clientSecret);
  const id = /name="id" value="(\d+)"/.exec(page.markup)?.[1] ?? "";
  expect((await press(browser, "domainMail", { id })).location).toBe(PAGE);

  const mail = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", `postmaster@${domain}`)
    .executeTakeFirstOrThrow();
  const link = new URL(/https?:\S+/.exec(mail.body)?.[0] ?? "");
  const postmaster = portal.visitor();
  const asked = await postmaster.get(link.pathname + link.search);
  expect(asked.markup).toContain(`e-mail addresses of ${domain}`);
  expect((await browser.get(PAGE)).markup).toContain("not proved yet");
  const answer = await postmaster.post(link.pathname + link.search, { requestId: requestIdOf(asked) });
  expect(answer.markup).toContain("The domain is confirmed");
  expect((await press(browser, "on")).location).toBe(PAGE);
  const ready = await browser.get(PAGE);
  expect(ready.markup).toContain("The company sign-in is switched on");
  expect(ready.markup).toContain("Passwords can be switched off once an administrator has signed in");

  const email = `ada@${domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const visitor = portal.visitor();
  expect((await visitor.get(await wayBack(visitor, email))).location).toBe("/dashboard");
});

test("the form of the settings keeps what was typed but the secret, and names the field", async () => {
  const { browser } = await administrator();
  const requestId = requestIdOf(await browser.get("/account/companySignInEdit"));
  const typed = { ...(await sound()), requestId, issuer: "http://login.example.com", nameClaim: "name" };
  const answer = await browser.post("/account/companySignInEdit", { ...typed, clientSecret: "very-secret" });
  expect(answer.status).toBe(400);
  expect(answer.markup).toContain('value="http://login.example.com"');
  expect(answer.markup).toContain("cannot be used from here");
  expect(answer.html).not.toContain("very-secret");
  const chinese = portal.visitor({ "accept-language": "zh-CN" });
  for (const [name, value] of browser.cookies) chinese.cookies.set(name, value);
  await chinese.post("/language", { language: "zh", redirect: PAGE });
  expect((await chinese.get(PAGE)).markup).toContain("登录服务");
});

test("members without the right, and administrators whose proof is old, do not see the settings", async () => {
  const company = await makeCompany(provider.db);
  const viewer = await makePerson(provider.db, company, { role: "viewer" });
  const member = await portal.signedIn(viewer.userName, PASSWORD);
  expect((await member.get(PAGE)).status).toBe(302);
  expect((await member.post(PAGE, { intent: "off" })).location).not.toBe(PAGE);
  const { browser, person } = await administrator();
  await provider.db
    .updateTable("auth_token")
    .set({ proved_at: new Date(Date.now() - 20 * 60_000) })
    .where("user_id", "=", person.id)
    .execute();
  expect((await browser.get(PAGE)).location).toBe(`/account/confirm?redirect=${encodeURIComponent(PAGE)}`);
});

test("who came by the company proves it there, comes back, and signs out there too", async () => {
  const { email } = await somebody();
  const there = idp.browser();
  const visitor = portal.visitor();
  await visitor.post("/login/company", { email });
  const addressOf = async () =>
    ((await visitor.get("/login/company/go")).headers.get("refresh") ?? "").replace(/^0; url=/, "");
  const comeBack = async () => {
    const query = new URLSearchParams(await there.signIn(await addressOf(), email));
    return visitor.get(`/login/company/return?${query}`);
  };
  await comeBack();
  const asked = await visitor.get("/account/confirm?redirect=%2Faccount%2FsecondFactor");
  expect(asked.markup).toContain("Go on to your company");
  expect(asked.markup).not.toContain('type="password"');
  const going = await visitor.post("/account/confirm?redirect=%2Faccount%2FsecondFactor", {
    intent: "company",
    requestId: requestIdOf(asked),
  });
  expect(going.location).toBe("/login/company/go");
  expect((await comeBack()).location).toBe("/account/secondFactor");

  const out = await visitor.post("/logout", { requestId: requestIdOf(await visitor.get("/logout")) });
  expect(out.location).toBe("/login/company/out");
  const page = await visitor.get("/login/company/out");
  const link = /href="([^"]+\/session\/end[^"]+)"/.exec(page.markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(page.markup).toContain(`Sign out at ${idp.host}`);
  expect(await there.signOut(link)).toContain(`${ORIGIN}/home`);
  expect((await visitor.get("/dashboard")).location).toContain("/home");
});

test("the address for logout tokens takes them from other servers, and refuses what is none", async () => {
  const { email } = await somebody();
  const visitor = portal.visitor();
  await visitor.get(await wayBack(visitor, email));
  const now = Math.floor(Date.now() / 1000);
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const token = { iss: idp.issuer, aud: idp.clientId, iat: now, jti: email, events, sub: email };
  const logout_token = await idp.sign(token);
  const server = portal.visitor();
  const wrong = await server.post("/login/company/backChannel", { logout_token: "none" }, {});
  expect([wrong.status, wrong.html]).toEqual([400, '{"error":"invalid_request"}']);
  expect((await server.post("/login/company/backChannel", {}, {})).status).toBe(400);
  expect((await visitor.get("/account/index")).status).toBe(200);
  const done = await server.post("/login/company/backChannel", { logout_token }, {});
  expect([done.status, done.html]).toEqual([200, ""]);
  expect((await visitor.get("/account/index")).status).not.toBe(200);
});
