import { expect, expectAccessible, signIn, test, wayBack } from "../support/journey.ts";

test("somebody sees what is outstanding, compares an invoice with its quote, disputes a line and reads the statement", async ({
  page,
  hasScripts,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/billing/index?status=OUTSTANDING");
  await expect(page.getByRole("heading", { name: /^Outstanding by age on/ })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  const invoice = page.getByRole("link", { name: /^INV-/ }).first();
  const number = (await invoice.textContent())!.trim();
  await page.getByLabel("Invoice, house or booking number, title").fill(number);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/keyword=INV-/);
  await invoice.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Invoice ${number}`);
  await expect(page.getByRole("heading", { name: "Compared with your quote" })).toBeVisible();

  await page.getByText("Dispute a line").click();
  await page.getByRole("combobox", { name: "Line" }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: "Reason" }).selectOption({ label: "Quantity" });
  await page
    .getByRole("textbox", { name: "What is wrong" })
    .fill(`Fewer pieces, ${hasScripts ? "with" : "without"} scripts`);
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Dispute", exact: true }).click();
  await expect(page.getByText(/: Quantity, open, \d+ days? left/).first()).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save as PDF" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${number}.pdf`);

  await wayBack(page).last().click();
  await page
    .getByRole("link", { name: /: statement$/ })
    .first()
    .click();
  await expect(page.getByText(/^Balance before/)).toBeVisible();
  if (hasScripts) await expectAccessible(page);
});
