import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeyList, apiKeyMake, apiKeyRevoke } from "#app/contract/api-key.ts";
import {
  API_CALLS_PER_MINUTE,
  API_KEYS_MAX,
  type ApiScope,
  apiScopes,
  callsOfScope,
} from "#app/contract/api-key-code.ts";
import { CODE_PROOF_NEEDED } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { unreadCount } from "#app/contract/message.ts";
import { quoteAdd, quoteDetail, quoteList } from "#app/contract/quote.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { getUser } from "#app/contract/user.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { routes } from "#app/provider/http/server.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, request, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
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
});
afterAll(() => provider?.stop());

async function administrator(): Promise<Somebody> {
  const admin = await customer(provider, ["SHIPMENT_CHARGES", "MEMBER_MANAGE"]);
  await prove(admin);
  return admin;
}
const prove = ({ id }: Somebody) =>
  provider.db.updateTable("auth_token").set({ proved_at: now }).where("user_id", "=", id).execute();

async function make(
  admin: Somebody,
  scopes: ApiScope[],
  name = "Warehouse",
): Promise<{ id: string; key: string }> {
  await prove(admin);
  const answer = await provider.call(apiKeyMake, { name, scopes, days: 90 }, { token: admin.token });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
}
const list = async ({ token }: Somebody) => (await provider.call(apiKeyList, {}, { token })).data.rows;

const shipmentsBy = (token: string) => provider.call(shipmentList, {}, { token });

