import { expect, expectAccessible, mailTo, signIn, test } from "../support/journey.ts";
import { choosePassword } from "../support/member.ts";

test("the desk makes a company, gives it a role of its own, changes what it holds, and closes the company", {
  tag: "@all",
}, async ({ page, browser, hasScripts, allowFault }) => {
  allowFault(/status of 40[0-9]/);
  const mark = crypto.randomUUID().slice(0, 8);
  const company = `Harbour ${mark}`;
  const userName = `h${mark}`;
  const email = `${userName}@demo.example`;
  const heading = page.getByRole("heading", { level: 1 });
  await signIn(page, "desk");
  await page.goto("/freightForwarder/customers");
  await expect(heading).toHaveText("Customers");
  await expect(page.getByRole("link", { name: "Meridian Retail Group Inc." })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "New company" }).click();
  await expect(heading).toHaveText("New company");
  await page.getByLabel("Name of the company").fill(company);
  await page.getByLabel("Code").fill("no spaces please");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Name of the person").fill("Hanna Harbour");
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("E-mail").fill(email);
  const make = page.getByRole("button", { name: "Make and invite" });
  await make.click();
  await expect(page.getByText("Letters, digits, dots, hyphens and underscores only")).toBeVisible();
  await expect(page.getByLabel("Name of the company")).toHaveValue(company);
  if (hasScripts) await expectAccessible(page);
  await page.getByLabel("Code").fill(mark.toUpperCase());
  await make.click();
  await expect(page.getByText("The company has been made, and the invitation is on its way")).toBeVisible();
  await expect(heading).toHaveText(company);
  const address = page.url();

  const elsewhere = await browser.newContext({
    baseURL: new URL(address).origin,
    javaScriptEnabled: hasScripts,
    serviceWorkers: "block",
  });
  const customer = await elsewhere.newPage();
  await customer.goto(/https?:\/\/\S*\/resetPassword\?\S+/.exec(await mailTo(email))?.[0] ?? "");
  await choosePassword(customer, "first-Pass-1");
  await expect(customer).toHaveURL(/\/login/);
  await signIn(customer, userName, "first-Pass-1");
  await customer.goto("/account/activity?status=rights");
  await expect(customer.getByText("Made the company").first()).toBeVisible();
  await expect(customer.getByText(/\(forwarder\)/).first()).toBeVisible();

  await page.getByRole("link", { name: "Roles and rights" }).click();
  await expect(heading).toHaveText(`Roles of ${company}`);
  await page.getByRole("link", { name: "Copy the role Viewer" }).click();
  await expect(page).toHaveURL(/[?&]from=\d+/);
  await expect(page.getByLabel("As a copy of")).toHaveValue(/\d/);
  await page.getByLabel("As a copy of").selectOption({ label: "Viewer" });
  await page.getByLabel("English name").fill("Night watch");
  await page.getByLabel("Chinese name").fill("夜班");
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Make the role" }).click();
  await expect(heading).toHaveText(`Role Night watch of ${company}`);
  await page.getByRole("checkbox", { name: "See quotes" }).check();
  await page.getByRole("checkbox", { name: "Tracking", exact: true }).uncheck();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Save the role" }).click();
  await expect(page.getByText("The role has been saved")).toBeVisible();

  await page.goto(address);
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await expect(heading).toHaveText(`Members of ${company}`);
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: userName, exact: true }).click();
  await expect(heading).toContainText("Hanna Harbour");
  if (hasScripts) await expectAccessible(page);
  await page.getByLabel("Role", { exact: true }).selectOption({ label: "Night watch" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/that it may be left without one/).first()).toBeVisible();
  await page.getByRole("checkbox", { name: /last active administrator/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The member has been changed")).toBeVisible();
  await signIn(customer, userName, "first-Pass-1");
  await customer.goto("/quote/index");
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("Quotes");

  await page.goto(address);
  await expect(heading).toHaveText(company);
  await page.getByText("Close the company").first().click();
  await page.getByRole("textbox", { name: "Reason" }).fill("A test of the house");
  await page.getByRole("button", { name: "Close the company" }).click();
  await expect(page.getByText("The company is closed, and its people are signed out")).toBeVisible();
  await expect(page.getByText(/Closed since .*: A test of the house/)).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await customer.goto("/quote/index");
  await expect(customer.getByText(/disabled/i).first()).toBeVisible();
  await elsewhere.close();
});

test("pages about customers are usable at 375 pixels", { tag: "@all" }, async ({ page, hasScripts }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "desk");
  await page.goto("/freightForwarder/customers");
  await page.getByRole("link", { name: "Meridian Retail Group Inc." }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Meridian Retail Group Inc.");
  const id = page.url().split("/").at(-1);
  const paths = [
    "customers",
    "customerAdd",
    ...["customer", "customerMembers", "customerRoles"].map((each) => `${each}/${id}`),
  ];
  for (const path of paths) {
    await page.goto(`/freightForwarder/${path}`);
    const width = await page.locator("body").evaluate((body) => body.scrollWidth);
    expect(width).toBeLessThanOrEqual(375);
    if (hasScripts) await expectAccessible(page);
  }
});
