import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, forgetSession, openAccountMenu, signIn, test } from "../support/journey.ts";
import { signInNewMember } from "../support/member.ts";

const rows = (page: Page) => page.locator("tbody tr");
const numberOf = async (page: Page, index = 0) =>
  ((await rows(page).nth(index).getByRole("rowheader").getByRole("link").textContent()) ?? "").trim();

test.describe("the shipment list", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, "demo");
    await page.goto("/shipments/index");
    await expect(rows(page)).toHaveCount(25);
  });

  test("finds a shipment by its house number and opens it", async ({ page }) => {
    const number = await numberOf(page, 3);
    await page.getByRole("main").getByRole("searchbox").fill(number.toLowerCase());
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("link", { name: number }).click();
    await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  });

  test("pages forward and back, and keeps the page in the address", { tag: "@all" }, async ({ page }) => {
    const first = await numberOf(page);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(page.getByText(/^26–50 of/)).toBeVisible();
    expect(await numberOf(page)).not.toBe(first);
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByText(/^1–25 of/)).toBeVisible();
    expect(await numberOf(page)).toBe(first);
    await page.goBack();
    await expect(page.getByText(/^26–50 of/)).toBeVisible();
  });

  test("filters by status, sorts, and shows more rows per page", { tag: "@all" }, async ({ page }) => {
    const views = page.getByRole("navigation", { name: "Views" });
    await views.getByRole("link", { name: /^On the way/ }).click();
    await expect(views.getByRole("link", { name: /^On the way/ })).toHaveAttribute("aria-current", "true");
    // What is in transit may have arrived or be late by now, and its badge says that instead.
    await expect(rows(page).first()).toContainText(/In transit|Arrived|\d (day|hour)s? late/);
    await page.getByRole("columnheader", { name: "Shipment" }).getByRole("link").click();
    await expect(page.getByRole("columnheader", { name: "Shipment" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    const numbers = await rows(page).getByRole("rowheader").getByRole("link").allTextContents();
    expect(numbers).toEqual([...numbers].sort());
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "50" }).click();
    await expect(page).toHaveURL(/pageSize=50/);
    await expect(page).toHaveURL(/status=TRANSIT/);
  });

  test("filters by the panel, and requires the kind of date", async ({ page }) => {
    await page.getByRole("link", { name: "Filters" }).click();
    await page.getByLabel("Mode").selectOption({ label: "Air" });
    await page.getByLabel("From day").fill("2020-01-01");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("link", { name: "Please select at least one date filter" })).toBeVisible();
    await page.getByLabel("Date", { exact: true }).selectOption({ label: "ETD" });
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("link", { name: "Please select at least one date filter" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^Mode: Air/ })).toBeVisible();
    await expect(page).toHaveURL(/mode=AIR/);
  });

  test("says what to do when nothing matches", { tag: "@all" }, async ({ page }) => {
    await page.getByRole("main").getByRole("searchbox").fill("ZZZ999");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByText("No shipment matches")).toBeVisible();
    await page.getByRole("link", { name: "Clear all filters" }).last().click();
    await expect(rows(page)).toHaveCount(25);
  });

  test("is exported as a spreadsheet", { tag: "@all" }, async ({ page }) => {
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    const content = await readFile(await download.path());
    expect(content.subarray(0, 2).toString()).toBe("PK");
  });
});

test("a shipment can be followed and unfollowed", { tag: "@all" }, async ({ page, hasScripts }) => {
  // Both projects share the account, so each uses a different shipment.
  const index = hasScripts ? 5 : 6;
  await signIn(page, "demo");
  await page.goto("/shipments/index?sort=houseNumber&direction=asc");
  const number = await numberOf(page, index);
  const star = page.getByRole("button", { name: new RegExp(`(Follow|Stop following) ${number}`) });
  const label = (await star.getAttribute("aria-label")) ?? "";
  const other = label.startsWith("Stop") ? `Follow ${number}` : `Stop following ${number}`;
  await star.click();
  await expect(star).toHaveAttribute("aria-label", other);
  // With scripts the star changes at once and is busy until the provider has answered.
  await expect(star).not.toHaveAttribute("aria-busy");
  await page.reload();
  await expect(star).toHaveAttribute("aria-label", other);
  await star.click();
  await expect(star).toHaveAttribute("aria-label", label);
});

test("a shipment shows its milestones, cargo and documents, each at its own address", async ({ page }) => {
  await signIn(page, "demo");
  // Uses a shipment that has arrived: one that has sailed within the hour may have no document yet.
  await page.goto("/shipments/index?mode=OCEAN&status=COMPLETED");
  await rows(page).first().getByRole("rowheader").getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Milestones" })).toBeVisible();
  const parts = page.getByRole("navigation", { name: "Parts of the shipment" });
  await parts.getByRole("link", { name: "Cargo" }).click();
  await expect(page).toHaveURL(/tab=cargo/);
  await expect(page.getByRole("table").first()).toBeVisible();
  await parts.getByRole("link", { name: "Documents" }).click();
  await expect(page).toHaveURL(/tab=documents/);
  const started = page.waitForEvent("download");
  await page
    .getByRole("main")
    .getByRole("link", { name: /\.pdf|download/i })
    .first()
    .click();
  const content = await readFile(await (await started).path());
  expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  await page.goBack();
  await expect(parts).toBeVisible();
});

test("a shipment of another company is not found", { tag: "@all" }, async ({ page, allowFault }) => {
  allowFault(/status of 404/);
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  const href = await rows(page).first().getByRole("rowheader").getByRole("link").getAttribute("href");
  await forgetSession(page);
  await signIn(page, "rival");
  await page.goto(href ?? "");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("the menus shown are those of the account", { tag: "@all" }, async ({ page }) => {
  const tabs = page.getByRole("navigation", { name: "Main" });
  await signIn(page, "viewer");
  await expect(tabs.getByRole("link", { name: "Shipments", exact: true })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Accounts", exact: true })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Quotes", exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Request a quote" })).toHaveCount(0);

  await forgetSession(page);
  await signIn(page, "booker");
  await expect(tabs.getByRole("link", { name: "Shipments", exact: true })).toBeVisible();
  // Who books has the address book and the news there, and not the members.
  await page.goto("/account/address");
  await expect(page.getByRole("heading", { name: "Address book", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Members", exact: true })).toHaveCount(0);
});

test("list and shipment in Chinese, and switching the language", async ({ page }) => {
  // The language is kept for the account: other journeys rely on that of the demonstration's people.
  await signInNewMember(page, "first-Pass-1");
  await page.goto("/shipments/index");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  const number = await numberOf(page);
  await page.getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await expect(page.getByRole("heading", { name: /\p{Script=Han}/u }).first()).toBeVisible();
  await openAccountMenu(page);
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
});

test("on a phone the dates of a shipment have the width of the screen", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  await rows(page).first().getByRole("rowheader").getByRole("link").click();
  await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
  await page.getByText(/^All details/).click();
  const table = page.locator("table").filter({ has: page.getByText("Planned or estimated") });
  const row = await table.locator("tbody tr").nth(1).boundingBox();
  expect(row?.width).toBeGreaterThan(280);
});

test("the chosen clock applies to the list and to the shipment", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  await page.goto("/shipments/index");
  for (const [clock, note] of [
    [/^UTC\+8/, "Times are in UTC+8"],
    [/^The clock/, "Times are local to each place"],
  ] as const) {
    await page.getByRole("link", { name: "Times and time zone" }).click();
    await page.getByRole("radio", { name: clock }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/\/shipments\/index$/);
    await expect(page.getByText(note)).toBeVisible();
  }
});
