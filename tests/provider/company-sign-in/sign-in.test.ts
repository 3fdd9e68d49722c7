import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { companyFinish, companyStart } from "#app/contract/company-sign-in.ts";
import { getUser } from "#app/contract/user.ts";
import { startIdentityProvider, type TestIdentityProvider } from "#tests/support/identity-provider.ts";
import { makeCompany, makePerson, makeSession, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { companyWith, goThere, RETURN, signInBy } from "./fixture.ts";

let provider: TestProvider;
let idp: TestIdentityProvider;
let late = 0;
const lines: string[] = [];

beforeAll(async () => {
  idp = await startIdentityProvider({ returnAddress: RETURN });
  provider = await startProvider({
    now: () => new Date(Date.now() + late),
    outside: { privateHosts: [idp.host], dnsServers: [] },
    log: pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }),
  });
});
beforeEach(() => {
  late = 0;
  idp.instead = null;
});
afterAll(async () => {
  await provider?.stop();
  await idp?.stop();
});

const peopleOf = (companyId: string) =>
  provider.db.selectFrom("app_user").selectAll().where("company_id", "=", companyId).orderBy("id").execute();
const roleOf = async (userId: string) =>
  (
    await provider.db
      .selectFrom("app_user")
      .select("role_id")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow()
  ).role_id;

test("a person of the company's domain signs in, gets an account once, and is known by it afterwards", async () => {
  const company = await companyWith(provider, idp);
  const email = `ada@${company.domain}`;
  const first = await signInBy(provider, idp, email);
  expect(first).toMatchObject({ code: 200, data: { token: expect.any(String) } });
  const user = await provider.call(getUser, {}, { token: first.data.token });
  expect(user.data).toMatchObject({ name: "Ada Lovelace", email, roles: ["viewer"] });
  const again = await signInBy(provider, idp, email, { email: "moved@elsewhere.example" });
  expect(again.data.userId).toBe(first.data.userId);
  expect(await peopleOf(company.id)).toHaveLength(1);
});

