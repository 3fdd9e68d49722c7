import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signIn, userInfo } from "#app/contract/auth.ts";
import { CODE_DISABLED } from "#app/contract/code.ts";
import { importEvents } from "#app/contract/event.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { getUser, updateUser } from "#app/contract/user.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { createServer } from "#app/provider/http/server.ts";
import { createLog } from "#app/provider/log.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLog(
    "info",
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  provider = await startProvider({ log });
});
afterAll(() => provider.stop());

async function session(given?: Parameters<typeof makePerson>[2]) {
  const person = await makePerson(provider.db, await makeCompany(provider.db), given);
  return { ...person, token: await makeSession(provider.db, person.id) };
}

async function deskToken() {
  const companyId = await makeCompany(provider.db, [], { is_forwarder: true });
  const desk = await makePerson(provider.db, companyId, { role: "desk" });
  return makeSession(provider.db, desk.id);
}

/** Sends raw bytes and reads until the server closes or stops sending. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(provider.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => {});
  socket.write(text);
  const isClosed = closed.then(() => true);
  let read = "";
  do read = answer;
  while (!(await Promise.race([isClosed, sleep(500, false)])) && (answer === "" || answer !== read));
  socket.destroy();
  return answer;
}

describe("requests", () => {
  test("are taken as form or JSON, whichever the call says", async () => {
    const { userName } = await session();
    for (const [type, body] of [
      ["application/json", JSON.stringify({ userName, password: PASSWORD })],
      ["application/x-www-form-urlencoded", new URLSearchParams({ userName, password: PASSWORD }).toString()],
    ] as const) {
      const answer = await fetch(`${provider.apiUrl}/auth/token`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect(await answer.json()).toMatchObject({ code: 200 });
    }
  });

  test("that say JSON and bring nothing are calls without fields", async () => {
    const { token } = await session();
    const answer = await fetch(`${provider.apiUrl}/shipment/list`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toMatchObject({ code: 200, data: { rows: [], total: 0 } });
  });

  test("with faulty fields name each of them, in the language of the request", async () => {
    const input = { userName: "", password: "12345" };
    expect(await provider.call(signIn, input)).toMatchObject({
      status: 200,
      code: 400,
      message: "Some fields are not filled in correctly",
      data: {
        fields: [
          { path: "userName", message: "Cannot be empty" },
          { path: "password", message: "At least 6 characters" },
        ],
      },
    });
    expect((await provider.call(signIn, input, { language: "zh" })).data).toEqual({
      fields: [
        { path: "userName", message: "不能为空" },
        { path: "password", message: "至少 6 个字符" },
      ],
    });
  });

  test("that cannot be read are answered, and leave the provider running", { tags: "slow" }, async () => {
    const { token } = await session();
    const desk = await deskToken();
    const send = (path: string, init: RequestInit) => fetch(`${provider.url}${path}`, init);
    const form = { "content-type": "application/x-www-form-urlencoded", authorization: `Bearer ${token}` };
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    const manyNames = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=`).join("&");
    const json = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const cases: [string, RequestInit, number][] = [
      ["/api/shipment/list", { method: "POST", headers: json, body: "{" }, 400],
      ["/api/shipment/list", { method: "POST", headers: json, body: '{"__proto__":{"x":1}}' }, 400],
      ["/api/shipment/list", { method: "POST", headers: json, body: '{"constructor":{"prototype":1}}' }, 400],
      ["/api/shipment/list", { method: "POST", headers: json, body: '{"toString":1}' }, 400],
      ["/api/shipment/list", { method: "POST", headers: json, body: `{"${"x".repeat(300)}":1}` }, 400],
      ["/api/shipment/list", { method: "POST", headers: json, body: nested(100_000) }, 400],
      ["/api/shipment/list", { method: "POST", headers: json, body: `[${"0,".repeat(400_000)}0]` }, 400],
      [
        "/tracking/dcsa/v3/events",
        { method: "POST", headers: { ...json, authorization: `Bearer ${desk}` }, body: nested(5_000_000) },
        400,
      ],
      ["/api/shipment/list", { method: "POST", headers: form, body: "__proto__=1" }, 400],
      ["/api/shipment/list", { method: "POST", headers: form, body: "a&".repeat(400_000) }, 400],
      ["/api/shipment/list", { method: "POST", headers: form, body: manyNames(60_000) }, 400],
      ["/api/user/info?constructor=1", {}, 404],
      ["/user/info?__proto__=1", {}, 400],
      [
        "/api/shipment/list",
        { method: "POST", headers: { ...json, "content-type": "text/csv" }, body: "a" },
        415,
      ],
      ["/api/shipment/list", { method: "POST", headers: json, body: `"${"x".repeat(1024 * 1024)}"` }, 413],
      ["/api/shipment/list", { method: "DELETE" }, 404],
      ["/api/nothing/here", { method: "POST" }, 404],
      ["/%ff", {}, 400],
      ["/api/portalUser/deleteUser/%ff", { method: "POST" }, 400],
      ["//", {}, 404],
    ];
    for (const [path, init, status] of cases) {
      const answer = await send(path, init);
      expect([path, answer.status]).toEqual([path, status]);
      expect(await answer.json()).toMatchObject({ message: expect.any(String), data: null });
    }
    for (const value of ["null", "3", '"text"', "[]"]) {
      const answer = await send("/api/shipment/list", { method: "POST", headers: json, body: value });
      expect(answer.status).toBe(200);
    }
    expect((await fetch(`${provider.url}/health`)).status).toBe(200);
  });

  test("that no browser would send are refused without harm", async () => {
    expect(await raw("TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 40[045] /,
    );
    expect(await raw(`GET /health HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
    expect(await raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw("GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 200 /,
    );
    expect(await raw("\u0000\u0001 nonsense\r\n\r\n")).toMatch(/^HTTP\/1.1 400 .*"code":400/s);
    expect(await raw("GET http://[::bad HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 4/,
    );
    expect((await fetch(`${provider.url}/health`)).status).toBe(200);
  });

  test("may be as large as a message of events, at that call only", async () => {
    const token = await deskToken();
    const events = Array.from({ length: 500 }, () => ({ padding: "x".repeat(5_000) }));
    const answer = await provider.call(importEvents, events, { token });
    expect(answer).toMatchObject({ status: 400, code: 400, data: { accepted: 0 } });
    expect(answer.data.rejected).toHaveLength(500);
  });
});

describe("the caller is checked before the body is read", () => {
  /** Starts a call of events without ending its body: the answer came without reading it. */
  async function answerToHead(headers: Record<string, string>): Promise<{ status: number; code: number }> {
    const sent = request(`${provider.trackingUrl}/dcsa/v3/events`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": 16_000_000, ...headers },
    });
    sent.write('[{"eventID":');
    try {
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, code: ((await json(answer)) as { code: number }).code };
    } finally {
      sent.on("error", () => {});
      sent.destroy();
    }
  }

  test("an unknown caller, and one without permission, are answered before the body has arrived", async () => {
    const { id, token } = await session();
    expect(await answerToHead({})).toEqual({ status: 401, code: 8001 });
    expect(await answerToHead({ authorization: "Bearer nobody" })).toEqual({ status: 401, code: 8001 });
    expect(await answerToHead({ authorization: `Bearer ${token}` })).toEqual({ status: 200, code: 403 });
    const refusals = await provider.db
      .selectFrom("security_event")
      .select("detail")
      .where("user_id", "=", id)
      .where("kind", "=", "call.refused")
      .execute();
    expect(refusals).toEqual([{ detail: { call: importEvents.name } }]);
  });

  test("the body of an unknown caller is neither parsed nor measured", async () => {
    for (const body of ["{", "[".repeat(5_000), `"${"x".repeat(1024 * 1024)}"`]) {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${provider.apiUrl}/shipment/list`, { method: "POST", headers, body });
      expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([401, 8001]);
    }
  });

  test("by one question to the database a call, and again at the next", async () => {
    const { id, token } = await session();
    let asked = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === "RawNode" && node.sqlFragments.join("").includes("from auth_token")) asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const app = await createServer({
      secretKeys: ["a key of the tests only and of nothing else"],
      database: provider.db.withPlugin(counting),
      target: provider.database.connection,
      files: provider.files,
      log: createLog("silent"),
      config: {
        publicUrl: "https://portal.example.com",
        isRateLimited: false,
        trustedProxies: [],
        socketOrigins: { listed: [], isOwnHostEnough: true },
      },
    });
    const list = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.inject({ method: "POST", url: "/api/shipment/list", headers })).json().code;
    };
    try {
      expect([await list(), asked]).toEqual([200, 1]);
      await provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", id).execute();
      expect([await list(), asked]).toEqual([CODE_DISABLED, 2]);
    } finally {
      await app.close();
    }
  });
});

describe("access", () => {
  test("staff calls are for the forwarder's people", async () => {
    const { token } = await session();
    expect(await provider.call(importEvents, [], { token })).toMatchObject({ status: 200, code: 403 });
    expect(await provider.call(importEvents, [])).toMatchObject({ status: 401, code: 8001 });
  });

  test("the bearer is read as such and nothing else", async () => {
    const { token } = await session();
    for (const authorization of [`bearer ${token}`, `BEARER ${token}`])
      expect((await provider.call(getUser, {}, { headers: { authorization } })).code).toBe(200);
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      "Bearer ",
      `Bearer ${token}'--`,
    ])
      expect((await provider.call(getUser, {}, { headers: { authorization } })).code).toBe(8001);
  });
});

