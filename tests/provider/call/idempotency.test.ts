import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgotPassword } from "#app/contract/auth.ts";
import { CODE_FAILURE, CODE_INVALID } from "#app/contract/code.ts";
import { addUser, getResetPwd } from "#app/contract/member.ts";
import { resetPwd, updateUser } from "#app/contract/user.ts";
import { runWrite, type Write } from "#app/provider/call/idempotency.ts";
import { Refusal } from "#app/provider/call/refusal.ts";
import { CommitUnknownError } from "#app/provider/db/database.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { secondProvider } from "#tests/support/second-provider.ts";

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
const keptAnswers = () => provider.db.selectFrom("idempotency_key").selectAll().execute();
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
  const second = await secondProvider(provider);
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

test("a failure of the database while a key is taken is a failure, not work under way", async () => {
  const { token } = await admin();
  const member = await newMember("no.table");
  const key = randomUUID();
  await sql`alter table idempotency_key rename to idempotency_key_away`.execute(provider.db);
  try {
    const answer = await provider.call(addUser, member, { token, key });
    expect(answer.status).toBe(500);
  } finally {
    await sql`alter table idempotency_key_away rename to idempotency_key`.execute(provider.db);
  }
  expect(await membersNamed("no.table")).toBe(0);
  expect((await provider.call(addUser, member, { token, key })).status).toBe(200);
});

test("a repeat whose first call does not end says that it is still at work, and has its answer afterwards", async () => {
  const hasty = await startProvider({ statementMs: 500 });
  const companyId = await makeCompany(hasty.db);
  const { id } = await makePerson(hasty.db, companyId);
  const token = await makeSession(hasty.db, id);
  const member = {
    userName: "slow.one",
    name: "New Member",
    email: "slow.one@example.com",
    departmentId: null,
    roleId: await roleId(hasty.db, "viewer"),
  };
  const key = randomUUID();
  const send = (language: "en" | "zh") => hasty.call(addUser, member, { token, key, language });
  // Another process, which has taken the key.
  const other = new pg.Client(hasty.database.connection);
  await other.connect();
  try {
    await other.query("begin");
    await other.query(
      "insert into idempotency_key (caller, key, endpoint, request_hash, answer) values ($1, $2, 'x', '', '{}')",
      [`user:${id}`, createHash("sha256").update(key).digest("base64url")],
    );
    const refused = await send("en");
    expect(refused).toMatchObject({ status: 503, code: CODE_FAILURE });
    expect(refused.message).toMatch(/^This request is still being worked on/);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await send("zh")).message).toMatch(/^该请求仍在处理中/);
    await other.query("rollback");
    const done = await send("en");
    expect(done).toMatchObject({ status: 200, code: 200 });
    expect(body(await send("en"))).toBe(body(done));
  } finally {
    await other.end();
    await hasty.stop();
  }
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
  const corrected = { ...taken, userName: "still.free", email: "still.free@example.com" };
  expect((await provider.call(addUser, corrected, { token, key })).code).toBe(200);
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
  const kept = await keptAnswers();
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(JSON.stringify(kept)).not.toContain(newPassword);
});

test("a malformed key is refused", async () => {
  const { token } = await admin();
  for (const key of ["short", "x".repeat(201)])
    expect((await provider.call(updateUser, { name: "N" }, { token, key })).code).toBe(400);
});

test("the answer of a call that hands out a secret comes again, and is kept sealed; any other is kept as it is", async () => {
  const { token, companyId } = await admin();
  const { id: userId } = await makePerson(provider.db, companyId);
  const [plainKey, secretKey] = [randomUUID(), randomUUID()];
  const keptFor = async (endpoint: string) =>
    (await keptAnswers()).filter((row) => row.endpoint === endpoint).map(({ answer }) => answer);
  const link = () => provider.call(getResetPwd, { userId }, { token, key: secretKey });
  const first = await link();
  expect(first).toMatchObject({ code: 200, data: { url: expect.stringContaining("token=") } });
  expect(body(await link())).toBe(body(first));
  expect(await keptFor("portalUser.getResetPwd")).toEqual([
    { sealed: expect.stringMatching(/^[\w+/]{80,}=*$/) },
  ]);
  const added = await provider.call(addUser, await newMember("kept.as.it.is"), { token, key: plainKey });
  expect(await keptFor("portalUser.addUser")).toContainEqual({ data: added.data });
});

