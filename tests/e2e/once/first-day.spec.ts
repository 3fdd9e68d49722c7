import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { DAY_MS, formatDay } from "#app/lib/date-time.ts";
import { type Mail, type Mailbox, openMailbox } from "#tests/support/mailbox.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { expect, test } from "../support/journey.ts";
import { fillRequest } from "../support/quote-form.ts";

const STAFF_PASSWORD = "harbour-Lantern-42";
const CUSTOMER_PASSWORD = "lamp-Works-2026";
const day = (days: number) => formatDay(new Date(Date.now() + days * DAY_MS), "Asia/Shanghai")!;

const mails: Mail[] = [];
let mailbox: Mailbox;
let dataDir: string;
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  mailbox = await openMailbox(async (mail) => void mails.push(mail));
  dataDir = await tempFolder("first-day");
  const { stdout } = await promisify(execFile)(process.execPath, ["app/provider/cli/setup.ts"], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      SETUP_COMPANY_NAME: "Harbour & Co",
      SETUP_COUNTRY: "DE",
      SETUP_COMPANY_CITY: "Hamburg",
      SETUP_USER_NAME: "ada.m",
      SETUP_NAME: "Ada Marten",
      SETUP_EMAIL: "ada@harbour.example",
      SETUP_PASSWORD: STAFF_PASSWORD,
      SMTP_URL: mailbox.url,
      BRAND_COLOR: "#7a1f5c",
    },
  });
  expect(stdout).toContain("Harbour & Co is set up, with the account ada.m");
  product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: "off" });
});
test.afterAll(async () => {
  await product?.stop();
  await mailbox?.close();
  if (dataDir) await rm(dataDir, { recursive: true, maxRetries: 5 });
});

/** A browser without scripts, of a person who is not signed in. */
async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    javaScriptEnabled: false,
    locale: "en-US",
    timezoneId: "Asia/Shanghai",
  });
  return context.newPage();
}

async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The link of the newest mail to an address. */
async function linkMailedTo(address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      const mail = mails.findLast(({ to }) => to.includes(address));
      link = /https?:\/\/localhost[^\s"<]+/.exec(mail?.text ?? "")?.[0];
      return link;
    })
    .toBeTruthy();
  return link ?? "";
}

/** The inbox's way to the one thing that waits. */
async function openFromInbox(page: Page, kind: string): Promise<void> {
  await page.goto("/freightForwarder/index");
  const item = page.getByRole("main").getByRole("row").filter({ hasText: kind });
  await expect(item).toHaveCount(1);
  await item.getByRole("link").first().click();
}

async function fillByName(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value);
}

async function registerCompany(page: Page): Promise<void> {
  await page.goto("/login");
  await page.locator('a[href="/account/register"]').first().click();
  await page.getByLabel("Company name").fill("Lampworks Inc.");
  await page.getByLabel("Your name").fill("Lena Lamp");
  await page.getByLabel("E-mail address").fill("lena@lampworks.example");
  await page.getByLabel("Account name").fill("lena.lamp");
  await page.getByLabel("Password", { exact: true }).fill(CUSTOMER_PASSWORD);
  await page.getByLabel("Repeat the password").fill(CUSTOMER_PASSWORD);
  await page.getByLabel("Country").selectOption("US");
  await page.getByRole("button", { name: "Ask for the account" }).click();
  await expect(page.getByText("Please look at your mail")).toBeVisible();
  await page.goto(await linkMailedTo("lena@lampworks.example"));
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText("Your address is confirmed")).toBeVisible();
}

async function fillBooking(page: Page): Promise<void> {
  await page.locator('[name="trade"]').selectOption("EXPORT");
  await page.locator('[name="incoterms"]').selectOption("FCA");
  await page.locator('[name="paymentType"]').selectOption("COLLECT");
  await page.locator('[name="customsDeclaration"]').selectOption("EXPORT");
  await fillByName(page, {
    "shipper.name": "Shenzhen Xingda Electronics",
    "shipper.address": "18 Keji Road, Nanshan",
    "shipper.countryCode": "China",
    "shipper.contactNumber": "075526581234",
    "consignee.name": "Lampworks Inc.",
    "consignee.address": "4100 Commerce Parkway",
    "consignee.countryCode": "us",
    "consignee.contactNumber": "6145550123",
    goodsDescription: "LED desk lamps",
    "cargo[0].poNumber": "4500012345",
    "cargo[0].skuNumber": "LAMP-01",
    cargoReadyDate: day(10),
    requestedDate: day(12),
    expectedDeliveryDate: day(20),
  });
  await page.locator('[name="hasConsigneeAsNotifyParty"]').check();
}

