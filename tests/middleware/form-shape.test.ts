import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasRoomForFields, isFormShaped } from "#app/middleware/form-shape.server.ts";
import { startPortal, type TestPortal } from "#tests/support/portal.ts";
import { type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";

let provider: ScriptedProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider, { RATE_LIMITS: "on" });
});
afterAll(() => provider?.stop());

const shaped = (...names: string[]) => isFormShaped(names.map((name) => [name, "x"] as const));
const intent = (value: unknown) => isFormShaped([["__intent__", JSON.stringify(value)]]);
let deep: unknown = "x";
for (let level = 0; level < 1_000; level += 1) deep = [deep];

describe("field names of our forms are accepted:", () => {
  for (const names of [
    ["userName", "password", "requestId", "pick.shipper", "shipper.name", "a-b", "名称"],
    ["cargo[0].pieces", "cargo[0].length", "cargo[49].length", "containers[29].info"],
    ["ids[]", "ids[]", "other[99]"],
  ])
    test(names.join(" "), () => expect(shaped(...names)).toBe(true));
  test("a name that may be ticked more than once, and a button beside the fields it means", () => {
    expect(shaped("column", "column")).toBe(true);
    const remove = JSON.stringify({ type: "remove", payload: { name: "cargo", index: 0 } });
    const update = JSON.stringify({ type: "update", payload: { name: "shipper.name", value: "x" } });
    for (const button of [remove, update])
      expect(
        isFormShaped([
          ["cargo[0].pieces", "1"],
          ["shipper.name", "x"],
          ["__intent__", button],
        ]),
      ).toBe(true);
  });
  test("a row added, taken away or changed by its button", () => {
    expect(intent({ type: "insert", payload: { name: "cargo", defaultValue: { weightUnit: "KG" } } })).toBe(
      true,
    );
    expect(intent({ type: "remove", payload: { name: "cargo", index: 49 } })).toBe(true);
    expect(intent({ type: "update", payload: { name: "shipper", value: { name: "A", city: "B" } } })).toBe(
      true,
    );
    expect(intent({ type: "validate", payload: {} })).toBe(true);
    expect(isFormShaped([["__intent__", ""]])).toBe(true);
  });
});

describe("field names that would cost too much memory are refused:", () => {
  for (const names of [
    ["x[60000000]"],
    ["cargo[9999999].pieces"],
    ["cargo[50].pieces"],
    ["containers[30].info"],
    ["x[100]"],
    ["x[0][0][0][0][99999]"],
    // Properties on a list: its length, an index without brackets, a method.
    ["x[0]", "x.length"],
    ["x[0]", "x.60000000"],
    ["x.map", "x[0]"],
    ["cargo[0].pieces", "cargo[0].pieces"],
    ["cargo", "cargo[0].pieces"],
    ["cargo"],
    ["containers[0]"],
    ["packages[]"],
    ["cargo[0].pieces", "cargo"],
    ["[60000000]"],
    ["x[-1]"],
    ["x[a]"],
    ["a.b.c.d.e.f"],
    ["__proto__"],
    ["x.constructor.prototype"],
    ["toString"],
    ["n".repeat(201)],
  ])
    test(names.join(" ").slice(0, 40), () => expect(shaped(...names)).toBe(false));
  test("too many of them", () => {
    expect(shaped(...Array.from({ length: 4_001 }, (_, index) => `n${index}`))).toBe(false);
    expect(hasRoomForFields("a&".repeat(3_999))).toBe(true);
    expect(hasRoomForFields("a&".repeat(4_000))).toBe(false);
  });
  test("a file, and what is no state or button of ours", () => {
    expect(isFormShaped([["x", new File([], "x")]])).toBe(false);
    for (const text of ["{", "null", "[]", '"x"', "1"]) {
      expect([text, isFormShaped([["__state__", text]])]).toEqual([text, false]);
      expect([text, isFormShaped([["__intent__", text]])]).toEqual([text, false]);
    }
    for (const value of [
      { type: "insert" },
      { type: "insert", payload: {} },
      { type: "other", payload: {} },
      { type: "insert", payload: { name: "x[60000000]" } },
      { type: "update", payload: { name: "x", index: 60_000_000, value: 1 } },
      { type: "update", payload: { index: 5, value: 1 } },
      { type: "reorder", payload: { name: "cargo", from: 0, to: 1e9 } },
      { type: "update", payload: { name: "x", value: deep } },
      { type: "update", payload: { name: "cargo", value: "x" } },
      { type: "update", payload: { name: "cargo", value: {} } },
      { type: "update", payload: { name: "cargo", index: 0, value: "x" } },
      { type: "insert", payload: { name: "cargo", defaultValue: "x" } },
      { type: "update", payload: { name: "x", value: Array(1_000).fill(0) } },
      { type: "update", payload: { name: "x", value: { toString: 1 } } },
    ])
      expect([value, intent(value)]).toEqual([value, false]);
    expect(
      isFormShaped([["__intent__", '{"type":"update","payload":{"name":"x","value":{"__proto__":1}}}']]),
    ).toBe(false);
  });
});

