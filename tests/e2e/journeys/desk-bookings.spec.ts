import type { Browser, Page } from "@playwright/test";
import { bookingSaveDraft } from "#app/contract/booking.ts";
import { formatDay } from "#app/lib/date-time.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { expect, productUrl, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

/** A second browser, of a person of the desk. */
async function deskPage(browser: Browser, hasScripts: boolean): Promise<Page> {
  const context = await browser.newContext({
    baseURL: productUrl(),
    javaScriptEnabled: hasScripts,
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "Asia/Shanghai",
  });
  const page = await context.newPage();
  await signIn(page, "desk");
  return page;
}

/** A draft of the customer that can be submitted. */
async function drafted(account: string): Promise<{ id: string; bookingNumber: string }> {
  const client = await providerClient(process.env.E2E_PROVIDER_URL ?? "", account);
  const given = { containers: [], incoterms: "FCA", origin: "Yantian", destination: "Long Beach" };
  const day = (days: number) => formatDay(new Date(Date.now() + days * 86_400_000), "Asia/Shanghai")!;
  const dates = { cargoReadyDate: day(5), requestedDate: day(7), expectedDeliveryDate: day(40) };
  const containers = [{ containerType: "22G1", containerNumber: "CSQU3054383", info: "" }];
  return client.call(bookingSaveDraft, {
    id: null,
    version: null,
    draftKey: null,
    content: content({ ...given, ...dates, containers }),
  });
}

test("from a submitted booking to a shipment under way, at both sides", { tag: "@all" }, async ({
  page,
  browser,
  hasScripts,
}) => {
  const { id, bookingNumber } = await drafted("demo");
  await signIn(page, "demo");
  await page.goto(`/booking/review?id=${id}`);
  await page.getByRole("button", { name: "Submit the booking" }).click();
  await expect(page).toHaveURL(/\/shipments\/bookingDetail\//);

  const desk = await deskPage(browser, hasScripts);
  const main = desk.getByRole("main");
  await desk.goto(`/booking/index?keyword=${bookingNumber}`);
  await main.getByRole("link", { name: bookingNumber, exact: true }).click();
  await expect(desk).toHaveURL(/\/freightForwarder\/booking\/\d+/);
  await expect(main.getByText("Meridian Retail Group Inc.", { exact: true }).first()).toBeVisible();

  await main.getByLabel("Question to the customer").fill("Which terminal in Yantian?");
  await main.getByRole("button", { name: "Ask the customer" }).click();
  await expect(desk.getByText("The question is in the booking's conversation")).toBeVisible();
  await main.getByRole("button", { name: "Accept the booking" }).click();
  await expect(desk.getByText("The booking is accepted. We have let the customer know.")).toBeVisible();
  const carrierNumber = `MAEU${id.padStart(6, "0")}`;
  await main.getByLabel("Carrier's booking number").fill(carrierNumber);
  await main.getByRole("button", { name: "Confirm with this number" }).click();
  await expect(desk.getByText("The booking is confirmed. We have let the customer know.")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("main").getByText(carrierNumber).first()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Messages" }).first().click();
  await expect(page.getByText("Which terminal in Yantian?").first()).toBeVisible();

  await main.getByRole("link", { name: "Make the shipment" }).click();
  await expect(main.getByLabel("House number (H#)")).toHaveValue(/^FL-\d{4}-[2-9A-Z]{8}$/);
  const houseNumber = await main.getByLabel("House number (H#)").inputValue();
  await main.getByLabel("Master number (M#)").fill(`MAEUB${id}`);
  await main.getByLabel("IMO number of the vessel").fill("9321483");
  await main.getByLabel("Voyage").fill("548W");
  await main.getByLabel("Port of arrival").fill("Nowhere at all");
  await main.getByRole("button", { name: "Make the shipment" }).last().click();
  await expect(main.getByRole("alert")).toContainText("No place is called 'Nowhere at all'");
  await expect(main.getByLabel("Voyage")).toHaveValue("548W");
  await main.getByLabel("Port of arrival").fill("USLGB");
  await main.getByRole("button", { name: "Make the shipment" }).last().click();
  await expect(desk).toHaveURL(/\/freightForwarder\/shipment\/\d+/);
  const shipmentId = new URL(desk.url()).pathname.split("/").at(-1);

  await main.getByLabel("Milestone").selectOption({ label: "Vessel departure" });
  const today = formatDay(new Date(), "Asia/Shanghai")!;
  await main.getByLabel("Day", { exact: true }).fill(today);
  await main.getByLabel("Place", { exact: true }).fill("CNYTN");
  await main.getByRole("button", { name: "Add the event" }).click();
  await expect(desk.getByText("The event is added")).toBeVisible();
  await expect(main.getByRole("table").getByText("Vessel departure").first()).toBeVisible();
  await main.getByRole("link", { name: /^Correct Vessel departure/ }).click();
  await main.getByLabel("Why it is corrected").fill("The pilot came late");
  await main.getByLabel("Remark").fill("Left the berth");
  await main.getByRole("button", { name: "Save the correction" }).click();
  await expect(desk.getByText("The event is corrected; what it said before is kept")).toBeVisible();
  await expect(main.getByText("Replaced events (1)").first()).toBeVisible();

  await page.goto("/shipments/index");
  await page.goto(`/shipments/detail/${shipmentId}`);
  const seen = page.getByRole("main");
  await expect(seen.getByText("In transit").first()).toBeVisible();
  await expect(seen.getByText("Vessel departure").first()).toBeVisible();
  await expect(seen.getByText("The pilot came late")).toHaveCount(0);
  await page.goto(`/shipments/bookingDetail/${id}`);
  await expect(page.getByRole("main").getByRole("link", { name: houseNumber })).toBeVisible();
  await desk.context().close();
});
