import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { getUser } from "#app/contract/user.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

/**
 * The look of a customer, set by the desk and seen by two companies and by strangers at two host names. A product of its
 * own: the look of the demonstration's company would be in the pictures and titles of all other journeys.
 */
let product: Product;
test.beforeAll(async () => {
  product = await startProduct(
    { PUBLIC_URL: "http://localhost", MAIL_FROM: "Portal <no-reply@forwarder.example>" },
    process.env.E2E_SEEDED_FOLDER,
  );
});
test.afterAll(() => product?.stop());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  baseURL: async ({}, use) => use(product && localUrl()),
  serviceWorkers: "block",
});

/** The second test looks at what the first has set. */
test.describe.configure({ mode: "serial" });

/** The address of the product has a port here, which PUBLIC_URL does not know. */
const SOCKET_REFUSED = /WebSocket|realtime registration/;
const HOST = "freight.acme.localhost";
const localUrl = (host = "localhost") => `http://${host}:${new URL(product.url).port}`;

/** A browser of somebody else. */
async function somebody(browser: Browser, hasScripts = true, origin = localUrl()): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: hasScripts });
  return context.newPage();
}

/** A page of the desk in a browser with scripts, which axe needs. */
async function ofDesk(browser: Browser, path: string): Promise<Page> {
  const page = await somebody(browser);
  await signIn(page, "desk");
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/^(Look of the portal|New page) for/);
  return page;
}

async function setLook(desk: Page, path: string): Promise<void> {
  await desk.goto(path);
  await expect(desk.getByRole("heading", { level: 1 })).toContainText("Look of the portal for");
  await desk.getByLabel("Name of the portal in English").fill("Acme Freight");
  await desk.getByLabel("Name of the portal in Chinese").fill("顶峰货运");
  await desk.getByLabel("Colour").fill("#ffee00");
  await desk.getByLabel("Address that mails come from").fill("acme@elsewhere.example");
  await desk.getByRole("button", { name: "Save the look" }).click();
  await expect(desk.getByText("Mails can be sent from the named domains only")).toBeVisible();
  await desk.getByLabel("Address that mails come from").fill("acme@forwarder.example");
  await desk.getByLabel("Host name of the customer's own").fill(HOST);
  await desk.getByRole("button", { name: "Save the look" }).click();
  await expect(desk.getByText("The look was saved")).toBeVisible();
  await expect(desk.getByText("Buttons have black text")).toBeVisible();
}

test("the desk sets a customer's look without scripts; its people see it, and nobody else does", {
  tag: "@all",
}, async ({ browser, page, allowFault }) => {
  test.slow();
  allowFault(SOCKET_REFUSED);
  const desk = await somebody(browser, false);
  await signIn(desk, "desk");
  const rival = await somebody(browser);
  await signIn(rival, "rival");
  await signIn(page, "demo");
  const { call } = await providerClient(product.providerUrl, "demo");
  const id = (await call(getUser, {})).companyInfo.userId;
  const path = `/freightForwarder/customer/${id}/look`;
  await setLook(desk, path);

  await page.goto("/account/sessions");
  await expect(page).toHaveTitle(/ · Acme Freight$/);
  await expectAccessible(page);
  await rival.goto("/account/sessions");
  await expect(rival).toHaveTitle(/ · Fairlead$/);

  // The logo, by its own page.
  await desk.goto(path);
  await desk.getByRole("link", { name: "Change the logo", exact: true }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toContainText("Logo of");
  const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: "#aa3300" } })
    .png()
    .toBuffer();
  await desk.getByLabel("Picture").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  await desk.getByRole("button", { name: "Save the logo" }).click();
  await expect(desk.getByText("The logo was saved")).toBeVisible();
  await page.goto("/account/sessions");
  await expect(page.getByRole("img", { name: "Acme Freight" })).toBeVisible();
  await expectAccessible(page);

  // A page of another site, below a menu.
  await desk.getByRole("link", { name: "Add a page" }).click();
  await expect(desk.getByRole("heading", { name: "Add a page" })).toBeVisible();
  await expectAccessible(await ofDesk(browser, `${path}?page=new`));
  await expectAccessible(await ofDesk(browser, path));
  await desk.getByLabel("Title in English").fill("Acme rates");
  await desk.getByLabel("Title in Chinese").fill("顶峰运价");
  await desk.getByLabel("Path").fill("acme-rates");
  await desk.getByRole("combobox", { name: "Menu" }).selectOption({ label: "Quotes" });
  await desk.getByLabel("Address", { exact: true }).fill("https://127.0.0.1:9/rates");
  await desk.getByRole("button", { name: "Save the page" }).click();
  await expect(desk.getByText("The page was saved")).toBeVisible();
  await expect(desk.getByText("added a page")).toBeVisible();
  await page.goto("/account/sessions");
  await expect(page.locator('a[href="/external/acme-rates"]')).toHaveCount(1);
  await rival.goto("/account/sessions");
  await expect(rival.locator('a[href="/external/acme-rates"]')).toHaveCount(0);
  await rival.goto("/external/acme-rates");
  await expect(rival).toHaveURL(/\/404$/);
});

test("strangers see it at its host name, and people sign in there", { tag: "@all" }, async ({
  browser,
  page,
}) => {
  const visitor = await somebody(browser, true, localUrl(HOST));
  // The portal asks once a minute whose a host name is; nobody has asked for this one before.
  await visitor.goto("/home");
  await expect(visitor).toHaveTitle(/Acme Freight/);
  await expectAccessible(visitor);
  await page.goto("/home");
  await expect(page).not.toHaveTitle(/Acme/);
  for (const hasScripts of [true, false]) {
    const person = await somebody(browser, hasScripts, localUrl(HOST));
    await signIn(person, "demo");
    await person.goto("/account/sessions");
    await expect(person).toHaveTitle(/ · Acme Freight$/);
    // Of another company at this host name.
    const other = await somebody(browser, hasScripts, localUrl(HOST));
    await signIn(other, "rival");
    await other.goto("/account/sessions");
    await expect(other).not.toHaveTitle(/Acme/);
    await expect(other.getByRole("img", { name: "Acme Freight" })).toHaveCount(0);
  }
});
