import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverMessage } from "#app/contract/realtime.ts";
import { makeCompany, makePerson, makeRole } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { connect, connectQuiet, type SocketClient } from "./client.ts";

/** Two processes on one database. */
let provider: TestProvider;
let other: ProviderProcess;
beforeAll(async () => {
  provider = await startProvider();
  other = await startProviderProcess(provider.database.url);
});
afterAll(async () => {
  await endProcesses([other]);
  await provider.stop();
});

const far = () => ({ url: other.url, db: provider.db });
const house = () => `H${randomUUID().slice(0, 8).toUpperCase()}`;

/** Each in one transaction, so that what its statements tell is read together and goes out in one frame. */
async function shipments(company: string, count: number) {
  const made = [];
  for (let each = 0; each < count; each++) {
    const house_number = house();
    const make = provider.db.transaction().execute((trx) => makeShipment(trx, company, { house_number }));
    made.push({ house_number, ...(await make) });
  }
  return made;
}

const ids = (made: readonly { id: string }[]) => made.map(({ id }) => id).sort();
/** All ids that the socket was told, each once; "many" for a frame without. */
const told = (client: SocketClient) => [...new Set(client.shipments.flatMap((frame) => frame ?? ["many"]))];
/** Changes in one statement, as an import does. */
const touch = (made: readonly { id: string }[]) =>
  sql`update shipment set heard_at = now() where id = any(${ids(made)}::bigint[])`.execute(provider.db);
/** Passes when everything before has been read and told: a frame about a shipment that changes now has come. */
async function settled(company: string, clients: readonly SocketClient[]): Promise<void> {
  const [last] = await shipments(company, 1);
  for (const client of clients) await expect.poll(() => told(client)).toContain(last?.id);
  for (const client of clients)
    for (const frame of client.shipments) {
      const at = frame?.indexOf(last?.id ?? "") ?? -1;
      if (at >= 0) frame?.splice(at, 1);
    }
}

test("an event is told at both processes to those who may see the shipment, and to nobody else", {
  tags: "slow",
}, async () => {
  const [company, stranger] = [await makeCompany(provider.db), await makeCompany(provider.db)];
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const writer = await makePerson(provider.db, company, {
    role_id: await makeRole(provider.db, ["MessageCenter", "DASHBOARD"]),
  });
  const viewer = await makePerson(provider.db, company, { role: "viewer" });
  const near = await connect(provider, await makePerson(provider.db, company));
  const clients = [
    near,
    await connect(far(), await makePerson(provider.db, company)),
    await connectQuiet(far(), viewer),
  ];
  const desk = await connect(far(), await makePerson(provider.db, forwarder, { role: "desk" }));
  const blind = await connect(provider, writer);
  const strange = await connect(far(), await makePerson(provider.db, stranger));
  const [one, two] = await shipments(company, 2);
  const [foreign] = await shipments(stranger, 1);
  for (const client of [...clients, desk, strange]) client.shipments.splice(0);
  await tellEvents(provider.db, one!.house_number, [{ code: "DEPA", day: -1, place: "CNSHA" }]);

  for (const client of clients) await expect.poll(() => told(client)).toContain(one?.id);
  await expect.poll(() => told(desk)).toContain(one?.id);
  await settled(company, clients);
  for (const client of clients)
    expect(told(client).filter((id) => id !== one?.id && id !== two?.id)).toEqual([]);
  expect(told(strange).filter((id) => id !== foreign?.id)).toEqual([]);
  expect(blind.shipments).toEqual([]);
  const frame = {
    type: "client_business",
    theme: "SERVER_CHANGED_SHIPMENTS",
    data: { ids: [one?.id] },
    nid: near.nid,
  };
  expect(serverMessage.parse(frame)).toEqual(frame);
  for (const client of [...clients, desk, blind, strange]) client.socket.close();
});

