import type { Page } from "@playwright/test";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { priceQuote } from "../support/desk.ts";
import { type Account, expect, expectAccessible, goWithScript, signIn, test } from "../support/journey.ts";
import { fillRequest, fillRow } from "../support/quote-form.ts";

/** Validity of a price that has to expire while a page is open: long enough to open it on a busy machine. */
const VALID_MS = 20_000;

const idOf = (page: Page) => new URL(page.url()).searchParams.get("id") ?? "";
const offers = [
  { carrierName: "Cathay Pacific Cargo", amount: "246.40", validForMs: 72 * HOUR_MS },
  { carrierName: "Lufthansa Cargo", amount: "301.00", validForMs: 5 * HOUR_MS },
];

async function request(page: Page, account: Account, tag: string): Promise<string> {
  await signIn(page, account);
  await page.goto("/quote/add");
  await fillRequest(page, tag);
  await page.getByRole("button", { name: "Request the quote" }).last().click();
  await expect(page).toHaveURL(/\/quote\/detail\?id=\d+$/);
  return idOf(page);
}

test.describe("a quote", () => {
  test(
    "is requested, priced, accepted and booked",
    { tag: "@without-scripts" },
    async ({ page }, { project }) => {
      const tag = `Journey ${project.name} ${Date.now()}`;
      const id = await request(page, "demo", tag);
      await expect(page.getByText("Your request has been sent")).toBeVisible();
      await expect(page.getByText("answer expected within 47 hours")).toBeVisible();
      await expect(page.getByText("64 kg, by volume")).toBeVisible();

      await page.goto(`/quote/index?keyword=${encodeURIComponent(tag)}`);
      await expect(page.getByRole("row")).toHaveCount(2);
      await expect(page.getByRole("row").last()).toContainText("New");

      await priceQuote(id, offers);
      await page.getByRole("row").last().getByRole("rowheader").getByRole("link").click();
      await expect(page.getByText("Ready to book", { exact: true })).toBeVisible();
      await expect(page.getByText("valid for 2 days").first()).toBeVisible();
      await expect(page.getByRole("columnheader", { name: "Option 1: Cathay Pacific Cargo" })).toBeVisible();
      await expect(page.getByRole("columnheader", { name: "Option 2: Lufthansa Cargo" })).toBeVisible();

      await page.getByRole("link", { name: "Accept: Option 2: Lufthansa Cargo" }).click();
      await expect(page.getByText("Accept this price of quote")).toBeVisible();
      await expect(page.locator("main")).toContainText(/USD\s301\.00/);
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page.getByText("The price has been accepted")).toBeVisible();
      await expect(page.getByRole("link", { name: /^Accept/ })).toHaveCount(0);

      await page.getByRole("link", { name: "Book: Option 2: Lufthansa Cargo" }).click();
      await page.getByRole("button", { name: "Book", exact: true }).click();
      await expect(page).toHaveURL(/\/booking\/add\?id=\d+/);
      await page.goto(`/quote/detail?id=${id}`);
      await expect(page.getByRole("link", { name: /^BK-/ })).toBeVisible();
      await expect(page.getByText("Booked", { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: /^Book: / })).toHaveCount(0);
    },
  );

  test("is rejected with a reason", { tag: "@all" }, async ({ page }) => {
    const id = await request(page, "demo", "To be rejected");
    await priceQuote(id, offers);
    await page.goto(`/quote/detail?id=${id}`);
    await page.getByRole("link", { name: "Reject" }).click();
    await page.getByLabel("Reason").fill("Too slow");
    await page.getByRole("button", { name: "Reject" }).click();
    await expect(page.getByText("Reason of the rejection: Too slow").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Reject" })).toHaveCount(0);
    await page.getByRole("link", { name: "Request again" }).click();
    await expect(page.getByLabel("Tag")).toHaveValue("To be rejected");
  });

  test("that expires on an open page cannot be accepted, and the page says why", { tag: "@all" }, async ({
    page,
    allowFault,
  }) => {
    allowFault(/status of 409/);
    const id = await request(page, "demo", "Late");
    const expired = Date.now() + VALID_MS + 1_000;
    await priceQuote(id, [{ carrierName: "Cathay Pacific Cargo", amount: "246.40", validForMs: VALID_MS }]);
    await page.goto(`/quote/detail?id=${id}`);
    await page.getByRole("link", { name: /^Accept/ }).click();
    await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
    await page.waitForTimeout(expired - Date.now());
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("alert")).toContainText("This quote has expired");
    await expect(page.getByText("This is not possible any more.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to the quote" }).click();
    await expect(page.getByText("Expired", { exact: true })).toBeVisible();
  });

  test("whose price is replaced on an open page says so, and shows both prices before it is accepted", async ({
    page,
    hasScripts,
    allowFault,
  }) => {
    allowFault(/status of 409/);
    const id = await request(page, "demo", "Replaced");
    const price = (amount: string) =>
      priceQuote(id, [{ carrierName: "Cathay Pacific Cargo", amount, validForMs: 3_600_000 }]);
    await price("246.40");
    if (hasScripts) await goWithScript(page, `/quote/detail?id=${id}`);
    else await page.goto(`/quote/detail?id=${id}`);
    await price("310.00");
    if (hasScripts) {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      // If the script was not listening yet, it polls after 20 s.
      await expect(page.getByRole("link", { name: "Show the latest" })).toBeVisible({ timeout: 40_000 });
      await expect(page.getByText("246.40").first()).toBeVisible();
    }
    await page.getByRole("link", { name: /^Accept/ }).click();
    const total = page.getByRole("row", { name: /Total charges/ });
    await expect(total).toContainText("246.40");
    await expect(total).toContainText("310.00");
    await price("320.00");
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(total).toContainText("310.00");
    await expect(total).toContainText("320.00");
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("The price has been accepted")).toBeVisible();
  });

  test("that expires on an open page says so, by script or after a reload", { tag: "@all" }, async ({
    page,
    hasScripts,
  }) => {
    const id = await request(page, "demo", "Watched");
    const expired = Date.now() + VALID_MS + 1_000;
    await priceQuote(id, [{ carrierName: "Cathay Pacific Cargo", amount: "246.40", validForMs: VALID_MS }]);
    await page.goto(`/quote/detail?id=${id}`);
    await expect(page.getByText("valid for 1 minute").first()).toBeVisible();
    if (!hasScripts) {
      await page.waitForTimeout(expired - Date.now());
      await page.reload();
    }
    await expect(page.getByText("Expired", { exact: true })).toBeVisible({ timeout: VALID_MS + 15_000 });
    await expect(page.getByRole("link", { name: /^Accept/ })).toHaveCount(0);
  });

  test("can be changed until it is answered", { tag: "@all" }, async ({ page }) => {
    const id = await request(page, "demo", "First thought");
    await page.getByRole("link", { name: "Change the request" }).click();
    await page.getByLabel("Tag").fill("Second thought");
    await page.getByRole("button", { name: "Save the request" }).click();
    await expect(page).toHaveURL(`/quote/detail?id=${id}`);
    await expect(page.getByText("The request has been changed")).toBeVisible();
    await expect(page.getByText("Second thought").first()).toBeVisible();
  });
});

