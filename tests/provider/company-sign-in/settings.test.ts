import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgotPassword, resetPassword, signIn } from "#app/contract/auth.ts";
import * as contract from "#app/contract/company-sign-in.ts";
import { addUser, deleteUser, editUser, getResetPwd } from "#app/contract/member.ts";
import * as passkey from "#app/contract/passkey.ts";
import { getUser } from "#app/contract/user.ts";
import { companySignInOff, listCompanySignIns } from "#app/provider/company-sign-in/operator.ts";
import { makeResetLink } from "#app/provider/identity/reset-link.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { startDnsServer, type TestDnsServer } from "#tests/support/dns-server.ts";
import { startIdentityProvider, type TestIdentityProvider } from "#tests/support/identity-provider.ts";
import { makeCompany, makePerson, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { RETURN, signInBy } from "./fixture.ts";

let provider: TestProvider;
let idp: TestIdentityProvider;
let dns: TestDnsServer;
let viewer: string;
let late = 0;
const lines: string[] = [];
let count = 0;

beforeAll(async () => {
  [idp, dns] = await Promise.all([startIdentityProvider({ returnAddress: RETURN }), startDnsServer()]);
  provider = await startProvider({
    now: () => new Date(Date.now() + late),
    outside: { privateHosts: [idp.host], dnsServers: [dns.address] },
    log: pino({ level: "debug" }, { write: (line: string) => void lines.push(line) }),
  });
  viewer = await roleId(provider.db, "viewer");
});
beforeEach(() => {
  late = 0;
});
afterAll(async () => {
  await provider?.stop();
  await Promise.all([idp?.stop(), dns?.stop()]);
});

/** An administrator of a new company, who has just signed in. */
async function administrator() {
  count += 1;
  const company = await makeCompany(provider.db);
  const person = await makePerson(provider.db, company, { email: `boss@made-${count}.example` });
  const { data } = await provider.call(signIn, { userName: person.userName, password: PASSWORD });
  return { ...person, company, token: data.token, domain: `made-${count}.example` };
}
type Administrator = Awaited<ReturnType<typeof administrator>>;

const sound = () => ({
  issuer: idp.issuer,
  clientId: idp.clientId,
  clientSecret: idp.clientSecret,
  hasNoSecret: false,
  tenantClaim: "",
  tenantValue: "",
  nameClaim: "",
  roleClaim: "",
  roleValues: [],
  defaultRoleId: viewer,
  makesAccounts: true,
});

const settingsOf = async ({ token }: { token: string }) =>
  (await provider.call(contract.companySettings, {}, { token })).data;

async function claim({ token }: { token: string }, name: string) {
  await provider.call(contract.domainAdd, { name }, { token });
  const { domains } = await settingsOf({ token });
  return domains.find((domain) => domain.name === name)!;
}

/** Settings, a domain proved by DNS, switched on. */
async function setUp(admin: Administrator) {
  await provider.call(contract.companySettingsSave, sound(), admin);
  const domain = await claim(admin, admin.domain);
  dns.records.set(domain.recordName, [domain.recordText]);
  expect((await provider.call(contract.domainCheck, { id: domain.id }, admin)).code).toBe(200);
  expect((await provider.call(contract.companySwitch, { to: "on" }, admin)).code).toBe(200);
}

/** As `setUp`, with passwords off but for the administrator's. */
async function withoutPasswords(admin: Administrator) {
  await setUp(admin);
  expect((await signInBy(provider, idp, admin.email)).code).toBe(200);
  const off = await provider.call(contract.companyPasswords, { keptAccountId: admin.id }, admin);
  expect(off.code).toBe(200);
}

const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? "";
const mailsTo = (recipient: string) =>
  provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", recipient)
    .orderBy("id")
    .execute();

test("settings, a domain proved by DNS and a switch let the company's people in", async () => {
  const admin = await administrator();
  expect(await settingsOf(admin)).toMatchObject({ settings: null, domains: [], returnAddress: RETURN });
  await provider.call(contract.companySettingsSave, sound(), admin);
  const early = await provider.call(contract.companySwitch, { to: "on" }, admin);
  expect([early.code, early.message]).toEqual([409, expect.stringContaining("prove a domain")]);
  const domain = await claim(admin, admin.domain);
  const missing = await provider.call(contract.domainCheck, { id: domain.id }, admin);
  expect([missing.code, missing.message]).toEqual([409, expect.stringContaining(domain.recordName)]);
  dns.records.set(domain.recordName, ["v=spf1 -all", domain.recordText]);
  expect((await provider.call(contract.domainCheck, { id: domain.id }, admin)).code).toBe(200);
  await provider.call(contract.companySwitch, { to: "on" }, admin);
  expect((await signInBy(provider, idp, `new@${admin.domain}`)).code).toBe(200);
});

test("the secret of the client is in no answer and no log, and another issuer does not get it", async () => {
  const admin = await administrator();
  await provider.call(contract.companySettingsSave, sound(), admin);
  const shown = await settingsOf(admin);
  expect(shown.settings?.hasSecret).toBe(true);
  expect(JSON.stringify(shown) + lines.join("")).not.toContain(idp.clientSecret);
  const again = { ...sound(), clientSecret: "", nameClaim: "name" };
  await provider.call(contract.companySettingsSave, again, admin);
  expect((await settingsOf(admin)).settings).toMatchObject({ hasSecret: true, nameClaim: "name" });
  await provider.call(contract.companySettingsSave, { ...again, issuer: "https://evil.example" }, admin);
  expect((await settingsOf(admin)).settings?.hasSecret).toBe(false);
});

test("settings that cannot be right are refused at their field", async () => {
  const admin = await administrator();
  const refused = async (change: object) => {
    const answer = await provider.call(contract.companySettingsSave, { ...sound(), ...change }, admin);
    return (answer.data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path);
  };
  expect(await refused({ issuer: "http://login.example.com" })).toEqual(["issuer"]);
  expect(await refused({ issuer: "javascript:alert(1)" })).toEqual(["issuer"]);
  expect(await refused({ tenantClaim: "tid" })).toEqual(["tenantValue"]);
  expect(await refused({ defaultRoleId: await roleId(provider.db, "desk") })).toEqual(["defaultRoleId"]);
});

test("the check tells what the identity provider offers, or what is wrong with the address", async () => {
  const admin = await administrator();
  await provider.call(contract.companySettingsSave, sound(), admin);
  const fine = await provider.call(contract.companyCheck, {}, admin);
  expect(fine.data).toEqual({ fault: null, host: idp.host, endsSessions: true, reportsLogout: true });
  await provider.call(contract.companySettingsSave, { ...sound(), issuer: `${idp.issuer}/other` }, admin);
  const wrong = await provider.call(contract.companyCheck, {}, admin);
  expect(wrong.data.fault).toContain("openid-configuration");
  await provider.call(contract.companySettingsSave, { ...sound(), issuer: "https://127.0.0.1:1" }, admin);
  expect((await provider.call(contract.companyCheck, {}, admin)).data.fault).toContain(
    "cannot be used from here",
  );
});

test("a domain is proved by a mail to its postmaster, whose link counts by its button and once", async () => {
  const admin = await administrator();
  const domain = await claim(admin, admin.domain);
  expect((await provider.call(contract.domainMail, { id: domain.id }, admin)).code).toBe(200);
  expect((await provider.call(contract.domainMail, { id: domain.id }, admin)).code).toBe(429);
  const [mail] = await mailsTo(`postmaster@${admin.domain}`);
  const token = tokenIn(mail!.body);
  const about = await provider.call(contract.domainValidate, { token }, {});
  expect(about.data.domain).toBe(admin.domain);
  expect((await settingsOf(admin)).domains[0]?.provedAt).toBeNull();
  const presses = await Promise.all([1, 2].map(() => provider.call(contract.domainConfirm, { token }, {})));
  expect(presses.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1101]);
  expect((await settingsOf(admin)).domains[0]).toMatchObject({ provedBy: "MAIL" });
});