describe("a write", () => {
  const writeOf = (key: string | null, given: Partial<Write> = {}): Write => ({
    scope: "user:0",
    key,
    endpoint: "test",
    input: {},
    isAnswerSecret: false,
    ...given,
  });
  const nameOf = async (id: string) =>
    (await provider.db.selectFrom("app_user").select("name").where("id", "=", id).executeTakeFirstOrThrow())
      .name;
  const rename = (db: Kysely<Database>, id: string, name: string) =>
    db.updateTable("app_user").set({ name }).where("id", "=", id).execute();

  test.each([
    ["with a key", randomUUID()],
    ["without a key", null],
  ])("%s that is refused or fails leaves nothing of what it did", async (_, key) => {
    const { id } = await admin();
    for (const error of [new Refusal(CODE_INVALID, "passwordUnchanged"), new Error("a fault of ours")]) {
      const written = runWrite(provider.db, writeOf(key), async (trx) => {
        await rename(trx, id, "Renamed");
        throw error;
      });
      await expect(written).rejects.toBe(error);
      expect(await nameOf(id)).toBe("Pat Example");
    }
    expect(await runWrite(provider.db, writeOf(key), async () => "free")).toBe("free");
  });

  test.each([
    ["with a key", randomUUID()],
    ["without a key", null],
  ])("%s whose refusal keeps its changes keeps them each time, and no answer", async (_, key) => {
    const { id } = await admin();
    const error = new Refusal(CODE_INVALID, "passwordWrong", { keepsChanges: true });
    for (const name of ["Once", "Twice"]) {
      const written = runWrite(provider.db, writeOf(key), async (trx) => {
        await rename(trx, id, name);
        throw error;
      });
      await expect(written).rejects.toBe(error);
      expect(await nameOf(id)).toBe(name);
    }
    expect(await runWrite(provider.db, writeOf(key), async () => "free")).toBe("free");
  });

  test("runs once, and its repeats wait for it without a connection each", async () => {
    const write = writeOf(randomUUID());
    const held = Promise.withResolvers<void>();
    let runs = 0;
    const crowd = Array.from({ length: 2 * provider.database.pool.options.max! }, () =>
      runWrite(provider.db, write, async () => {
        runs++;
        await held.promise;
        return "done";
      }),
    );
    try {
      await sql`select 1`.execute(provider.db);
    } finally {
      held.resolve();
    }
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(["done"]));
    expect(runs).toBe(1);
  });

  /** Writes on a connection that is lost as it commits, the first time. */
  async function writeCutAtCommit(id: string, key: string | null) {
    let runs = 0;
    const answer = runWrite(provider.db, writeOf(key), async (trx) => {
      runs++;
      await rename(trx, id, `Run ${runs}`);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      if (runs === 1) await provider.database.pool.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
      return `run ${runs}`;
    });
    return { answer: await answer.catch((error) => error), runs };
  }

  test("with a key is run again when its connection is lost at COMMIT", async () => {
    const { id } = await admin();
    expect(await writeCutAtCommit(id, randomUUID())).toEqual({ answer: "run 2", runs: 2 });
    expect(await nameOf(id)).toBe("Run 2");
  });

  test("without a key is not: it may have happened", async () => {
    const { id } = await admin();
    expect(await writeCutAtCommit(id, null)).toEqual({ answer: expect.any(CommitUnknownError), runs: 1 });
    expect(await nameOf(id)).toBe("Pat Example");
  });
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
