import type { Page } from "@playwright/test";

/** A valid quote request by air. */
export async function fillRequest(page: Page, tag: string): Promise<void> {
  await page.getByLabel("Tag").fill(tag);
  await page.getByLabel("Origin", { exact: true }).fill("Shenzhen");
  await page.getByLabel("Destination", { exact: true }).fill("Chicago");
  await page.getByLabel("Pickup location").fill("12 Keji Road");
  await page.getByLabel("Delivery location").fill("1 Cargo Way");
  await fillRow(page, 0, ["8", "60", "40", "20", "45"]);
  await page.getByLabel("None of these").check();
}

export async function fillRow(page: Page, index: number, [pieces, length, width, height, weight]: string[]) {
  const row = page.getByRole("group", { name: `Row ${index + 1}` });
  await row.getByLabel("Pieces").fill(pieces ?? "");
  await row.getByLabel("Length").fill(length ?? "");
  await row.getByLabel("Width").fill(width ?? "");
  await row.getByLabel("Height").fill(height ?? "");
  await row.getByLabel("Weight", { exact: true }).fill(weight ?? "");
}
