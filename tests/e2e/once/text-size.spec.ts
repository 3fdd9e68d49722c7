import type { Page } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "#tests/support/machine.ts";
import { expect, signIn, test } from "../support/journey.ts";

/** Who has set the browser's text size to twice the usual one reads everything at that size, and nothing is cut. */
const browser = findBrowser();
test.use({
  launchOptions: {
    args: [...BROWSER_ARGUMENTS, "--blink-settings=defaultFontSize=32"],
    executablePath: browser === "own" ? undefined : browser,
  },
});

/** Boxes whose text does not fit in. Those of `.clamp` and `.line` show all of it under the pointer and with the focus. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.body.querySelectorAll("*:not(svg *, script, .clamp *, .line)")].filter(
      (box) => {
        const style = getComputedStyle(box);
        const isForEars = box.closest(".sr-only, .skip") || style.clipPath !== "none";
        const hasText = [...box.childNodes].some((node) => node instanceof Text && node.data.trim());
        return hasText && !isForEars && style.display !== "inline" && box.getClientRects().length > 0;
      },
    );
    return boxes.flatMap((box) => {
      const isCut = box.scrollWidth > box.clientWidth + 1;
      const isLow = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "visible";
      return isCut || isLow ? [`${box.className}: ${box.textContent}`] : [];
    });
  });

async function expectWhole(page: Page, path: string) {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const where = `${path} at ${width} px`;
    expect(await cutTexts(page), where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    // Tables are cards on a phone; on a wide screen they scroll in their own box.
    const tables = page.locator(".table-frame").filter({ visible: true });
    const frames = await tables.evaluateAll((all) =>
      all.map((frame) => frame.scrollWidth - frame.clientWidth),
    );
    if (width === 375)
      expect(
        frames.filter((rest) => rest > 0),
        where,
      ).toEqual([]);
    await expect(page.getByRole("main"), where).toHaveCSS("font-size", "28px");
  }
}

test("text of twice the size is whole in the list of shipments", async ({ page }) => {
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  await expectWhole(page, "shipments");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-size", "44px");
});

test("text of twice the size is whole on every kind of page", { tag: "@all" }, async ({ page }) => {
  for (const path of ["/login", "/home"]) {
    await page.goto(path);
    await expectWhole(page, path);
  }
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  const shipment = await page.locator("tbody th a").first().getAttribute("href");
  const paths = ["/dashboard", "/quote/add", "/billing/index", "/account/notifications", "/search?q=FLD"];
  for (const path of [shipment ?? "", ...paths]) {
    await page.goto(path);
    await expectWhole(page, path);
  }
});
