import { spawn } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inputs } from "#app/upstream/check/inputs.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { MINIMAL_USER, type MinimalProvider, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { startPortal } from "#tests/support/portal.ts";
import { DEMO_PASSWORD, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { envelope, raw, startScriptedProvider } from "./scripted-provider.ts";

/** `npm run provider:check`, as a person runs it. */
async function check(
  url: string,
  userName: string,
  password: string,
  ...options: string[]
): Promise<{ status: number | null; output: string; lacks: string[] }> {
  const program = spawn(process.execPath, ["app/upstream/check/command.ts", url, userName, ...options], {
    env: { PATH: process.env.PATH },
  });
  const output: Buffer[] = [];
  program.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  program.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  program.stdin.end(`${password}\n`);
  const status = await new Promise<number | null>((resolve) => program.once("close", resolve));
  const text = Buffer.concat(output).toString();
  const lacks = /^PROVIDER_LACKS=(.*)$/m.exec(text)?.[1]?.split(",").filter(Boolean) ?? [];
  return { status, output: text, lacks };
}

let ours: TestProvider;
let minimal: MinimalProvider;
beforeAll(async () => {
  [ours, minimal] = await Promise.all([startProvider({ demo: true }), startMinimalProvider()]);
});
beforeEach(() => minimal.bend());
afterAll(async () => {
  await ours?.stop();
  await minimal?.stop();
});

test("of ours every call works as it is, and nothing is lacking", { tags: "slow" }, async () => {
  const { status, output, lacks } = await check(ours.apiUrl, "demo", DEMO_PASSWORD);
  expect({ status, lacks }, output).toEqual({ status: 0, lacks: [] });
  for (const path of [
    "/dashboard",
    "/shipments/index",
    "/quote/detail",
    "/messageCenter/index",
    "/account/index",
  ])
    expect(output).toContain(`${path}: works\n`);
  expect(output).not.toMatch(/missing|incomplete|tolerantly|cannot be read/);
  expect(output).not.toContain(DEMO_PASSWORD);
});

/** Names of the calls that the check left out, which may only be writes. */
function leftOut(output: string): string[] {
  const names = [...output.matchAll(/^ +not tried: (.+)$/gm)].flatMap(([, list = ""]) => list.split(", "));
  return [...new Set(names)].sort();
}
const writes = endpoints
  .filter(({ isWrite }) => isWrite)
  .map(({ name }) => name)
  .sort();

test("every input that the check knows is of a read", () => {
  const reads = endpoints.filter(({ isWrite }) => !isWrite).map(({ name }) => name);
  expect(Object.keys(inputs).filter((name) => !reads.includes(name))).toEqual([]);
});

for (const account of ["demo", "desk"])
  test(`of ours every read of every screen is made: ${account}`, { tags: "slow" }, async () => {
    const { status, output, lacks } = await check(ours.apiUrl, account, DEMO_PASSWORD);
    expect({ status, lacks }, output).toEqual({ status: 0, lacks: [] });
    expect(leftOut(output).length).toBeGreaterThan(50);
    expect(leftOut(output).filter((name) => !writes.includes(name))).toEqual([]);
    expect(output).not.toMatch(/: refused|: missing|: cannot be read|: read tolerantly/);
    const desk = ["/freightForwarder/customers", "/freightForwarder/shipment", "/freightForwarder/rates"];
    for (const path of desk)
      expect(output).toContain(`${path}: ${account === "desk" ? "works" : "not open to this user"}\n`);
  });

test("the line that it prints is a setting with which nobody is led to what is missing", {
  tags: "slow",
}, async () => {
  const menus = ["DASHBOARD", { name: "SHIPMENTS", url: "/shipments/index" }, "QUOTES", "BOOKING"];
  const own = await startMinimalProvider({
    menus: [...menus, "ANALYTICS", "BILLING", "DOCUMENT", "LASTMILE", "TRACKING", "ACCOUNT", "PROFILE"],
  });
  try {
    const { output } = await check(own.apiUrl, MINIMAL_USER.userName, MINIMAL_USER.password);
    const line = output.trimEnd().split("\n").at(-1) ?? "";
    const [name = "", value = ""] = line.split("=");
    const portal = await startPortal(own, {
      [name]: value,
      REALTIME_URL: own.realtimeUrl,
      REALTIME_TICKETS: "off",
      PROVIDER_IDEMPOTENT: "off",
    });
    own.calls.length = 0;
    for (const [wanted, landing] of [
      ["", "/account"],
      ["?redirect=%2F", "/"],
      ["?redirect=%2Fdashboard", "/account"],
      ["?redirect=%2Fshipments%2Fdetail%2F5%3Ftab%3Dcargo", "/account"],
      ["?redirect=%2FmessageCenter%2Findex", "/messageCenter/index"],
    ]) {
      const browser = portal.visitor();
      const { location } = await browser.post(`/login${wanted}`, { ...MINIMAL_USER });
      expect([wanted, location]).toEqual([wanted, landing]);
      const page = await browser.open(location ?? "");
      expect([page.path, page.status, page.markup.includes("Call: ")]).toEqual([
        landing === "/messageCenter/index" ? landing : "/account/index",
        200,
        false,
      ]);
      const hrefs = [...page.markup.matchAll(/<a [^>]*href="([^"#?]+)/g)].map(([, href]) => href);
      for (const path of [
        "/dashboard",
        "/shipments/index",
        "/quote/index",
        "/booking/index",
        "/billing/index",
      ])
        expect(hrefs).not.toContain(path);
    }
    const browser = await portal.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
    for (const [path, lacks] of [
      ["/dashboard", "dashboard.overview"],
      ["/shipments/index", "shipment.list"],
      ["/billing/index", "invoice.list"],
      ["/analytics/index", "analytics.report"],
    ] as const) {
      const page = await browser.open(path);
      expect([path, page.status, page.markup.includes(`Call: ${lacks}`)]).toEqual([path, 200, true]);
    }
    // What the line names is never asked for.
    expect(own.calls.filter((call) => /dashboard|shipment|invoice|analytics|brand/.test(call))).toEqual([]);
  } finally {
    await own.stop();
  }
});

test("of the minimal provider it tells what is missing and why, and writes nothing", {
  tags: "slow",
}, async () => {
  const before = minimal.messages.length;
  const { status, output, lacks } = await check(minimal.apiUrl, MINIMAL_USER.userName, MINIMAL_USER.password);
  expect(status).toBe(0);
  expect(output).toContain("/messageCenter/index: works");
  expect(output).toContain("/shipments/index: missing");
  expect(output).toContain("shipment.list: not there; status 404");
  expect(output).toMatch(/portalUser\.getUser: read tolerantly; .*roles absent/);
  expect(lacks).toEqual(
    expect.arrayContaining(["shipment.list", "quote.list", "booking.list", "dashboard.overview"]),
  );
  expect(lacks).not.toContain("message.chatList");
  expect(minimal.messages).toHaveLength(before);
});

test("writes when told to", { tags: "slow" }, async () => {
  const { output } = await check(minimal.apiUrl, MINIMAL_USER.userName, MINIMAL_USER.password, "--write");
  expect(output).toContain("message.sendMessage: read tolerantly; done, and the answer says no more");
  expect(minimal.messages.at(-1)).toMatchObject({ body: "provider:check" });
});

test("of a provider that answers nonsense it says so, call by call, and ends with a fault", {
  tags: "slow",
}, async () => {
  const broken = await startScriptedProvider();
  broken.answer(envelope({ token: "t", userId: 1, username: "x", menuList: [] }), "/api/auth/token");
  broken.answer(raw("<h1>Proxy</h1>", { type: "text/html" }), "/api/shipment/list");
  broken.answer(envelope({ rows: "none" }), "/api/quote/list");
  broken.answer(envelope(null, { code: 500, message: "No index" }), "/api/booking/list");
  const { status, output } = await check(broken.apiUrl, "x", "password-1");
  await broken.stop();
  expect(status).toBe(1);
  expect(output).toContain("shipment.list: cannot be read; not JSON, status 200");
  expect(output).toMatch(/quote\.list: cannot be read; rows: /);
  expect(output).toContain("booking.list: refused; code 500: No index");
});

test("a wrong password or a provider that is away is told in one line", { tags: "slow" }, async () => {
  const refused = await check(ours.apiUrl, "demo", "not-the-password");
  expect(refused.status).toBe(1);
  expect(refused.output).toMatch(/^Nobody can sign in: auth\.token: refused; code 1001: .+\n$/);
  const away = await check("http://127.0.0.1:9/api", "demo", "whatever-1");
  expect(away.output).toMatch(/^Nobody can sign in: auth\.token: cannot be read; no answer: /);
});

test("without an address it says how it is called", { tags: "slow" }, async () => {
  const { status, output } = await check("nowhere", "demo", "");
  expect(status).toBe(2);
  expect(output).toContain("npm run provider:check -- URL USER");
});
