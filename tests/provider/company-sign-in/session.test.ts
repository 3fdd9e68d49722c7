import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signOut } from "#app/contract/auth.ts";
import * as contract from "#app/contract/company-sign-in.ts";
import { getUser } from "#app/contract/user.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import {
  type IdentityBrowser,
  startIdentityProvider,
  type TestIdentityProvider,
} from "#tests/support/identity-provider.ts";
import { makePerson, makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { companyWith, RETURN } from "./fixture.ts";

let provider: TestProvider;
let idp: TestIdentityProvider;
let late = 0;
const logoutTokens: string[] = [];
/** Stands for the portal, which passes the tokens on. */
const relay = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const token = new URLSearchParams(body).get("logout_token") ?? "";
  const { code } = await provider.call(contract.companyLoggedOut, { logout_token: token });
  logoutTokens.push(token);
  response.writeHead(code === 200 ? 200 : 400).end();
});

beforeAll(async () => {
  await new Promise<void>((done) => relay.listen(0, "127.0.0.1", done));
  idp = await startIdentityProvider({
    returnAddress: RETURN,
    afterSignOutAddress: "https://portal.example.com/home",
    logoutAddress: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/`,
  });
  provider = await startProvider({
    now: () => new Date(Date.now() + late),
    outside: { privateHosts: [idp.host], dnsServers: [] },
  });
});
beforeEach(() => {
  late = 0;
});
afterAll(async () => {
  await provider?.stop();
  await idp?.stop();
  relay.close();
});

let count = 0;
/** Somebody who has signed in, with the browser that did it. */
async function somebody() {
  count += 1;
  const company = await companyWith(provider, idp);
  const email = `person-${count}@${company.domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const browser = idp.browser();
  const session = await signInWith(browser, email);
  return { ...session, email, browser, company };
}

async function signInWith(browser: IdentityBrowser, email: string) {
  const begun = await provider.call(contract.companyStart, { email });
  const came = await browser.signIn(begun.data.authorizationUrl, email);
  const { data } = await provider.call(contract.companyFinish, { ...came, ticket: begun.data.ticket });
  return { token: data.token, userId: data.userId };
}

const isOpen = async (token: string) => (await provider.call(getUser, {}, { token })).code === 200;

async function proveWith(browser: IdentityBrowser, { token }: { token: string }, login: string) {
  const begun = await provider.call(contract.companyProveStart, {}, { token });
  const asked = new URL(begun.data.authorizationUrl).searchParams;
  expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
  const came = await browser.signIn(begun.data.authorizationUrl, login);
  return provider.call(contract.companyProve, { ...came, ticket: begun.data.ticket }, { token });
}

test("who came by the company proves there anew who they are", async () => {
  const person = await somebody();
  const before = await provider.call(getUser, {}, person);
  expect(before.data.proof).toMatchObject({ isByCompany: true });
  late = 40 * 60_000;
  expect((await proveWith(person.browser, person, person.email)).code).toBe(200);
  const after = await provider.call(getUser, {}, person);
  expect(after.data.proof?.provedAt).not.toBe(before.data.proof?.provedAt);
});

test("somebody else, an old sign-in there and the ticket of another session prove nothing", async () => {
  const [person, other] = [await somebody(), await somebody()];
  const otherThere = `else@${person.company.domain}`;
  idp.claims.set(otherThere, { email: otherThere, email_verified: true });
  const wrong = await proveWith(idp.browser(), person, otherThere);
  expect([wrong.code, wrong.message]).toEqual([1001, expect.stringContaining("Somebody else")]);

  const begun = await provider.call(contract.companyProveStart, {}, person);
  const came = await person.browser.signIn(begun.data.authorizationUrl, person.email);
  const stolen = await provider.call(
    contract.companyProve,
    { ...came, ticket: begun.data.ticket },
    { token: other.token },
  );
  expect(stolen.code).toBe(1001);
  const asSignIn = await provider.call(contract.companyFinish, { ...came, ticket: begun.data.ticket });
  expect(asSignIn.code).toBe(1001);

  const again = await provider.call(contract.companyProveStart, {}, person);
  const address = new URL(again.data.authorizationUrl);
  const nonce = address.searchParams.get("nonce");
  const back = await person.browser.signIn(address.href, person.email);
  const now = Math.floor(Date.now() / 1000);
  const id_token = await idp.sign({
    iss: idp.issuer,
    sub: person.email,
    aud: idp.clientId,
    iat: now,
    exp: now + 60,
    nonce,
    email: person.email,
    auth_time: now - 3_600,
  });
  idp.instead = (path) =>
    path === "/token" ? { access_token: "a", token_type: "bearer", id_token } : undefined;
  const old = await provider.call(contract.companyProve, { ...back, ticket: again.data.ticket }, person);
  idp.instead = null;
  expect(old.code).toBe(1001);
});

test("a session that began with a password is not proved by the company", async () => {
  const { company } = await somebody();
  const person = await makePerson(provider.db, company.id);
  const token = await makeSession(provider.db, person.id);
  expect((await provider.call(contract.companyProveStart, {}, { token })).code).toBe(409);
  expect((await provider.call(contract.companySignOut, {}, { token })).data).toBeNull();
});

test("after signing out here the session there is ended by its page, with the token of the sign-in", async () => {
  const person = await somebody();
  const { data } = await provider.call(contract.companySignOut, {}, person);
  await provider.call(signOut, {}, person);
  const there = await provider.call(contract.companySignOutAddress, { ticket: data?.ticket ?? "" });
  expect(there.data.host).toBe(idp.host);
  expect(new URL(there.data.address).searchParams.get("id_token_hint")).toBeTruthy();
  expect(await person.browser.signOut(there.data.address)).toContain("https://portal.example.com/home");
  const kept = await provider.db
    .selectFrom("company_session")
    .selectAll()
    .where("identity_id", "in", (eb) =>
      eb.selectFrom("person_identity").select("id").where("user_id", "=", person.userId),
    )
    .execute();
  expect(kept).toEqual([]);
  late = 11 * 60_000;
  const old = await provider.call(contract.companySignOutAddress, { ticket: data?.ticket ?? "" });
  expect(old.code).toBe(404);
});

test("a sign-out there ends the session that began with it at once, and no other", async () => {
  const person = await somebody();
  const second = await signInWith(idp.browser(), person.email);
  const { data } = await provider.call(contract.companySignOut, {}, person);
  const there = await provider.call(contract.companySignOutAddress, { ticket: data?.ticket ?? "" });
  const before = logoutTokens.length;
  await person.browser.signOut(there.data.address);
  await expect.poll(() => logoutTokens.length).toBeGreaterThan(before);
  expect(await isOpen(person.token)).toBe(false);
  expect(await isOpen(second.token)).toBe(true);
  const events = await provider.db
    .selectFrom("realtime_outbox")
    .select("event")
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(events[0]?.event).toMatchObject({ kind: "tokens-ended" });
  // The very same token again.
  const again = await provider.call(contract.companyLoggedOut, { logout_token: logoutTokens.at(-1)! });
  expect(again.code).toBe(400);
});

test("a logout token without a session's name ends all sessions of its person", async () => {
  const person = await somebody();
  const second = await signInWith(idp.browser(), person.email);
  const logout_token = await tokenFor(person.email);
  expect((await provider.call(contract.companyLoggedOut, { logout_token })).code).toBe(200);
  expect(await Promise.all([isOpen(person.token), isOpen(second.token)])).toEqual([false, false]);
});

test("what is under way and the tokens of old sessions are deleted when their time is over", async () => {
  const person = await somebody();
  await provider.call(contract.companyStart, { email: person.email });
  const kept = async () => {
    const { db } = provider;
    const errands = await db.selectFrom("company_errand").select("ticket_hash").execute();
    const sessions = await db.selectFrom("company_session").select("token_hash").execute();
    return [errands.length > 0, sessions.length > 0];
  };
  await purge(provider.db, provider.files, new Date());
  expect(await kept()).toEqual([true, true]);
  await purge(provider.db, provider.files, new Date(Date.now() + 13 * 3_600_000));
  expect(await kept()).toEqual([false, false]);
});

const EVENT = { "http://schemas.openid.net/event/backchannel-logout": {} };

function tokenFor(sub: string, change: Record<string, unknown> = {}) {
  count += 1;
  const now = Math.floor(Date.now() / 1000);
  const content = { iss: idp.issuer, aud: idp.clientId, iat: now, jti: `jti-${count}`, events: EVENT, sub };
  return idp.sign({ ...content, ...change }, { typ: "logout+jwt" });
}

test("what is no logout token ends nothing", async () => {
  const person = await somebody();
  const now = Math.floor(Date.now() / 1000);
  const sound = await tokenFor(person.email);
  const [head, , signature] = sound.split(".");
  const forged = Buffer.from(
    JSON.stringify({
      iss: idp.issuer,
      aud: idp.clientId,
      iat: now,
      jti: "x",
      events: EVENT,
      sub: person.email,
    }),
  ).toString("base64url");
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  const tokens = [
    "nonsense",
    `${head}.${forged}.${signature}`,
    `${none}.${forged}.`,
    await tokenFor(person.email, { nonce: "n" }),
    await tokenFor(person.email, { events: {} }),
    await tokenFor(person.email, { events: undefined }),
    await tokenFor(person.email, { iss: "https://evil.example" }),
    await tokenFor(person.email, { aud: "another" }),
    await tokenFor(person.email, { iat: now - 3_600 }),
    await tokenFor(person.email, { jti: undefined }),
    await tokenFor(person.email, { sub: undefined }),
  ];
  for (const [index, logout_token] of tokens.entries())
    expect([index, (await provider.call(contract.companyLoggedOut, { logout_token })).code]).toEqual([
      index,
      400,
    ]);
  expect(await isOpen(person.token)).toBe(true);
});
