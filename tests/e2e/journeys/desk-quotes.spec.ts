import type { Page } from "@playwright/test";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { priceQuote } from "../support/desk.ts";
import { expect, expectAccessible, goWithScript, signIn, test } from "../support/journey.ts";
import { fillRequest } from "../support/quote-form.ts";

const days = (count: number) => new Date(Date.now() + count * 24 * HOUR_MS).toISOString().slice(0, 10);

async function request(page: Page, tag: string): Promise<string> {
  await signIn(page, "demo");
  await page.goto("/quote/add");
  await fillRequest(page, tag);
  await page.getByRole("button", { name: "Request the quote" }).last().click();
  await expect(page).toHaveURL(/\/quote\/detail\?id=\d+$/);
  return new URL(page.url()).searchParams.get("id") ?? "";
}

const optionOf = (page: Page, number: number) =>
  page.getByRole("group", { name: `Option ${number}`, exact: true });
const lineOf = (page: Page, option: number, number: number) =>
  optionOf(page, option).getByRole("group", { name: `Line ${number}`, exact: true });

async function fillOption(page: Page, number: number, carrier: string): Promise<void> {
  const option = optionOf(page, number);
  await option.getByLabel("Carrier").fill(carrier);
  await option.getByLabel("Transit days").fill("4");
  await option.getByLabel("Valid until").fill(days(10));
}

async function fillLine(page: Page, option: number, number: number, values: Record<string, string>) {
  const line = lineOf(page, option, number);
  for (const [label, value] of Object.entries(values))
    await line.getByLabel(label, { exact: true }).fill(value);
}

test.describe("the desk", () => {
  test(
    "prices a request with two options, which the customer sees and accepts",
    { tag: "@all" },
    async ({ page, browser, hasScripts, allowFault }, { project }) => {
      allowFault(/status of 400/);
      const id = await request(page, `Desk ${project.name} ${Date.now()}`);
      const context = await browser.newContext({ javaScriptEnabled: hasScripts, locale: "en-US" });
      const desk = await context.newPage();
      await signIn(desk, "desk");
      const path = `/freightForwarder/quote/${id}`;
      if (hasScripts) await goWithScript(desk, path);
      else await desk.goto(path);
      await expect(desk.getByText("64 kg, by volume")).toBeVisible();

      await fillOption(desk, 1, "Cathay Pacific Cargo");
      await fillLine(desk, 1, 1, {
        Charge: "Air freight",
        Unit: "kg",
        Quantity: "64",
        "Unit price": "3.85",
        "Unit cost": "3.05",
      });
      await optionOf(desk, 1).getByRole("button", { name: "Add a line" }).click();
      await fillLine(desk, 1, 2, {
        Charge: "Air waybill",
        Unit: "AWB",
        Quantity: "1",
        "Unit price": "30",
        Amount: "31",
      });
      await desk.getByRole("button", { name: "Add an option" }).click();
      await fillOption(desk, 2, "Lufthansa Cargo");
      await fillLine(desk, 2, 1, { Charge: "Air freight", Unit: "kg", Quantity: "64", "Unit price": "4.1" });
      if (!hasScripts)
        await desk.getByRole("button", { name: "Work out the totals", exact: true }).last().click();
      await expect(optionOf(desk, 1)).toContainText(/USD\s276\.40/);
      // Of the line that has a cost alone.
      await expect(optionOf(desk, 1)).toContainText(/USD\s51\.20 \(20\.8 %\)/);

      await desk.getByRole("button", { name: "Send the price" }).click();
      await expect(desk.getByRole("alert").first()).toContainText("1 × 30 is 30.00.");
      await expect(lineOf(desk, 1, 2).getByLabel("Amount")).toHaveValue("31");
      await lineOf(desk, 1, 2).getByLabel("Amount").fill("");
      await desk.getByRole("button", { name: "Save as a draft" }).click();
      await expect(desk.getByText("The draft has been saved")).toBeVisible();
      await page.reload();
      await expect(page.getByText("Your forwarder has not answered yet.")).toBeVisible();

      await desk.goto(path);
      await expect(optionOf(desk, 2).getByLabel("Carrier")).toHaveValue("Lufthansa Cargo");
      if (hasScripts) await expectAccessible(desk);
      await desk.getByRole("button", { name: "Send the price" }).click();
      await expect(desk.getByText("The price has been sent to the customer")).toBeVisible();
      await expect(desk.getByText("Ready to book", { exact: true })).toBeVisible();
      await context.close();

      await page.reload();
      await expect(page.getByRole("columnheader", { name: "Option 1: Cathay Pacific Cargo" })).toBeVisible();
      await expect(page.locator("main")).toContainText(/64 × USD\s3\.85 per kg/);
      await expect(page.locator("main")).not.toContainText("3.05");
      await page.getByRole("link", { name: "Accept: Option 2: Lufthansa Cargo" }).click();
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page.getByText("The price has been accepted")).toBeVisible();
    },
  );

  test("takes a price back with a reason, which the customer reads, and prices from an earlier quote", {
    tag: "@all",
  }, async ({ page, browser, hasScripts, allowFault }) => {
    allowFault(/status of 40\d/);
    const id = await request(page, `Taken back ${Date.now()}`);
    await priceQuote(id, [{ carrierName: "Cathay Cargo", amount: "246.40", validForMs: 72 * HOUR_MS }]);
    await page.goto(`/quote/detail?id=${id}`);
    await page.getByRole("link", { name: /^Accept/ }).click();
    await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();

    const context = await browser.newContext({ javaScriptEnabled: hasScripts, locale: "en-US" });
    const desk = await context.newPage();
    await signIn(desk, "desk");
    await desk.goto(`/freightForwarder/quote/${id}`);
    await desk.getByRole("link", { name: "Take the price back" }).click();
    await desk.getByLabel("Reason for the customer").fill("The flight is full");
    await desk.getByRole("button", { name: "Take it back" }).click();
    await expect(desk.getByText("The price has been taken back", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("Reason: The flight is full").first()).toBeVisible();
    await expect(page.getByText("New", { exact: true }).first()).toBeVisible();

    await desk
      .getByRole("link", { name: /^Fill the form from quote/ })
      .first()
      .click();
    await expect(desk.getByText("The form is filled from quote")).toBeVisible();
    await expect(optionOf(desk, 1).getByLabel("Carrier")).not.toHaveValue("");
    await expect(optionOf(desk, 1).getByLabel("Valid until")).toHaveValue("");
    await context.close();
  });
});
