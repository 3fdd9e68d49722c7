import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { factorConfirm, factorRequire, factorStart } from "#app/contract/second-factor.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
/** Time that has passed for the provider, so that no code is typed twice. */
let passed = 0;
beforeAll(async () => {
  provider = await startProvider({ now: () => new Date(Date.now() + passed) });
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const STEP_MS = 30_000;
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + passed });

async function someone(given: Parameters<typeof makePerson>[2] = {}, company?: string) {
  return makePerson(provider.db, company ?? (await makeCompany(provider.db)), given);
}

/** Sets up a second factor by calls, as the screen is tested by itself. */
async function secretOf(userName: string): Promise<{ secret: string; token: string; codes: string[] }> {
  const { data } = await provider.call(signIn, { userName, password: PASSWORD });
  const { token } = data;
  const { secret } = (await provider.call(factorStart, {}, { token })).data;
  const done = await provider.call(factorConfirm, { code: codeOf(secret) }, { token });
  passed += STEP_MS;
  return { secret, token, codes: done.data.recoveryCodes };
}

async function firstStep(userName: string, address = "/login"): Promise<Browser> {
  const browser = portal.visitor();
  const answer = await browser.post(address, { userName, password: PASSWORD });
  expect(answer.location).toMatch(/^\/login\/factor/);
  return browser;
}

async function signedIn(userName: string, secret: string): Promise<Browser> {
  const browser = await firstStep(userName);
  expect((await browser.post("/login/factor", { code: codeOf(secret) })).status).toBe(302);
  passed += STEP_MS;
  return browser;
}

