import { afterAll, beforeAll, expect, test } from "vitest";
import { startIdentityProvider, type TestIdentityProvider } from "#tests/support/identity-provider.ts";
import { type Browser, ORIGIN, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { companyWith } from "../provider/company-sign-in/fixture.ts";

let provider: TestProvider;
let portal: TestPortal;
let idp: TestIdentityProvider;

beforeAll(async () => {
  idp = await startIdentityProvider({ returnAddress: `${ORIGIN}/login/company/return` });
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

test("the way by the company begins at the sign-in page and ends at the page that was asked for", async () => {
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
