import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

let provider: TestProvider;
let admin: Browser;
let viewer: Browser;
let rates: string;
const asked: string[] = [];
const servers: Server[] = [];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  const other = await serve((_, response) => response.end("other"));
  rates = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === "/denied") response.setHeader("x-frame-options", "DENY");
    if (request.url === "/away") response.writeHead(302, { location: `${other}/` });
    if (request.url === "/within") response.writeHead(302, { location: "/denied" });
    if (request.url === "/getOnly" && request.method === "HEAD") response.statusCode = 405;
    if (request.url === "/getOnly") response.setHeader("content-security-policy", "frame-ancestors 'none'");
    response.end("rates");
  });
  const page = (path: string, address = `${rates}/${path}`, menu = "QUOTES") => ({
    path,
    address,
    menu,
    title: { en: `Rates ${path}`, zh: `运价 ${path}` },
  });
  const portal = await startPortal(provider, {
    EMBEDDED_PAGES: JSON.stringify([
      page("view", `${rates}/view?lang=x`),
      page("denied"),
      page("away"),
      page("within"),
      page("getonly", `${rates}/getOnly`),
      page("silent", "http://127.0.0.1:9/nothing"),
    ]),
  });
  admin = (await makeShipper(provider, portal)).browser;
  viewer = (await makeShipper(provider, portal, { role: "viewer" })).browser;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await provider?.stop();
});

const frameOf = (html: string) => /<iframe[^>]*>/.exec(html)?.[0] ?? null;

test("a page that allows it is shown in a sandboxed frame, with the route's query and a link beside it", async () => {
  const { markup, headers } = await admin.get("/external/view?from=CN%26SHA&x=<b>");
  const address = `${rates}/view?lang=x&amp;from=CN%26SHA&amp;x=%3Cb%3E`;
  expect(frameOf(markup)).toContain(`src="${address}"`);
  expect(frameOf(markup)).toMatch(/sandbox="(?!.*top-navigation)[^"]*allow-same-origin"/);
  expect(markup).toContain(`<a href="${address}"`);
  expect(/frame-src ([^;]+)/.exec(headers.get("content-security-policy")!)?.[1]).toBe(
    `'self' ${rates} http://127.0.0.1:9`,
  );
});

test.each([
  ["denied", "does not allow"],
  ["within", "does not allow"],
  ["getonly", "does not allow"],
  ["away", "leads to another site"],
])("a page that would stay empty (%s) says so, and has its link", async (path, said) => {
  const { markup } = await admin.get(`/external/${path}`);
  expect(frameOf(markup)).toBeNull();
  expect(markup).toContain(said);
  expect(markup).toContain(`<a href="${rates}/`);
});

test("a page that does not answer the server may answer the browser", async () => {
  const { markup } = await admin.get("/external/silent");
  expect(frameOf(markup)).not.toBeNull();
  expect(markup).toContain("did not answer");
});

test("an address is asked once for all visits, without their queries", async () => {
  await admin.get("/external/view?q=secret");
  await admin.get("/external/view");
  expect(asked.filter((line) => line.includes("/view"))).toEqual(["HEAD /view?lang=x"]);
});

test("the menu of a page opens it and shows its link, in the reader's language", async () => {
  expect((await admin.get("/quote/index")).markup).toContain('href="/external/denied"');
  const { markup } = await viewer.get("/dashboard");
  expect(markup).not.toContain("/external/");
  expect(await viewer.get("/external/view")).toMatchObject({ status: 302, location: "/404" });
  expect(await admin.get("/external/toString")).toMatchObject({ status: 302, location: "/404" });
  await admin.post("/language", { language: "zh", returnTo: "/" });
  expect((await admin.get("/external/denied")).markup).toContain("不允许在此显示");
  expect((await admin.get("/quote/index")).markup).toContain("运价 denied");
});