test("from an empty database to a first customer who follows a shipment", { tag: "@all" }, async ({
  browser,
}) => {
  const [staff, customer] = [await open(browser), await open(browser)];
  const [desk, main] = [staff.getByRole("main"), customer.getByRole("main")];

  await test.step("the staff signs in, in a portal with the operator's name, where nothing waits yet", async () => {
    await signIn(staff, "ada.m", STAFF_PASSWORD);
    for (const path of ["index", "accounts", "events", "invoices", "rates", "settings", "answers"]) {
      const answer = await staff.goto(`/freightForwarder/${path}`);
      expect([path, answer?.status()]).toEqual([path, 200]);
      await expect(staff).toHaveURL(new RegExp(`/freightForwarder/${path}`));
    }
    for (const path of [
      "/dashboard",
      "/quote/index",
      "/booking/index",
      "/shipments/index",
      "/account/members",
    ])
      expect([path, (await staff.goto(path))?.status()]).toEqual([path, 200]);
    await expect(staff).toHaveTitle(/Harbour & Co/);
  });

  await test.step("a company registers, and is approved", async () => {
    await registerCompany(customer);
    await openFromInbox(staff, "Account to approve");
    await expect(staff).toHaveURL(/\/freightForwarder\/accounts/);
    await desk.getByRole("button", { name: /^Approve.*Lampworks/ }).click();
    await expect(desk.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
    await expect.poll(() => mails.filter(({ to }) => to.includes("lena@lampworks.example")).length).toBe(2);
    await signIn(customer, "lena.lamp", CUSTOMER_PASSWORD);
  });

  await test.step("its request for a quote is priced, and the price accepted and booked", async () => {
    await customer.goto("/quote/add");
    await fillRequest(customer, "First order");
    await customer.getByRole("button", { name: "Request the quote" }).last().click();
    await expect(customer).toHaveURL(/\/quote\/detail\?id=\d+$/);
    await openFromInbox(staff, "Quote to price");
    await expect(staff).toHaveURL(/\/freightForwarder\/quote\/\d+/);
    const option = desk.getByRole("group", { name: "Option 1", exact: true });
    await option.getByLabel("Carrier").fill("Cathay Pacific Cargo");
    await option.getByLabel("Transit days").fill("4");
    await option.getByLabel("Valid until").fill(day(10));
    const line = option.getByRole("group", { name: "Line 1", exact: true });
    for (const [label, value] of [
      ["Charge", "Air freight"],
      ["Unit", "kg"],
      ["Quantity", "64"],
      ["Unit price", "3.85"],
    ] as const)
      await line.getByLabel(label, { exact: true }).fill(value);
    await desk.getByRole("button", { name: "Send the price" }).click();
    await expect(staff.getByText("The price has been sent to the customer")).toBeVisible();
    await customer.reload();
    await main.getByRole("link", { name: /^Accept: / }).click();
    await main.getByRole("button", { name: "Accept", exact: true }).click();
    await main.getByRole("link", { name: /^Book: / }).click();
    await main.getByRole("button", { name: "Book", exact: true }).click();
    await expect(customer).toHaveURL(/\/booking\/add\?id=\d+/);
  });

  await test.step("the booking is submitted, accepted and confirmed", async () => {
    await fillBooking(customer);
    await main.getByRole("button", { name: "Review and submit", exact: true }).click();
    await expect(customer).toHaveURL(/\/booking\/review/);
    await main.getByRole("button", { name: "Submit the booking" }).click();
    await expect(customer).toHaveURL(/\/shipments\/bookingDetail\//);
    await openFromInbox(staff, "Booking to answer");
    await expect(staff).toHaveURL(/\/freightForwarder\/booking\/\d+/);
    await desk.getByRole("button", { name: "Accept the booking" }).click();
    await expect(staff.getByText("The booking is accepted. We have let the customer know.")).toBeVisible();
    await desk.getByLabel("Carrier's booking number").fill("CX880012");
    await desk.getByRole("button", { name: "Confirm with this number" }).click();
    await expect(staff.getByText("The booking is confirmed. We have let the customer know.")).toBeVisible();
  });

  const made = await test.step("the shipment is made, and its departure told", async () => {
    await desk.getByRole("link", { name: "Make the shipment" }).click();
    await desk.getByLabel("Master number (M#)").fill("160-12345675");
    await desk.getByLabel("Flight number").fill("CX3280");
    await desk.getByLabel("Port of departure").fill("SZX");
    await desk.getByLabel("Port of arrival").fill("ORD");
    const houseNumber = await desk.getByLabel("House number (H#)").inputValue();
    await desk.getByRole("button", { name: "Make the shipment" }).last().click();
    await expect(staff).toHaveURL(/\/freightForwarder\/shipment\/\d+/);
    const id = new URL(staff.url()).pathname.split("/").at(-1);
    await desk.getByLabel("Milestone").selectOption({ label: "Flight departure" });
    await desk.getByLabel("Day", { exact: true }).fill(day(0));
    await desk.getByLabel("Place", { exact: true }).fill("SZX");
    await desk.getByRole("button", { name: "Add the event" }).click();
    await expect(staff.getByText("The event is added")).toBeVisible();
    return { id, houseNumber };
  });

  await test.step("the customer follows it", async () => {
    await customer.goto("/shipments/index");
    await main.getByRole("link", { name: made.houseNumber }).first().click();
    await expect(customer).toHaveURL(new RegExp(`/shipments/detail/${made.id}`));
    await expect(main.getByText("In transit").first()).toBeVisible();
    await expect(main.getByText("Flight departure").first()).toBeVisible();
    expect((await customer.goto("/dashboard"))?.status()).toBe(200);
  });
  expect(product.output()).not.toContain(STAFF_PASSWORD);
  await Promise.all([staff.context().close(), customer.context().close()]);
});
