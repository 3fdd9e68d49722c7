import { shipmentList } from "#app/contract/shipment.ts";
import { expect, expectAccessible, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

/** House and order number of a public shipment. */
async function publicNumbers(isPublic: (houseNumber: string) => Promise<boolean>) {
  const provider = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { rows } = await provider.call(shipmentList, { pageSize: 100 });
  for (const { houseNumber, poNumbers } of rows)
    if (poNumbers[0] && (await isPublic(houseNumber))) return { houseNumber, poNumber: poNumbers[0] };
  throw new Error("No shipment of the demonstration is public");
}

test("a visitor finds a shipment by its house number and by its order number", async ({ page, request }) => {
  const { houseNumber, poNumber } = await publicNumbers(async (number) => {
    const answer = await request.get(`/preview?searchType=H&number=${number}`);
    return (await answer.text()).includes("Found for");
  });
  await page.goto("/home");
  await expect(page.getByLabel("Search type")).toHaveValue("ANY");
  await page.getByRole("searchbox", { name: "Number" }).fill(` ${houseNumber.toLowerCase()} `);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/preview\?/);
  await expect(page.getByText("Found for")).toBeVisible();
  await expect(page.getByText(houseNumber).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await page.goto("/tracking/preview");
  await page.getByLabel("Search type").selectOption("Order number (PO#)");
  await page.getByRole("searchbox", { name: "Number" }).fill(poNumber);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/tracking\/preview\?/);
  await expect(page.getByText(houseNumber).first()).toBeVisible();
});

test("an address without the search type is refused, and keeps what was typed", { tag: "@all" }, async ({
  page,
  allowFault,
}) => {
  allowFault(/status of 400/);
  await page.goto("/preview?number=F-?");
  await expect(page.getByText("Search Type is required!")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Number" })).toHaveValue("F-?");
});

test("the typed number chooses the search type until the visitor does", { tag: "@all" }, async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, "the server tries both kinds without scripts");
  const type = page.getByLabel("Search type");
  await page.goto("/home");
  await page.getByRole("searchbox", { name: "Number" }).fill("4500952240");
  await expect(type).toHaveValue("PO");
  await page.getByRole("searchbox", { name: "Number" }).fill("FLDSHA26100075");
  await expect(type).toHaveValue("H");
  await type.selectOption("PO");
  await page.getByRole("searchbox", { name: "Number" }).fill("FLDSHA26100076");
  await expect(type).toHaveValue("PO");
});

test("a password can be shown while it is typed, with scripts", { tag: "@all" }, async ({
  page,
  hasScripts,
}) => {
  await page.goto("/login");
  const field = page.locator("input[name=password]");
  const box = page.getByRole("checkbox", { name: "Show the password" });
  if (!hasScripts) {
    await expect(box).toBeHidden();
    return;
  }
  await field.fill("freight-demo-1");
  await box.check();
  await expect(field).toHaveAttribute("type", "text");
  await page.locator("input[name=userName]").fill("demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
});

test("a visitor's search without a result discloses nothing", { tag: "@all" }, async ({ page }) => {
  await page.goto("/preview?searchType=H&number=FLDXXX99999999");
  await expect(page.getByText("Nothing to show for FLDXXX99999999")).toBeVisible();
});

test("an unknown path shows 'not found' in the visitor's language", { tag: "@all" }, async ({
  page,
  allowFault,
}) => {
  allowFault(/status of 404/);
  await page.goto("/no/such/page");
  await expect(page).toHaveURL("/404");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("heading", { name: "Page not found" })).toHaveCount(0);
});

test("'forgot password' requires a well-formed address and gives every address the same answer", {
  tag: "@all",
}, async ({ page, allowFault }) => {
  allowFault(/status of 400/);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("please enter your email address").first()).toBeVisible();
  await page.getByLabel("E-mail address").fill("not an address");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("please enter the correct email address").first()).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue("not an address");
  await page.getByLabel("E-mail address").fill("nobody@unknown.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Please look at your mail")).toBeVisible();
});

test("the public pages pass axe", { tag: "@all" }, async ({ page, hasScripts, allowFault }) => {
  test.skip(!hasScripts, "axe is a script");
  allowFault(/status of 40[04]/);
  for (const path of [
    "/home",
    "/home?redirect=%2Fdashboard",
    "/login",
    "/forgotPassword",
    "/resetPassword?token=unknown",
    "/preview",
    "/preview?searchType=H&number=NONE",
    "/tracking/preview",
    "/404",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
