import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptConnection } from "#tests/support/kept-connection.ts";
import { startProduct } from "#tests/support/product.ts";
import { servePortal } from "./serve.ts";

/** A provider that holds calls until it is told, and says of itself what it is told. */
let provider: Server;
let standing = 200;
let upstream: Record<string, string>;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const answer = () => response.end('{"code":500,"message":"No","data":null}');
    if (request.url === "/health/ready") response.writeHead(standing).end("{}");
    else answer();
    request.resume();
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  upstream = { API_URL: `${origin}/api`, TRACKING_API_URL: `${origin}/tracking` };
});
afterAll(() => provider.close());

const probe = async (url: string, path: "live" | "ready") => {
  const answer = await fetch(`${url}/health/${path}`);
  return { status: answer.status, body: await answer.json(), cache: answer.headers.get("cache-control") };
};

/** A form of which the last byte has not come, and the portal has read the head. */
async function unfinishedForm(port: number) {
  const socket = connect(port, "127.0.0.1");
  const going = "HTTP/1.1 100 Continue\r\n\r\n";
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    answer = `${answer}${chunk}`.replace(going, "");
  });
  const isTaken = once(socket, "data");
  socket.write("POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 21\r\nexpect: 100-continue\r\n");
  socket.write("content-type: application/x-www-form-urlencoded\r\n\r\nuserName=a&password=");
  expect(String((await isTaken)[0])).toContain(going);
  return {
    finish: () => socket.write("b"),
    closed: new Promise<string>((resolve) => socket.once("close", () => resolve(answer))),
  };
}

test("both probes are answered for any host, and stay out of the access log", async () => {
  const portal = await servePortal({ ...upstream, PUBLIC_URL: "https://portal.example" });
  try {
    for (const host of ["10.0.0.5:3000", "portal.example", "a b/@c"]) {
      const live = await portal.ask("/health/live", { headers: { host } });
      expect([live.status, live.body]).toEqual([200, '{"status":"live"}']);
      const ready = await portal.ask("/health/ready", { headers: { host } });
      expect([ready.status, ready.body]).toEqual([200, '{"status":"ready","provider":"ready"}']);
      expect(ready.headers).toMatchObject({
        "cache-control": "no-store",
        "content-type": "application/json",
      });
    }
    expect((await portal.ask("/health/ready", { method: "HEAD" })).body).toBe("");
    expect((await portal.ask("/login")).status).toBe(200);
    await expect.poll(() => portal.output()).toContain("/login");
    expect(portal.output()).not.toContain("/health");
  } finally {
    await portal.stop();
  }
});

test("a portal says what its provider is, and is ready without it", { tags: "slow" }, async () => {
  const portal = await servePortal(upstream);
  const alone = await servePortal({
    API_URL: "http://127.0.0.1:1/api",
    TRACKING_API_URL: "http://127.0.0.1:1/t",
  });
  const told = async (port: number) => {
    const { status, body } = await probe(`http://127.0.0.1:${port}`, "ready");
    return [status, body.provider];
  };
  try {
    expect(await told(alone.port)).toEqual([200, "away"]);
    standing = 503;
    await expect.poll(() => told(portal.port)).toEqual([200, "not ready"]);
    standing = 404;
    await expect.poll(() => told(portal.port)).toEqual([200, "unknown"]);
  } finally {
    standing = 200;
    await Promise.all([portal.stop(), alone.stop()]);
  }
});

test("at a stop it is unready first and still answers, and a request under way ends", {
  tags: "slow",
}, async () => {
  const portal = await servePortal({ ...upstream, DRAIN_SECONDS: "8" });
  const url = `http://127.0.0.1:${portal.port}`;
  const kept = keptConnection(url);
  const idle = keptConnection(url);
  try {
    for (const connection of [kept, idle]) expect((await connection.ask("/login")).status).toBe(200);
    const form = await unfinishedForm(portal.port);
    const stoppedAt = performance.now();
    portal.process.kill("SIGTERM");
    await expect.poll(() => probe(url, "ready")).toMatchObject({ status: 503, body: { status: "stopping" } });
    expect(await probe(url, "live")).toEqual({ status: 200, body: { status: "live" }, cache: "no-store" });
    const page = await fetch(`${url}/login`);
    expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
    expect(await kept.ask("/login")).toMatchObject({ status: 200, isReused: true });
    expect(await kept.ask("/login")).toMatchObject({ status: 200, isReused: false });
    await expect.poll(() => fetch(url).catch(() => "closed")).toBe("closed");
    expect(performance.now() - stoppedAt).toBeGreaterThan(7_900);
    form.finish();
    expect(await form.closed).toMatch(/^HTTP\/1\.1 [245]\d\d /);
    expect(await portal.ended).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(25_000);
  } finally {
    for (const connection of [kept, idle]) connection.close();
    portal.process.kill("SIGKILL");
  }
});

test("a connection of a proxy stays open between two requests of people", { tags: "slow" }, async () => {
  const portal = await servePortal(upstream);
  const proxy = keptConnection(`http://127.0.0.1:${portal.port}`);
  try {
    expect((await proxy.ask("/login")).status).toBe(200);
    // Longer than the 5 s that are Node's default, and its second of grace.
    await sleep(8_000);
    expect(await proxy.ask("/login")).toMatchObject({ status: 200, isReused: true });
  } finally {
    proxy.close();
    await portal.stop();
  }
});

test("what does not end is cut after the limit, and without a drain a stop takes no time", {
  tags: "slow",
}, async () => {
  const portal = await servePortal({ ...upstream, STOP_SECONDS: "1" });
  const form = await unfinishedForm(portal.port);
  const stoppedAt = performance.now();
  portal.process.kill("SIGTERM");
  await expect.poll(() => portal.ask("/login").catch(() => "closed"), { interval: 20 }).toBe("closed");
  expect(await form.closed).toBe("");
  expect(performance.now() - stoppedAt).toBeGreaterThan(900);
  expect(await portal.ended).toBe(0);
});

test("all processes of a portal are unready before the first of them ends", { tags: "slow" }, async () => {
  const product = await startProduct({ ...upstream, PORTAL_PROCESSES: "2", DRAIN_SECONDS: "12" });
  try {
    const ended = product.end();
    await expect.poll(() => probe(product.url, "ready")).toMatchObject({ status: 503 });
    const seen = new Set<number>();
    // Many connections, so that both processes are asked; on a busy machine few of them fit into the drain.
    const asksUntil = performance.now() + 4_000;
    for (let count = 0; count < 20 && performance.now() < asksUntil; count++) {
      const fresh = keptConnection(product.url);
      seen.add((await fresh.ask("/health/ready")).status);
      seen.add((await fresh.ask("/login")).status);
      fresh.close();
    }
    expect([...seen].sort()).toEqual([200, 503]);
    expect(await ended).toBe(0);
  } finally {
    await product.stop();
  }
});
