import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carrierKeyList, carrierKeyMake, carrierKeyRevoke } from "#app/contract/carrier-key.ts";
import { importEvents } from "#app/contract/event.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { desk, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let staff: Somebody;
let now = new Date();
const lines: string[] = [];
const log = pino(
  { level: "trace" },
  new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  }),
);
beforeAll(async () => {
  provider = await startProvider({ log, now: () => now });
  staff = await desk(provider);
});
afterAll(() => provider?.stop());

const make = async (carrierCode: string, more: object = {}) => {
  const answer = await provider.call(carrierKeyMake, { carrierCode, ...more }, { token: staff.token });
  expect(answer.code).toBe(200);
  return answer.data;
};
const send = (key: string, events: unknown[], headers: Record<string, string> = {}) =>
  provider.call(importEvents, events, { headers: { "x-api-key": key, ...headers } });
const listed = async (carrierCode: string) =>
  (await provider.call(carrierKeyList, { carrierCode }, { token: staff.token })).data.rows;

let serial = 0;
function departure(id = `key-${++serial}`) {
  return {
    eventID: id,
    eventCreatedDateTime: new Date(now.getTime() - DAY_MS).toISOString(),
    eventType: "TRANSPORT",
    eventClassifierCode: "ACT",
    eventDateTime: new Date(now.getTime() - 2 * DAY_MS).toISOString(),
    transportEventTypeCode: "DEPA",
    transportCall: {
      transportCallID: "c-1",
      UNLocationCode: "CNSHA",
      modeOfTransport: "VESSEL",
      vessel: { vesselIMONumber: "9321483", vesselOperatorCarrierCode: "HLCU" },
    },
  };
}

describe("a carrier's key", () => {
  it("lets its program send events, whose source is the carrier whatever they name", async () => {
    const { key, hint } = await make("MAEU");
    expect(key.endsWith(hint)).toBe(true);
    const event = departure();
    expect((await send(key, [event])).data).toMatchObject({ accepted: 1 });
    const stored = await provider.db
      .selectFrom("event")
      .select(["source", "sender"])
      .where("event_id", "=", `MAEU:${event.eventID}`)
      .execute();
    expect(stored).toEqual([{ source: "MAEU", sender: "MAEU" }]);
    expect((await listed("MAEU"))[0]).toMatchObject({
      hint,
      requestCount: 1,
      eventCount: 1,
      madeBy: expect.any(String),
      lastUsedAt: expect.any(String),
    });
  });

  it("is for that call only, and another carrier's key is no way to its events", async () => {
    const { key } = await make("MSCU");
    const answer = await provider.call(carrierKeyList, {}, { headers: { "x-api-key": key } });
    expect(answer).toMatchObject({ status: 401, code: 8001 });
    const other = await make("CMDU");
    const event = departure();
    await send(key, [event]);
    const changed = { ...event, eventCreatedDateTime: now.toISOString(), eventDateTime: now.toISOString() };
    expect((await send(other.key, [changed])).data).toMatchObject({ accepted: 1, corrected: 0 });
    expect((await send(key, [changed])).data).toMatchObject({ accepted: 0, corrected: 1 });
  });

  it("is not stored, not logged, and not told again", async () => {
    const { key } = await make("ONEY");
    await send(key, [departure()]);
    await send(`${key}x`, [departure()]);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join("")).not.toContain(key);
    const rows = await provider.db.selectFrom("carrier_key").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(await listed("ONEY"))).not.toContain(key);
    const kept = await provider.db.selectFrom("idempotency_key").selectAll().execute();
    const repeat = { token: staff.token, key: "make-a-key-once" };
    const first = await provider.call(carrierKeyMake, { carrierCode: "HDMU" }, repeat);
    expect((await provider.call(carrierKeyMake, { carrierCode: "HDMU" }, repeat)).data).toEqual(first.data);
    expect(JSON.stringify(kept)).not.toContain(first.data.key);
    expect(await listed("HDMU")).toHaveLength(1);
  });

  it("has a second beside it, so that one replaces the other without a gap", async () => {
    const first = await make("COSU");
    const second = await make("COSU", { overlapDays: 7 });
    for (const { key } of [first, second])
      expect((await send(key, [departure()])).data).toMatchObject({ accepted: 1 });
    const third = await provider.call(carrierKeyMake, { carrierCode: "COSU" }, { token: staff.token });
    expect(third.code).toBe(409);
    const before = now;
    now = new Date(before.getTime() + 7 * DAY_MS);
    expect(await send(first.key, [departure()])).toMatchObject({ status: 401, code: 8001 });
    expect((await send(second.key, [departure()])).code).toBe(200);
    now = before;
  });

  it("ends at once when it is revoked; what its program still sends is noted once an hour", async () => {
    const { key, id } = await make("HLCU");
    await provider.call(carrierKeyRevoke, { id }, { token: staff.token });
    for (let tries = 0; tries < 3; tries++)
      expect(await send(key, [departure()])).toMatchObject({ status: 401, code: 8001 });
    expect((await provider.call(carrierKeyRevoke, { id }, { token: staff.token })).code).toBe(404);
    const noted = await provider.db
      .selectFrom("security_event")
      .select(["kind", "user_name", "detail"])
      .where("kind", "like", "carrierKey.%")
      .orderBy("id")
      .execute();
    expect(noted.filter(({ detail }) => (detail as { key: string }).key === id)).toEqual([
      { kind: "carrierKey.made", user_name: expect.any(String), detail: { carrier: "HLCU", key: id } },
      { kind: "carrierKey.revoked", user_name: expect.any(String), detail: { carrier: "HLCU", key: id } },
      { kind: "carrierKey.refused", user_name: null, detail: { carrier: "HLCU", key: id } },
    ]);
  });

  it("cannot be made for a carrier that nobody knows", async () => {
    const answer = await provider.call(carrierKeyMake, { carrierCode: "NONE" }, { token: staff.token });
    expect(answer.code).toBe(400);
  });
});

describe("the limits of a key", () => {
  it("count requests and events of a minute, and say when the next begins", async () => {
    const { key } = await make("EGLV", { requestsPerMinute: 3, eventsPerMinute: 5 });
    const before = now;
    now = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + 15_000);
    expect((await send(key, [departure(), departure(), departure()])).code).toBe(200);
    const tooMany = await send(key, [departure(), departure(), departure()]);
    expect([tooMany.status, tooMany.headers.get("retry-after")]).toEqual([429, "45"]);
    expect((await send(key, [departure(), departure()])).code).toBe(200);
    expect(await send(key, [departure()])).toMatchObject({ status: 429, code: 429 });
    now = new Date(now.getTime() + MINUTE_MS);
    expect((await send(key, [departure()])).code).toBe(200);
    const stored = await provider.db
      .selectFrom("event")
      .select("event_id")
      .where("sender", "=", "EGLV")
      .execute();
    expect(stored).toHaveLength(6);
    now = before;
  });

  it("refuse a body that is too long, or of unknown length, before it is read", async () => {
    const { key } = await make("YMLU", { bodyBytes: 500 });
    expect((await send(key, [departure()])).code).toBe(200);
    expect((await send(key, [departure(), departure()])).status).toBe(413);
    const streamed = await fetch(`${provider.trackingUrl}/dcsa/v3/events`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: new Blob([JSON.stringify([departure()])]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(streamed.status).toBe(411);
  });
});
