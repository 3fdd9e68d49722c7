import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageRead, messageSend } from "#app/contract/message.ts";
import { publish } from "#app/provider/realtime/outbox.ts";
import { Snapshot } from "#app/provider/realtime/snapshot.ts";
import { unreadCountsOf } from "#app/provider/realtime/unread.ts";
import { makeCompany, makePerson, makeSession, type Person, roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { connect, type SocketClient } from "./client.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

type Talker = { person: Person; token: string; socket: SocketClient & { num: number } };

async function talker(companyId: string, role = "admin"): Promise<Talker> {
  const person = await makePerson(provider.db, companyId, { role });
  const token = await makeSession(provider.db, person.id);
  return { person, token, socket: await connect(provider, person, token) };
}

async function makeChannels(companyId: string, count: number): Promise<string[]> {
  const { rows } = await provider.database.pool.query<{ id: string }>(
    `with made as (
      insert into team (company_id, created_at, last_message_at) select $1, now(), now() from generate_series(1, $2::int)
      returning id
    )
    insert into channel (team_id, company_id, type) select id, $1, 1 from made returning id`,
    [companyId, count],
  );
  return rows.map(({ id }) => id);
}

async function say(channelId: string, { token }: { token: string }): Promise<void> {
  const message = { channelId, text: "The container is at the gate", clientId: randomUUID() };
  expect(await provider.call(messageSend, message, { token, key: randomUUID() })).toMatchObject({
    code: 200,
  });
}

/** Counts that the socket was told, in order. */
const numsOf = ({ socket }: Talker) =>
  socket.frames.flatMap((frame) => ("data" in frame && frame.data ? [frame.data.num] : []));

const countOf = async ({ person }: Talker) =>
  (await unreadCountsOf(provider.db, [person.id])).counts.get(person.id);

test.each([
  ["7", true],
  ["10", false],
  ["11", true],
  ["12", false],
  ["19", true],
  ["20", false],
  ["21", false],
])("a snapshot 10:20:10,12 of transaction %s: seen %s", (xid, isSeen) => {
  expect(new Snapshot("10:20:10,12").sees(xid)).toBe(isSeen);
});

test("a snapshot without open transactions sees all before its end", () => {
  const snapshot = new Snapshot("20:20:");
  expect([snapshot.sees("19"), snapshot.sees("20")]).toEqual([true, false]);
});

test("each message counts once, also while others are read, written in long transactions and counted", {
  tags: "slow",
}, async () => {
  const company = await makeCompany(provider.db);
  const desk = await makeCompany(provider.db, [], { is_forwarder: true });
  const channels = await makeChannels(company, 4);
  const people = [
    await talker(company),
    await talker(company),
    await talker(company),
    await talker(desk, "desk"),
  ];
  const [one, two, reader, forwarder] = people as [Talker, Talker, Talker, Talker];
  const speak = async (who: Talker, pauseMs: number) => {
    for (let each = 0; each < 60; each++) {
      await say(channels[each % channels.length]!, who);
      await sleep(Math.random() * pauseMs);
    }
  };
  const read = async (who: Talker) => {
    for (let each = 0; each < 60; each++) {
      const channelId = channels[each % channels.length]!;
      expect(await provider.call(messageRead, { channelId }, { token: who.token })).toMatchObject({
        code: 200,
      });
      await sleep(Math.random() * 8);
    }
  };
  await Promise.all([speak(one, 8), speak(two, 4), read(reader), read(forwarder), read(one)]);
  for (const who of people) {
    await expect.poll(async () => numsOf(who).at(-1)).toBe(await countOf(who));
    expect(await countOf(who)).toBe(numsOf(who).at(-1));
    who.socket.socket.close();
  }
});

test("a message that a count has seen is not added when its event comes later", async () => {
  const company = await makeCompany(provider.db);
  const [channelId] = (await makeChannels(company, 1)) as [string];
  const writer = await provider.db.startTransaction().execute();
  await writer.updateTable("channel").set({ last_sequence: 1 }).where("id", "=", channelId).execute();
  await publish(writer, { kind: "message", companyId: company, channelId, senderId: null });
  // The lock is given at the writer's end, before anybody can read the event.
  const holder = await provider.database.pool.connect();
  await holder.query("begin");
  const held = holder.query("lock table realtime_outbox in access exclusive mode");
  const waiting = "select from pg_locks where relation = 'realtime_outbox'::regclass and not granted";
  await expect.poll(async () => (await provider.database.pool.query(waiting)).rowCount).toBeGreaterThan(0);
  await writer.commit().execute();
  await held;
  const hearer = await talker(company);
  expect(hearer.socket.num).toBe(1);
  await holder.query("commit");
  holder.release();
  const told = await hearer.socket.until(({ type }) => type === "client_business");
  expect(told.data).toEqual({ channelId, increment: "1", num: 1 });
  hearer.socket.socket.close();
});

test("two messages of one person in one channel, read from the outbox at once, count twice", async () => {
  const company = await makeCompany(provider.db);
  const [channelId] = (await makeChannels(company, 1)) as [string];
  const [sender, hearer] = [await talker(company), await talker(company)];
  await say(channelId, sender);
  await hearer.socket.until((frame) => frame.data?.num === 1);
  await provider.db.transaction().execute(async (trx) => {
    for (let each = 0; each < 2; each++)
      await publish(trx, { kind: "message", companyId: company, channelId, senderId: sender.person.id });
  });
  await hearer.socket.until((frame) => frame.data?.num === 3);
  for (const { socket } of [sender, hearer]) socket.socket.close();
});

test("what no event tells is found out by the count that is made anew after 10 s: a lost right, another number", {
  tags: "slow",
}, async () => {
  const company = await makeCompany(provider.db);
  const [channelId, other] = (await makeChannels(company, 2)) as [string, string];
  const [sender, hearer, leaver] = [await talker(company), await talker(company), await talker(company)];
  await say(channelId, sender);
  await provider.db.updateTable("channel").set({ last_sequence: 40 }).where("id", "=", other).execute();
  const viewer = await roleId(provider.db, "viewer");
  await provider.db
    .updateTable("app_user")
    .set({ role_id: viewer })
    .where("id", "=", leaver.person.id)
    .execute();
  await sleep(10_000);
  await say(channelId, sender);
  await hearer.socket.until((frame) => frame.data?.num === 42);
  expect(await countOf(hearer)).toBe(42);
  expect(await leaver.socket.until((frame) => frame.data?.num === 42, 500).catch(() => null)).toBeNull();
  for (const { socket } of [sender, hearer, leaver]) socket.socket.close();
});
