import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signOut } from "#app/contract/auth.ts";
import {
  CLIENT_FRAME_MAX_BYTES,
  closeCodes,
  realtimeTicket,
  serverMessage,
  TICKET_LIFETIME_MS,
} from "#app/contract/realtime.ts";
import { hashToken } from "#app/provider/call/caller.ts";
import { createLog } from "#app/provider/log.ts";
import { publish } from "#app/provider/realtime/outbox.ts";
import { SOCKETS_PER_PERSON } from "#app/provider/realtime/sockets.ts";
import {
  makeCompany,
  makePerson,
  makeRole,
  makeSession,
  type Person,
  roleId,
} from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { authorization, connect, SocketClient, ticketOf } from "./client.ts";

let provider: TestProvider;
let company: string;
beforeAll(async () => {
  provider = await startProvider();
  company = await makeCompany(provider.db);
});
afterAll(() => provider.stop());

async function signedIn(): Promise<{ person: Person; token: string }> {
  const person = await makePerson(provider.db, company);
  return { person, token: await makeSession(provider.db, person.id) };
}

/** A socket that has not authorised yet. */
async function newcomer() {
  const { person, token } = await signedIn();
  const client = await new SocketClient(provider.url, await ticketOf(provider, token)).opened();
  return { person, token, client };
}

const open = (ticket: string | null) => new SocketClient(provider.url, ticket);

describe("tickets", () => {
  test("open one socket, which is told its id and the count", async () => {
    const { person, token } = await signedIn();
    const answer = await provider.call(realtimeTicket, {}, { token });
    expect(answer).toMatchObject({ code: 200, data: { lifetimeMs: TICKET_LIFETIME_MS } });
    const client = await open(answer.data.ticket).opened();
    client.authorise(person);
    const frames = await client.take(2);
    const { nid } = frames[0]!;
    expect(nid).toMatch(/^[\w-]{20,}$/);
    expect(frames).toEqual([
      { type: "client_authorization", theme: "client_authorization", data: null, nid },
      {
        type: "unRead",
        theme: "SERVER_COUNT_UNREAD_MSG",
        data: { channelId: "", increment: "0", num: 0 },
        nid,
      },
    ]);
    for (const frame of frames) expect(serverMessage.parse(frame)).toEqual(frame);
    client.socket.close();
  });

  test("are no good twice, when of two at the same moment neither", async () => {
    const { token } = await signedIn();
    const ticket = await ticketOf(provider, token);
    const both = [open(ticket), open(ticket)];
    const first = await Promise.race(both.map(({ closed }) => closed));
    expect(first).toBe(closeCodes.ticketRefused);
    expect(await open(ticket).closed).toBe(closeCodes.ticketRefused);
    await expect.poll(() => both.filter(({ socket }) => socket.readyState === socket.OPEN).length).toBe(1);
    for (const { socket } of both) socket.close();
  });

  test("are stored as hashes, and refused when unknown, missing, malformed or too old", async () => {
    const { token } = await signedIn();
    const ticket = await ticketOf(provider, token);
    const { rows } = await provider.database.pool.query("select * from realtime_ticket");
    expect(JSON.stringify(rows)).not.toContain(ticket);
    await provider.db
      .updateTable("realtime_ticket")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    for (const each of [ticket, "A".repeat(43), "%00", "x".repeat(5_000), "", null])
      expect(await open(each).closed).toBe(closeCodes.ticketRefused);
  });

  test("end with the bearer token that they were got with", async () => {
    const { token } = await signedIn();
    const ticket = await ticketOf(provider, token);
    await provider.call(signOut, {}, { token });
    expect(await open(ticket).closed).toBe(closeCodes.ticketRefused);

    const disabled = await signedIn();
    const other = await ticketOf(provider, disabled.token);
    await provider.db
      .updateTable("app_user")
      .set({ status: "DISABLED" })
      .where("id", "=", disabled.person.id)
      .execute();
    expect(await open(other).closed).toBe(closeCodes.ticketRefused);
  });

  test("are for those who may use the message center or see shipments", async () => {
    const role = await makeRole(provider.db, []);
    const nobody = await makePerson(provider.db, company, { role_id: role });
    const token = await makeSession(provider.db, nobody.id);
    expect((await provider.call(realtimeTicket, {}, { token })).code).toBe(403);
    expect((await provider.call(realtimeTicket, {})).code).toBe(8001);
  });

  test("determine the person, whatever the authorization message says", async () => {
    const { person: other } = await signedIn();
    for (const pretend of [
      (own: Person) => authorization(other.userName, own.id),
      (own: Person) => authorization(own.userName, other.id),
      () => authorization(other.userName, other.id),
    ]) {
      const { client, person } = await newcomer();
      client.send(pretend(person));
      expect(await client.closed).toBe(closeCodes.notAuthorised);
      expect(client.frames).toEqual([]);
    }
  });
});

