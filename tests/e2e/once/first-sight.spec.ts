import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/journey.ts";

/** What people see first, and that it stays where it is (issue 12). */

/** Where the first shipment begins at most, and where the 25th ends, in pixels of the page on a phone. */
const FIRST_TOP = 200;
const LAST_BOTTOM = 2600;
/** Layout shift at most (figures 1). */
const SHIFT_MAX = 0.02;

async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Buffered entries are delivered before the next frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

test("on a phone the first shipment is in sight at once, and 25 take four screens", { tag: "@all" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(25);
  expect((await rows.first().boundingBox())?.y).toBeLessThan(FIRST_TOP);
  const last = await rows.last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(LAST_BOTTOM);
  // Nothing of a card is cut off without a sign: the number, the badge and the date are whole.
  const cut = await rows.evaluateAll((cards) =>
    cards.flatMap((card) =>
      [...card.querySelectorAll("th a, .state > span:not(.sr-only), .when")]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
        .map((part) => part.textContent),
    ),
  );
  expect(cut).toEqual([]);
});

test("pages do not move while they load", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of ["/dashboard", "/shipments/index", "/quote/index", "/booking/add"])
      expect([address, width, (await shiftOf(page, address)) < SHIFT_MAX]).toEqual([address, width, true]);
  }
});