test.describe("the request form", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, "demo");
    await page.goto("/quote/add");
  });

  test("computes the chargeable weight, while typing or by the button", { tag: "@all" }, async ({
    page,
    hasScripts,
  }) => {
    await fillRow(page, 0, ["8", "60", "40", "20", "45"]);
    if (!hasScripts) await page.getByRole("button", { name: "Work out" }).click();
    await expect(page.getByText("64 kg, by volume")).toBeVisible();
    await expect(page.getByText("6,000 cm³ to the kilogram")).toBeVisible();
    await page.getByRole("button", { name: "Add a row" }).click();
    await fillRow(page, 1, ["1", "50", "50", "50", "80"]);
    if (!hasScripts) await page.getByRole("button", { name: "Work out" }).click();
    await expect(page.getByText("125 kg, by gross weight")).toBeVisible();
    await page.getByRole("button", { name: "Remove row 1" }).click();
    await expect(page.getByRole("group", { name: "Row 1" }).getByLabel("Pieces")).toHaveValue("1");
    if (!hasScripts) await page.getByRole("button", { name: "Work out" }).click();
    await expect(page.getByText("80 kg, by gross weight")).toBeVisible();
  });

  test("shows only the fields that mode and service need, and warns", { tag: "@all" }, async ({ page }) => {
    await expect(page.getByLabel("Pickup location")).toBeVisible();
    await page.getByLabel("Port to door").check();
    await expect(page.getByLabel("Pickup location")).toBeHidden();
    await expect(page.getByLabel("Delivery location")).toBeVisible();
    await page.getByLabel("Incoterms").selectOption("FOB");
    await expect(page.getByText("are for sea and inland waterway only")).toBeVisible();
    await page.getByLabel("Ocean LCL").check();
    await expect(page.getByText("are for sea and inland waterway only")).toBeHidden();
    await expect(page.getByText("Which batteries")).toBeHidden();
    await page.getByLabel("Air").check();
    await page.getByLabel("Batteries", { exact: true }).check();
    await page.getByRole("checkbox", { name: /^UN3480/ }).check();
    await expect(page.getByText("UN3480 and UN3090 fly on cargo aircraft only")).toBeVisible();
  });

  test("keeps what was typed and shows the faults, and Enter submits it", {
    tag: "@without-scripts",
  }, async ({ page, allowFault }) => {
    allowFault(/status of 400/);
    await page.getByLabel("Tag").fill("Kept");
    await page.getByLabel("Tag").press("Enter");
    const summary = page.getByRole("alert");
    await expect(summary).toContainText("Origin: Cannot be empty");
    await expect(summary).toContainText("Row 1, Weight: Cannot be empty");
    await expect(page.getByLabel("Tag")).toHaveValue("Kept");
    await summary.getByRole("link", { name: /Row 1, Weight/ }).click();
    await expect(page.getByLabel("Weight", { exact: true })).toBeFocused();
  });

  test("does not accept the letter e in a number", { tag: "@all" }, async ({ page, hasScripts }) => {
    test.skip(!hasScripts, "without scripts the answer says so");
    await fillRow(page, 0, ["8", "60", "40", "20", "45"]);
    await expect(page.getByText("64 kg, by volume")).toBeVisible();
    const weight = page.getByLabel("Weight", { exact: true });
    await weight.fill("");
    await weight.pressSequentially("1e2E3");
    await expect(weight).toHaveValue("123");
  });
});

