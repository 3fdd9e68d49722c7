import type { Page } from "@playwright/test";
import { expect, goWithScript, signIn, test } from "../support/journey.ts";

/** More stops than any form has. */
const STOPS_MAX = 300;

interface Stop {
  /** Null: behind the last stop of the form. */
  name: string | null;
  isInSight: boolean;
}

/**
 * The focused element, and whether all of it is in the window and nothing lies over it. Of a text area that is
 * higher than what is left of a low window, browsers show the line of the caret.
 */
function stopOf(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused?.closest("main form")) return { name: null, isInSight: true };
    const { top, bottom, left, right } = focused.getBoundingClientRect();
    const name = focused.getAttribute("name") ?? focused.textContent ?? "";
    const inset = 1;
    const end = focused.matches("textarea") && bottom > innerHeight ? top + 2 * inset : bottom;
    const isInSight = [top + inset, end - inset].every((y) => {
      const shown = document.elementFromPoint((left + right) / 2, y);
      return shown !== null && (focused.contains(shown) || shown.contains(focused));
    });
    return { name, isInSight };
  });
}

/** Goes through all stops of the page's form by one key. */
async function walk(page: Page, key: "Tab" | "Shift+Tab"): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < STOPS_MAX) {
    await page.keyboard.press(key);
    const stop = await stopOf(page);
    if (stop.name === null) break;
    stops.push(stop);
  }
  return stops;
}

const covered = (stops: readonly Stop[]) => stops.filter(({ isInSight }) => !isInSight);

for (const { path, least } of [
  { path: "/booking/add", least: 55 },
  { path: "/booking/templateEdit", least: 55 },
  { path: "/quote/add", least: 25 },
]) {
  test(`the field that has the focus is never covered in the form at ${path}, whatever the window`, {
    tag: "@all",
  }, async ({ page }) => {
    await signIn(page, "demo");
    for (const [width, height] of [
      [375, 667],
      [1440, 900],
      [1280, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      await goWithScript(page, path);
      // The form's first stop is the link or field after the heading.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll<HTMLDetailsElement>("main form details"))
          details.open = true;
        const heading = document.querySelector<HTMLElement>("main h1");
        heading?.setAttribute("tabindex", "-1");
        heading?.focus();
      });
      const onward = await walk(page, "Tab");
      expect(onward.length, `${width} x ${height}`).toBeGreaterThan(least);
      expect(covered(onward), `${width} x ${height}`).toEqual([]);
      const back = await walk(page, "Shift+Tab");
      expect(back.length, `${width} x ${height}, backwards`).toBeGreaterThan(least);
      expect(covered(back), `${width} x ${height}, backwards`).toEqual([]);
    }
  });
}