test("a postmaster's link ends after its time", async () => {
  const admin = await administrator();
  const domain = await claim(admin, admin.domain);
  await provider.call(contract.domainMail, { id: domain.id }, admin);
  const [mail] = await mailsTo(`postmaster@${admin.domain}`);
  late = 73 * 3_600_000;
  expect((await provider.call(contract.domainConfirm, { token: tokenIn(mail!.body) }, {})).code).toBe(1101);
});

test("of companies that prove one domain at once one has it, and its people never meet the other's", async () => {
  const rivals = await Promise.all([administrator(), administrator(), administrator()]);
  const name = `wanted-${count}.example`;
  const claims = await Promise.all(rivals.map((admin) => claim(admin, name)));
  dns.records.set(
    claims[0]!.recordName,
    claims.map(({ recordText }) => recordText),
  );
  const answers = await Promise.all(
    claims.map(({ id }, index) => provider.call(contract.domainCheck, { id }, rivals[index]!)),
  );
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ code }) => code === 409)?.message).toContain("Another company has proved");
});

test("what is no domain cannot be claimed, and one in letters of other scripts is kept as DNS has it", async () => {
  const admin = await administrator();
  for (const name of ["localhost", "127.0.0.1", "a b.example", "-x.example", ".example", "<script>.example"])
    expect([name, (await provider.call(contract.domainAdd, { name }, admin)).code]).toEqual([name, 400]);
  expect((await provider.call(contract.domainAdd, { name: `Me@Bücher-${count}.example` }, admin)).code).toBe(
    200,
  );
  expect((await settingsOf(admin)).domains[0]?.name).toMatch(/^xn--bcher-/);
});

