import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

const SCREENS = [
  "/dashboard",
  "/shipments/index?keyword=FLDS",
  "/shipments/index?keyword=FLDSHA&panel=filters&dateFrom=2020-01-01",
  "/shipments/index?keyword=FLDSHA&panel=columns",
  "/shipments/index?keyword=NOTHING-LIKE-THIS",
  "/account/index",
  "/account/password",
  "/logout",
];
/** What a language changes is text: for Chinese, a list and a form stand for the rest. */
const SCREENS_IN_CHINESE = ["/dashboard", "/shipments/index?keyword=FLDSHA", "/account/password"];

for (const language of ["en", "zh"] as const) {
  test(`the screens of the shell have no barrier in ${language}`, async ({ page }) => {
    test.setTimeout(240_000);
    await signIn(page, language === "en" ? "demo" : "chen");
    for (const path of language === "en" ? SCREENS : SCREENS_IN_CHINESE) {
      await page.goto(path);
      await expectAccessible(page);
    }
    await page.goto("/shipments/index?mode=OCEAN");
    const detail = await page.getByRole("rowheader").getByRole("link").first().getAttribute("href");
    for (const tab of ["overview", "cargo", "documents"]) {
      await page.goto(`${detail}?tab=${tab}`);
      await expectAccessible(page);
    }
  });
}

test("nothing is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, "demo");
  for (const path of ["/home", "/forgotPassword", ...SCREENS]) {
    await page.goto(path);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content, path).toBeLessThanOrEqual(window ?? 0);
  }
});
