import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Product, startProduct } from "#tests/support/product.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

/** External pages in frames, in a real browser: only origins of the operator's table are ever loaded. */
let product: Product;
let rates: string;
let other: string;
let asked: string[] = [];
const servers: Server[] = [];

async function serve(name: string, html: () => string): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${name} ${request.method} ${request.url}`);
    response.setHeader("content-type", "text/html");
    if (request.url === "/away") response.writeHead(302, { location: `${other}/` });
    response.end(html());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.beforeAll(async () => {
  other = await serve("other", () => "<h1>Other</h1>");
  rates = await serve("rates", () => `<h1>Rates</h1><a href="${other}/next">Next</a>`);
  const page = (path: string) => ({
    path,
    title: { en: `Rates ${path}`, zh: "运价" },
    address: `${rates}/${path}`,
    menu: "QUOTES",
  });
  product = await startProduct(
    {
      EMBEDDED_PAGES: JSON.stringify([page("view"), page("away")]),
      PROVIDER_WINDOWS: JSON.stringify([
        { ...page("monthly"), address: "/report/monthly", menu: "QUOTES", token: true },
      ]),
    },
    process.env.E2E_SEEDED_FOLDER,
  );
});
test.afterAll(async () => {
  await product?.stop();
  for (const server of servers) server.close();
});
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  baseURL: async ({}, use) => use(product?.url),
});

test("a configured page is shown with the query; no other origin is loaded, by nobody", {
  tag: "@all",
}, async ({ page, allowFault }) => {
  // The last is axe, which asks the frame.
  allowFault(/Content Security Policy|frame-src|chrome-error|postMessage/);
  await signIn(page, "demo");
  await page.goto(`${product.url}/external/view?lane=CN-NL`);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Rates" })).toBeVisible();
  expect(asked).toContain("rates GET /view?lane=CN-NL");
  await expectAccessible(page);
  // The page in the frame leads elsewhere: the policy ends there.
  await page.frameLocator("iframe").getByRole("link", { name: "Next" }).click();
  const refused = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI));
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
      }),
    `${other}/injected`,
  );
  expect(refused).toContain(other);
  // The same host by another scheme is another origin.
  const scheme = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI));
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
      }),
    rates.replace(/^http:\/\/127\.0\.0\.1/, "https://127.0.0.1").replace(/:\d+$/, ":1"),
  );
  expect(scheme).toContain("https://127.0.0.1");
  expect(asked.filter((line) => line.startsWith("other"))).toEqual([]);
});

test("without scripts too, and a page that leads elsewhere says so with its link", { tag: "@all" }, async ({
  browser,
}) => {
  asked = [];
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  await signIn(page, "demo");
  await page.goto(`${product.url}/external/away`);
  await expect(page.getByText("leads to another site")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Open at/ })).toHaveAttribute("href", `${rates}/away`);
  await page.goto(`${product.url}/external/view`);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Rates" })).toBeVisible();
  expect(asked.filter((line) => line.startsWith("other"))).toEqual([]);
  await context.close();
});

test("a window of the provider's has a ticket in its address, for one use, and never the token", {
  tag: "@all",
}, async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: product.url });
    const page = await context.newPage();
    await signIn(page, "demo");
    const addresses: string[] = [];
    context.on("request", (request) => addresses.push(request.url()));
    await page.goto(`${product.url}/file/monthly?month=2026-10`);
    const opening = context.waitForEvent("page");
    await page.getByRole("main").getByRole("button").click();
    const opened = await opening;
    // The product's own provider has no such report: the window says so.
    await expect(opened.getByRole("alert")).toBeVisible();
    const ticket = addresses.find((address) => new URL(address).pathname.startsWith("/window/"));
    expect(ticket).toMatch(/\/window\/[\w-]{22}$/);
    expect(addresses.filter((address) => /token/i.test(address))).toEqual([]);
    await page.goto(ticket!);
    await expect(page).toHaveURL(/\/404$/);
    await context.close();
  }
});