test("the company is found by its link too, and an unknown domain or link tells nothing more", async () => {
  const company = await companyWith(provider, idp);
  const byLink = await provider.call(companyStart, { company: company.link });
  expect(byLink.data.host).toBe(idp.host);
  const off = await companyWith(provider, idp, { is_on: false });
  const answers = await Promise.all([
    provider.call(companyStart, { email: "ada@nobody.example" }),
    provider.call(companyStart, { email: `ada@${off.domain}` }),
    provider.call(companyStart, { company: off.link }),
    provider.call(companyStart, {}),
  ]);
  expect(new Set(answers.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
  expect(answers[0]?.code).toBe(404);
  await provider.db
    .updateTable("company_domain")
    .set({ proved_at: null })
    .where("company_id", "=", company.id)
    .execute();
  expect((await provider.call(companyStart, { email: `ada@${company.domain}` })).code).toBe(404);
});

test("the way there has PKCE, a state and a nonce, and the ticket is not in it", async () => {
  const { domain } = await companyWith(provider, idp);
  const { data } = await provider.call(companyStart, { email: `ada@${domain}` });
  const query = new URL(data.authorizationUrl).searchParams;
  expect(query.get("code_challenge_method")).toBe("S256");
  expect([query.get("state"), query.get("nonce")].every((value) => (value?.length ?? 0) > 30)).toBe(true);
  expect(query.get("redirect_uri")).toBe(RETURN);
  expect(data.authorizationUrl).not.toContain(data.ticket);
});

test("a code, a state and a ticket count once, also when they come twice at the same time", async () => {
  const { domain } = await companyWith(provider, idp);
  const email = `bob@${domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const back = await goThere(provider, idp, email);
  const both = await Promise.all([provider.call(companyFinish, back), provider.call(companyFinish, back)]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(both.filter(({ code }) => code === 1001)).toHaveLength(1);
  // The same code with a ticket of one's own.
  const own = await provider.call(companyStart, { email });
  expect((await provider.call(companyFinish, { ...back, ticket: own.data.ticket })).code).toBe(1001);
});

test("an answer counts only with the ticket of the browser that asked, and the state of that ticket", async () => {
  const { domain } = await companyWith(provider, idp);
  const email = `eve@${domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const attackers = await goThere(provider, idp, email);
  const victim = await provider.call(companyStart, { email });
  const answer = await provider.call(companyFinish, { ...attackers, ticket: victim.data.ticket });
  expect(answer.code).toBe(1001);
  expect((await provider.call(companyFinish, { ...attackers, ticket: "unknown" })).code).toBe(1001);
});

test("an answer after ten minutes is refused", async () => {
  const { domain } = await companyWith(provider, idp);
  const email = `late@${domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const back = await goThere(provider, idp, email);
  late = 11 * 60_000;
  expect(await provider.call(companyFinish, back)).toMatchObject({ code: 1001 });
  late = 0;
});

test("an answer of another issuer is refused, in the address and in the token", async () => {
  const { domain } = await companyWith(provider, idp);
  const email = `mix@${domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const back = await goThere(provider, idp, email);
  const mixed = await provider.call(companyFinish, { ...back, iss: "https://evil.example" });
  expect(mixed.code).toBe(1001);

  const begun = await provider.call(companyStart, { email });
  const nonce = new URL(begun.data.authorizationUrl).searchParams.get("nonce");
  const came = await idp.browser().signIn(begun.data.authorizationUrl, email);
  const now = Math.floor(Date.now() / 1000);
  const content = {
    sub: email,
    aud: idp.clientId,
    iat: now,
    exp: now + 60,
    nonce,
    email,
    email_verified: true,
  };
  const tokenOf = async (iss: string) => ({
    access_token: "any",
    token_type: "bearer",
    id_token: await idp.sign({ ...content, iss }),
  });
  const foreign = await tokenOf("https://evil.example");
  idp.instead = (path) => (path === "/token" ? foreign : undefined);
  expect((await provider.call(companyFinish, { ...came, ticket: begun.data.ticket })).code).toBe(1001);
  expect(
    await provider.db.selectFrom("person_identity").selectAll().where("subject", "=", email).execute(),
  ).toEqual([]);
});

test("a token that nobody signed for us is refused: another nonce, another audience, an old one", async () => {
  const { domain } = await companyWith(provider, idp);
  const email = `forged@${domain}`;
  const now = Math.floor(Date.now() / 1000);
  const sound = {
    iss: idp.issuer,
    sub: email,
    aud: idp.clientId,
    iat: now,
    exp: now + 60,
    email,
    email_verified: true,
  };
  const finishWith = async (change: Record<string, unknown>) => {
    const begun = await provider.call(companyStart, { email });
    const nonce = new URL(begun.data.authorizationUrl).searchParams.get("nonce");
    idp.instead = null;
    const came = await idp.browser().signIn(begun.data.authorizationUrl, email);
    const id_token = await idp.sign({ ...sound, nonce, ...change });
    const answer = { access_token: "any", token_type: "bearer", id_token };
    idp.instead = (path) => (path === "/token" ? answer : undefined);
    return provider.call(companyFinish, { ...came, ticket: begun.data.ticket });
  };
  expect((await finishWith({ nonce: "another" })).code).toBe(1001);
  expect((await finishWith({ aud: "somebody else" })).code).toBe(1001);
  const old = await finishWith({ iat: now - 7_200, exp: now - 3_600 });
  expect(old.message).toContain("clock");
  expect((await finishWith({})).code).toBe(200);
});

test("an address that is not confirmed, or of a domain that is not the company's, opens no account", async () => {
  const company = await companyWith(provider, idp);
  const owner = await makePerson(provider.db, company.id, { email: `owner@${company.domain}` });
  const answers = await Promise.all([
    signInBy(provider, idp, owner.email, { email_verified: false }),
    signInBy(provider, idp, `a@${company.domain}`, { email_verified: undefined }),
    signInBy(provider, idp, `b@${company.domain}`, { email: "b@gmail.example" }),
    signInBy(provider, idp, `c@${company.domain}`, { email: undefined }),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([1001, 1001, 1001, 1001]);
  expect(await peopleOf(company.id)).toHaveLength(1);
});

test("a person of another company is neither linked nor moved", async () => {
  const theirs = await companyWith(provider, idp);
  const ours = await companyWith(provider, idp);
  const email = `ann@${theirs.domain}`;
  expect((await signInBy(provider, idp, email)).code).toBe(200);
  // The same person by the link of the other company.
  const begun = await provider.call(companyStart, { company: ours.link });
  const came = await idp.browser().signIn(begun.data.authorizationUrl, email);
  const answer = await provider.call(companyFinish, { ...came, ticket: begun.data.ticket });
  expect(answer).toMatchObject({ code: 1001, message: expect.stringContaining("another company") });
  // An account elsewhere with an address of our domain stays theirs.
  const stranger = await makePerson(provider.db, theirs.id, { email: `guest@${ours.domain}` });
  const made = await signInBy(provider, idp, `guest@${ours.domain}`);
  expect(made.data.userId).not.toBe(stranger.id);
  expect(await peopleOf(ours.id)).toHaveLength(1);
});

test("another tenant of the same issuer is refused, and the company's own confirms addresses", async () => {
  const company = await companyWith(provider, idp, { tenant_claim: "tid", tenant_value: "tenant-1" });
  const email = `t@${company.domain}`;
  expect((await signInBy(provider, idp, email, { tid: "tenant-2" })).message).toContain("organization");
  expect((await signInBy(provider, idp, email)).code).toBe(1001);
  expect((await signInBy(provider, idp, email, { tid: "tenant-1", email_verified: undefined })).code).toBe(
    200,
  );
});

test("an account with the address is linked once, is told of it, and an invitation is taken up by it", async () => {
  const company = await companyWith(provider, idp);
  const email = `Linked@${company.domain}`;
  const person = await makePerson(provider.db, company.id, {
    email,
    status: "AWAITING_CONFIRMATION",
    password_hash: null,
  });
  const answer = await signInBy(provider, idp, email.toLowerCase());
  expect(answer.data.userId).toBe(person.id);
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", email)
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual(["Your company's sign-in opens your account now"]);
  // Another subject with the same address does not get the account.
  idp.claims.set("somebody-new", { email: email.toLowerCase(), email_verified: true });
  const back = await goThere(provider, idp, email, "somebody-new");
  expect((await provider.call(companyFinish, back)).code).toBe(1001);
});

test("a disabled account stays closed, and nobody gets one where the company makes none", async () => {
  const company = await companyWith(provider, idp, { makes_accounts: false });
  const gone = await makePerson(provider.db, company.id, {
    email: `gone@${company.domain}`,
    status: "DISABLED",
  });
  expect((await signInBy(provider, idp, gone.email)).code).toBe(8006);
  expect((await signInBy(provider, idp, `new@${company.domain}`)).message).toContain("no account");
  expect(await peopleOf(company.id)).toHaveLength(1);
});

test("two first sign-ins of one person at the same time make one account", async () => {
  const company = await companyWith(provider, idp);
  const email = `twin@${company.domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const ways = await Promise.all([1, 2, 3].map(() => goThere(provider, idp, email)));
  const answers = await Promise.all(ways.map((way) => provider.call(companyFinish, way)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ data }) => data.userId)).size).toBe(1);
  expect(await peopleOf(company.id)).toHaveLength(1);
});

test("name and role follow the claims, another role ends other sessions, the last administrator stays one", async () => {
  const [admin, booker] = [await roleId(provider.db, "admin"), await roleId(provider.db, "booker")];
  const company = await companyWith(provider, idp, {
    name_claim: "name",
    role_claim: "groups",
    role_map: JSON.stringify([
      { roleId: admin, values: ["freight-admins"] },
      { roleId: booker, values: ["bookers", "sales"] },
    ]),
  });
  const email = `role@${company.domain}`;
  const first = await signInBy(provider, idp, email, { groups: ["all", "sales"] });
  const userId = first.data.userId;
  expect(await roleOf(userId)).toBe(booker);
  const second = await signInBy(provider, idp, email, { groups: ["freight-admins"], name: "Ada King" });
  expect(await roleOf(userId)).toBe(admin);
  expect((await provider.call(getUser, {}, { token: first.data.token })).code).toBe(8001);
  expect((await provider.call(getUser, {}, { token: second.data.token })).data.name).toBe("Ada King");
  // The only administrator.
  expect((await signInBy(provider, idp, email, { groups: ["sales"] })).code).toBe(200);
  expect(await roleOf(userId)).toBe(admin);
  await makePerson(provider.db, company.id, { role: "admin" });
  await signInBy(provider, idp, email, { groups: ["sales"] });
  expect(await roleOf(userId)).toBe(booker);
  const kinds = await provider.db
    .selectFrom("security_event")
    .select("kind")
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual([
    "member.added",
    "companySignIn.linked",
    "signIn.done",
    "member.changed",
    "signIn.done",
    "companySignIn.roleKept",
    "signIn.done",
    "member.changed",
    "signIn.done",
  ]);
});

test("two administrators who lose the role at once leave one", async () => {
  const booker = await roleId(provider.db, "booker");
  const company = await companyWith(provider, idp, {
    role_claim: "groups",
    role_map: JSON.stringify([{ roleId: booker, values: ["sales"] }]),
  });
  const emails = ["one", "two"].map((name) => `${name}@${company.domain}`);
  for (const email of emails) await makePerson(provider.db, company.id, { role: "admin", email });
  await Promise.all(emails.map((email) => signInBy(provider, idp, email, { groups: ["sales"] })));
  const roles = (await peopleOf(company.id)).map(({ role_id }) => role_id);
  expect(roles.filter((role) => role === booker)).toHaveLength(1);
});

test("account names come from the person's name there, fit the rule and are free", async () => {
  const company = await companyWith(provider, idp);
  await makePerson(provider.db, await makeCompany(provider.db), { user_name: "maria.long" });
  await signInBy(provider, idp, `maria.long@${company.domain}`);
  await signInBy(provider, idp, `bo@${company.domain}`);
  await signInBy(provider, idp, `christopher.alexander.montgomery@${company.domain}`);
  const names = (await peopleOf(company.id)).map(({ user_name }) => user_name);
  expect(names[0]).toMatch(/^maria\.long\d{5}$/);
  expect(names[1]).toMatch(/^bo\d{5}$/);
  expect(names[2]).toBe("christopher.alex");
});

test("what went wrong there is told so that the person knows what to do, in their language", async () => {
  const { domain } = await companyWith(provider, idp);
  const refusedWith = async (error: string) => {
    const begun = await provider.call(companyStart, { email: `x@${domain}` });
    const state = new URL(begun.data.authorizationUrl).searchParams.get("state") ?? "";
    const input = { ticket: begun.data.ticket, error, state, iss: idp.issuer };
    return provider.call(companyFinish, input, { language: "zh" });
  };
  expect((await refusedWith("access_denied")).message).toContain("取消");
  expect((await refusedWith("server_error")).message).toContain("拒绝了请求");
});

test("an issuer inside the network is never asked, by its address or by a name that means it", async () => {
  const asked = idp.requests.length;
  for (const issuer of [
    "https://127.0.0.1",
    "https://localhost",
    "https://[::1]",
    "https://169.254.169.254",
    "https://10.0.0.1",
    "https://[::ffff:10.0.0.1]",
    "http://example.com",
    `http://localhost:${idp.host.split(":")[1]}`,
  ]) {
    const { domain } = await companyWith(provider, idp, { issuer });
    const answer = await provider.call(companyStart, { email: `x@${domain}` });
    expect([issuer, answer.code, answer.message]).toEqual([
      issuer,
      1001,
      expect.stringContaining("cannot be used from here"),
    ]);
  }
  expect(idp.requests).toHaveLength(asked);
});

test("an announced address inside the network is refused as well, and so is a redirect", async () => {
  const company = await companyWith(provider, idp);
  const announced = await (await fetch(`${idp.issuer}/.well-known/openid-configuration`)).json();
  idp.instead = (path) =>
    path.startsWith("/.well-known")
      ? { ...announced, token_endpoint: "http://169.254.169.254/latest" }
      : undefined;
  const answer = await provider.call(companyStart, { email: `x@${company.domain}` });
  expect(answer.message).toContain("cannot be used from here");
  idp.instead = (path) => (path.startsWith("/.well-known") ? `${idp.issuer}/elsewhere` : undefined);
  expect((await provider.call(companyStart, { email: `x@${company.domain}` })).message).toContain(
    "does not answer",
  );
  expect(idp.requests).not.toContain("/elsewhere");
});

test("a person with a second factor here is asked for it, and the session then knows its origin", async () => {
  const company = await companyWith(provider, idp);
  const person = await makePerson(provider.db, company.id, { email: `totp@${company.domain}` });
  const row = { secret: Buffer.from("x"), created_at: new Date(), confirmed_at: new Date(), last_step: "0" };
  await provider.db
    .insertInto("second_factor")
    .values({ user_id: person.id, ...row })
    .execute();
  const answer = await signInBy(provider, idp, person.email);
  expect(answer).toMatchObject({ code: 1105, data: { challenge: expect.any(String) } });
  expect(JSON.stringify(answer)).not.toContain('"token"');
});

test("neither log nor database hold a code, a token, a state or the secret of the client as text", async () => {
  const { domain } = await companyWith(provider, idp);
  const email = `quiet@${domain}`;
  idp.claims.set(email, { email, email_verified: true });
  const back = await goThere(provider, idp, email);
  await provider.call(companyFinish, { ...back, iss: "https://evil.example" });
  const answer = await signInBy(provider, idp, email);
  expect(answer.code).toBe(200);
  const tables = ["company_errand", "company_session", "company_sign_in", "security_event"];
  const stored = await Promise.all(
    tables.map((table) =>
      sql`select ${sql.table(table)}::text from ${sql.table(table)}`.execute(provider.db),
    ),
  );
  const text = JSON.stringify(stored.map(({ rows }) => rows)) + lines.join("");
  expect(lines.join("")).toContain("gave no usable answer");
  for (const secret of [
    String(back.code),
    String(back.state),
    back.ticket,
    idp.clientSecret,
    answer.data.token,
  ])
    expect(text).not.toContain(secret);
  expect(await makeSession(provider.db, answer.data.userId)).toBeTruthy();
});