describe("malformed requests are answered with 400 and a message, before they are read:", () => {
  for (const name of ["x[60000000]", "cargo[9999999].pieces", "__proto__", "x.a.b.c.d.e"])
    test(name, async () => {
      for (const path of ["/login", "/booking/add", "/forgotPassword"]) {
        const answer = await portal.visitor().post(path, { [name]: "1" });
        expect([path, answer.status]).toEqual([path, 400]);
        expect(answer.html).toContain("than any form of this site");
      }
      const chinese = await portal.visitor({ "accept-language": "zh-CN" }).post("/login", { [name]: "1" });
      expect(chinese.html).toContain("与本站的任何表单都不符");
      const form = new FormData();
      form.set(name, "1");
      expect((await portal.visitor().postFiles("/login", form)).status).toBe(400);
      const query = new URLSearchParams({ [name]: "1" });
      expect((await portal.visitor().get(`/preview?${query}`)).status).toBe(400);
    });
  test("a type that only begins like a form's", async () => {
    const origin = "http://portal.test";
    for (const type of ["application/x-www-form-urlencodedly", "multipart/form-dataset; boundary=b"])
      expect((await portal.visitor().post("/login", {}, { origin, "content-type": type })).status).toBe(415);
  });
});

describe("one address is answered so many times a minute:", () => {
  const from = (address: string) => ({ origin: "http://portal.test", "x-client-address": address });
  const flood = async (path: string, count: number, headers: (index: number) => Record<string, string>) => {
    const statuses = new Map<number, number>();
    for (let index = 0; index < count; index += 1) {
      const { status } = await portal.visitor().post(path, { "x[60000000]": "1" }, headers(index));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return Object.fromEntries(statuses);
  };

  test("forms of strangers, with a page in words and the time to wait", async () => {
    expect(await flood("/login", 121, () => from("198.51.100.1"))).toEqual({ 400: 120, 429: 1 });
    const refused = await portal
      .visitor({ "accept-language": "zh" })
      .post("/resetPassword", {}, from("198.51.100.1"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.markup).toContain("请求过于频繁");
    expect((await portal.visitor().post("/login", {}, from("198.51.100.2"))).status).toBe(400);
  });

  test("all of one network of IPv6 together, and an IPv4 address as itself in either form", async () => {
    const host = (index: number) => from(`2001:db8:1:2::${(index + 1).toString(16)}`);
    expect(await flood("/login", 122, host)).toEqual({ 400: 120, 429: 2 });
    expect((await portal.visitor().post("/login", {}, from("2001:db8:1:3::1"))).status).toBe(400);
    expect((await portal.visitor().post("/login", {}, from("::ffff:198.51.100.1"))).status).toBe(429);
  });

  test("public searches", async () => {
    const visitor = portal.visitor({ "x-client-address": "198.51.100.9" });
    const statuses = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await visitor.get("/preview?searchType=x")).status);
    expect(statuses.slice(0, 60)).not.toContain(429);
    expect(statuses[60]).toBe(429);
  });

  test("none where the operator wants none", { tags: "slow" }, async () => {
    const free = await startPortal(provider, { RATE_LIMITS: "off" });
    for (let index = 0; index < 125; index += 1)
      expect((await free.visitor().post("/login", {}, from("198.51.100.1"))).status).toBe(400);
  });
});