test("headers keep answers out of caches and frames, and hand the request id back", async () => {
  const answer = await fetch(`${provider.url}/health`, { headers: { "x-request-id": "portal-7" } });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-request-id": "portal-7",
  });
  const forged = await fetch(`${provider.url}/health`, { headers: { "x-request-id": 'a b"}{' } });
  expect(forged.headers.get("x-request-id")).toMatch(/^[\da-f]{32}$/);
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const traced = await fetch(`${provider.url}/health`, { headers: { traceparent } });
  expect(traced.headers.get("x-request-id")).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
});

test("the log names calls and people, and holds no secret, no query and nothing typed", async () => {
  const { id, userName, token } = await session();
  lines.length = 0;
  await provider.call(userInfo, { token }, { headers: { "x-request-id": "log-check-1" } });
  await provider.call(signIn, { userName, password: "not-the-Password-1" });
  await provider.call(updateUser, { name: "Typed Name" }, { token, key: "a-key-of-the-form" });
  await provider.call(shipmentList, { keyword: "typed-keyword" }, { token });
  await fetch(`${provider.url}/nowhere?token=${token}`);
  // A call is logged after its answer was sent.
  await expect.poll(() => lines.filter((line) => line.includes('"route"')).length).toBe(5);
  const log = lines.join("");
  expect(log).toContain('"requestId":"log-check-1"');
  expect(log).toContain('"route":"/user/info"');
  expect(log).toContain(`"userId":"${id}"`);
  for (const secret of [
    token,
    userName,
    "not-the-Password-1",
    "Typed Name",
    "typed-keyword",
    "a-key-of-the-form",
  ])
    expect(log).not.toContain(secret);
});

