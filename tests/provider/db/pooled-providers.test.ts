/** @module-tag servers */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressList } from "#app/contract/address.ts";
import { signIn } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { addUser } from "#app/contract/member.ts";
import { channelTypes, messageList, messageSend, newInquiry, teamList } from "#app/contract/message.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { getUser } from "#app/contract/user.ts";
import {
  makeCompany,
  makePerson,
  makeSession,
  PASSWORD,
  type Person,
  roleId,
} from "#tests/support/people.ts";
import { type PgBouncer, startPgBouncer } from "#tests/support/pgbouncer.ts";
import { callEndpoint, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { connect } from "../realtime/client.ts";

/** Makes people on the database itself; it serves no calls. */
let base: TestProvider;
let pgbouncer: PgBouncer;
/** Two with the direct address as well, and one without. */
let processes: ProviderProcess[] = [];

beforeAll(async () => {
  base = await startProvider();
  pgbouncer = await startPgBouncer(base.database.connection);
  const url = pgbouncer.url(base.database.connection);
  const direct = { DATABASE_DIRECT_URL: base.database.url };
  processes = await Promise.all([
    startProviderProcess(url, direct),
    startProviderProcess(url, direct),
    startProviderProcess(url, { LOG_LEVEL: "warn" }),
  ]);
});
afterAll(async () => {
  await endProcesses(processes);
  await pgbouncer?.stop();
  await base?.stop();
});

interface Member {
  person: Person;
  token: string;
}

async function member(companyId: string): Promise<Member> {
  const person = await makePerson(base.db, companyId);
  return { person, token: await makeSession(base.db, person.id) };
}

function call<Data>(
  process: number,
  endpoint: Endpoint,
  input: object,
  { token }: Partial<Member>,
  key?: string,
) {
  return callEndpoint<Data>(processes[process]!.url, endpoint, input, {
    ...(token ? { token } : {}),
    ...(key ? { key } : {}),
  });
}

/** An inquiry of the sender with the first message, 0. */
async function inquire(process: number, sender: Member): Promise<string> {
  const message = { type: channelTypes.shipment, subject: "Pooled", text: "0", clientId: "message-0" };
  const { data } = await call<{ channelId: string }>(process, newInquiry, message, sender, randomUUID());
  return data.channelId;
}

async function textsOf(process: number, channelId: string, reader: Member): Promise<string[]> {
  const given = { channelId, after: 0, limit: 100 };
  const { data } = await call<{ rows: { text: string }[] }>(process, messageList, given, reader);
  return data.rows.map(({ text }) => text);
}

test.each([0, 1, 2])(
  "at process %i people sign in and see their lists, fifty calls at a time",
  async (process) => {
    const { person } = await member(await makeCompany(base.db, ["MEMBER_MANAGE"]));
    const signedIn = await call<{ token: string }>(
      process,
      signIn,
      { userName: person.userName, password: PASSWORD },
      {},
    );
    expect(signedIn.code).toBe(200);
    const own = { token: signedIn.data.token };
    const asked: [Endpoint, object][] = [
      [getUser, {}],
      [shipmentList, { page: 1, limit: 10 }],
      [teamList, {}],
      [addressList, { page: 1, limit: 10 }],
    ];
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const [endpoint, input] = asked[index % asked.length]!;
          return call(process, endpoint, input, own);
        }),
      );
      expect([
        ...new Set(answers.map(({ status, code, message }) => `${status} ${code} ${message}`)),
      ]).toEqual(["200 200 OK"]);
    }
    expect(processes[process]!.output()).not.toContain('"level":50');
  },
);

test("a write that is sent to all at once under one key is stored once and answered alike", async () => {
  const admin = await member(await makeCompany(base.db));
  const userName = `new${randomUUID().slice(0, 8)}`;
  const input = {
    userName,
    name: "New Member",
    email: `${userName}@example.com`,
    departmentId: null,
    roleId: await roleId(base.db, "viewer"),
  };
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => call(index % 3, addUser, input, admin, key)),
  );
  expect(new Set(answers.map(({ code, data }) => JSON.stringify({ code, data })))).toHaveLength(1);
  expect(answers[0]!.code).toBe(200);
  const stored = await base.db
    .selectFrom("app_user")
    .select("id")
    .where("user_name", "=", userName)
    .execute();
  expect(stored).toHaveLength(1);
});

test("a message that is written on one comes live on the other, by a notification", async () => {
  const company = await makeCompany(base.db);
  const [sender, reader] = [await member(company), await member(company)];
  const channelId = await inquire(0, sender);
  const far = await connect({ url: processes[1]!.url, db: base.db }, reader.person, reader.token);
  const took: number[] = [];
  for (const text of ["1", "2", "3", "4", "5", "6"]) {
    const since = performance.now();
    await call(0, messageSend, { channelId, text, clientId: `message-${text}` }, sender, randomUUID());
    await far.until((frame) => frame.data?.num === Number(text) + 1);
    took.push(performance.now() - since);
  }
  // One that only polls takes up to a second.
  expect(Math.min(...took.slice(1))).toBeLessThan(700);
  expect(await textsOf(1, channelId, reader)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  const { rows } = await base.database.pool.query(
    "select query from pg_stat_activity where datname = current_database() and application_name = 'fairlead realtime'",
  );
  expect(rows.length).toBeGreaterThanOrEqual(2);
});

test("without the direct address it says what is late, and messages are there within seconds and on reload", async () => {
  const { output } = processes[2]!;
  expect(output().match(/connection pooler[^\n]*a second later[^\n]*set DATABASE_DIRECT_URL/g)).toHaveLength(
    1,
  );
  const company = await makeCompany(base.db);
  const [sender, reader] = [await member(company), await member(company)];
  const channelId = await inquire(0, sender);
  const far = await connect({ url: processes[2]!.url, db: base.db }, reader.person, reader.token);
  await call(0, messageSend, { channelId, text: "1", clientId: "message-1" }, sender, randomUUID());
  expect(await textsOf(2, channelId, reader)).toEqual(["0", "1"]);
  await far.until((frame) => frame.data?.num === 2);
  expect(output()).not.toContain("Realtime events cannot be read");
});
