import { spawn } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINIMAL_USER, type MinimalProvider, startMinimalProvider } from "#tests/support/minimal-provider.ts";
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

test("of ours every call works as it is, and nothing is lacking", async () => {
  const { status, output, lacks } = await check(ours.apiUrl, "demo", DEMO_PASSWORD);
  expect({ status, lacks }).toEqual({ status: 0, lacks: [] });
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

test("of the minimal provider it tells what is missing and why, and writes nothing", async () => {
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

test("writes when told to", async () => {
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
