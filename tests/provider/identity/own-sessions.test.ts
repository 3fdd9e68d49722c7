import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { sessionEnd, sessionList } from "#app/contract/person.ts";
import { getUser } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
const start = Date.parse("2026-11-22T08:00:00Z");
let passed = 0;
beforeAll(async () => {
  provider = await startProvider({ now: () => new Date(start + passed) });
});
afterAll(() => provider?.stop());

const minutes = (count: number) => count * 60_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function signedIn(userName: string, headers: Record<string, string> = {}): Promise<string> {
  const { data } = await provider.call(signIn, { userName, password: PASSWORD }, { headers });
  return data.token;
}

async function someone() {
  const person = await makePerson(provider.db, await makeCompany(provider.db));
  return { ...person, here: await signedIn(person.userName) };
}

const listOf = async (token: string) => (await provider.call(sessionList, {}, { token })).data.sessions;
const codeOf = async (token: string) => (await provider.call(getUser, {}, { token })).code;

test("the list of sessions tells browser, address, sign-in and last use, and which of them asks", async () => {
  const { userName, here } = await someone();
  const there = await signedIn(userName, { "user-agent": FIREFOX, "x-forwarded-for": "203.0.113.7" });
  const sessions = await listOf(here);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ isThis }) => !isThis)).toMatchObject({
    userAgent: FIREFOX,
    address: "203.0.113.7",
    signedInAt: instantToWire(new Date(start + passed)),
  });
  expect((await listOf(there)).find(({ isThis }) => isThis)?.userAgent).toBe(FIREFOX);
});

test("the last use moves with the calls of the session, at intervals of five minutes, with its address", async () => {
  const { here } = await someone();
  const since = instantToWire(new Date(start + passed));
  passed += minutes(4);
  await provider.call(getUser, {}, { token: here });
  expect((await listOf(here))[0]?.lastUsedAt).toBe(since);
  passed += minutes(2);
  await provider.call(getUser, {}, { token: here, headers: { "x-forwarded-for": "203.0.113.9" } });
  expect((await listOf(here))[0]).toMatchObject({
    lastUsedAt: instantToWire(new Date(start + passed)),
    address: "203.0.113.9",
  });
});

test("ending one session ends that one at once, and all others end without an id", async () => {
  const { userName, here } = await someone();
  const [there, elsewhere, nowhere] = [
    await signedIn(userName, { "user-agent": FIREFOX }),
    await signedIn(userName),
    await signedIn(userName),
  ];
  const one = (await listOf(here)).find(({ userAgent }) => userAgent === FIREFOX);
  expect((await provider.call(sessionEnd, { id: one!.id }, { token: here })).code).toBe(200);
  expect([await codeOf(there), await codeOf(elsewhere)]).toEqual([8001, 200]);
  expect((await provider.call(sessionEnd, { id: null }, { token: here })).code).toBe(200);
  expect([await codeOf(elsewhere), await codeOf(nowhere), await codeOf(here)]).toEqual([8001, 8001, 200]);
  const log = await provider.db
    .selectFrom("security_event")
    .select("detail")
    .where("kind", "=", "session.ended")
    .where("user_name", "=", userName)
    .orderBy("id")
    .execute();
  expect(log.map(({ detail }) => detail)).toEqual([{ count: 1 }, { count: 2 }]);
});

test("neither the session in use nor another person's is ended by its id", async () => {
  const [one, other] = [await someone(), await someone()];
  const [own] = await listOf(one.here);
  expect((await provider.call(sessionEnd, { id: own!.id }, { token: one.here })).code).toBe(404);
  expect((await provider.call(sessionEnd, { id: own!.id }, { token: other.here })).code).toBe(404);
  expect(await codeOf(one.here)).toBe(200);
});
