import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let portal: TestPortal;
const endings: (() => unknown)[] = [];
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
});
afterAll(async () => {
  for (const end of endings) await end();
  await provider?.stop();
});

const exportOf = (browser: Browser, query = "") =>
  browser.post(`/shipments/export${query}`, { requestId: "r" });

/** A portal with the real provider, except that its export answers `body`. */
async function portalWithExport(answer: {
  status: number;
  type: string;
  body: string;
  disposition?: string;
}): Promise<TestPortal> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === `/api${shipmentExport.path}`) {
      const { status, type, body, disposition } = answer;
      response.writeHead(status, {
        "content-type": type,
        ...(disposition && { "content-disposition": disposition }),
      });
      response.end(body);
      return;
    }
    const passed = await fetch(provider.url + request.url, {
      method: request.method,
      headers: new Headers(
        Object.entries(request.headers).filter(
          ([name]) => !/^(host|connection|content-length|expect)$/.test(name),
        ) as [string, string][],
      ),
      body: request.method === "GET" ? undefined : Buffer.concat(chunks),
    });
    response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await passed.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => server.closeAllConnections(),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return startPortal({ apiUrl: `${url}/api`, trackingUrl: `${url}/tracking` });
}

test("the list goes out as a spreadsheet under the provider's name", async () => {
  const { browser, add } = await makeShipper(provider, portal);
  await add();
  const file = await exportOf(browser, "?status=BOOKED&columns=eta");
  expect(file.status).toBe(200);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="shipments-.*\.xlsx"/);
  expect(file.headers.get("content-type")).toContain("spreadsheetml");
  expect(file.html.slice(0, 2)).toBe("PK");
});

test("without a name of the provider's the file is list.xlsx, and it is passed on as it is", {
  tags: "slow",
}, async () => {
  const naming = await portalWithExport({ status: 200, type: "application/octet-stream", body: "rows" });
  const { browser } = await makeShipper(provider, naming);
  const file = await exportOf(browser);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="list.xlsx"');
  expect(file.html).toBe("rows");
});

test.each([
  [
    "the provider's message",
    {
      status: 200,
      type: "application/json",
      body: JSON.stringify({ code: 500, message: "Too many exports, wait a minute", data: null }),
    },
    "Too many exports, wait a minute",
  ],
  [
    "'Error' where it gives none",
    { status: 200, type: "application/json", body: JSON.stringify({ code: 500, message: "", data: null }) },
    ">Error<",
  ],
  [
    "that the answer makes no sense",
    { status: 200, type: "text/html", body: "<h1>proxy</h1>" },
    "an answer that makes no sense",
  ],
])("a failure says %s, on the list that was left", async (_, answer, said) => {
  const failing = await portalWithExport(answer);
  const { browser, add } = await makeShipper(provider, failing);
  await add({ status: "TRANSIT" });
  const sent = await exportOf(browser, "?status=TRANSIT");
  expect(sent).toMatchObject({ status: 302, location: "/shipments/index?status=TRANSIT" });
  const page = await browser.get("/shipments/index?status=TRANSIT");
  expect(/role="alert".*?<\/div>/s.exec(page.html)?.[0]).toContain(said);
  expect((await browser.get("/shipments/index")).html).not.toContain(said);
});

test("who may not export has no button, and no file", async () => {
  const { browser } = await makeShipper(provider, portal, { role: "viewer" });
  expect((await browser.get("/shipments/index")).html).not.toContain("/shipments/export");
  expect(await exportOf(browser)).toMatchObject({ status: 302, location: "/404" });
});

test("opened as an address it leads to the list", async () => {
  const { browser } = await makeShipper(provider, portal);
  expect(await browser.get("/shipments/export?status=BOOKED")).toMatchObject({
    status: 302,
    location: "/shipments/index?status=BOOKED",
  });
});
