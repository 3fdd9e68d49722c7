import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import * as passkey from "#app/contract/passkey.ts";
import { getUser } from "#app/contract/user.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let passed = 0;
beforeAll(async () => {
  provider = await startProvider({ now: () => new Date(Date.now() + passed) });
});
afterAll(() => provider?.stop());

const SITE = { origin: "https://portal.example.com", id: "portal.example.com" };
const MINUTE_MS = 60_000;

async function someone(given: Parameters<typeof makePerson>[2] = {}) {
  const person = await makePerson(provider.db, await makeCompany(provider.db), given);
  const { data } = await provider.call(signIn, { userName: person.userName, password: PASSWORD });
  return { ...person, token: data.token };
}

async function add(token: string, device = authenticator(), site = SITE) {
  const asked = await provider.call(passkey.passkeyAddOptions, {}, { token });
  const credential = device.make(asked.data.options, site);
  const input = { ticket: asked.data.ticket, credential, name: "Phone" };
  return { device, input, answer: await provider.call(passkey.passkeyAdd, input, { token }) };
}

async function withPasskey(given: Parameters<typeof makePerson>[2] = {}) {
  const person = await someone(given);
  const { device, answer } = await add(person.token);
  expect(answer.code).toBe(200);
  return { ...person, device };
}

const askSignIn = async () => (await provider.call(passkey.passkeySignInOptions, {})).data;

