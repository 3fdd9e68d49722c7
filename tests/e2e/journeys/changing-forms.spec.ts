import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

const TITLE = "This was changed since you opened it";

test("an address that was changed in another window shows both values, and keeps what only one has changed", async ({
  page,
  context,
  allowFault,
  hasScripts,
}) => {
  allowFault(/status of 409/);
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, "rival");
  await page.goto("/account/addressEdit");
  await page.getByLabel("Name", { exact: true }).fill(`Both ${mark}`);
  await page.getByLabel("Address", { exact: true }).fill("Kai 5");
  await page.getByLabel("Country").fill("Germany (DE)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The address has been saved")).toBeVisible();

  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/account/address?keyword=${mark}`);
    await each.getByRole("link", { name: `Both ${mark}` }).click();
    await expect(each.getByLabel("Address", { exact: true })).toHaveValue("Kai 5");
  }
  await other.getByLabel("Address", { exact: true }).fill("Kai 6");
  await other.getByLabel("Postcode").fill("20457");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("The address has been saved")).toBeVisible();

  await page.getByLabel("Address", { exact: true }).fill("Kai 7");
  await page.getByLabel("Phone").fill("+49 40 1234567");
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: TITLE });
  await expect(conflict.getByRole("row", { name: /Address Kai 7 Kai 6/ })).toBeVisible();
  await expect(conflict).toContainText("You have changed this address in another window");
  if (hasScripts) {
    await expect(conflict).toBeFocused();
    await expectAccessible(page);
  }
  await expect(page.getByLabel("Postcode")).toHaveValue("20457");
  await expect(page.getByLabel("Phone")).toHaveValue("+49 40 1234567");
  await conflict.getByRole("button", { name: "Save mine over it" }).click();
  await expect(page.getByText("The address has been saved")).toBeVisible();
  await page.goto(`/account/address?keyword=${mark}`);
  await expect(page.getByRole("row", { name: /Kai 7.*20457.*1234567/ })).toBeVisible();
});

test("the desk's answer that was changed in another window is dropped or kept as one chooses", {
  tag: "@all",
}, async ({ page, context, allowFault }) => {
  allowFault(/status of 409/);
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, "desk");
  await page.goto("/freightForwarder/answers");
  const added = page.locator("form").last();
  await added.getByLabel("Name").fill(`Both ${mark}`);
  await added.getByLabel("English").fill("First text");
  await added.getByLabel("Chinese").fill("第一段");
  await added.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Both ${mark}`)).toBeVisible();

  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto("/freightForwarder/answers");
    await each.locator("summary", { hasText: `Both ${mark}` }).click();
  }
  const formOf = (each: typeof page) => each.locator("details", { hasText: mark }).locator("form");
  await formOf(other).getByLabel("English").fill("Theirs");
  await formOf(other).getByLabel("Chinese").fill("他们的");
  await formOf(other).getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("The answer is saved")).toBeVisible();

  await formOf(page).getByLabel("English").fill("Mine");
  await formOf(page).getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: TITLE });
  await expect(conflict.getByRole("row", { name: /Mine Theirs/ })).toBeVisible();
  await expect(formOf(page).getByLabel("Chinese")).toHaveValue("他们的");
  await conflict.getByRole("link", { name: "Drop mine" }).click();
  await expect(conflict).toHaveCount(0);
  await page.locator("summary", { hasText: `Both ${mark}` }).click();
  await expect(formOf(page).getByLabel("English")).toHaveValue("Theirs");
  await formOf(page).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`Both ${mark}`)).toHaveCount(0);
});
