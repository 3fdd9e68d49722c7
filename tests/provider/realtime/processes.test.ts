import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resetPassword, signOut } from "#app/contract/auth.ts";
import { deleteUser, editUser, getResetPwd } from "#app/contract/member.ts";
import {
  channelTypes,
  type MessageData,
  messageList,
  messageSend,
  newInquiry,
} from "#app/contract/message.ts";
import { closeCodes } from "#app/contract/realtime.ts";
import { resetPwd } from "#app/contract/user.ts";
import {
  makeCompany,
  makePerson,
  makeSession,
  PASSWORD,
  type Person,
  roleId,
} from "#tests/support/people.ts";
import { callEndpoint, startProvider, type TestProvider } from "#tests/support/provider.ts";
import {
  endProcesses,
  isRunning,
  type ProviderProcess,
  startProviderProcess,
} from "#tests/support/provider-process.ts";
import { connect, type SocketClient } from "./client.ts";

const MESSAGES = 300;

/** The database that both processes share; this provider serves no calls. */
let base: TestProvider;
/** Kept from test to test; one that a test has killed is started anew. */
let processes: [ProviderProcess, ProviderProcess];
beforeAll(async () => {
  base = await startProvider();
  processes = await Promise.all([startProcess(), startProcess()]);
});
afterAll(async () => {
  await endProcesses(processes);
  await base.stop();
});
beforeEach(async () => {
  const [one, other] = processes;
  processes = await Promise.all([
    isRunning(one) ? one : startProcess(),
    isRunning(other) ? other : startProcess(),
  ]);
});

const startProcess = () => startProviderProcess(base.database.url);

interface Member {
  person: Person;
  token: string;
}

async function member(companyId: string): Promise<Member> {
  const person = await makePerson(base.db, companyId);
  return { person, token: await makeSession(base.db, person.id) };
}

const at = ({ url }: { url: string }) => ({ url, db: base.db });

async function post<Data>(
  { url }: { url: string },
  endpoint: typeof newInquiry | typeof messageSend,
  message: object,
  { token }: Member,
): Promise<Data> {
  const send = () => callEndpoint<Data>(url, endpoint, message, { token, key: randomUUID() });
  let answer = await send();
  // A process that is too busy answers 503, and is called again.
  for (let tries = 0; answer.status === 503 && tries < 50; tries++) {
    await sleep(100);
    answer = await send();
  }
  if (answer.code !== 200) throw new Error(`${answer.status} ${answer.message}`);
  return answer.data;
}

const begin = (provider: { url: string }, sender: Member) =>
  post<{ channelId: string }>(
    provider,
    newInquiry,
    { type: channelTypes.shipment, subject: "Two processes", text: "0", clientId: "message-0" },
    sender,
  );

/** Fetches missing messages when its socket reports one, and after each connection; never by a timer. */
class Reader {
  readonly has: MessageData[] = [];
  readonly #channelId: string;
  readonly #member: Member;
  #provider: { url: string };
  #reading: Promise<void> = Promise.resolve();
  socket: SocketClient | undefined;

  constructor(member: Member, channelId: string, provider: { url: string }) {
    this.#member = member;
    this.#channelId = channelId;
    this.#provider = provider;
  }

