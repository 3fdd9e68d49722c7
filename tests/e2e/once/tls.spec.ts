import { freePorts, type Product, startProduct } from "#tests/support/product.ts";
import { startTlsProxy, type TlsProxy } from "#tests/support/tls-proxy.ts";
import { expect, signIn, test } from "../support/journey.ts";

/** A second portal on the same provider, behind a proxy that ends TLS. */
let portal: Product;
let proxy: TlsProxy;

test.use({ ignoreHTTPSErrors: true });

test.beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  const provider = process.env.E2E_PROVIDER_URL;
  portal = await startProduct({
    PUBLIC_URL: `https://localhost:${port}`,
    API_URL: `${provider}/api`,
    TRACKING_API_URL: `${provider}/tracking`,
  });
  proxy = await startTlsProxy(port, portal.url);
});
test.afterAll(async () => {
  await proxy?.close();
  await portal?.stop();
});

for (const scripts of ["on", "off"]) {
  test.describe(`behind TLS, scripts ${scripts}`, () => {
    test.use({
      javaScriptEnabled: scripts === "on",
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
      baseURL: async ({}, use) => use(proxy.url),
    });

    test("one signs in, writes and exports", async ({ page, context }) => {
      await signIn(page, "rival");
      const cookies = await context.cookies();
      expect(cookies.filter(({ httpOnly }) => httpOnly).length).toBeGreaterThan(0);
      expect(cookies.filter(({ httpOnly, secure }) => httpOnly && !secure)).toEqual([]);

      const answer = await page.goto("/shipments/index");
      expect(answer?.headers()["strict-transport-security"]).toMatch(/max-age=\d{8,}/);
      const row = page.locator("tbody tr").first();
      const button = row.getByRole("button", { name: /follow/i });
      const before = (await button.textContent()) ?? "";
      await button.click();
      await expect(
        page
          .locator("tbody tr")
          .first()
          .getByRole("button", { name: /follow/i }),
      ).not.toHaveText(before);

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: /export/i }).click();
      expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    });
  });
}

test("a form from another origin is refused behind the proxy as well", async ({ request }) => {
  const answer = await request.post(`${proxy.url}/login`, {
    headers: { origin: "https://evil.example" },
    form: { userName: "demo", password: "freight-demo-1" },
    maxRedirects: 0,
  });
  expect([400, 403]).toContain(answer.status());
});