describe("a key of a program", () => {
  it("reads the rows that its maker reads, and none of another company", async () => {
    const [dana, other] = [await administrator(), await administrator()];
    const own = await makeShipment(provider.db, dana.companyId, { house_number: "FLOWN0001" });
    const foreign = await makeShipment(provider.db, other.companyId, { house_number: "FLOTHER001" });
    const { key } = await make(dana, ["shipments.read"]);
    const answer = await shipmentsBy(key);
    expect(answer.data.rows.map(({ id }) => id)).toEqual([own.id]);
    expect((await provider.call(shipmentDetail, { id: foreign.id }, { token: key })).code).not.toBe(200);
    expect((await list(dana))[0]).toMatchObject({
      name: "Warehouse",
      hint: key.slice(-4),
      state: "WORKS",
      lastUsedAt: expect.any(String),
      lastUsedFrom: "127.0.0.1",
    });
  });

  it("opens only the calls of its scopes, and says which scope is wanted", async () => {
    const dana = await administrator();
    const { key } = await make(dana, ["shipments.read"]);
    const answer = await provider.call(quoteList, {}, { token: key });
    expect(answer).toMatchObject({ code: 403 });
    expect(answer.message).toContain("quotes.read");
    const closed: Endpoint[] = [getUser, unreadCount, apiKeyList];
    for (const endpoint of closed)
      expect(await provider.call(endpoint, {}, { token: key })).toMatchObject({
        code: 403,
        message: "This call is for people only: no key opens it",
      });
    const noted = await provider.db
      .selectFrom("security_event")
      .select("detail")
      .where("user_id", "=", dana.id)
      .where("kind", "=", "call.refused")
      .execute();
    // A program may ask for days: noted once an hour.
    expect(noted).toMatchObject([{ detail: { key: expect.any(String), call: "quote.list" } }]);
    const more = { name: "More", scopes: ["quotes.write" as const], days: 365 as const };
    expect((await provider.call(apiKeyMake, more, { token: key })).code).toBe(403);
  });

  it("loses a right when its maker does, and all when the maker's account is switched off", async () => {
    const dana = await administrator();
    const { key } = await make(dana, ["quotes.write", "shipments.read"]);
    expect((await shipmentsBy(key)).code).toBe(200);
    const { id: role } = await provider.db
      .selectFrom("role")
      .select("id")
      .where("code", "=", "viewer")
      .where("company_id", "is", null)
      .executeTakeFirstOrThrow();
    await provider.db.updateTable("app_user").set({ role_id: role }).where("id", "=", dana.id).execute();
    expect(await provider.call(quoteAdd, request(), { token: key })).toMatchObject({
      code: 403,
      message: "The person whose rights this key has may not make this call",
    });
    expect((await shipmentsBy(key)).code).toBe(200);
    const colleague = await somebody(provider, dana.companyId);
    expect((await list(colleague))[0]).toMatchObject({ state: "WORKS", closedScopes: ["quotes.write"] });
    const scopes: ApiScope[] = ["quotes.write"];
    await provider.db.updateTable("api_key").set({ scopes }).where("user_id", "=", dana.id).execute();
    expect((await list(colleague))[0]).toMatchObject({ state: "MAKER_LACKS_RIGHT", closedScopes: scopes });
    await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", dana.id).execute();
    expect((await shipmentsBy(key)).status).toBe(401);
    expect((await list(colleague))[0]).toMatchObject({ state: "MAKER_GONE" });
  });

  it("writes once under an idempotency key that is its own, and the log names it", async () => {
    const dana = await administrator();
    const { key } = await make(dana, ["quotes.read", "quotes.write"], "ERP");
    const write = { key: "the-same-key-0001" };
    const first = await provider.call(quoteAdd, request(), { token: key, ...write });
    const again = await provider.call(quoteAdd, request(), { token: key, ...write });
    expect(again.data).toEqual(first.data);
    const person = await provider.call(quoteAdd, request(), { token: dana.token, ...write });
    expect(person.data.id).not.toBe(first.data.id);
    const changed = await provider.call(quoteAdd, request({ tag: "other" }), { token: key, ...write });
    expect(changed.code).toBe(409);
    const detail = await provider.call(quoteDetail, { id: first.data.id }, { token: key });
    expect(JSON.stringify(detail.data)).toMatch(/ · ERP"/);
  });

  it("ends when it is revoked, by any administrator of the company and by nobody else", async () => {
    const [dana, other] = [await administrator(), await administrator()];
    const colleague = await somebody(provider, dana.companyId);
    const { id, key } = await make(dana, ["shipments.read"]);
    expect((await provider.call(apiKeyRevoke, { id }, { token: other.token })).code).toBe(404);
    expect((await shipmentsBy(key)).code).toBe(200);
    expect((await provider.call(apiKeyRevoke, { id }, { token: colleague.token })).code).toBe(200);
    expect(await shipmentsBy(key)).toMatchObject({
      status: 401,
      message: "This key does not work, or no longer",
    });
    await shipmentsBy(key);
    expect((await list(dana))[0]).toMatchObject({ id, state: "REVOKED" });
    const told = await provider.db
      .selectFrom("security_event")
      .select(["kind", "detail"])
      .where("company_id", "=", dana.companyId)
      .where("kind", "like", "apiKey.%")
      .orderBy("id")
      .execute();
    // However often its program calls, a key that has ended is told once an hour.
    expect(told.map(({ kind }) => kind)).toEqual(["apiKey.made", "apiKey.revoked", "apiKey.refused"]);
  });

  it("ends by itself, and is shown for 90 days more", async () => {
    const dana = await administrator();
    const { key } = await make(dana, ["shipments.read"]);
    const start = now;
    now = new Date(start.getTime() + 90 * DAY_MS + 1);
    expect((await shipmentsBy(key)).status).toBe(401);
    expect(await list(dana)).toMatchObject([{ state: "EXPIRED" }]);
    now = new Date(start.getTime() + 181 * DAY_MS);
    expect(await list(dana)).toEqual([]);
    now = start;
  });

  it("is told once and stored nowhere, in no log either", async () => {
    const dana = await administrator();
    const sent = { name: "Once", scopes: ["shipments.read" as const], days: 30 as const };
    const options = { token: dana.token, key: "make-a-key-once-1" };
    const first = await provider.call(apiKeyMake, sent, options);
    expect((await provider.call(apiKeyMake, sent, options)).data).toEqual(first.data);
    await shipmentsBy(first.data.key);
    const secret = first.data.key.slice(4);
    expect(JSON.stringify(await list(dana))).not.toContain(secret);
    expect(lines.join("")).not.toContain(secret);
    expect(lines.join("")).toContain(`"apiKey":"${first.data.id}"`);
    for (const table of ["api_key", "idempotency_key", "security_event"] as const)
      expect(JSON.stringify(await provider.db.selectFrom(table).selectAll().execute())).not.toContain(secret);
  });

  it("has so many calls a minute, and is told how many are left", async () => {
    const dana = await administrator();
    const { id, key } = await make(dana, ["shipments.read"]);
    const first = await shipmentsBy(key);
    expect(first.headers.get("ratelimit-limit")).toBe(String(API_CALLS_PER_MINUTE));
    expect(first.headers.get("ratelimit-remaining")).toBe(String(API_CALLS_PER_MINUTE - 1));
    await provider.db
      .updateTable("api_key")
      .set({ minute_calls: API_CALLS_PER_MINUTE })
      .where("id", "=", id)
      .execute();
    const refused = await shipmentsBy(key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const start = now;
    now = new Date(start.getTime() + MINUTE_MS);
    expect((await shipmentsBy(key)).code).toBe(200);
    now = start;
  });
});

it("keys are made by administrators who have shown anew who they are, of customers only, and not without end", async () => {
  const dana = await customer(provider, ["MEMBER_MANAGE"]);
  const sent = { name: "x", scopes: ["shipments.read" as const], days: 30 as const };
  expect((await provider.call(apiKeyMake, sent, { token: dana.token })).code).toBe(CODE_PROOF_NEEDED);
  await prove(dana);
  for (let count = 0; count < API_KEYS_MAX; count++) await make(dana, ["shipments.read"], `Key ${count}`);
  const beyond = await provider.call(apiKeyMake, sent, { token: dana.token });
  expect(beyond.message).toBe("Your company has 20 keys that work, the most there can be: revoke one first");
  const staff = await desk(provider);
  const admin = await somebody(provider, staff.companyId);
  await provider.db
    .insertInto("company_access")
    .values({ company_id: staff.companyId, res_code: "MEMBER_MANAGE" })
    .execute();
  await prove(admin);
  for (const { token } of [staff, admin])
    expect((await provider.call(apiKeyMake, sent, { token })).code).toBe(403);
});

it("the scopes name calls that there are, reads under read and writes under write, and none that is a person's own", () => {
  const known = new Map(routes.map((route) => [route.endpoint.name, route]));
  for (const scope of apiScopes)
    for (const name of callsOfScope[scope]) {
      const route = known.get(name);
      expect(route, name).toBeDefined();
      const { endpoint, needs } = route!;
      const isPreparing = /\.(ofForm|start)$/.test(name);
      expect(endpoint.isWrite || isPreparing, name).toBe(scope.endsWith(".write"));
      expect(endpoint.access, name).toBe(scope.startsWith("imports.") ? "staff" : "user");
      expect(needs?.proof, name).toBeUndefined();
      expect(needs?.reach, name).not.toBe("self");
      expect(needs?.role, name).toBeUndefined();
    }
});
