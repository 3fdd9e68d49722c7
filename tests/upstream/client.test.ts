import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { endpoint as define, type Endpoint } from "#app/contract/endpoint.ts";
import {
  UpstreamAccountState,
  UpstreamForbidden,
  UpstreamRefused,
  UpstreamUnavailable,
} from "#app/upstream/error.ts";
import type { UpstreamCaller } from "#app/upstream/request.ts";
import { freePorts } from "#tests/support/product.ts";
import {
  broken,
  cutShort,
  envelope,
  type Received,
  raw,
  type ScriptedProvider,
  silent,
  stalled,
  startScriptedProvider,
} from "./scripted-provider.ts";

let provider: ScriptedProvider;
let client: typeof import("#app/upstream/client.server.ts");

beforeAll(async () => {
  provider = await startScriptedProvider();
  Object.assign(process.env, {
    API_URL: `${provider.apiUrl}/`,
    TRACKING_API_URL: provider.trackingUrl,
    SESSION_SECRET: "a secret of the tests only and of nothing else",
    LOG_LEVEL: "silent",
  });
  client = await import("#app/upstream/client.server.ts");
});
beforeEach(() => provider.reset());
afterAll(() => provider?.stop());

const person: UpstreamCaller = { token: "T0ken", language: "zh", clientAddress: "198.51.100.7" };

/** A call that answers a number, with a short time-out. */
function endpoint(given: Partial<Endpoint> = {}) {
  return define({
    name: "test.call",
    summary: "",
    path: "/test/call",
    request: z.record(z.string(), z.unknown()),
    response: z.number(),
    timeoutMs: 20_000,
    retries: 0,
    ...given,
  });
}
const read = endpoint();
const write = endpoint({ isWrite: true, retries: 1, timeoutMs: 1_000 });

/** The one call that came. */
function only(): Received {
  expect(provider.received).toHaveLength(1);
  return provider.received[0] as Received;
}

async function faultOf(work: Promise<unknown>): Promise<Error> {
  try {
    const data = await work;
    throw new Error(`expected a fault, got ${JSON.stringify(data)}`);
  } catch (error) {
    return error as Error;
  }
}
async function reasonOf(work: Promise<unknown>): Promise<string> {
  const fault = await faultOf(work);
  expect(fault).toBeInstanceOf(UpstreamUnavailable);
  return (fault as UpstreamUnavailable).reason;
}

describe("what a call carries", () => {
  beforeEach(() => provider.answer(envelope(7)));

  test("the bearer, the language and the person's address", async () => {
    expect(await client.call(read, {}, person)).toBe(7);
    const { headers, method, path } = only();
    expect([method, path]).toEqual(["POST", "/api/test/call"]);
    expect(headers).toMatchObject({
      authorization: "Bearer T0ken",
      language: "zh",
      "x-forwarded-for": "198.51.100.7",
      accept: "application/json",
    });
    expect(headers["idempotency-key"]).toBeUndefined();
  });

  test("no bearer with a public call, nor without a token, and no address where none is known", async () => {
    await client.call(endpoint({ access: "public" }), {}, person);
    await client.call(read, {}, { token: null, language: "en", clientAddress: null });
    for (const { headers } of provider.received) expect(headers.authorization).toBeUndefined();
    expect(provider.received[1]?.headers).toMatchObject({ language: "en" });
    expect(provider.received[1]?.headers["x-forwarded-for"]).toBeUndefined();
  });

  test("a public call that asks for it carries the bearer token of a signed-in user", async () => {
    const search = endpoint({ access: "public", hasOptionalBearer: true });
    await client.call(search, {}, person);
    await client.call(search, {}, { ...person, token: null });
    expect(provider.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer T0ken",
      undefined,
    ]);
  });

  test("form fields, without those that are not there", async () => {
    await client.call(read, { a: "x & y=ü", b: 0, c: undefined, d: null, e: "" }, person);
    const { headers, body } = only();
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect([...new URLSearchParams(body)]).toEqual([
      ["a", "x & y=ü"],
      ["b", "0"],
      ["e", ""],
    ]);
  });

  test("JSON, lists too", async () => {
    const json = endpoint({ body: "json", request: z.any() });
    await client.call(json, { a: { b: [1, "ü"] } }, person);
    await client.call(json, [{ id: 1 }], person);
    expect(provider.received.map(({ body }) => JSON.parse(body))).toEqual([
      { a: { b: [1, "ü"] } },
      [{ id: 1 }],
    ]);
    expect(provider.received[0]?.headers["content-type"]).toBe("application/json");
  });

  test("a query, and no body at all", async () => {
    await client.call(endpoint({ method: "GET", body: "query" }), { q: "a&b", none: undefined }, person);
    await client.call(endpoint({ body: "none" }), {}, person);
    const [first, second] = provider.received;
    expect([first?.method, first?.query.toString(), first?.body]).toEqual(["GET", "q=a%26b", ""]);
    expect([second?.body, second?.headers["content-type"]]).toEqual(["", undefined]);
  });

  test("path parameters, encoded, and not once more in the body", async () => {
    const { received } = provider;
    await client.call(endpoint({ path: "/user/{id}/x" }), { id: "../a b/ü", name: "n" }, person);
    expect([received[0]?.path, received[0]?.body]).toEqual(["/api/user/..%2Fa%20b%2F%C3%BC/x", "name=n"]);
  });

  test("goes to the service that the endpoint names", async () => {
    await client.call(endpoint({ service: "tracking" }), {}, person);
    await client.call(endpoint({ service: "root", path: "/user/info" }), {}, person);
    expect(provider.received.map(({ path }) => path)).toEqual(["/tracking/test/call", "/user/info"]);
  });
});