async function logOf({ userName }: { userName: string }) {
  const rows = await provider.db
    .selectFrom("security_event")
    .select(["kind", "detail"])
    .where("user_name", "=", userName)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

test("a passkey signs its owner in without a password, and the answer to one challenge counts once", async () => {
  const dana = await withPasskey();
  const { ticket, options } = await askSignIn();
  expect(options).toMatchObject({ rpId: SITE.id, userVerification: "required", allowCredentials: [] });
  const input = { ticket, credential: dana.device.use(options, SITE) };
  const done = await provider.call(passkey.passkeySignIn, input);
  expect(done).toMatchObject({ code: 200, data: { userId: dana.id, username: dana.userName } });
  expect((await provider.call(getUser, {}, { token: done.data.token })).code).toBe(200);
  expect((await provider.call(passkey.passkeySignIn, input)).code).toBe(1107);
  const { passkeys } = (await provider.call(passkey.passkeyList, {}, { token: dana.token })).data;
  expect(passkeys).toMatchObject([{ name: "Phone", isSynced: false, lastUsedAt: expect.any(String) }]);
});

test("answers for another site, to another challenge, unverified, late or of an unknown key are refused", async () => {
  const dana = await withPasskey();
  const codeOf = async (change: {
    site?: typeof SITE;
    challenge?: string;
    flags?: number;
    device?: ReturnType<typeof authenticator>;
    lateMs?: number;
  }) => {
    const { ticket, options } = await askSignIn();
    passed += change.lateMs ?? 0;
    const given = change.challenge ? { ...options, challenge: change.challenge } : options;
    const credential = (change.device ?? dana.device).use(given, change.site ?? SITE, 0, change.flags);
    return (await provider.call(passkey.passkeySignIn, { ticket, credential })).code;
  };
  expect(await codeOf({ site: { ...SITE, origin: "https://portal.example.net" } })).toBe(1107);
  expect(await codeOf({ site: { ...SITE, id: "example.net" } })).toBe(1107);
  expect(await codeOf({ challenge: "AAAA" })).toBe(1107);
  expect(await codeOf({ flags: 0x01 })).toBe(1107);
  expect(await codeOf({ lateMs: 11 * MINUTE_MS })).toBe(1107);
  expect(await codeOf({ device: authenticator() })).toBe(1001);
  expect(await codeOf({})).toBe(200);
});

test("a counter that did not rise is noted in the security log and not refused", async () => {
  const dana = await withPasskey();
  const use = async (counter: number) => {
    const { ticket, options } = await askSignIn();
    const credential = dana.device.use(options, SITE, counter);
    return (await provider.call(passkey.passkeySignIn, { ticket, credential })).code;
  };
  expect(await use(5)).toBe(200);
  expect(await logOf(dana)).not.toContain("passkey.counter");
  expect(await use(5)).toBe(200);
  expect((await logOf(dana)).filter((kind) => kind === "passkey.counter")).toHaveLength(1);
  expect(await use(6)).toBe(200);
  expect((await logOf(dana)).filter((kind) => kind === "passkey.counter")).toHaveLength(1);
});

test("a disabled account is not signed in, and its state is told", async () => {
  const dana = await withPasskey();
  await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", dana.id).execute();
  const { ticket, options } = await askSignIn();
  const credential = dana.device.use(options, SITE);
  expect((await provider.call(passkey.passkeySignIn, { ticket, credential })).code).toBe(8006);
});

test("adding and removing take a fresh proof, which a passkey gives to its own session", async () => {
  const dana = await withPasskey();
  const other = await withPasskey();
  passed += 31 * MINUTE_MS;
  const { token } = dana;
  expect((await provider.call(passkey.passkeyAddOptions, {}, { token })).code).toBe(1106);
  const asked = (await provider.call(passkey.passkeyProveOptions, {}, { token })).data!;
  expect(asked.options).toMatchObject({ allowCredentials: [{ id: dana.device.id }] });
  const foreign = { ticket: asked.ticket, credential: other.device.use(asked.options, SITE) };
  expect((await provider.call(passkey.passkeyProve, foreign, { token })).code).toBe(1107);
  const own = { ticket: asked.ticket, credential: dana.device.use(asked.options, SITE) };
  expect((await provider.call(passkey.passkeyProve, own, { token: other.token })).code).toBe(1107);
  expect((await provider.call(passkey.passkeyProve, own, { token })).code).toBe(200);
  expect((await provider.call(passkey.passkeyAddOptions, {}, { token })).code).toBe(200);
});

test("the last passkey goes only when there is another way in", async () => {
  const dana = await withPasskey();
  const { token } = dana;
  const idsOf = async () =>
    (await provider.call(passkey.passkeyList, {}, { token })).data.passkeys.map(({ id }) => id);
  await add(token);
  await provider.db.updateTable("app_user").set({ password_hash: null }).where("id", "=", dana.id).execute();
  const codes = await Promise.all(
    (await idsOf()).map(async (id) => (await provider.call(passkey.passkeyRemove, { id }, { token })).code),
  );
  expect(codes.sort()).toEqual([200, 409]);
  expect(await idsOf()).toHaveLength(1);
});

test("a passkey is named and removed by its owner only, and kept once", async () => {
  const [dana, other] = [await withPasskey(), await withPasskey()];
  const { token } = dana;
  const [own] = (await provider.call(passkey.passkeyList, {}, { token })).data.passkeys;
  const id = own!.id;
  const foreign = { token: other.token };
  expect((await provider.call(passkey.passkeyRename, { id, name: "Mine" }, foreign)).code).toBe(404);
  expect((await provider.call(passkey.passkeyRemove, { id }, foreign)).code).toBe(404);
  expect((await add(other.token, dana.device)).answer.code).toBe(409);
  expect((await provider.call(passkey.passkeyRename, { id, name: "Laptop" }, { token })).code).toBe(200);
  const { passkeys } = (await provider.call(passkey.passkeyList, {}, { token })).data;
  expect(passkeys.map(({ name }) => name)).toEqual(["Laptop"]);
  expect((await provider.call(passkey.passkeyRemove, { id }, { token })).code).toBe(200);
  const { ticket, options } = await askSignIn();
  const credential = dana.device.use(options, SITE);
  expect((await provider.call(passkey.passkeySignIn, { ticket, credential })).code).toBe(1001);
});

test("an answer that is no credential is refused, whatever it holds", async () => {
  const dana = await withPasskey();
  for (const response of [{}, { clientDataJSON: "x" }, { clientDataJSON: 7, signature: [] }]) {
    const { ticket } = await askSignIn();
    const credential = { id: dana.device.id, rawId: dana.device.id, type: "public-key" as const, response };
    expect((await provider.call(passkey.passkeySignIn, { ticket, credential })).code).toBe(1107);
  }
});
