import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { type Product, startProduct } from "#tests/support/product.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

/** Lists that are too long to wait for, on a product where three rows are. */
let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ EXPORT_STREAMED_ROWS: "2" }, process.env.E2E_SEEDED_FOLDER);
});
test.afterAll(() => product?.stop());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  baseURL: async ({}, use) => use(product?.url),
});

for (const javaScriptEnabled of [true, false])
  test(`a long list is made in the background and fetched, ${javaScriptEnabled ? "with" : "without"} scripts`, {
    tag: "@all",
  }, async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      baseURL: product.url,
      viewport: { width: 375, height: 800 },
    });
    const page = await context.newPage();
    await signIn(page, "demo");
    await page.goto("/quote/index");
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    await expect(page.getByText("We make its file")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Exports", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Exports");
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    if (javaScriptEnabled) await expectAccessible(page);
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: /^Fetch Quotes, CSV/ }).click();
    const file = await readFile(await (await started).path(), "utf8");
    expect(parse(file, { bom: true })[0]![0]).toBe("Quote");
    await page.getByRole("button", { name: /^Remove Quotes, CSV/ }).click();
    await expect(page.getByText("No exports")).toBeVisible();
    await context.close();
  });
