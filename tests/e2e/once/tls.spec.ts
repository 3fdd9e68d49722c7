import { type ExampleProxy, type exampleProxies, startExampleProxy } from "#tests/support/example-proxy.ts";
import { freePorts, type Product, startProduct } from "#tests/support/product.ts";
import { test as base, expect, signIn } from "../support/journey.ts";

type Kind = (typeof exampleProxies)[number];

/** A separate product behind a proxy of docs/ that ends TLS; portal and provider listen on plain HTTP. */
const test = base.extend<{ kind: Kind; entrance: ExampleProxy }, { behind: Product & { port: number } }>({
  behind: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const [port = 0] = await freePorts(1);
      const settings = { PUBLIC_URL: `https://localhost:${port}` };
      const product = await startProduct(settings, process.env.E2E_SEEDED_FOLDER);
      await use({ ...product, port });
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  kind: ["nginx", { option: true }],
  entrance: async ({ behind, kind }, use) => {
    const { port, url, providerUrl } = behind;
    const proxy = await startExampleProxy(kind, { port, portal: url, provider: providerUrl });
    await use(proxy);
    await proxy.close();
  },
  baseURL: async ({ entrance }, use) => use(entrance.url),
  ignoreHTTPSErrors: true,
});

for (const [kind, scripts] of [
  ["nginx", "on"],
  ["caddy", "on"],
  ["caddy", "off"],
] as const) {
  test.describe(`behind TLS of ${kind}, scripts ${scripts}`, { tag: "@all" }, () => {
    test.use({ kind, javaScriptEnabled: scripts === "on" });

    test("signing in, sending a message and exporting work", async ({ page, context }) => {
      await signIn(page, "rival");
      const cookies = await context.cookies();
      expect(cookies.filter(({ httpOnly }) => httpOnly).length).toBeGreaterThan(0);
      expect(cookies.filter(({ httpOnly, secure }) => httpOnly && !secure)).toEqual([]);

      const answer = await page.goto("/shipments/index");
      expect(answer?.headers()["strict-transport-security"]).toMatch(/max-age=\d{8,}/);
      const button = page
        .locator("tbody tr")
        .first()
        .getByRole("button", { name: /follow/i });
      const label = (await button.getAttribute("aria-label")) ?? "";
      const opposite = label.startsWith("Stop") ? /^Follow / : /^Stop following /;
      await button.click();
      await expect(button).toHaveAttribute("aria-label", opposite);
      await expect(button).not.toHaveAttribute("aria-busy");
      await page.reload();
      await expect(button).toHaveAttribute("aria-label", opposite);

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: /export/i }).click();
      expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

      await page.goto("/messageCenter/index");
      await page.locator('a[href*="session="]').first().click();
      await expect(page.getByLabel("Message", { exact: true })).toBeVisible();
      if (scripts === "on") await expect(page.getByText("Live", { exact: true })).toBeVisible();
    });
  });
}

test("a form from another origin is also refused behind the proxy", { tag: "@all" }, async ({ request }) => {
  const answer = await request.post("/login", {
    headers: { origin: "https://evil.example" },
    form: { userName: "demo", password: "freight-demo-1" },
    maxRedirects: 0,
  });
  expect([400, 403]).toContain(answer.status());
});
