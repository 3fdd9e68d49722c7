import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, requestIdOf, sessionIn, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
let server: Server;
const asked: URL[] = [];

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  // The provider with one more path, which wants the token in its query.
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", provider.url);
    if (url.pathname.startsWith("/api/report")) {
      asked.push(url);
      const isBroken = url.pathname === "/api/report/broken";
      response.setHeader("content-type", isBroken ? "application/json" : "text/csv");
      response.end(isBroken ? JSON.stringify({ code: 500, message: "No report yet", data: null }) : "a,b");
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (!/^(host|connection|content-length|expect)$/.test(name)) headers.set(name, String(value));
    const body = request.method === "GET" ? undefined : Buffer.concat(chunks);
    const passed = await fetch(url, { method: request.method ?? "GET", headers, ...(body && { body }) });
    response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await passed.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = (path: string, token: boolean) => ({
    ...{ path, token, menu: "QUOTES", address: `/report/${path}` },
    title: { en: `Report ${path}`, zh: "报表" },
  });
  portal = await startPortal(
    { apiUrl: `${url}/api`, trackingUrl: `${url}/tracking` },
    { PROVIDER_WINDOWS: JSON.stringify([page("monthly", true), page("broken", true), page("plain", false)]) },
  );
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await provider?.stop();
});

async function ticketOf(browser: Browser, path: string): Promise<string> {
  const form = await browser.get(path);
  const { location } = await browser.post(path, { requestId: requestIdOf(form) });
  return location ?? "";
}

test("the window has a ticket in its address; the token goes from server to server only", async () => {
  const { browser } = await makeShipper(provider, portal);
  const { token } = sessionIn(browser);
  const address = await ticketOf(browser, "/file/monthly?month=2026-10&token=forged");
  expect(address).toMatch(/^\/window\/[\w-]{22}$/);
  const copy = new Map(browser.cookies);
  const file = await browser.get(address);
  expect(file).toMatchObject({ status: 200, html: "a,b" });
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="list.xlsx"');
  expect(file.headers.get("referrer-policy")).toBe("no-referrer");
  expect(Object.fromEntries(asked.at(-1)!.searchParams)).toEqual({ month: "2026-10", token });
  // Once: not again, not with a copy of the cookie.
  expect(await browser.get(address)).toMatchObject({ status: 302, location: "/404" });
  for (const [name, value] of copy) browser.cookies.set(name, value);
  expect(await browser.get(address)).toMatchObject({ status: 302, location: "/404" });
  expect(asked).toHaveLength(1);
});

test("a ticket is nobody else's, and a path that is not in the list is none", async () => {
  const first = (await makeShipper(provider, portal)).browser;
  const second = (await makeShipper(provider, portal)).browser;
  const address = await ticketOf(first, "/file/monthly");
  const before = asked.length;
  expect(await second.get(address)).toMatchObject({ status: 302, location: "/404" });
  expect(await first.get("/file/..%2Fuser")).toMatchObject({ status: 302, location: "/404" });
  expect(await first.post("/file/plain", { requestId: "r" })).toMatchObject({ location: "/404" });
  const viewer = (await makeShipper(provider, portal, { role: "viewer" })).browser;
  expect(await viewer.get("/file/monthly")).toMatchObject({ status: 302, location: "/404" });
  expect(asked).toHaveLength(before);
});

test("a failure is told as a toast on the page of the file", async () => {
  const { browser } = await makeShipper(provider, portal);
  expect((await browser.get(await ticketOf(browser, "/file/broken"))).location).toBe("/file/broken");
  expect((await browser.get("/file/broken")).markup).toMatch(/role="alert".*No report yet/s);
});

test("the plain window leads to the provider without the token", async () => {
  const { browser } = await makeShipper(provider, portal);
  const { markup } = await browser.get("/file/plain?month=2026-10");
  expect(markup).toMatch(
    /<a href="http:[^"]+\/api\/report\/plain\?month=2026-10" target="_blank" rel="noopener noreferrer"/,
  );
});