  async connect(provider: { url: string }): Promise<void> {
    this.#provider = provider;
    this.socket = await connect(at(provider), this.#member.person, this.#member.token);
    this.socket.socket.on("message", () => this.#catchUp());
    await this.#catchUp();
  }

  /**
   * One fetch after another, so that none starts from an outdated position; repeated when a process is down
   * or too busy, as pages do.
   */
  #catchUp(): Promise<void> {
    this.#reading = this.#reading.then(async () => {
      for (let tries = 0; tries < 100; tries++) {
        try {
          return await this.#read();
        } catch {
          await sleep(100);
        }
      }
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    for (let rows: MessageData[] | undefined; rows?.length !== 0; this.has.push(...rows)) {
      const after = this.has.at(-1)?.sequence ?? 0;
      const given = { channelId: this.#channelId, after, limit: 100 };
      const { token } = this.#member;
      const { data } = await callEndpoint<{ rows: MessageData[] }>(this.#provider.url, messageList, given, {
        token,
      });
      rows = data.rows;
    }
  }
}

test("a message sent at one process reaches the sockets of the other, and a sign-out ends them there", async () => {
  const company = await makeCompany(base.db);
  const [sender, reader, stranger] = [
    await member(company),
    await member(company),
    await member(await makeCompany(base.db)),
  ];
  const { channelId } = await begin(processes[0], sender);
  const far = await connect(at(processes[1]), reader.person, reader.token);
  expect(far.num).toBe(1);
  const own = await connect(at(processes[1]), sender.person, sender.token);
  expect(own.num).toBe(0);
  const other = await connect(at(processes[1]), stranger.person, stranger.token);

  await post(processes[0], messageSend, { channelId, text: "1", clientId: "message-1" }, sender);
  // A late frame of process 1 about the first message may come before.
  expect(await far.until((frame) => frame.data?.num === 2)).toEqual({
    type: "client_business",
    theme: "SERVER_COUNT_UNREAD_MSG",
    data: { channelId, increment: "1", num: 2 },
    nid: far.nid,
  });
  expect(await own.until(() => true)).toEqual({
    type: "client_business",
    theme: "SERVER_COUNT_UNREAD_MSG",
    data: { channelId, increment: "0", num: 0 },
    nid: own.nid,
  });
  // A process without a notification polls once a second: a message sent just after a poll would wait that
  // long.
  const took: number[] = [];
  for (const text of ["2", "3", "4", "5", "6"]) {
    const start = performance.now();
    await post(processes[0], messageSend, { channelId, text, clientId: `message-${text}` }, sender);
    await far.until((frame) => frame.data?.num === Number(text) + 1);
    took.push(performance.now() - start);
  }
  expect(Math.min(...took.slice(1))).toBeLessThan(700);
  await callEndpoint(processes[0].url, signOut, {}, { token: reader.token });
  expect(await far.closed).toBe(closeCodes.sessionEnded);
  expect(other.frames).toEqual([]);
});

test.each([
  ["the sender", 0],
  ["the reader", 1],
] as const)(
  "a process killed while it serves %s loses nothing that was acknowledged",
  { tags: "slow" },
  async (_, killed) => {
    const company = await makeCompany(base.db);
    const [sender, other] = [await member(company), await member(company)];
    const { channelId } = await begin(processes[0], sender);
    const reader = new Reader(other, channelId, processes[1]);
    await reader.connect(processes[1]);
    const survivor = processes[1 - killed]!;
    const lost = reader.socket!.closed.then(async (code) => {
      if (killed === 1) await reader.connect(survivor);
      return code;
    });

    let sendsAt: { url: string } = processes[0];
    let retries = 0;
    for (let each = 1; each < MESSAGES; each++) {
      const sending = async (): Promise<MessageData> => {
        try {
          const message = { channelId, text: `${each}`, clientId: `message-${each}` };
          return await post<MessageData>(sendsAt, messageSend, message, sender);
        } catch {
          // It is unknown whether it was stored: the same request again, to the remaining process.
          retries++;
          sendsAt = survivor;
          return sending();
        }
      };
      const sent = sending();
      if (each === MESSAGES / 2) {
        // Long enough for the request to be sent, but not for its answer.
        await sleep(Math.random() * 4);
        processes[killed].child.kill("SIGKILL");
      }
      expect((await sent).sequence).toBe(each + 1);
    }
    expect(retries > 0).toBe(killed === 0);
    if (killed === 1) expect(await lost).toBe(1006);
    await expect.poll(() => reader.has.length, { timeout: 60_000 }).toBe(MESSAGES);

    const stored = await base.db
      .selectFrom("message")
      .select(["sequence", "client_id"])
      .where("channel_id", "=", channelId)
      .orderBy("sequence")
      .execute();
    const expected = Array.from({ length: MESSAGES }, (__, each) => each);
    expect(stored).toEqual(expected.map((each) => ({ sequence: each + 1, client_id: `message-${each}` })));
    expect(reader.has.map(({ sequence, text }) => [sequence, text])).toEqual(
      expected.map((each) => [each + 1, `${each}`]),
    );
    const last = await reader.socket!.until((frame) => frame.data?.num === MESSAGES);
    expect(last.data).toEqual({ channelId, increment: "1", num: MESSAGES });
    reader.socket!.socket.close();
  },
);

/** Sockets of one person and of another who stays, at both processes. */
async function fourSockets(company: string) {
  const [one, other] = [await member(company), await member(company)];
  // A session each, as for a browser and a phone.
  const token = await makeSession(base.db, one.person.id);
  const sockets = [
    await connect(at(processes[0]), one.person, token),
    await connect(at(processes[1]), one.person, token),
  ];
  const stays = await connect(at(processes[1]), other.person, other.token);
  return { one, other, token, sockets, stays };
}

const endsOf = (sockets: readonly SocketClient[]) => Promise.all(sockets.map(({ closed }) => closed));

/** No messages are sent meanwhile: only the change itself closes the sockets. */
const endings: [string, number, (given: Awaited<ReturnType<typeof fourSockets>>) => Promise<unknown>][] = [
  [
    "a password change, but for the session that made it",
    closeCodes.sessionEnded,
    ({ one }) => {
      const passwords = { oldPassword: PASSWORD, newPassword: "green-Harbour-43" };
      return callEndpoint(processes[0].url, resetPwd, passwords, { token: one.token });
    },
  ],
  [
    "a reset by link",
    closeCodes.sessionEnded,
    async ({ one, other }) => {
      const given = { userId: one.person.id };
      const { data } = await callEndpoint<{ url: string }>(processes[0].url, getResetPwd, given, {
        token: other.token,
      });
      const token = new URL(data.url).searchParams.get("token");
      return callEndpoint(processes[0].url, resetPassword, { token, password: "green-Harbour-43" });
    },
  ],
  [
    "disabling",
    closeCodes.sessionEnded,
    async ({ one, other }) =>
      edit(one, other, { status: "DISABLED", roleId: await roleId(base.db, "admin") }),
  ],
  [
    "deleting",
    closeCodes.sessionEnded,
    ({ one, other }) => {
      const given = { id: one.person.id, accountName: one.person.userName };
      return callEndpoint(processes[0].url, deleteUser, given, { token: other.token });
    },
  ],
  [
    "another role",
    closeCodes.sessionEnded,
    async ({ one, other }) => edit(one, other, { roleId: await roleId(base.db, "booker") }),
  ],
];

function edit({ person }: Member, { token }: Member, given: object) {
  const fields = { userId: person.id, name: "Pat Example", email: person.email, ...given };
  return callEndpoint(processes[0].url, editUser, fields, { token });
}

for (const [name, code, end] of endings) {
  test(`${name} ends the person's sockets at both processes at once, and nobody else's`, {
    tags: "slow",
  }, async () => {
    const given = await fourSockets(await makeCompany(base.db));
    const spared = await connect(at(processes[1]), given.one.person, given.one.token);
    expect(await end(given)).toMatchObject({ code: 200 });
    expect(await endsOf(given.sockets)).toEqual([code, code]);
    if (name.startsWith("a password change")) {
      expect(spared.socket.readyState).toBe(spared.socket.OPEN);
      spared.socket.close();
    } else expect(await spared.closed).toBe(code);
    expect(given.stays.socket.readyState).toBe(given.stays.socket.OPEN);
    given.stays.socket.close();
  });
}

test("another name leaves the person's sockets open", async () => {
  const given = await fourSockets(await makeCompany(base.db));
  const { one, other, sockets, stays } = given;
  const same = { name: "Pat Renamed", roleId: await roleId(base.db, "admin") };
  expect(await edit(one, other, same)).toMatchObject({ code: 200 });
  // When this is done, all events of the change have been read.
  await callEndpoint(processes[0].url, signOut, {}, { token: other.token });
  expect(await stays.closed).toBe(closeCodes.sessionEnded);
  for (const { socket } of sockets) {
    expect(socket.readyState).toBe(socket.OPEN);
    socket.close();
  }
});

test("the message center taken from a role in the database ends its people's sockets at both processes", {
  tags: "slow",
}, async () => {
  const { id } = await base.db
    .insertInto("role")
    .values({ company_id: null, code: randomUUID(), name: "Shared", name_zh: "共用" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const button = await base.db
    .selectFrom("menu")
    .select("id")
    .where("name", "=", "MessageCenter")
    .executeTakeFirstOrThrow();
  await base.db.insertInto("role_menu").values({ role_id: id, menu_id: button.id }).execute();
  const person = await makePerson(base.db, await makeCompany(base.db), { role_id: id });
  const token = await makeSession(base.db, person.id);
  const sockets = [
    await connect(at(processes[0]), person, token),
    await connect(at(processes[1]), person, token),
  ];
  await base.db.deleteFrom("role_menu").where("role_id", "=", id).execute();
  expect(await endsOf(sockets)).toEqual([closeCodes.notAllowed, closeCodes.notAllowed]);
});

test("nothing is missed while the connections that listen are cut", { tags: "slow" }, async () => {
  const company = await makeCompany(base.db);
  const [sender, other] = [await member(company), await member(company)];
  const { channelId } = await begin(processes[0], sender);
  const reader = new Reader(other, channelId, processes[1]);
  await reader.connect(processes[1]);
  let cuts = 0;
  for (let each = 1; each < MESSAGES; each++) {
    const message = { channelId, text: `${each}`, clientId: `message-${each}` };
    await post(processes[0], messageSend, message, sender);
    if (each % 25 > 0) continue;
    const { rows } = await base.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'fairlead realtime'`,
    );
    cuts += rows.length;
  }
  expect(cuts).toBeGreaterThan(10);
  await expect.poll(() => reader.has.length, { timeout: 60_000 }).toBe(MESSAGES);
  expect(reader.has.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: MESSAGES }, (_, each) => each + 1),
  );
  expect(reader.socket!.socket.readyState).toBe(reader.socket!.socket.OPEN);
  reader.socket!.socket.close();
});