test("a person who loses the right is told nothing more", { tags: "slow" }, async () => {
  const company = await makeCompany(provider.db);
  const role_id = await makeRole(provider.db, ["SHIPMENTS", "MessageCenter"]);
  const seer = await connect(provider, await makePerson(provider.db, company));
  const loser = await connect(provider, await makePerson(provider.db, company, { role_id }));
  const [one] = await shipments(company, 1);
  await expect.poll(() => told(loser)).toEqual([one?.id]);
  await sql`delete from role_menu where role_id = ${role_id} and menu_id in (select id from menu where name = 'SHIPMENTS')`.execute(
    provider.db,
  );
  await touch([one!]);
  await settled(company, [seer]);
  expect(told(loser)).toEqual([one?.id]);
  expect(loser.socket.readyState).toBe(loser.socket.OPEN);
  for (const client of [seer, loser]) client.socket.close();
});

test("a burst of changes is one frame a second, and names none when they are more than 20", {
  tags: "slow",
}, async () => {
  const company = await makeCompany(provider.db);
  const client = await connect(provider, await makePerson(provider.db, company));
  const made = await shipments(company, 15);
  await settled(company, [client]);
  client.shipments.splice(0);
  const start = performance.now();
  for (let round = 0; round < 3; round++) for (const one of made) await touch([one]);
  await expect.poll(() => told(client).sort()).toEqual(ids(made));
  expect(client.shipments.length).toBeLessThanOrEqual(2 + (performance.now() - start) / 1_000);

  const more = await shipments(company, 10);
  await settled(company, [client]);
  client.shipments.splice(0);
  await touch([...made, ...more]);
  await expect.poll(() => client.shipments).toEqual([null]);
  client.socket.close();
});

test("an import writes as many rows for the sockets as it has statements, however many events it has", async () => {
  const company = await makeCompany(provider.db);
  const made = await shipments(company, 1);
  const rows = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from realtime_outbox
      where event -> 'companies' ? ${company}`.execute(provider.db);
    return rows[0]!.count;
  };
  const before = await rows();
  const events = Array.from({ length: 40 }, (_, each) => ({
    code: "ARRI",
    classifier: "EST" as const,
    place: "DEHAM",
    day: 3 + each / 24,
    received: -2 + each / 24,
  }));
  await tellEvents(provider.db, made[0]!.house_number, events);
  expect((await rows()) - before).toBe(1);
});

test("what is stated of a delivery, a cut-off or a last free day is told", { tags: "slow" }, async () => {
  const company = await makeCompany(provider.db);
  const client = await connect(provider, await makePerson(provider.db, company));
  const [delivered, cut, stated] = await shipments(company, 3);
  await settled(company, [client]);
  for (const [id, insert] of [
    [
      delivered!.id,
      sql`insert into delivery (company_id, shipment_id, number, number_key) values (${company}, ${delivered!.id}, 'D-1', 'D1')`,
    ],
    [
      cut!.id,
      sql`insert into cut_off (shipment_id, code, at, is_day_only, source, stated_at, received_at)
        values (${cut!.id}, 'VCO', now(), false, 'TEST', now(), now())`,
    ],
    [
      stated!.id,
      sql`insert into free_time_statement
          (shipment_id, container_key, kind, source, sender, last_free_day, stated_at, received_at, content_hash)
        values (${stated!.id}, 'CSQU3054383', 'DEM', 'TERMINAL', '', '2026-12-01', now(), now(), '')`,
    ],
  ] as const) {
    client.shipments.splice(0);
    await insert.execute(provider.db);
    await expect.poll(() => told(client)).toEqual([id]);
  }
  client.socket.close();
});

test("nothing is missed while the connections that listen are cut, nor by a page that has just been loaded", {
  tags: "slow",
}, async () => {
  const company = await makeCompany(provider.db);
  const person = await makePerson(provider.db, company);
  const clients = [await connect(provider, person), await connect(far(), person)];
  await provider.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'fairlead realtime'`,
  );
  const made = await shipments(company, 2);
  for (const client of clients) await expect.poll(() => told(client).sort()).toEqual(ids(made));
  const late = await connect(far(), await makePerson(provider.db, company));
  await expect.poll(() => told(late).sort()).toEqual(ids(made));
  for (const client of [...clients, late]) client.socket.close();
});
