import { cutOffState } from "#app/contract/cut-off.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

/** A shipment that is booked, with its booking. */
async function bookedShipment() {
  const { call } = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { rows } = await call(shipmentList, { status: "BOOKED", mode: "OCEAN", page: 1, pageSize: 50 });
  for (const { id } of rows) {
    const { booking } = await call(shipmentDetail, { id });
    if (booking?.id) return { id, booking };
  }
  throw new Error("No ocean shipment is booked");
}

test("a carrier's cut-offs stand at the shipment and its booking, with place, clock and what is missing", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  const { id, booking } = await bookedShipment();
  const desk = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "desk");
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const report = await desk.call(cutOffState, {
    statements: [
      {
        carrierBookingReference: booking.bookingNumber,
        statedAt: new Date().toISOString(),
        shipmentCutOffTimes: [
          { cutOffDateTimeCode: "DGC", cutOffDateTime: inHours(30), facility: "Gate 7" },
          { cutOffDateTimeCode: "CUA", cutOffDateTime: new Date(Date.now() - DAY_MS).toISOString() },
        ],
      },
    ],
  });
  expect(report.accepted).toBe(2);

  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  for (const path of [`/shipments/detail/${id}`, `/shipments/bookingDetail/${booking.id}`]) {
    await page.goto(path);
    const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    const near = row("Dangerous goods (DGC)");
    await expect(near).toContainText("Gate 7");
    await expect(near).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    await expect(near).toContainText("Still missing: dangerous goods declaration");
    await expect(near).toContainText(/left/);
    await expect(row("Customs acceptance (CUA)")).toContainText("Passed. Nothing was reported of");
    if (hasScripts) await expectAccessible(page);
  }
});
