import { DAY_MS, formatDay } from "#app/lib/date-time.ts";
import { fillBooking } from "../support/booking-form.ts";
import { expect, productUrl, readHeading, signIn, test } from "../support/journey.ts";
import { fillRequest } from "../support/quote-form.ts";

/** One freight, from the request for a quote to the paid invoice, by the pages of customer and desk alone. */
test("a customer and the desk go from the request for a quote to the paid invoice", {
  tag: "@without-scripts",
}, async ({ page, browser, hasScripts }) => {
  test.slow();
  const context = await browser.newContext({
    baseURL: productUrl(),
    javaScriptEnabled: hasScripts,
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "Asia/Shanghai",
  });
  const desk = await context.newPage();
  await signIn(page, "demo");
  await signIn(desk, "desk");
  const [customer, staff] = [page.getByRole("main"), desk.getByRole("main")];

  // The customer asks.
  await page.goto("/quote/add");
  await fillRequest(page, "From request to payment");
  await page.getByRole("button", { name: "Request the quote" }).last().click();
  await expect(page).toHaveURL(/\/quote\/detail\?id=\d+$/);
  const quoteAddress = page.url();
  const quoteNumber = await readHeading(page, /QT-[\d-]+/);

  // The desk finds it in the inbox, takes it and prices it.
  await desk.goto(`/freightForwarder/index?keyword=${quoteNumber}`);
  await staff.getByRole("button", { name: `Take ${quoteNumber}` }).click();
  await expect(desk.getByText("Taken: 1").first()).toBeVisible();
  await desk.goto(`/freightForwarder/index?keyword=${quoteNumber}`);
  await staff.getByRole("link", { name: quoteNumber, exact: true }).click();
  await expect(desk).toHaveURL(/\/freightForwarder\/quote\/\d+/);
  const option = desk.getByRole("group", { name: "Option 1", exact: true });
  await option.getByLabel("Carrier").fill("Cathay Pacific Cargo");
  await option.getByLabel("Transit days").fill("4");
  await option.getByLabel("Valid until").fill(new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10));
  const line = option.getByRole("group", { name: "Line 1", exact: true });
  const priced = {
    Charge: "Air freight",
    Unit: "kg",
    Quantity: "64",
    "Unit price": "3.85",
    "Unit cost": "3.05",
  };
  for (const [label, value] of Object.entries(priced))
    await line.getByLabel(label, { exact: true }).fill(value);
  await desk.getByRole("button", { name: "Send the price" }).click();
  await expect(desk.getByText("The price has been sent to the customer")).toBeVisible();

  // The customer accepts and books.
  await page.goto(quoteAddress);
  await customer.getByRole("link", { name: /^Accept/ }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("The price has been accepted")).toBeVisible();
  await customer.getByRole("link", { name: /^Book(:|$)/ }).click();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page).toHaveURL(/\/booking\/add\?id=\d+/);
  await fillBooking(page, { china: "China", us: "us" });
  await page.getByRole("button", { name: "Review and submit", exact: true }).first().click();
  await expect(page).toHaveURL(/\/booking\/review\?id=\d+/);
  await page.getByRole("button", { name: "Submit the booking" }).click();
  await expect(page).toHaveURL(/\/shipments\/bookingDetail\/\d+/);
  const bookingAddress = page.url();
  const bookingNumber = await readHeading(page, /BK-[\w-]+/);

  // The desk accepts, confirms and makes the shipment.
  await desk.goto(`/freightForwarder/index?keyword=${bookingNumber}`);
  await staff.getByRole("link", { name: bookingNumber, exact: true }).click();
  await expect(desk).toHaveURL(/\/freightForwarder\/booking\/\d+/);
  await staff.getByRole("button", { name: "Accept the booking" }).click();
  await expect(desk.getByText("The booking is accepted. We have let the customer know.")).toBeVisible();
  const serial = String(Date.now() % 10_000_000).padStart(7, "0");
  const waybill = `160-${serial}${Number(serial) % 7}`;
  await staff.getByLabel("Carrier's booking number").fill(waybill);
  await staff.getByRole("button", { name: "Confirm with this number" }).click();
  await expect(desk.getByText("The booking is confirmed. We have let the customer know.")).toBeVisible();
  await staff.getByRole("link", { name: "Make the shipment" }).click();
  await expect(staff.getByLabel("House number (H#)")).toHaveValue(/^FL-\d{4}-[2-9A-Z]{8}$/);
  const houseNumber = await staff.getByLabel("House number (H#)").inputValue();
  await staff.getByLabel("Master number (M#)").fill(waybill);
  await staff.getByLabel("Flight number").fill("CX080");
  await staff.getByLabel("Port of departure").fill("CNSZX");
  await staff.getByLabel("Port of arrival").fill("USCHI");
  await staff.getByRole("button", { name: "Make the shipment" }).last().click();
  await expect(desk).toHaveURL(/\/freightForwarder\/shipment\/\d+/);
  await staff.getByLabel("Milestone").selectOption({ index: 1 });
  await staff.getByLabel("Day", { exact: true }).fill(formatDay(new Date(), "Asia/Shanghai")!);
  await staff.getByLabel("Place", { exact: true }).fill("CNSZX");
  await staff.getByRole("button", { name: "Add the event" }).click();
  await expect(desk.getByText("The event is added")).toBeVisible();

  // The customer sees it.
  await page.goto(bookingAddress);
  await customer.getByRole("link", { name: houseNumber }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(houseNumber);

  // The desk bills it by the quote.
  await staff.getByRole("link", { name: "Make the invoice" }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toContainText("New invoice for Meridian Retail");
  await desk.getByRole("button", { name: "Issue", exact: true }).click();
  await expect(desk.getByText("The invoice is issued. We have let the customer know.")).toBeVisible();
  const number = await readHeading(desk, /INV-\d{4}-\d{6}/);
  await page.goto(`/billing/index?keyword=${number}`);
  await customer.getByRole("link", { name: number }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Invoice ${number}`);
  await expect(customer).toContainText(/USD\s246\.40/);
  await expect(customer).not.toContainText("3.05");

  // The desk records the payment.
  await desk.getByText("Record a payment").first().click();
  await desk.getByRole("textbox", { name: "Reference", exact: true }).first().fill("TT round");
  await desk.getByRole("button", { name: "Record the payment" }).click();
  await expect(desk.getByText("The payment is recorded. We have let the customer know.")).toBeVisible();
  await page.goto(`/billing/index?keyword=${number}`);
  await customer.getByRole("link", { name: number }).first().click();
  await expect(customer.getByText("Paid", { exact: true })).toBeVisible();

  // Nothing of it waits at the desk any more.
  for (const done of [quoteNumber, bookingNumber]) {
    await desk.goto(`/freightForwarder/index?keyword=${done}`);
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Inbox");
    await expect(staff.getByRole("link", { name: done, exact: true })).toHaveCount(0);
  }
  await context.close();
});
