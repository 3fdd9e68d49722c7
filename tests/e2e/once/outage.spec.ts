import { type FaultyProxy, type Mood, startFaultyProxy } from "#tests/support/faulty-proxy.ts";
import { startProduct } from "#tests/support/product.ts";
import { test as base, expect, expectAccessible, signIn } from "../support/journey.ts";

/** A second portal, whose provider can be made to fail. */
const test = base.extend<{ provider: FaultyProxy }, { portal: { url: string; provider: FaultyProxy } }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const provider = await startFaultyProxy(process.env.E2E_PROVIDER_URL ?? "");
      const portal = await startProduct({
        API_URL: `${provider.url}/api`,
        TRACKING_API_URL: `${provider.url}/tracking`,
        LOG_LEVEL: "fatal",
      });
      await use({ url: portal.url, provider });
      await portal.stop();
      await provider.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  provider: async ({ portal }, use) => {
    portal.provider.mood = "well";
    await use(portal.provider);
    portal.provider.mood = "well";
  },
  baseURL: async ({ portal }, use) => use(portal.url),
});

const NONSENSE = "The forwarder's system gave an answer that makes no sense";
const titles: [Mood, string][] = [
  ["down", "The connection to the forwarder's system broke off"],
  ["html", NONSENSE],
  ["empty", NONSENSE],
  ["wrong shape", NONSENSE],
  ["wrong envelope", NONSENSE],
];

for (const scripts of ["on", "off"]) {
  test.describe(`with scripts ${scripts}`, { tag: scripts === "on" ? [] : "@all" }, () => {
    test.use({ javaScriptEnabled: scripts === "on" });

    for (const [mood, title] of titles) {
      test(`with a provider that is '${mood}' the portal shows an error page that can try again`, {
        tag: mood === "down" ? [] : "@all",
      }, async ({ page, provider, allowFault }) => {
        allowFault(/status of 50\d/);
        await signIn(page, "viewer");
        // The dashboard's socket would meet the failing provider too.
        await page.goto("about:blank");
        provider.mood = mood;
        await page.goto("/shipments/index");
        await expect(page.getByRole("heading", { name: title })).toBeVisible();
        await expect(page.getByRole("contentinfo")).toContainText("© 2023");
        if (scripts === "on" && mood === "down") await expectAccessible(page);
        provider.mood = "well";
        await page.getByRole("link", { name: "Try again" }).click();
        await expect(page.locator("tbody tr")).toHaveCount(25);
      });
    }

    test("a form sent while the provider is down keeps its fields", async ({
      page,
      provider,
      allowFault,
    }) => {
      allowFault(/status of 50\d/);
      await page.goto("/login");
      provider.mood = "down";
      await page.getByLabel("User name").fill("viewer");
      await page.getByLabel("Password", { exact: true }).fill("freight-demo-1");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(page.getByLabel("User name")).toHaveValue("viewer");
      provider.mood = "well";
      await page.getByLabel("Password", { exact: true }).fill("freight-demo-1");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL("/dashboard");
    });
  });
}
