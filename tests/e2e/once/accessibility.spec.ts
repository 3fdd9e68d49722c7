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
const BOOKING_SCREENS = [
  "/booking/index",
  "/booking/index?keyword=NOTHING-LIKE-THIS",
  "/booking/teBooking",
  "/booking/template",
  "/booking/templateEdit",
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

test("the screens of bookings have no barrier", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, "booker");
  for (const path of BOOKING_SCREENS) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto("/booking/add");
  for (const mode of ["Ocean FCL", "Ocean LCL", "Truck"]) {
    await page.getByLabel(mode, { exact: true }).check();
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Review and submit" }).first().click();
  await expect(page.getByText("What is still lacking").or(page.getByRole("alert")).first()).toBeVisible();
  await expectAccessible(page);
  const id = new URL(page.url()).searchParams.get("id");
  for (const path of [
    `/booking/add?id=${id}&check=1`,
    `/booking/cancel?id=${id}`,
    `/booking/attachments?id=${id}`,
    `/shipments/bookingDetail/${id}`,
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test("nothing is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, "demo");
  for (const path of [
    "/home",
    "/forgotPassword",
    ...SCREENS,
    "/booking/add",
    ...BOOKING_SCREENS,
    "/messageCenter/index",
  ]) {
    await page.goto(path);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content, path).toBeLessThanOrEqual(window ?? 0);
  }
});
