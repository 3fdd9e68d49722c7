import { expect, expectAccessible, signIn, test } from "../support/journey.ts";

test("the desk imports a shipment twice under two numbers, and merges the doubles", { tag: "@all" }, async ({
  page,
  allowFault,
  hasScripts,
}) => {
  allowFault(/status of 400/);
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const [one, two] = [`JA-${mark}`, `JB-${mark}`];
  await signIn(page, "desk");
  await page.goto("/freightForwarder/shipments");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Import shipments or milestones" })).toBeVisible();
  const head =
    "Customer,House number,Mode,Shipper,Consignee,M#,POL,POD,ETD,Incoterms,Pieces,Gross weight,CBM";
  const row = (house: string, to: string) =>
    `"Meridian Retail Group Inc.",${house},Ocean,Maker ${mark},Buyer,M${mark},Shanghai,${to},2026-12-04 10:00,FOB,2,30,1`;
  await page.getByLabel("File").setInputFiles({
    name: "shipments.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([head, row(one, "DEHAM"), row(two, "DEHAM"), row("JC", "Atlantis")].join("\n")),
  });
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(
    page.getByRole("heading", { name: "shipments.csv (shipments): nothing has been written yet" }),
  ).toBeVisible();
  await expect(page.getByText("New: 2")).toBeVisible();
  await expect(page.getByRole("row", { name: /4 JC Port of arrival: No place is called/ })).toBeVisible();
  // The report is in no walk over the pages: it has no address without a file.
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Import now" }).click();
  await expect(
    page.getByRole("heading", { name: "shipments.csv (shipments) has been imported" }),
  ).toBeVisible();

  await page.goto("/freightForwarder/shipmentMerge");
  await page.getByRole("link", { name: new RegExp(`${one} and ${two}`) }).click();
  await expect(page.getByRole("heading", { name: `${two} goes into ${one}` })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: `Merge ${two} into ${one}` }).click();
  await expect(page.getByLabel("Why they are the same")).toHaveAccessibleDescription(/Cannot be empty/);
  await page.getByLabel("Why they are the same").fill("Made twice");
  await page.getByRole("button", { name: `Merge ${two} into ${one}` }).click();
  await expect(page.getByRole("heading", { name: `${one} · Shipment at the desk` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Merged into this shipment" })).toBeVisible();
  await page.goto(`/freightForwarder/shipmentMerge?keep=${two}&go=${two}`);
  await expect(page.getByText("Choose two shipments that differ")).toBeVisible();
});