test("a person sets up a second factor with the key shown as text and QR code, and gets recovery codes once", async () => {
  const { userName } = await someone();
  const browser = await portal.signedIn(userName, PASSWORD);
  expect((await browser.get("/account/index")).markup).toContain('href="/account/secondFactor"');
  const page = await browser.get("/account/secondFactor?step=code");
  expect(page.markup).toMatch(/<svg[^>]*aria-label="QR code for the authenticator app"[^>]*><path d="M/);
  const [, shown = ""] = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page.markup) ?? [];
  const secret = shown.replaceAll(" ", "");
  const wrong = await browser.post("/account/secondFactor?step=code", {
    requestId: requestIdOf(page),
    intent: "confirm",
    code: "12",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.markup).toContain("This code is wrong, was used already, or is too old");
  expect(wrong.markup).toContain(shown);
  const fields = { requestId: requestIdOf(wrong), intent: "confirm", code: codeOf(secret) };
  const done = await browser.post("/account/secondFactor?step=code", fields);
  const codes = [...done.markup.matchAll(/<li>([\w-]{14})<\/li>/g)].map(([, code]) => code);
  expect(codes).toHaveLength(10);
  // A form that is sent again by a reload shows the same codes.
  const again = await browser.post("/account/secondFactor?step=code", fields);
  expect([...again.markup.matchAll(/<li>([\w-]{14})<\/li>/g)].map(([, code]) => code)).toEqual(codes);
  const after = await browser.get("/account/secondFactor");
  expect(after.markup).toContain("Recovery codes left: 10");
  expect(after.html).not.toContain(codes[0]);
  passed += STEP_MS;
  await signedIn(userName, secret);
});

test("the second step leads to the page that was asked for, and a wrong code stays on it", async () => {
  const { userName } = await someone();
  const { secret } = await secretOf(userName);
  const browser = await firstStep(userName, "/login?redirect=%2Faccount%2Fsessions");
  const path = "/login/factor?redirect=%2Faccount%2Fsessions";
  expect((await browser.get("/account/index")).location).toMatch(/^\/home/);
  const empty = await browser.post(path, { code: "" });
  expect([empty.status, empty.markup.includes("Please enter the code")]).toEqual([400, true]);
  const wrong = await browser.post(path, { code: "aaaaaa" });
  expect(wrong.status).toBe(400);
  expect(wrong.markup).not.toContain('value="aaaaaa"');
  expect((await browser.post(path, { code: codeOf(secret) })).location).toBe("/account/sessions");
  passed += STEP_MS;
  expect((await browser.get("/account/sessions")).status).toBe(200);
});

test("without a first step there is no second, and one that took too long begins again with the reason", async () => {
  expect((await portal.visitor().get("/login/factor")).location).toBe("/login");
  const { userName } = await someone();
  const { secret } = await secretOf(userName);
  const browser = await firstStep(userName);
  passed += 11 * 60_000;
  expect((await browser.post("/login/factor", { code: codeOf(secret) })).location).toBe("/login");
  expect((await browser.get("/login")).markup).toContain("This sign-in took too long");
  expect((await browser.get("/login/factor")).location).toBe("/login");
});

test("password and address are changed after a fresh code, which the page asks for and comes back", {
  tags: "slow",
}, async () => {
  const { userName } = await someone();
  const { secret } = await secretOf(userName);
  const browser = await signedIn(userName, secret);
  expect((await browser.get("/account/password")).status).toBe(200);
  const age = { proved_at: new Date(Date.now() - 31 * 60_000) };
  await provider.db.updateTable("auth_token").set(age).execute();
  const asked = await browser.get("/account/password");
  expect(asked.location).toBe("/account/confirm?redirect=%2Faccount%2Fpassword");
  expect((await browser.get("/account/index")).markup).toContain("Confirm that it is you to change it");
  const page = await browser.get(asked.location!);
  const wrong = await browser.post(asked.location!, { requestId: requestIdOf(page), code: "000" });
  expect(wrong.status).toBe(400);
  const fields = { requestId: requestIdOf(wrong), code: codeOf(secret) };
  expect((await browser.post(asked.location!, fields)).location).toBe("/account/password");
  passed += STEP_MS;
  const form = {
    requestId: requestIdOf(await browser.get("/account/password")),
    oldPassword: PASSWORD,
    password: "green-Harbour-43",
    repeat: "green-Harbour-43",
  };
  expect((await browser.post("/account/password", form)).status).toBe(302);
});

test("who has no second factor is asked for the password before one is set up", {
  tags: "slow",
}, async () => {
  const { userName } = await someone();
  const browser = await portal.signedIn(userName, PASSWORD);
  await provider.db.updateTable("auth_token").set({ proved_at: null }).execute();
  const asked = await browser.get("/account/secondFactor?step=code");
  expect(asked.location).toBe("/account/confirm?redirect=%2Faccount%2FsecondFactor%3Fstep%3Dcode");
  const page = await browser.get(asked.location!);
  const wrong = await browser.post(asked.location!, { requestId: requestIdOf(page), password: "not-mine" });
  expect([wrong.status, wrong.markup.includes('value="not-mine"')]).toEqual([400, false]);
  const fields = { requestId: requestIdOf(wrong), password: PASSWORD };
  expect((await browser.post(asked.location!, fields)).location).toBe("/account/secondFactor?step=code");
});

test("a member of a company that requires it is led to the set-up from every page, in their language", async () => {
  const company = await makeCompany(provider.db);
  const admin = await secretOf((await someone({}, company)).userName);
  await provider.call(factorRequire, { isRequired: true }, { token: admin.token });
  const member = await someone({ role: "booker", language_preference: "zh" }, company);
  const browser = await portal.signedIn(member.userName, PASSWORD);
  for (const path of ["/dashboard", "/account/sessions", "/shipments/index"])
    expect((await browser.get(path)).location).toBe("/account/secondFactor");
  const page = await browser.get("/account/secondFactor");
  expect([page.status, page.markup.includes("此处要求启用双重验证")]).toEqual([200, true]);
  const { secret } = await secretOf(member.userName);
  const again = await signedIn(member.userName, secret);
  expect((await again.get("/shipments/index")).status).toBe(200);
});

test("an administrator requires it of all members and switches the own one off only after that", {
  tags: "slow",
}, async () => {
  const { userName } = await someone();
  const { secret } = await secretOf(userName);
  const browser = await signedIn(userName, secret);
  const save = async (fields: Record<string, string>) => {
    const requestId = requestIdOf(await browser.get("/account/secondFactor"));
    return browser.post("/account/secondFactor", { requestId, ...fields });
  };
  expect((await save({ intent: "require", isRequired: "on" })).location).toBe("/account/secondFactor");
  expect((await browser.get("/account/secondFactor")).markup).not.toContain("Switch off");
  expect((await save({ intent: "remove" })).markup).toContain("A second factor is required");
  await save({ intent: "require" });
  expect((await save({ intent: "remove" })).location).toBe("/account/secondFactor");
  expect((await browser.get("/account/secondFactor")).markup).toContain(
    "Signing in takes your password only",
  );
});

test("an administrator resets a member's second factor after a fresh code, and nobody else opens the page", async () => {
  const company = await makeCompany(provider.db);
  const boss = await someone({}, company);
  const member = await someone({ role: "viewer" }, company);
  const stranger = await someone();
  const { secret } = await secretOf(boss.userName);
  const lost = await secretOf(member.userName);
  const browser = await signedIn(boss.userName, secret);
  const path = `/account/factorReset?name=${member.userName}`;
  const theirs = await signedIn(member.userName, lost.secret);
  expect((await theirs.get(path)).location).toBe("/404");
  for (const other of [boss.userName, stranger.userName, "nobody"])
    expect((await browser.get(`/account/factorReset?name=${other}`)).location).toBe("/404");

  await provider.db.updateTable("auth_token").set({ proved_at: null }).execute();
  const asked = await browser.get(path);
  expect(asked.location).toBe(`/account/confirm?redirect=${encodeURIComponent(path)}`);
  const requestId = requestIdOf(await browser.get(asked.location!));
  expect((await browser.post(asked.location!, { requestId, code: codeOf(secret) })).location).toBe(path);
  passed += STEP_MS;
  const page = await browser.get(path);
  expect(page.markup).toContain(`(${member.userName}) sign in without a second factor again?`);
  expect((await browser.post(path, { requestId: requestIdOf(page) })).location).toBe("/account/secondFactor");
  expect((await browser.get("/account/secondFactor")).markup).toContain("second factor has been reset");
  expect((await theirs.get("/account/secondFactor")).status).toBe(401);
  await portal.signedIn(member.userName, PASSWORD);
});