test("a quote is requested and accepted in Chinese", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "chen");
  await page.goto("/quote/index");
  await page.getByRole("link", { name: "询价", exact: true }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "询价" })).toBeVisible();
  await page.getByLabel("起运地", { exact: true }).fill("深圳");
  await page.getByLabel("目的地", { exact: true }).fill("芝加哥");
  await page.getByLabel("提货地点").fill("南山区科技路 12 号");
  await page.getByLabel("送货地点").fill("1 Cargo Way");
  const row = page.getByRole("group", { name: "第 1 行" });
  for (const [label, value] of [
    ["件数", "8"],
    ["长", "60"],
    ["宽", "40"],
    ["高", "20"],
    ["重量", "45"],
  ] as const)
    await row.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel("以上均无").check();
  await page.getByRole("button", { name: "提交询价" }).last().click();
  await expect(page).toHaveURL(/\/quote\/detail\?id=\d+$/);
  await expect(page.getByText("待报价", { exact: true })).toBeVisible();
  await expect(page.getByText("64 kg，按体积计")).toBeVisible();
  await priceQuote(idOf(page), offers);
  await page.goto(page.url());
  await page.getByRole("link", { name: "接受：方案 1：Cathay Pacific Cargo" }).click();
  await page.getByRole("button", { name: "接受" }).click();
  await expect(page.getByText("报价已接受")).toBeVisible();
});

test("the prices of six carriers are read on a phone and on paper without scrolling sideways", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  test.skip(!hasScripts, "measured by a script; the page is the same without");
  const id = await request(page, "demo", "Six offers");
  const names = [
    "Cathay Pacific Cargo",
    "Lufthansa Cargo",
    "All Nippon Airways Cargo Services International",
  ];
  await priceQuote(
    id,
    [...names, ...names].map((carrierName, index) => ({
      carrierName,
      amount: `${index + 1}12345.67`,
      validForMs: 72 * HOUR_MS,
    })),
  );
  await page.goto(`/quote/detail?id=${id}`);
  const prices = page.getByRole("region", { name: "Prices" });
  const overflow = () => prices.evaluate((region) => region.scrollWidth - region.clientWidth);
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await overflow(), `${width} px`).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  // An A4 page between margins of a centimetre; 10 mm are 37.8 px.
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: "print" });
  expect(await overflow(), "print").toBeLessThanOrEqual(0);
  expect((await prices.boundingBox())?.height).toBeLessThan(1_047);
  await expect(page.getByRole("link", { name: /^Book/ })).toHaveCount(0);
});

test("the screens of quotes pass axe", { tag: "@all" }, async ({ page, hasScripts, allowFault }) => {
  test.skip(!hasScripts, "axe is a script");
  allowFault(/status of 400/);
  const id = await request(page, "demo", "Looked at");
  await expect(page.getByText("Your request has been sent")).toBeVisible();
  await expectAccessible(page);
  await priceQuote(id, offers);
  await page.goto(`/quote/detail?id=${id}`);
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Book: Option 1/ }).click();
  await expect(page.getByRole("button", { name: "Book", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/quote/reject?id=${id}`);
  await expectAccessible(page);
  await page.goto("/quote/index");
  await expectAccessible(page);
  await page.goto("/quote/add");
  await page.getByLabel("Batteries", { exact: true }).check();
  await page.getByRole("button", { name: "Add a row" }).click();
  await page.getByRole("button", { name: "Request the quote" }).last().click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});
