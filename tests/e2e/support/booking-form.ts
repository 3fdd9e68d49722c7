import type { Page } from "@playwright/test";
import { DAY_MS, formatDay } from "#app/lib/date-time.ts";
import { expect } from "./journey.ts";

const day = (days: number) => formatDay(new Date(Date.now() + days * DAY_MS), "Europe/Amsterdam") ?? "";

export async function fillByName(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value);
}

/** Unfolds the fields of a party that is not filled in. */
const typeParty = (page: Page, role: string) => page.locator(`#booking-${role} summary`).click();

/** Fills in the fields of a booking that a quote does not have. */
export async function fillBooking(page: Page, countries: { china: string; us: string }): Promise<void> {
  await typeParty(page, "shipper");
  await typeParty(page, "consignee");
  await page.locator('[name="trade"]').selectOption("EXPORT");
  await page.locator('[name="incoterms"]').selectOption("FCA");
  await page.locator('[name="paymentType"]').selectOption("COLLECT");
  await page.locator('[name="customsDeclaration"]').selectOption("EXPORT");
  await fillByName(page, {
    "shipper.name": "Shenzhen Xingda Electronics",
    "shipper.address": "18 Keji Road, Nanshan",
    "shipper.countryCode": countries.china,
    "shipper.contactNumber": "075526581234",
    "consignee.name": "Meridian Retail Group",
    "consignee.address": "4100 Commerce Parkway",
    "consignee.countryCode": countries.us,
    "consignee.contactNumber": "6145550123",
    goodsDescription: "LED desk lamps",
    "cargo[0].poNumber": "4500012345",
    "cargo[0].skuNumber": "LAMP-01",
    cargoReadyDate: day(10),
    requestedDate: day(12),
    expectedDeliveryDate: day(20),
  });
  await page.locator('[name="hasConsigneeAsNotifyParty"]').check();
  await expect(page.locator("#booking-notifyParty summary")).toBeHidden();
}
