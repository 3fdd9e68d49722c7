import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/journey.ts";

/** A page contains only the CSS rules that it uses, and has to look as it does with the whole style sheet. */
const folder = "build/client/assets";
const sheet = readdirSync(folder).find((name) => /^app-.+\.css$/.test(name)) ?? "";
const pages = ["/dashboard", "/shipments/index", "/quote/add", "/booking/add", "/messageCenter/index"];

/** All computed styles; of equal elements only those of the first. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const signature = (element: Element | null) =>
      element ? `${element.tagName}.${element.getAttribute("class")}` : "";
    const firsts = new Map<string, Element>();
    for (const element of document.body.querySelectorAll("*")) {
      const key = `${signature(element.parentElement)} > ${signature(element)}`;
      if (!firsts.has(key)) firsts.set(key, element);
    }
    return [...firsts].flatMap(([key, element]) =>
      ["", "::before", "::after"].map((part) => {
        const style = getComputedStyle(element, part || null);
        // Variables show in the properties that use them.
        const names = [...style].filter((name) => !name.startsWith("--"));
        const values = names.map((name) => `${name}:${style.getPropertyValue(name)}`);
        return `${key}${part} {${values.join(";")}}`;
      }),
    );
  });
}

for (const width of [375, 1440])
  test.describe(`at ${width} px`, { tag: "@all" }, () => {
    test.use({ viewport: { width, height: 900 }, javaScriptEnabled: false });
    test("computed styles of pages equal those under the whole style sheet", async ({ page }) => {
      const open = async (path: string) => {
        await page.goto(path);
        const used = await page.locator("head > style").textContent();
        const own = await looks(page);
        await page.evaluate(
          (css) => {
            const style = document.querySelector("head > style");
            const [brand = ""] = /^[^}]*}/.exec(style?.textContent ?? "") ?? [];
            if (style) style.textContent = brand + css;
          },
          readFileSync(`${folder}/${sheet}`, "utf8"),
        );
        const whole = await page.locator("head > style").textContent();
        expect((used ?? "").length, path).toBeLessThan((whole ?? "").length);
        const differing = (await looks(page)).filter((look, index) => look !== own[index]);
        expect(differing.slice(0, 2), path).toEqual([]);
        expect(own.length, path).toBeGreaterThan(50);
        expect(own[0], path).toContain("color:");
      };
      await open("/login");
      await signIn(page, "demo");
      for (const path of pages) await open(path);
    });
  });

test("the script loads the whole style sheet for parts that are rendered without a new document", {
  tag: "@all",
}, async ({ page }) => {
  await signIn(page, "demo");
  await page.goto("/dashboard");
  const style = () => page.evaluate(() => document.querySelector("head > style")?.textContent ?? "");
  const whole = readFileSync(`${folder}/${sheet}`, "utf8");
  await expect.poll(style).toContain(whole);
  expect(await style()).toMatch(/^:root\{--brand:/);
  // The content security policy allows the page to load it.
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).not.toBe("rgba(0, 0, 0, 0)");
});
