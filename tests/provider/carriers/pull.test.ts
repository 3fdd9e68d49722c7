import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { carrierPullList, carrierPullSave } from "#app/contract/carrier-pull.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { pullPage, startPull } from "#app/provider/carriers/pull.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { desk, type Somebody } from "../quotes/fixture.ts";

const START = new Date("2026-11-22T12:00:00Z");
const SECRET = "a key of the tests only and of nothing else";
let now = START;
let provider: TestProvider;
let staff: Somebody;
/** Requests that the carrier's server got, and how it answers. */
let asked: { url: URL; headers: IncomingMessage["headers"] }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse, url: URL) => void;
const carrier = createServer((request, response) => {
  const url = new URL(request.url!, "http://carrier");
  asked.push({ url, headers: request.headers });
  answer(request, response, url);
});
let base: string;
const OUTSIDE = { privateHosts: ["127.0.0.1", "localhost"], dnsServers: [] };
const log = pino({ level: "silent" });

beforeAll(async () => {
  await new Promise<void>((done) => carrier.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/tnt/v2`;
  provider = await startProvider({ outside: OUTSIDE, now: () => now });
  staff = await desk(provider);
});
afterAll(async () => {
  carrier.closeAllConnections();
  carrier.close();
  await provider?.stop();
});
beforeEach(async () => {
  await provider.db.deleteFrom("carrier_pull").execute();
  asked = [];
  now = START;
});

const options = () => ({
  database: provider.db,
  secrets: secretBox([SECRET]),
  log,
  now: () => now,
  outside: OUTSIDE,
});
const pull = () => pullPage(options(), new AbortController().signal);
const save = (more: object = {}) =>
  provider.call(carrierPullSave, { carrierCode: "MAEU", baseUrl: base, ...more }, { token: staff.token });
const source = () => provider.db.selectFrom("carrier_pull").selectAll().executeTakeFirstOrThrow();
const stored = async (like: string) =>
  (
    await provider.db
      .selectFrom("event")
      .select("event_id")
      .where("event_id", "like", `MAEU:${like}%`)
      .execute()
  ).length;
const send = (response: ServerResponse, events: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(events));
};
const event = (id: string, age = DAY_MS) => ({
  eventID: id,
  eventCreatedDateTime: new Date(START.getTime() - age).toISOString(),
  eventType: "TRANSPORT",
  eventClassifierCode: "ACT",
  eventDateTime: new Date(START.getTime() - age - HOUR_MS).toISOString(),
  transportEventTypeCode: "DEPA",
  transportCall: { transportCallID: "c-1", UNLocationCode: "CNSHA", modeOfTransport: "VESSEL" },
});
const pages = (prefix: string, count: number) => (_: IncomingMessage, response: ServerResponse, url: URL) => {
  const page = Number(url.searchParams.get("cursor") ?? 0);
  const following =
    page + 1 < count ? { "next-page": `/tnt/v2/events?limit=2&cursor=${page + 1}` } : undefined;
  send(response, [event(`${prefix}-${page}-a`), event(`${prefix}-${page}-b`)], following);
};

describe("a carrier's list", () => {
  it("is read page by page, and from where it ended the next time", async () => {
    answer = pages("read", 3);
    await save({ pageSize: 2, credential: { header: "Consumer-Key", value: "open sesame" } });
    expect([await pull(), await pull(), await pull(), await pull()]).toEqual([true, true, true, false]);
    expect(asked.map(({ url }) => url.search)).toEqual([
      "?limit=2",
      "?limit=2&cursor=1",
      "?limit=2&cursor=2",
    ]);
    expect(new Set(asked.map(({ headers }) => headers["consumer-key"]))).toEqual(new Set(["open sesame"]));
    expect(await stored("read")).toBe(6);
    expect(await source()).toMatchObject({ event_count: "6", cursor: null, failures: 0 });
    now = new Date(START.getTime() + 15 * MINUTE_MS);
    await pull();
    // An hour before the latest event that is known.
    expect(asked.at(-1)!.url.searchParams.get("eventCreatedDateTime:gte")).toBe(
      new Date(START.getTime() - DAY_MS - HOUR_MS).toISOString(),
    );
  });

  it("is not sent again while its entity tag is the same", async () => {
    answer = (request, response) => {
      if (request.headers["if-none-match"] !== '"one"') return send(response, [], { etag: '"one"' });
      response.writeHead(304);
      response.end();
    };
    await save();
    await pull();
    now = new Date(START.getTime() + 15 * MINUTE_MS);
    await pull();
    now = new Date(START.getTime() + 30 * MINUTE_MS);
    await pull();
    expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"one"', '"one"']);
    expect(await source()).toMatchObject({ failures: 0, last_error: null, last_answered_at: now });
  });

  it("is asked less often after each failure, and as late as its server says", async () => {
    const waits: number[] = [];
    answer = (_, response) => {
      response.writeHead(500);
      response.end();
    };
    await save();
    for (let failures = 1; failures <= 9; failures++) {
      expect(await pull()).toBe(true);
      const row = await source();
      expect(row).toMatchObject({ failures, last_error: "The server answered 500" });
      waits.push(row.next_at.getTime() - now.getTime());
      expect(await pull()).toBe(false);
      now = row.next_at;
    }
    for (const [index, wait] of waits.entries()) {
      const most = Math.min(30_000 * 2 ** index, HOUR_MS);
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    }
    answer = (_, response) => {
      response.writeHead(429, { "retry-after": "3000" });
      response.end();
    };
    await save();
    await pull();
    expect((await source()).next_at.getTime() - now.getTime()).toBe(3_000_000);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      "is cut off",
      (response) => {
        response.writeHead(200, { "content-length": "5000" });
        response.write(JSON.stringify([event("cut-1")]));
        setImmediate(() => response.destroy());
      },
      "broke off",
    ],
    ["is no JSON", (response) => response.end("<html>"), "no JSON"],
    ["is no list", (response) => response.end("{}"), "no list"],
    [
      "has a hundred thousand levels",
      (response) => response.end(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      "no list",
    ],
    [
      "leads elsewhere",
      (response) => {
        response.writeHead(302, { location: "http://127.0.0.1:1/" });
        response.end();
      },
      "not followed",
    ],
  ])("that %s stores nothing, and the same page is asked for again", async (_, broken, reason) => {
    answer = pages("again", 2);
    await save();
    await pull();
    answer = (__, response) => broken(response);
    await pull();
    expect(await source()).toMatchObject({
      cursor: "1",
      failures: 1,
      last_error: expect.stringContaining(reason),
    });
    answer = pages("again", 2);
    now = (await source()).next_at;
    await pull();
    expect(asked.at(-1)!.url.searchParams.get("cursor")).toBe("1");
    expect(await stored("again")).toBe(4);
    expect(await stored("cut")).toBe(0);
  });

  it("with characters that no column can hold, or that turn the direction of a name, is stored without them", async () => {
    const odd = { ...event("nul-1"), description: "a\0b\u202Ec" };
    answer = (_, response) => send(response, [odd]);
    await save();
    await pull();
    expect(await source()).toMatchObject({ failures: 0, last_error: null });
    expect(await stored("nul")).toBe(1);
  });

  it("that repeats a cursor ends, and begins anew at the next time", async () => {
    answer = (_, response) => send(response, [event("loop")], { "next-page": "same" });
    await save();
    expect([await pull(), await pull(), await pull()]).toEqual([true, true, false]);
    expect(await source()).toMatchObject({
      cursor: null,
      known_until: null,
      failures: 0,
      last_error: "The server repeated the cursor of a page",
    });
  });

  it("begins anew when its server has forgotten the cursor", async () => {
    answer = pages("gone", 2);
    await save();
    await pull();
    answer = (_, response) => {
      response.writeHead(410);
      response.end();
    };
    await pull();
    expect(await source()).toMatchObject({ cursor: null, failures: 1 });
  });

  it("counts what was refused and what is doubtful, and stores the others", async () => {
    const doubtful = { ...event("odd-2"), transportEventTypeCode: "LEFT" };
    answer = (_, response) => send(response, [event("odd-1"), doubtful, { eventID: "odd-3" }, null]);
    await save();
    await pull();
    expect(await source()).toMatchObject({ event_count: "1", fault_count: "3" });
  });

  it("is read once by two processes at the same time, each page by one of them", async () => {
    answer = (request, response, url) => setTimeout(() => pages("two", 12)(request, response, url), 5);
    await save();
    const workers = [1, 2].map(() => startPull({ ...options(), everyMs: 10 }));
    await expect.poll(source, { timeout: 60_000 }).toMatchObject({ cursor: null, event_count: "24" });
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(asked.map(({ url }) => Number(url.searchParams.get("cursor") ?? 0))).toEqual([
      ...Array(12).keys(),
    ]);
    expect(await stored("two")).toBe(24);
  });
});

describe("the address and the credential", () => {
  it("have to be https unless the operator allows http, without a password in it", async () => {
    const strict = await startProvider();
    const person = await desk(strict);
    const ask = (baseUrl: string) =>
      strict.call(carrierPullSave, { carrierCode: "MAEU", baseUrl }, { token: person.token });
    expect((await ask("http://carrier.example/v2")).code).toBe(400);
    expect((await ask("https://me:secret@carrier.example/v2")).code).toBe(400);
    expect((await ask("ftp://carrier.example/v2")).code).toBe(400);
    expect((await ask("https://carrier.example/v2/")).data).toMatchObject({
      baseUrl: "https://carrier.example/v2",
    });
    await strict.stop();
  });

  it("are asked no more by http when the operator does not allow it any more", async () => {
    await save();
    await pullPage({ ...options(), outside: { ...OUTSIDE, privateHosts: [] } }, new AbortController().signal);
    expect(asked).toEqual([]);
    expect(await source()).toMatchObject({
      last_error: expect.stringContaining("PRIVATE_HOSTS"),
      failures: 1,
    });
  });

  it("are sealed in the database, and the credential is answered by no call", async () => {
    answer = pages("sealed", 1);
    const { data } = await save({ credential: { header: "Authorization", value: "Bearer tell-nobody" } });
    const { data: listed } = await provider.call(carrierPullList, {}, { token: staff.token });
    expect(JSON.stringify([data, listed])).not.toContain("tell-nobody");
    const { credential, ...row } = await source();
    expect(JSON.stringify(row) + credential!.toString("latin1")).not.toContain("tell-nobody");
    await save({ intervalMinutes: 5 });
    await pull();
    expect(asked[0]!.headers.authorization).toBe("Bearer tell-nobody");
    const moved = await save({ baseUrl: base.replace("127.0.0.1", "localhost") });
    expect(moved.data.credentialHeader).toBeNull();
    await pull();
    expect(asked.at(-1)!.headers.authorization).toBeUndefined();
    await save({ credential: { header: "Authorization", value: "Bearer tell-nobody" } });
    await save({ credential: null });
    await pull();
    expect(asked.at(-1)!.headers.authorization).toBeUndefined();
  });

  it("that cannot be opened with the present key is told, and nothing is asked", async () => {
    await save({ credential: { header: "Authorization", value: "Bearer x" } });
    const other = secretBox(["another key that is long enough to be one"]);
    await pullPage({ ...options(), secrets: other }, new AbortController().signal);
    expect(asked).toEqual([]);
    expect((await source()).last_error).toContain("SECRETS_KEY");
  });
});
