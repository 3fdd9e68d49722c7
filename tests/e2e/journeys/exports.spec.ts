import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre";
import { expect, signIn, test } from "../support/journey.ts";

test("a list is saved as a file with the rows of its filter", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  for (const [button, ending] of [
    ["Export", "xlsx"],
    ["CSV", "csv"],
  ] as const) {
    // Another journey may price or book a quote of this company between the list and its file.
    await expect(async () => {
      await page.goto("/quote/index?status=READY_TO_BOOK");
      const shown = await page.locator("table tbody tr").count();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^quotes-.*\\.${ending}$`));
      const bytes = await readFile(await download.path());
      const rows = ending === "csv" ? parse(bytes, { bom: true }) : (await readXlsx(bytes)).sheets[0]!.rows;
      expect(rows).toHaveLength(shown + 1);
      expect(rows[0]![0]).toBe("Quote");
    }).toPass();
  }
});