test("nobody reaches the settings and domains of another company, nor with an old proof", async () => {
  const [admin, stranger] = await Promise.all([administrator(), administrator()]);
  const domain = await claim(admin, admin.domain);
  for (const call of [contract.domainRemove, contract.domainMail, contract.domainCheck])
    expect([call.name, (await provider.call(call, { id: domain.id }, stranger)).code]).toEqual([
      call.name,
      404,
    ]);
  await setUp(stranger);
  await signInBy(provider, idp, stranger.email);
  const kept = await provider.call(contract.companyPasswords, { keptAccountId: admin.id }, stranger);
  expect(kept.code).toBe(400);
  late = 31 * 60_000;
  expect((await provider.call(contract.companySwitch, { to: "off" }, stranger)).code).toBe(1106);
  expect((await provider.call(contract.companySettingsSave, sound(), stranger)).code).toBe(1106);
});

test("passwords go off only after an administrator has come in, and for all but one account", async () => {
  const admin = await administrator();
  const member = await makePerson(provider.db, admin.company, { role: "viewer", email: `m@${admin.domain}` });
  await setUp(admin);
  const early = await provider.call(contract.companyPasswords, { keptAccountId: admin.id }, admin);
  expect([early.code, early.message]).toEqual([409, expect.stringContaining("yourself first")]);
  await signInBy(provider, idp, member.email);
  expect((await provider.call(contract.companyPasswords, { keptAccountId: admin.id }, admin)).code).toBe(409);
  await signInBy(provider, idp, admin.email);
  expect((await provider.call(contract.companyPasswords, { keptAccountId: member.id }, admin)).code).toBe(
    400,
  );
  expect((await provider.call(contract.companyPasswords, { keptAccountId: admin.id }, admin)).code).toBe(200);

  const signInAs = (userName: string, password = PASSWORD) => provider.call(signIn, { userName, password });
  const refused = await signInAs(member.userName);
  expect([refused.code, refused.message]).toEqual([1001, expect.stringContaining("own sign-in service")]);
  const wrong = await signInAs(member.userName, "not the password");
  expect(wrong.message).toContain("password is wrong");
  expect((await signInAs(admin.userName)).code).toBe(200);
  expect((await signInBy(provider, idp, member.email)).code).toBe(200);
});

test("while passwords are off no link sets one, and mails lead to the company's sign-in", async () => {
  const admin = await administrator();
  const member = await makePerson(provider.db, admin.company, { role: "viewer", email: `m@${admin.domain}` });
  const context = { now: new Date(), publicUrl: "https://portal.example.com" };
  const { url } = await makeResetLink(provider.db, member, 1, context);
  await withoutPasswords(admin);
  const old = await provider.call(resetPassword, { token: tokenIn(url), password: "new-Harbour-4711" });
  expect(old.message).toContain("own sign-in service");
  await provider.call(forgotPassword, { email: member.email });
  const [mail] = (await mailsTo(member.email)).slice(-1);
  expect(mail?.body).toContain("https://portal.example.com/login/company\n");
  expect((await provider.call(getResetPwd, { userId: member.id }, admin)).code).toBe(409);
  const invited = { userName: `inv${count}x`, name: "Ina", email: `ina@${admin.domain}`, roleId: viewer };
  await provider.call(addUser, { ...invited, departmentId: null }, admin);
  const [welcome] = await mailsTo(`ina@${admin.domain}`);
  expect(welcome?.body).toContain("/login/company");
  expect((await signInBy(provider, idp, `ina@${admin.domain}`)).data.username).toBe(invited.userName);
});