test("numbers that product 7 writes into the address stand there, and in the body as well", async () => {
  provider.answer(envelope(7));
  const list = endpoint({ body: "json", inAddress: ["limit", "offset"] });
  await client.call(list, { channelId: "5", limit: 30, offset: 0 }, person);
  const { query, body } = only();
  expect(Object.fromEntries(query)).toEqual({ limit: "30", offset: "0" });
  expect(JSON.parse(body)).toEqual({ channelId: "5", limit: 30, offset: 0 });
});

describe("what an answer becomes", () => {
  test("code 403 is forbidden, whatever the status", async () => {
    for (const status of [200, 403, 500]) {
      provider.answer(envelope(null, { code: 403, message: "no", status }));
      expect(await faultOf(client.call(read, {}, person))).toBeInstanceOf(UpstreamForbidden);
    }
  });

  test("a code above 8000 is an account state, with the minutes of a lock", async () => {
    provider.answer(envelope(null, { code: 8002, message: "expired", status: 401 }));
    expect(await faultOf(client.call(read, {}, person))).toMatchObject({ code: 8002, minutes: null });
    provider.answer(envelope({ minutes: 12 }, { code: 8005, message: "locked", status: 401 }));
    const fault = await faultOf(client.call(read, {}, person));
    expect(fault).toBeInstanceOf(UpstreamAccountState);
    expect(fault).toMatchObject({ code: 8005, minutes: 12 });
    provider.answer(envelope(null, { code: 8000, message: "just below" }));
    expect(await faultOf(client.call(read, {}, person))).toBeInstanceOf(UpstreamRefused);
  });

  test("any other code is the provider's own words, with the fields that it names", async () => {
    provider.answer(envelope(null, { code: 409, message: "Already taken", status: 500 }));
    expect(await faultOf(client.call(read, {}, person))).toMatchObject({
      name: "UpstreamRefused",
      code: 409,
      message: "Already taken",
      fields: [],
    });
    const fields = [{ path: "cargo.0.weight", message: "too heavy" }];
    provider.answer(envelope({ fields }, { code: 400, message: "Check" }));
    expect(await faultOf(client.call(read, {}, person))).toMatchObject({ fields });
    provider.answer(envelope({ fields: "?" }, { code: 400, message: "Check" }));
    expect(await faultOf(client.call(read, {}, person))).toMatchObject({ fields: [] });
  });

  const senseless = {
    "an empty body": raw(""),
    "HTML with status 200": raw("<!doctype html><h1>It works</h1>", { type: "text/html" }),
    "a page of a framework with status 500": raw("<h1>Error</h1>", { status: 500, type: "text/html" }),
    "JSON that is no envelope": raw('{"ok":true}'),
    "an envelope with a code that is no number": raw('{"code":"ok","message":"","data":7}'),
    "JSON null": raw("null"),
    "data of the wrong shape": envelope("seven"),
    "no data": raw('{"code":200,"message":""}'),
    "success in an answer that says failure": envelope(7, { status: 500 }),
    "a redirect elsewhere": raw("", { status: 302, headers: { location: "/other" } }),
    "broken characters": raw('{"code":200,"mess'),
  };
  for (const [name, script] of Object.entries(senseless)) {
    test(`${name} makes no sense, and is asked for once only`, async () => {
      provider.answer(script);
      expect(await reasonOf(client.call(endpoint({ retries: 3 }), {}, person))).toBe("malformed");
      expect(provider.received).toHaveLength(1);
    });
  }

  test("a wrong shape is reported by its path, never by its value", async () => {
    provider.answer(envelope({ secret: "blue-Harbour-42" }));
    const shape = endpoint({ response: z.object({ secret: z.number() }) });
    const { message } = await faultOf(client.call(shape, {}, person));
    expect(message).toContain("secret");
    expect(message).not.toContain("blue-Harbour");
  });

  test("a proxy's error page counts as an unreachable provider", async () => {
    for (const [status, reason] of [
      [502, "lost"],
      [503, "lost"],
      [504, "timeout"],
    ] as const) {
      provider.answer(raw("<h1>Bad Gateway</h1>", { status, type: "text/html" }));
      expect([status, await reasonOf(client.call(read, {}, person))]).toEqual([status, reason]);
    }
  });

  test("how long to wait is told with 429 and 503, in seconds or as a date, an hour at the most", async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    for (const [status, given, expected] of [
      [503, "7", 7],
      [429, "12", 12],
      [503, "999999", 3_600],
      [503, "soon", null],
      [503, "-1", null],
      [200, "7", null],
    ] as const) {
      const body = JSON.stringify({ code: 500, message: "", data: null });
      provider.answer(raw(body, { status, headers: { "retry-after": given } }));
      expect([given, await faultOf(client.call(read, {}, person))]).toMatchObject([
        given,
        { retryAfterSeconds: expected },
      ]);
    }
    provider.answer(
      raw("<h1>Busy</h1>", { status: 503, type: "text/html", headers: { "retry-after": soon } }),
    );
    const { retryAfterSeconds } = (await faultOf(client.call(read, {}, person))) as never;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(31);
  });

  test("reading of an endless answer is stopped", async () => {
    let sent = 0;
    provider.answer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(1024 * 1024, " ");
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on("drain", more);
      more();
    });
    expect(await reasonOf(client.call(read, {}, person))).toBe("malformed");
    expect(sent).toBeLessThan(client.ANSWER_MAX_BYTES * 2);
  });
});

