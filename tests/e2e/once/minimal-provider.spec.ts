import { MINIMAL_USER, type MinimalProvider, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { startProduct } from "#tests/support/product.ts";
import { test as base, expect, expectAccessible } from "../support/journey.ts";

/** The part of `provider:check`'s output about screens that a menu leads to. */
const LACKS =
  "dashboard.overview,shipment.list,quote.list,quote.add,booking.list,booking.saveDraft,booking.templateList,preview.search,realtime.ticket";

/** A portal beside a provider that was written from product 7 alone. */
const test = base.extend<
  { provider: MinimalProvider },
  { beside: { url: string; provider: MinimalProvider } }
>({
  beside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
    async ({}, use) => {
      const provider = await startMinimalProvider({
        roles: ["admin"],
        bendings: ["ids as numbers", "no message"],
      });
      const portal = await startProduct({
        API_URL: provider.apiUrl,
        TRACKING_API_URL: provider.trackingUrl,
        REALTIME_URL: provider.realtimeUrl,
        REALTIME_TICKETS: "off",
        PROVIDER_IDEMPOTENT: "off",
        PROVIDER_LACKS: LACKS,
        LOG_LEVEL: "fatal",
      });
      await use({ url: portal.url, provider });
      await portal.stop();
      await provider.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  provider: async ({ beside }, use) => use(beside.provider),
  baseURL: async ({ beside }, use) => use(beside.url),
});

for (const scripts of ["on", "off"]) {
  test.describe(`with scripts ${scripts}`, { tag: scripts === "on" ? [] : "@all" }, () => {
    test.use({ javaScriptEnabled: scripts === "on" });

    test("a person signs in, sees the account, reads a conversation and writes a message", {
      tag: "@all",
    }, async ({ page, provider }) => {
      await page.goto("/login");
      await page.getByLabel("User name").fill(MINIMAL_USER.userName);
      await page.getByLabel("Password", { exact: true }).fill(MINIMAL_USER.password);
      await page.getByRole("button", { name: "Sign in" }).click();

      await expect(page).toHaveURL("/account/index");
      await expect(page.getByRole("main")).toContainText("Brandt GmbH");
      const lacking = page.getByRole("listitem").filter({ hasText: "/shipments/index" });
      await expect(lacking).toContainText("shipment.list");
      const header = page.getByRole("navigation", { name: "Main" });
      for (const name of ["Dashboard", "Shipments", "Quotes", "Request a quote"])
        await expect(header.getByRole("link", { name, exact: true })).toHaveCount(0);
      if (scripts === "on") await expectAccessible(page);

      await page.goto("/messageCenter/index");
      await page.getByRole("link", { name: /SZX2611001/ }).click();
      const main = page.getByRole("main");
      await expect(main).toContainText("When does the vessel berth?");
      await expect(main.getByRole("link", { name: "proof of delivery.pdf" })).toHaveAttribute(
        "href",
        "https://files.example/pod/77.pdf",
      );
      const text = `Thank you, scripts ${scripts} ${Date.now()}`;
      await page.getByLabel("Message", { exact: true }).fill(text);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await expect(main.getByRole("listitem").filter({ hasText: text })).toHaveCount(1);
      await expect.poll(() => provider.messages.filter(({ body }) => body === text).length).toBe(1);
    });
  });
}