test("an internal error is answered by an envelope, and its reason is only in the log", async () => {
  const { token } = await session();
  lines.length = 0;
  await provider.database.pool.query("alter table role_resource rename to role_resource_gone");
  try {
    const answer = await provider.call(getUser, {}, { token, language: "zh" });
    expect(answer).toMatchObject({ status: 500, code: 500, message: "我们的系统出现了问题", data: null });
  } finally {
    await provider.database.pool.query("alter table role_resource_gone rename to role_resource");
  }
  expect(lines.join("")).toContain("role_resource");
});

test("a full disk is reported to users and, with what to do, to the log", async () => {
  const { userName } = await session();
  lines.length = 0;
  const { pool } = provider.database;
  await pool.query(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert or update on auth_token for each statement execute function no_room()`);
  try {
    const answer = await provider.call(signIn, { userName, password: PASSWORD });
    expect(answer).toMatchObject({
      status: 503,
      code: 500,
      message: expect.stringContaining("no room left on its disk"),
    });
    expect(answer.headers.get("retry-after")).toBe("60");
    const zh = await provider.call(signIn, { userName, password: PASSWORD }, { language: "zh" });
    expect(zh.message).toContain("磁盘空间已满");
  } finally {
    await pool.query("drop function no_room cascade");
  }
  expect(lines.join("")).toMatch(/The disk is full: free space on the disk of DATA_DIR/);
});

test("connections that break are not noticed by the caller", async () => {
  const { token } = await session();
  const getUsers = () => Promise.all(Array.from({ length: 10 }, () => provider.call(getUser, {}, { token })));
  await getUsers();
  await provider.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  expect((await getUsers()).map(({ code }) => code)).toEqual(Array(10).fill(200));
});

test("a call waits for a lost database, and is then answered as not available", {
  tags: "slow",
}, async () => {
  const away = openDatabase("postgres://nobody:nothing@127.0.0.1:1/none");
  const app = await createServer({
    secretKeys: ["a key of the tests only and of nothing else"],
    database: away.db,
    target: "postgres://nobody:nothing@127.0.0.1:1/none",
    files: provider.files,
    config: {
      publicUrl: "https://portal.example.com",
      isRateLimited: false,
      trustedProxies: [],
      socketOrigins: { listed: [], isOwnHostEnough: true },
    },
    log: createLog("silent"),
  });
  try {
    const answer = await app.inject({
      url: "/api/portalUser/getUser",
      headers: { authorization: `Bearer ${"x".repeat(43)}` },
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(answer.json()).toMatchObject({ code: 500, data: null });
  } finally {
    await app.close();
    await away.close();
  }
});

test("the health call reports the state of the database", async () => {
  const own = await startProvider();
  try {
    expect(await (await fetch(`${own.url}/health`)).json()).toEqual({ status: "ok" });
    await own.database.close();
    const answer = await fetch(`${own.url}/health`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: "unavailable" });
  } finally {
    await own.app.close();
  }
});

describe("limits", () => {
  // The minute of a limit does not end while a busy machine counts up to it.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  const attempt = (limited: TestProvider, address: string) =>
    limited.call(
      signIn,
      { userName: `name-of-${address}`, password: "1" },
      { headers: { "x-forwarded-for": address } },
    );

  test("count public calls by the person's address, an IPv6 network as one", async () => {
    const limited = await startProvider({ isRateLimited: true });
    try {
      const first = await Promise.all(Array.from({ length: 61 }, () => attempt(limited, "203.0.113.7")));
      expect(first.filter(({ code }) => code === 429)).toHaveLength(1);
      const refused = await attempt(limited, "203.0.113.7");
      expect(refused).toMatchObject({ status: 429, code: 429, data: null });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.message).toMatch(/in \d+ seconds/);
      expect((await attempt(limited, "203.0.113.8")).code).toBe(400);
      await Promise.all(
        Array.from({ length: 60 }, (_, index) => attempt(limited, `2001:db8:1:2::${index + 1}`)),
      );
      expect((await attempt(limited, "2001:db8:1:2:ffff::1")).code).toBe(429);
      expect((await attempt(limited, "2001:db8:1:3::1")).code).toBe(400);
    } finally {
      await limited.stop();
    }
  });

  test("do not believe an address that the client puts before its own", async () => {
    const limited = await startProvider({ isRateLimited: true });
    try {
      await Promise.all(
        Array.from({ length: 60 }, (_, index) => attempt(limited, `198.51.100.${index}, 203.0.113.9`)),
      );
      expect((await attempt(limited, "198.51.100.99, 203.0.113.9")).code).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
