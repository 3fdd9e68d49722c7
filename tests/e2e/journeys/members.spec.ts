import { expect, forgetSession, mailTo, signIn, test } from "../support/journey.ts";
import { choosePassword } from "../support/member.ts";

test("an administrator invites a member, who comes in, is given another role, and is deleted by name", async ({
  page,
  browser,
  allowFault,
}) => {
  allowFault(/status of 40[0-9]/);
  const userName = `g${crypto.randomUUID().slice(0, 10)}`;
  const email = `${userName}@demo.example`;
  await signIn(page, "demo");
  await page.goto("/account/members");
  await page.getByRole("link", { name: "Invite a member" }).click();
  // The search of the list has a similar label.
  await expect(page.getByRole("heading", { name: "Invite a member" })).toBeVisible();
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Name", { exact: true }).fill("Gus Guest");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Cannot be empty").first()).toBeVisible();
  await expect(page.getByLabel("User name")).toHaveValue(userName);
  await page.getByLabel("Role").selectOption({ label: "Booking clerk" });
  await page.getByLabel("Department").selectOption({ label: "Supply Chain / Imports" });
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("heading", { name: "Gus Guest" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the invitation again" })).toBeVisible();
  const detail = page.url();

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const guest = await elsewhere.newPage();
  await guest.goto(/https?:\/\/\S*\/resetPassword\?\S+/.exec(await mailTo(email))?.[0] ?? "");
  await choosePassword(guest, "first-Pass-1");
  await expect(guest).toHaveURL(/\/login/);
  await signIn(guest, userName, "first-Pass-1");
  await guest.goto("/account/members");
  await expect(guest).not.toHaveURL(/account\/members/);

  await page.goto(detail);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Role").selectOption({ label: "Viewer" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The member has been changed")).toBeVisible();
  await guest.goto("/shipments/index");
  await expect(guest.getByText("Login failed or no login").first()).toBeVisible();
  await elsewhere.close();

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByLabel(/Type the user name/).fill("somebody");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This is not the account name of the user")).toBeVisible();
  await page.getByLabel(/Type the user name/).fill(userName);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The user has been deleted")).toBeVisible();
  await page.goto("/account/activity?status=rights");
  await expect(page.getByRole("row", { name: /Deleted a member.*Former member no\./ }).first()).toBeVisible();
  await expect(page.getByText(userName)).toHaveCount(0);
  await forgetSession(page);
});

test("an administrator makes a key for a program, which reads shipments until the key is revoked", {
  tag: "@all",
}, async ({ page, request, allowFault }) => {
  allowFault(/status of 400/);
  const name = `Program ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, "demo");
  await page.goto("/account/members");
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("link", { name: "New key" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Expires after").selectOption({ label: "30 days" });
  await page.getByRole("button", { name: "Create the key" }).click();
  await expect(page.getByText("Choose at least one").first()).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await page.getByLabel("Read shipments, tracking and deliveries").check();
  await page.getByRole("button", { name: "Create the key" }).click();
  await expect(page.getByRole("heading", { name: "The key is created" })).toBeVisible();
  const key = await page.getByLabel("Key", { exact: true }).inputValue();
  await page.getByRole("link", { name: "To the keys" }).click();
  await expect(page.getByText(name)).toBeVisible();

  const address = `${process.env.E2E_PROVIDER_URL}/api/shipment/list`;
  const ask = () =>
    request.post(address, { headers: { authorization: `Bearer ${key}` }, data: { pageSize: 1 } });
  expect(((await (await ask()).json()) as { code: number }).code).toBe(200);
  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await expect(page.getByText("The key no longer works")).toBeVisible();
  expect((await ask()).status()).toBe(401);
});
