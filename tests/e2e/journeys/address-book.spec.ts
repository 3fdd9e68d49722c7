import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

test("the address book: a fault is told and nothing lost, a file is looked at before it is imported", {
  tag: "@all",
}, async ({ page, allowFault, hasScripts }) => {
  allowFault(/status of 400/);
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, "rival");
  await page.goto("/account/address");
  await page.getByRole("link", { name: "Add an address" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`Mill ${mark}`);
  await page.getByLabel("Address", { exact: true }).fill("8 Canal Road");
  await page.getByLabel("Country").fill("China");
  await page.getByLabel("Phone").fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/Not a phone number of China/).first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(`Mill ${mark}`);
  await page.getByLabel("Phone").fill("+86 512 6888 8888");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The address has been saved")).toBeVisible();

  await page.getByRole("searchbox", { name: "Name or address" }).fill(mark);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("row", { name: new RegExp(`Mill ${mark}.*China`) })).toBeVisible();

  await page.goto("/account/addressImport");
  const csv = `名称,地址,国家/地区,邮编\nMill ${mark},8 canal road,CN,215000\nDepot ${mark},Kai 5,Germany,20457\nBad ${mark},Kai 6,Nowhere,1\n`;
  await page.getByLabel("File").setInputFiles({
    name: "partners.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByText("partners.csv: nothing has been changed yet")).toBeVisible();
  await expect(page.getByText("New: 1")).toBeVisible();
  await expect(page.getByText("Changed: 1")).toBeVisible();
  await expect(page.getByRole("row", { name: /4 Bad .*There is no such country/ })).toBeVisible();
  // The report is in no walk over the pages: it has no address without a file.
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Import now" }).click();
  await expect(page.getByText("partners.csv has been imported")).toBeVisible();

  await page.goto(`/account/address?keyword=${mark}`);
  await page.getByRole("link", { name: `Depot ${mark}` }).click();
  await expect(page.getByLabel("Country")).toHaveValue("Germany (DE)");
  await page.getByRole("link", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The address has been removed")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("Address book.csv");
});
