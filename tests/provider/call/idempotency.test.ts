import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { forgotPassword } from "#app/contract/auth.ts";
import { addUser, getResetPwd, resetPwd, updateUser } from "#app/contract/user.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

async function admin() {
  const companyId = await makeCompany(provider.db);
  const person = await makePerson(provider.db, companyId);
  return { companyId, id: person.id, token: await makeSession(provider.db, person.id) };
}
async function newMember(userName: string) {
  return {
    userName,
    name: "New Member",
    email: `${userName}@example.com`,
    roleId: await roleId(provider.db, "viewer"),
    departmentId: null,
  };
}
const membersNamed = async (userName: string) =>
  (await provider.db.selectFrom("app_user").select("id").where("user_name", "=", userName).execute()).length;
const body = ({
  status,
  code,
  message,
  data,
}: {
  status: number;
  code: number;
  message: string;
  data: unknown;
}) => JSON.stringify({ status, code, message, data });

test("200 identical writes at once have one effect and one answer", async () => {
  const { token } = await admin();
  const member = await newMember("only.once");
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => provider.call(addUser, member, { token, key })),
  );
  expect(answers[0]).toMatchObject({ status: 200, code: 200 });
  expect(new Set(answers.map(body)).size).toBe(1);
  expect(await membersNamed("only.once")).toBe(1);
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .select("id")
    .where("recipient", "=", member.email)
    .execute();
  expect(mails).toHaveLength(1);
});

test("without a key the second of two writes is a write of its own", async () => {
  const { token } = await admin();
  const member = await newMember("without.a.key");
  expect((await provider.call(addUser, member, { token })).code).toBe(200);
  expect((await provider.call(addUser, member, { token })).code).toBe(409);
});

test("two providers on one database that get the same key at once write once", async () => {
  const { token } = await admin();
  const member = await newMember("two.providers");
  const key = randomUUID();
  // Modules of its own, so that the second provider shares no memory with the first, as in another process.
  vi.resetModules();
  const { createServer } = await import("#app/provider/http/server.ts");
  const second = await createServer({
    database: provider.db,
    target: provider.database.connection,
    files: provider.files,
    config: {
      publicUrl: "https://portal.example.com",
      isRateLimited: false,
      trustedProxies: [],
      socketOrigins: { listed: [], isOwnHostEnough: true },
    },
    log: pino({ level: "silent" }),
  });
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 2 === 0) return (await provider.call(addUser, member, { token, key })).data;
        const answer = await second.inject({
          method: "POST",
          url: "/api/portalUser/addUser",
          headers: { authorization: `Bearer ${token}`, "idempotency-key": key },
          payload: member,
        });
        return answer.json().data;
      }),
    );
    expect(answers[0]).toEqual({ userId: expect.any(String) });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await membersNamed("two.providers")).toBe(1);
  } finally {
    await second.close();
  }
});

test("a key that came with another request, or at another call, is a conflict", async () => {
  const { token, id } = await admin();
  const key = randomUUID();
  expect((await provider.call(updateUser, { name: "One" }, { token, key })).code).toBe(200);
  expect(await provider.call(updateUser, { name: "Two" }, { token, key })).toMatchObject({
    status: 200,
    code: 409,
  });
  expect((await provider.call(getResetPwd, { userId: id }, { token, key })).code).toBe(409);
  const { name } = await provider.db
    .selectFrom("app_user")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(name).toBe("One");
});

test("two people may use the same key", async () => {
  const [one, two] = [await admin(), await admin()];
  const key = randomUUID();
  expect((await provider.call(updateUser, { name: "One" }, { token: one.token, key })).code).toBe(200);
  expect((await provider.call(updateUser, { name: "Two" }, { token: two.token, key })).code).toBe(200);
});

test("a refused write keeps nothing: the corrected form may use the same key", async () => {
  const { token } = await admin();
  const taken = await newMember("already.taken");
  await provider.call(addUser, taken, { token });
  const key = randomUUID();
  expect((await provider.call(addUser, taken, { token, key })).code).toBe(409);
  expect((await provider.call(addUser, { ...taken, userName: "still.free" }, { token, key })).code).toBe(200);
});

test("a repeated answer comes in the language of the repeat", async () => {
  const { token } = await admin();
  const key = randomUUID();
  expect((await provider.call(updateUser, { name: "N" }, { token, key })).message).toBe("OK");
  expect((await provider.call(updateUser, { name: "N" }, { token, key, language: "zh" })).message).toBe(
    "成功",
  );
});

test("public writes share one scope", async () => {
  const key = randomUUID();
  const ask = (email: string) => provider.call(forgotPassword, { email }, { key });
  expect((await ask("somebody@example.com")).code).toBe(200);
  expect((await ask("somebody@example.com")).code).toBe(200);
  expect((await ask("somebody.else@example.com")).code).toBe(409);
});

test("neither key nor passwords can be found in what is kept", async () => {
  const { token } = await admin();
  const key = randomUUID();
  const newPassword = "green-Anchor-77";
  expect((await provider.call(resetPwd, { oldPassword: PASSWORD, newPassword }, { token, key })).code).toBe(
    200,
  );
  const kept = await provider.db.selectFrom("idempotency_key").selectAll().execute();
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(JSON.stringify(kept)).not.toContain(newPassword);
});

test("a malformed key is refused", async () => {
  const { token } = await admin();
  for (const key of ["short", "x".repeat(201)])
    expect((await provider.call(updateUser, { name: "N" }, { token, key })).code).toBe(400);
});

test("kept answers are removed after a day, and not before", async () => {
  const { token } = await admin();
  const key = randomUUID();
  await provider.call(updateUser, { name: "N" }, { token, key });
  const count = async () => (await provider.db.selectFrom("idempotency_key").select("key").execute()).length;
  const before = await count();
  await purge(provider.db, provider.files, new Date(Date.now() + 24 * 3_600_000));
  expect(await count()).toBe(before);
  await purge(provider.db, provider.files, new Date(Date.now() + 27 * 3_600_000));
  expect(await count()).toBe(0);
});