describe("no answer", () => {
  test("a provider that is down is reported at once, without a retry", async () => {
    const [port] = await freePorts(1);
    process.env.API_URL = `http://127.0.0.1:${port}/api`;
    vi.resetModules();
    const fresh = await import("#app/upstream/client.server.ts");
    const began = Date.now();
    const fault = await faultOf(fresh.call(endpoint({ retries: 3 }), {}, person));
    expect(fault).toMatchObject({ name: "UpstreamUnavailable", reason: "unreachable" });
    expect(Date.now() - began).toBeLessThan(2_500);
  });

  test("a time-out is retried three times, a second apart", { tags: "slow" }, async () => {
    const began: number[] = [];
    provider.answer(() => began.push(Date.now()));
    const patient = endpoint({ timeoutMs: 200, retries: 3 });
    expect(await reasonOf(client.call(patient, {}, person))).toBe("timeout");
    expect(began).toHaveLength(4);
    for (let index = 1; index < 4; index++) {
      const gap = began[index]! - began[index - 1]!;
      expect(gap).toBeGreaterThanOrEqual(1_000);
      expect(gap).toBeLessThan(5_000);
    }
  });

  test("an answer whose body stops half-way counts as a time-out", async () => {
    provider.answer(stalled);
    expect(await reasonOf(client.call(endpoint({ timeoutMs: 500 }), {}, person))).toBe("timeout");
  });

  test("the try after a time-out may succeed, and a write repeats its key", async () => {
    provider.answer((response, received) => {
      if (provider.received.length === 2) envelope(8)(response, received);
    });
    expect(await client.callToWrite(write, { a: "1" }, person, { key: "K-1" })).toBe(8);
    expect(provider.received.map(({ headers, body }) => [headers["idempotency-key"], body])).toEqual([
      ["K-1", "a=1"],
      ["K-1", "a=1"],
    ]);
  });

  test("a write without a key is sent once", async () => {
    provider.answer(silent);
    expect(await reasonOf(client.call(write, {}, person))).toBe("timeout");
    provider.answer(broken);
    expect(await reasonOf(client.call(write, {}, person))).toBe("lost");
    expect(provider.received).toHaveLength(2);
  });

  test("a call that is not to be repeated is sent once", async () => {
    provider.answer(silent);
    expect(await reasonOf(client.call(endpoint({ timeoutMs: 500 }), {}, person))).toBe("timeout");
    expect(provider.received).toHaveLength(1);
  });

  test("a call over a broken connection is retried once", async () => {
    const twice = endpoint({ retries: 3 });
    for (const script of [broken, cutShort]) {
      provider.reset();
      provider.answer(script);
      expect(await reasonOf(client.call(twice, {}, person))).toBe("lost");
      expect(provider.received).toHaveLength(2);
    }
    provider.reset();
    provider.answer((response, received) =>
      (provider.received.length === 1 ? broken : envelope(9))(response, received),
    );
    expect(await client.call(twice, {}, person)).toBe(9);
  });

  test("a client that disconnects aborts the call, and it is not retried", async () => {
    const away = new AbortController();
    provider.answer(() => away.abort());
    const work = client.call(
      endpoint({ retries: 3, timeoutMs: 5_000 }),
      {},
      { ...person, signal: away.signal },
    );
    expect(await faultOf(work)).toMatchObject({ name: "AbortError" });
    expect(provider.received).toHaveLength(1);
  });
});

