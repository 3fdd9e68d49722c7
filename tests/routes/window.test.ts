import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, requestIdOf, sessionIn, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
let server: Server;
const asked: URL[] = [];
const shownFiles: Record<string, { type: string; disposition?: string }> = {
  pdf: { type: "application/pdf", disposition: "inline; filename*=UTF-8''%E5%AF%B9%E8%B4%A6%E5%8D%95.pdf" },
  bare: { type: "image/png", disposition: "inline" },
  saved: { type: "application/pdf", disposition: 'attachment; filename="saved.pdf"' },
  page: { type: "text/html", disposition: 'inline; filename="report.html"' },
  drawing: { type: "image/svg+xml", disposition: 'inline; filename="a.svg"' },
};

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  // The provider with one more path, which wants the token in its query.
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", provider.url);
    if (url.pathname.startsWith("/api/report")) {
      asked.push(url);
      const file = shownFiles[url.pathname.slice("/api/report/".length)];
      if (file) {
        response.setHeader("content-type", file.type);
        if (file.disposition) response.setHeader("content-disposition", file.disposition);
        return response.end("content");
      }
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
    path,
    token,
    menu: "QUOTES",
    address: `/report/${path}`,
    title: { en: `Report ${path}`, zh: "报表" },
  });
  portal = await startPortal(
    { apiUrl: `${url}/api`, trackingUrl: `${url}/tracking` },
    {
      PROVIDER_WINDOWS: JSON.stringify([
        ...Object.keys(shownFiles).map((name) => page(name, true)),
        page("monthly", true),
        page("broken", true),
        page("plain", false),
      ]),
    },
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

test.each([
  [
    "pdf",
    "application/pdf",
    "inline; filename=\"___.pdf\"; filename*=UTF-8''%E5%AF%B9%E8%B4%A6%E5%8D%95.pdf",
  ],
  ["bare", "image/png", "inline"],
  ["saved", "application/pdf", 'attachment; filename="saved.pdf"'],
  ["page", "text/html", 'attachment; filename="report.html"'],
  ["drawing", "image/svg+xml", 'attachment; filename="a.svg"'],
])(
  "a file that the provider wants shown is shown under its name if it can do no harm: %s",
  async (path, type, as) => {
    const { browser } = await makeShipper(provider, portal);
    const file = await browser.get(await ticketOf(browser, `/file/${path}`));
    expect(file).toMatchObject({ status: 200, html: "content" });
    expect([file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([type, as]);
    expect(file.headers.get("content-security-policy")).toContain("default-src 'none'");
  },
);

test("a document that comes without a name has that of its record", async () => {
  const { browser, companyId } = await makeShipper(provider, portal);
  const { id, documentId } = await makeShipment(provider.db, companyId, { house_number: "FLNAME-1" });
  for (const path of [`/document/file/${documentId}`, `/shipments/document/${id}/${documentId}`]) {
    const file = await browser.get(path);
    expect([path, file.status, file.headers.get("content-type")]).toEqual([path, 200, "application/pdf"]);
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename="house bill __.pdf"; filename\*=/,
    );
  }
  for (const path of [`/document/file/9${documentId}`, `/shipments/document/${id}/9${documentId}`])
    expect(await browser.get(path)).toMatchObject({ status: 302, location: "/404" });
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
