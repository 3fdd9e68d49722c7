import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, signInByNames, test, wayBack } from "../support/journey.ts";

const HEAD =
  "sourceReference,customer,houseNumber,mode,shipper,consignee,portOfDeparture,portOfArrival,etd,eta,incoterms,pieces,packageType,grossWeightKg,volumeCbm";

/** Two rows, of which the second names its port of arrival. */
const fileOf = (mark: string, port: string) =>
  [
    HEAD,
    ...["CNSHA", port].map(
      (each, index) =>
        `${mark}-${index},Harrow & Vale Clothing Ltd,${mark}H${index},OCEAN,Maker Ltd,Buyer GmbH,CNYTN,${index ? each : "DEHAM"},2026-12-04T10:00,2027-01-08,FOB,20,CTN,820.5,5.4`,
    ),
  ].join("\n");

/** As a forwarder's system does: under another name until it is complete. */
async function putFile(name: string, text: string): Promise<void> {
  const folder = process.env.E2E_IMPORTS!;
  await writeFile(join(folder, `${name}.part`), text);
  await rename(join(folder, `${name}.part`), join(folder, name));
}

/** Opens the list again until the file has come to its end there. */
async function openReport(page: Page, name: string, state: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: name });
  await expect
    .poll(
      async () => {
        await page.goto("/freightForwarder/imports");
        return (await row.count()) > 0 && ((await row.textContent()) ?? "").includes(state);
      },
      { timeout: 90_000, intervals: [1_000] },
    )
    .toBe(true);
  await row.getByRole("link", { name }).click();
}

test("a file with a good and a bad line is reported, saved as CSV, corrected and done, and the desk hears of it", {
  tag: "@all",
}, async ({ page, hasScripts }) => {
  const mark = `J${crypto.randomUUID().slice(0, 8)}`;
  const heading = page.getByRole("heading", { level: 1 });
  await signIn(page, "desk");
  await putFile(`shipments-${mark}.csv`, fileOf(mark, "Nowhere at all"));
  await openReport(page, `shipments-${mark}.csv`, "Done");
  await expect(heading).toHaveText(`Shipments from shipments-${mark}.csv`);
  const report = page.url();
  const refused = page.getByRole("table", { name: "Refused records" });
  await expect(refused.getByRole("row")).toHaveCount(2);
  await expect(refused).toContainText(`${mark}H1`);
  await expect(refused).toContainText("Nowhere at all");
  if (hasScripts) await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as CSV" }).click();
  const saved = await readFile((await (await download).path())!, "utf8");
  expect(saved).toContain(`${mark}-1`);
  expect(saved).not.toContain(`${mark}-0`);

  await page.goto("/account/notifications");
  const news = page.getByRole("link", { name: new RegExp(`not taken as it is: shipments-${mark}`) });
  await expect(news).toHaveCount(1);
  await news.click();
  await expect(page).toHaveURL(report);

  await putFile(`shipments-${mark}-again.csv`, fileOf(mark, "NLRTM"));
  await openReport(page, `shipments-${mark}-again.csv`, "Done");
  await expect(page.getByText("Nothing was refused.")).toBeVisible();
  await expect(page.getByText("Save as CSV")).toHaveCount(0);
  await wayBack(page).last().click();
  await expect(heading).toHaveText("Imports of your own system");
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "Only with faults" }).click();
  await expect(page.getByRole("link", { name: `shipments-${mark}.csv` })).toBeVisible();
  await expect(page.getByRole("link", { name: `shipments-${mark}-again.csv` })).toHaveCount(0);
});

// By the browser's language: the switch would keep it for the account that other journeys share.
test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("the list and the report are in Chinese", { tag: "@all" }, async ({ page }) => {
    const mark = `Z${crypto.randomUUID().slice(0, 8)}`;
    await signInByNames(page, "desk");
    await putFile(`shipments-${mark}.csv`, fileOf(mark, "Nowhere at all"));
    await openReport(page, `shipments-${mark}.csv`, "已完成");
    await expect(page.getByRole("table", { name: "被拒收的记录" })).toContainText(`${mark}H1`);
    await page.goto("/freightForwarder/imports");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("贵方系统的导入");
  });
});