describe("a file", () => {
  const file = endpoint({ answer: "file", timeoutMs: 1_500 });

  test("is streamed as it arrives, however long that takes, with its name", { tags: "slow" }, async () => {
    provider.answer((response) => {
      response.writeHead(200, {
        "content-type": "text/csv",
        "content-disposition": 'attachment; filename="list.csv"',
      });
      response.write("first,");
      setTimeout(() => response.end("last"), 2_000);
    });
    const { body, contentType, contentDisposition } = await client.callForFile(file, {}, person);
    expect([contentType, contentDisposition]).toEqual(["text/csv", 'attachment; filename="list.csv"']);
    expect(await new Response(body).text()).toBe("first,last");
  });

  test("that is refused is a refusal", async () => {
    provider.answer(envelope(null, { code: 403, message: "" }));
    expect(await faultOf(client.callForFile(file, {}, person))).toBeInstanceOf(UpstreamForbidden);
    provider.answer(envelope(null, { code: 429, message: "Slowly", status: 429 }));
    expect(await faultOf(client.callForFile(file, {}, person))).toMatchObject({
      code: 429,
      message: "Slowly",
    });
  });

  test("is not accepted when it is a page, or the status is not success", { tags: "slow" }, async () => {
    provider.answer(raw("<h1>Welcome</h1>", { type: "text/html; charset=utf-8" }));
    expect(await reasonOf(client.callForFile(file, {}, person))).toBe("malformed");
    provider.answer(raw("oops", { type: "text/plain", status: 500 }));
    expect(await reasonOf(client.callForFile(file, {}, person))).toBe("malformed");
    provider.answer(silent);
    expect(await reasonOf(client.callForFile(file, {}, person))).toBe("timeout");
  });
});

describe("an upload", () => {
  const upload = endpoint({ body: "none", isWrite: true, retries: 3, timeoutMs: 1_200 });
  const pieces = (texts: string[], pauseMs: number) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const text = texts.shift();
        if (text === undefined) return controller.close();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        controller.enqueue(Buffer.from(text));
      },
    });
  const send = (stream: ReadableStream<Uint8Array>, length: string | null = null) =>
    client.callWithBody(upload, { stream, contentType: "multipart/form-data; boundary=b", length }, person, {
      key: "K-2",
    });

  test("is streamed as it arrives, under its key, however slowly", { tags: "slow" }, async () => {
    provider.answer(envelope(5));
    expect(await send(pieces(["abc", "def", "ghi", "jkl"], 400), "12")).toBe(5);
    const { headers, body } = only();
    expect(body).toBe("abcdefghijkl");
    expect(headers).toMatchObject({
      "content-type": "multipart/form-data; boundary=b",
      "content-length": "12",
      "idempotency-key": "K-2",
      authorization: "Bearer T0ken",
    });
  });

  test("is never sent twice, whatever becomes of it", { tags: "slow" }, async () => {
    for (const [script, reason] of [
      [silent, "timeout"],
      [stalled, "timeout"],
      [broken, "lost"],
      [raw("<h1>502</h1>", { status: 502, type: "text/html" }), "lost"],
      [raw(""), "malformed"],
    ] as const) {
      provider.reset();
      provider.answer(script);
      expect(await reasonOf(send(pieces(["abc"], 0)))).toBe(reason);
      only();
    }
  });

  test("that is refused gets the provider's words", async () => {
    provider.answer(envelope(null, { code: 400, message: "Too large", status: 413 }));
    expect(await faultOf(send(pieces(["abc"], 0)))).toMatchObject({ code: 400, message: "Too large" });
  });
});