test("while passwords are off a passkey opens no account either, but the one that keeps its password", async () => {
  const admin = await administrator();
  const member = await makePerson(provider.db, admin.company, { role: "viewer", email: `m@${admin.domain}` });
  const { data } = await provider.call(signIn, { userName: member.userName, password: PASSWORD });
  const site = { origin: "https://portal.example.com", id: "portal.example.com" };
  const deviceOf = async (token: string) => {
    const device = authenticator();
    const asked = await provider.call(passkey.passkeyAddOptions, {}, { token });
    const credential = device.make(asked.data.options, site);
    await provider.call(
      passkey.passkeyAdd,
      { ticket: asked.data.ticket, credential, name: "Phone" },
      { token },
    );
    return async () => {
      const { data: asking } = await provider.call(passkey.passkeySignInOptions, {});
      const answer = { ticket: asking.ticket, credential: device.use(asking.options, site) };
      return provider.call(passkey.passkeySignIn, answer);
    };
  };
  const [ofMember, ofAdmin] = [await deviceOf(data.token), await deviceOf(admin.token)];
  expect((await ofMember()).code).toBe(200);
  await withoutPasswords(admin);
  const refused = await ofMember();
  expect([refused.code, refused.message]).toEqual([1001, expect.stringContaining("own sign-in service")]);
  expect((await ofAdmin()).code).toBe(200);
});

test("the account that keeps its password can be neither removed nor demoted nor disabled", async () => {
  const admin = await administrator();
  await withoutPasswords(admin);
  const other = await makePerson(provider.db, admin.company, { email: `two@${admin.domain}` });
  const { data } = await signInBy(provider, idp, other.email);
  const change = { userId: admin.id, name: "Boss", email: admin.email, departmentId: null };
  const admins = await roleId(provider.db, "admin");
  const answers = [
    await provider.call(editUser, { ...change, roleId: viewer, status: "ACTIVE" }, data),
    await provider.call(editUser, { ...change, roleId: admins, status: "DISABLED" }, data),
    await provider.call(deleteUser, { id: admin.id, accountName: admin.userName }, data),
  ];
  expect(answers.map(({ code }) => code)).toEqual([409, 409, 409]);
  expect((await provider.call(editUser, { ...change, roleId: admins, status: "ACTIVE" }, data)).code).toBe(
    200,
  );
  await provider.call(contract.companyPasswords, { keptAccountId: other.id }, data);
  expect((await provider.call(deleteUser, { id: admin.id, accountName: admin.userName }, data)).code).toBe(
    200,
  );
});

/** The operator's command, twice. */
async function offByOperator(companyId: string): Promise<boolean[]> {
  const { code } = await provider.db
    .selectFrom("company")
    .select("code")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  expect((await listCompanySignIns(provider.db)).find(({ company }) => company === code)?.isOn).toBe(true);
  const first = await companySignInOff(provider.db, code, new Date());
  return [first, await companySignInOff(provider.db, code, new Date())];
}

test("switching off, removing the settings, another issuer or the last domain gives the passwords back", {
  tags: "slow",
}, async () => {
  for (const end of ["off", "removed", "issuer", "domain", "on again", "operator"] as const) {
    const admin = await administrator();
    const member = await makePerson(provider.db, admin.company, { role: "viewer" });
    await withoutPasswords(admin);
    const { domains } = await settingsOf(admin);
    if (end === "off" || end === "removed") await provider.call(contract.companySwitch, { to: end }, admin);
    if (end === "issuer")
      await provider.call(contract.companySettingsSave, { ...sound(), issuer: "https://id.example" }, admin);
    if (end === "domain") await provider.call(contract.domainRemove, { id: domains[0]!.id }, admin);
    if (end === "on again") await provider.call(contract.companyPasswords, { keptAccountId: null }, admin);
    if (end === "operator") expect(await offByOperator(admin.company)).toEqual([true, false]);
    const answer = await provider.call(signIn, { userName: member.userName, password: PASSWORD });
    expect([end, answer.code]).toEqual([end, 200]);
  }
});

test("a member who came in without a password keeps the account through changes by an administrator", async () => {
  const admin = await administrator();
  await setUp(admin);
  const { data } = await signInBy(provider, idp, `sso@${admin.domain}`);
  const change = { userId: data.userId, name: "Sso", email: `sso@${admin.domain}`, roleId: viewer };
  const edited = await provider.call(editUser, { ...change, departmentId: null, status: "ACTIVE" }, admin);
  expect(edited.code).toBe(200);
  expect((await provider.call(getUser, {}, { token: data.token })).data.name).toBe("Sso");
});