/** About 20 MB of frames for a person's sockets. */
async function flood({ id: userId }: Person, attempt: number): Promise<void> {
  for (let round = 0; round < 40; round++)
    await provider.db
      .insertInto("realtime_outbox")
      .values(
        Array.from({ length: 2_000 }, (_, each) => {
          const channelId = `${attempt}${round * 2_000 + each}`.padStart(200, "0");
          return { event: JSON.stringify({ kind: "read", userId, channelId }) };
        }),
      )
      .execute();
}

describe("a socket is closed, with the code that says why,", () => {
  test.concurrent("when it has not said who it is within 5 s", { tags: "slow" }, async () => {
    const { client } = await newcomer();
    const start = performance.now();
    expect(await client.closed).toBe(closeCodes.notAuthorised);
    expect(performance.now() - start).toBeGreaterThan(4_500);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test.concurrent("when it begins with anything but the authorization", async () => {
    const { client } = await newcomer();
    client.send({ type: "client_heartbeat", data: "PONG", heart: 1 });
    expect(await client.closed).toBe(closeCodes.notAuthorised);
  });

  test.concurrent.each<[string, string | Buffer]>([
    ["text that is no JSON", "hello"],
    ["JSON of another shape", '{"type":"client_heartbeat"}'],
    ["a type nobody knows", '{"type":"subscribe"}'],
    ["null", "null"],
    ["a deep nest", "[".repeat(2_000)],
    ["bytes", Buffer.from([1, 2, 3])],
  ])("when it sends %s", async (_, frame) => {
    const client = await connect(provider, (await signedIn()).person);
    client.socket.send(frame);
    expect(await client.closed).toBe(closeCodes.malformed);
  });

  test.concurrent("when a frame is too large", async () => {
    const client = await connect(provider, (await signedIn()).person);
    client.send("x".repeat(CLIENT_FRAME_MAX_BYTES + 1));
    expect(await client.closed).toBe(1009);
  });

  test.concurrent.each<[string, (client: SocketClient) => void]>([
    ["frames", (client) => client.send({ type: "client_heartbeat", data: "PONG", heart: 1 })],
    ["pings", (client) => client.socket.ping()],
  ])("when it sends too many %s", async (_, send) => {
    const client = await connect(provider, (await signedIn()).person);
    for (let each = 0; each < 60; each++) send(client);
    expect(await client.closed).toBe(closeCodes.tooFast);
  });

  test.concurrent("when the person has too many", async () => {
    const { person, token } = await signedIn();
    const clients = await Promise.all(
      Array.from({ length: SOCKETS_PER_PERSON }, () => connect(provider, person, token)),
    );
    expect(await open(await ticketOf(provider, token)).closed).toBe(closeCodes.tooManySockets);
    clients[0]!.socket.close();
    await clients[0]!.closed;
    clients[0] = await connect(provider, person, token);
    for (const { socket } of clients) socket.close();
  });

  test.concurrent("when it is silent for 20 s, although it was asked; one that answers stays", {
    tags: "slow",
  }, async () => {
    const silent = await connect(provider, (await signedIn()).person, undefined, { isSilent: true });
    const alive = await connect(provider, (await signedIn()).person);
    const start = performance.now();
    expect(await silent.closed).toBe(closeCodes.silent);
    expect(performance.now() - start).toBeGreaterThan(19_000);
    const { nid } = silent;
    const question = { type: "SERVER_HEARTBEAT_REQUEST", theme: "SERVER_HEARTBEAT_REQUEST", data: null, nid };
    expect(silent.frames.length).toBeGreaterThan(1);
    for (const frame of silent.frames) expect(frame).toEqual(question);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    expect(alive.heart).toBeGreaterThan(1);
    alive.socket.close();
  });

  test.concurrent("when its token ends by time", { tags: "slow" }, async () => {
    const { person } = await signedIn();
    const token = await makeSession(provider.db, person.id, new Date(Date.now() + 5_000));
    const client = await connect(provider, person, token);
    const start = performance.now();
    expect(await client.closed).toBe(closeCodes.sessionEnded);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  // Alone: so many events hold up the sockets of the tests above, which have to keep times.
  test("when it does not read the frames sent to it", { tags: "slow" }, async () => {
    const { person } = await signedIn();
    const client = await connect(provider, person);
    // When the frames are sent too slowly, they are sent again.
    for (let attempt = 0; client.socket.readyState === client.socket.OPEN && attempt < 4; attempt++) {
      client.socket.pause();
      await flood(person, attempt);
      await sleep(2_500);
      client.socket.resume();
      await Promise.race([client.closed, sleep(2_000)]);
    }
    expect(await client.closed).toBe(1006);
  });
});

describe("a session that ends closes its sockets at once", () => {
  test("those of the token", async () => {
    const { person, token } = await signedIn();
    const [ended, other] = [await connect(provider, person, token), await connect(provider, person)];
    await publish(provider.db, {
      kind: "tokens-ended",
      tokenHashes: [hashToken(token).toString("base64url")],
    });
    expect(await ended.closed).toBe(closeCodes.sessionEnded);
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    other.socket.close();
  });

  test("and all of a person", async () => {
    const { person, token } = await signedIn();
    const clients = [await connect(provider, person, token), await connect(provider, person)];
    const waiting = await new SocketClient(provider.url, await ticketOf(provider, token)).opened();
    await publish(provider.db, { kind: "person-out", userId: person.id });
    expect(await Promise.all([...clients, waiting].map(({ closed }) => closed))).toEqual(
      Array(3).fill(closeCodes.sessionEnded),
    );
    const again = await connect(provider, person);
    again.socket.close();
  });
});

test("a role that loses the message center loses its sockets at once, and nobody else's", async () => {
  const viewer = await roleId(provider.db, "viewer");
  const people = [await makePerson(provider.db, company, { role: "viewer" }), (await signedIn()).person];
  const messages = await provider.db
    .selectFrom("menu")
    .select("id")
    .where("name", "=", "MessageCenter")
    .executeTakeFirstOrThrow();
  const menu = { role_id: viewer, menu_id: messages.id };
  await provider.db.insertInto("role_menu").values(menu).execute();
  const clients = await Promise.all(people.map((person) => connect(provider, person)));
  await provider.db
    .deleteFrom("role_menu")
    .where("role_id", "=", viewer)
    .where("menu_id", "=", messages.id)
    .execute();
  expect(await clients[0]!.closed).toBe(closeCodes.notAllowed);
  await publish(provider.db, { kind: "message", companyId: company, channelId: "1", senderId: null });
  await clients[1]!.until(({ type }) => type === "client_business");
  clients[1]!.socket.close();
});

describe("pages of other origins", () => {
  const statusFor = (url: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const call = request(`${url}/ws?ticket=x`, {
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
          ...headers,
        },
      });
      call.on("error", reject).on("response", (answer) => resolve(answer.statusCode!));
      call.on("upgrade", (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode!);
      });
      call.end();
    });

  test("are refused before there is a socket", async () => {
    const own = await startProvider({
      socketOrigins: { listed: ["https://portal.example.com"], isOwnHostEnough: false },
    });
    try {
      for (const [headers, status] of [
        [{ origin: "https://portal.example.com" }, 101],
        [{}, 101],
        [{ origin: "https://portal.example.com.evil.example" }, 403],
        [{ origin: "http://portal.example.com" }, 403],
        [{ origin: "http://127.0.0.1:3000" }, 403],
        [{ origin: "null" }, 403],
      ] as const)
        expect([headers, await statusFor(own.url, headers)]).toEqual([headers, status]);
    } finally {
      await own.stop();
    }
  });

  test("are recognized by the host's name while no PUBLIC_URL is set", async () => {
    for (const [headers, status] of [
      [{ host: "freight.local:4000", origin: "http://freight.local:3000" }, 101],
      [{ host: "[::1]:4000", origin: "http://[::1]:3000" }, 101],
      [{ host: "freight.local:4000", origin: "http://other.local:3000" }, 403],
      [{ host: "freight.local:4000", origin: "null" }, 403],
    ] as const)
      expect([headers, await statusFor(provider.url, headers)]).toEqual([headers, status]);
  });

  test("and requests that are not websockets are answered as before", async () => {
    expect(await statusFor(provider.url.concat("/health#"), { upgrade: "h2c" })).toBe(200);
    expect(await statusFor(provider.url, { upgrade: "h2c" })).toBe(404);
    expect(await statusFor(provider.url, { "sec-websocket-version": "7" })).toBe(400);
    expect((await fetch(`${provider.url}/ws`)).status).toBe(404);
  });
});

test("neither tickets nor names reach the log", async () => {
  const lines: string[] = [];
  const own = await startProvider({
    log: createLog("trace", { write: (line) => lines.push(line) }),
    socketOrigins: { listed: [], isOwnHostEnough: false },
  });
  try {
    const person = await makePerson(own.db, await makeCompany(own.db));
    const token = await makeSession(own.db, person.id);
    const ticket = await ticketOf(own, token);
    const foreign = new SocketClient(own.url, ticket, { origin: "https://other.example.com" });
    expect(await foreign.closed).toBe(1006);
    const client = await new SocketClient(own.url, ticket).opened();
    client.authorise(person);
    await client.take(2);
    client.send("rubbish of a person");
    await client.closed;
    expect(await new SocketClient(own.url, ticket).closed).toBe(closeCodes.ticketRefused);
    const text = lines.join("");
    expect(text).toContain('"code":4002');
    for (const secret of [ticket, token, person.userName, "rubbish", "ticket="])
      expect(text).not.toContain(secret);
  } finally {
    await own.stop();
  }
});

test("a provider that stops closes its sockets, accepts no more, and does not wait for silent ones", {
  tags: "slow",
}, async () => {
  const own = await startProvider();
  const person = await makePerson(own.db, await makeCompany(own.db));
  const clients = [await connect(own, person), await connect(own, person)];
  clients[1]!.socket.pause();
  const start = performance.now();
  const stopping = own.stop();
  const late = new SocketClient(own.url, "A".repeat(43));
  expect(await clients[0]!.closed).toBe(1001);
  expect(await late.closed).toBe(1006);
  await stopping;
  expect(performance.now() - start).toBeLessThan(20_000);
});
