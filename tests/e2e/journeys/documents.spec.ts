import { expect, expectAccessible, readHeading, signIn, test } from "../support/journey.ts";

test("somebody looks at a document page by page, adds a paper that was missing and its next version, saves both as a zip and removes them", {
  tag: "@without-scripts",
}, async ({ page, hasScripts, allowFault }) => {
  allowFault(/status of 400/);
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "demo");
  await page.goto("/document/index?origin=made&type=PACKING_LIST");
  if (hasScripts) await expectAccessible(page);
  await page
    .getByRole("link", { name: /^Packing list / })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Packing list /);
  const picture = page.getByRole("img", { name: /^Page 1 of Packing list/ });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth), {
      timeout: 60_000,
    })
    .toBe(1_000);
  if (hasScripts) await expectAccessible(page);

  await page.getByRole("link", { name: "Required papers and cross-check" }).click();
  await expect(page.getByRole("table", { name: "Cross-check" })).toContainText("Units");
  if (hasScripts) await expectAccessible(page);
  const house = await readHeading(page, /\S+$/);
  await page.goto(`/document/add?shipment=${house}`);
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const number = `CoO ${hasScripts ? "on" : "off"}`;
  await page.getByLabel("Type of document").selectOption("Certificate of origin");
  await page.getByLabel(/^Number or name/).fill(number);
  await page.getByLabel("File").setInputFiles(file("run.exe", "MZ"));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("not accepted");
  await expect(page.getByLabel(/^Number or name/)).toHaveValue(number);
  if (hasScripts) await expectAccessible(page);
  await page.getByLabel("File").setInputFiles(file("产地证.txt", "first"));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("The document was added")).toBeVisible();
  await page.getByRole("link", { name: "Add a new version" }).click();
  await page.getByLabel("File").setInputFiles(file("产地证 2.txt", "second"));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("The new version was added")).toBeVisible();
  await expect(page.locator("#versions").getByRole("listitem")).toHaveCount(2);

  await page.getByRole("link", { name: "All documents of this shipment" }).click();
  await page.getByLabel(`Choose Certificate of origin ${number}`).check();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the chosen ones as a zip" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^documents-[\d-]+\.zip$/);

  await page.getByRole("link", { name: `Certificate of origin ${number}` }).click();
  await page.getByRole("link", { name: "Remove version 1" }).click();
  await expect(page.getByText(/^Remove version 1 .产地证\.txt/)).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "Keep it" }).click();
  await page.getByRole("link", { name: "Remove version 1" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The version was removed")).toBeVisible();
  await expect(page.locator("#versions")).toContainText("Version 1, 产地证.txt: removed");
  await page.getByRole("link", { name: "Remove this document" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The document was removed")).toBeVisible();
  await expect(page.getByRole("link", { name: `Certificate of origin ${number}` })).toHaveCount(0);
});
