import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readXlsx } from "hucre";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pdfTextOf } from "#tests/support/pdf-text.ts";
import { addShipment, call, makeWorld, type World } from "../shipments/fixture.ts";

let world: World;
let filesIn: string;
const DAY = 86_400_000;
/** The fixture's present is 20 November 2026. */
const months = { monthFrom: "2026-09", monthTo: "2026-12" };

beforeAll(async () => {
  world = await makeWorld();
  filesIn = await mkdtemp(join(tmpdir(), "fairlead-report-files-"));
  for (const [index, carrier] of (["HLCU", "HLCU", "MAEU"] as const).entries()) {
    const etd = new Date(Date.UTC(2026, 8 + index, 4));
    await addShipment(world.db, world.own, {
      etd,
      atd: etd,
      eta: new Date(etd.getTime() + 30 * DAY),
      carrier_code: carrier,
      containers: ["HLBU1234560"],
      gross_weight_kg: "1200.500",
    });

    it("was counted at the time of the screen's clock where months are on the clocks of places", async () => {
      const countedAt = async (more: object) => {
        const { bytes } = await fileOf({ format: "xlsx", clock: "place", ...more });
        const { sheets } = await readXlsx(bytes);
        return Object.fromEntries(sheets[1]!.rows)["Counted at"];
      };
      expect(await countedAt({ zone: "Europe/London" })).toBe("2026-11-20 04:00:00 (Europe/London)");
      expect(await countedAt({ zone: "+08:00" })).toBe("2026-11-20 12:00:00 (UTC+8)");
      for (const zone of ["nowhere", undefined])
        expect(await countedAt({ zone })).toBe("2026-11-20 12:00:00 (UTC+8)");
    });
  }
});
afterAll(async () => {
  await rm(filesIn, { recursive: true, force: true });
  await world?.database.drop();
});

const fileOf = async (asked: object, language: "en" | "zh" = "en") => {
  const request = { ...months, report: "volume", groupBy: "month", clock: "UTC", ...asked };
  const { body, fileName } = await call(world, "analytics.file", request, { language, filesIn });
  return { fileName: fileName as string, bytes: await buffer(body) };
};

describe("a report as a workbook", () => {
  it("has months as dates, figures as numbers, a chart over them, and what was asked", async () => {
    const { bytes, fileName } = await fileOf({ format: "xlsx", show: "teu" });
    expect(fileName).toBe("volume-2026-09-2026-12.xlsx");
    const { sheets } = await readXlsx(bytes);
    const [table, about] = sheets;
    expect(table!.rows[0]).toEqual([
      "Month",
      "Shipments",
      "TEU",
      "Volume, CBM",
      "Gross weight, kg",
      "Chargeable weight, kg",
      "Remark",
    ]);
    const shown = table!.rows
      .slice(1)
      .map(([month, shipments, teu, , weight, , remark]) => [
        month instanceof Date ? month.toISOString().slice(0, 10) : month,
        shipments,
        teu,
        weight,
        remark ?? null,
      ]);
    expect(shown).toEqual([
      ["2026-09-01", 1, 2, 1200.5, null],
      ["2026-10-01", 1, 2, 1200.5, null],
      ["2026-11-01", 1, 2, 1200.5, "so far"],
      ["2026-12-01", 0, null, 0, "not begun"],
      ["All together", 3, 6, 3601.5, null],
    ]);
    const [chart] = table!.charts!;
    expect(chart!.series!.map(({ valuesRef, categoriesRef }) => [valuesRef, categoriesRef])).toEqual([
      ["'Volume'!$C$2:$C$5", "'Volume'!$A$2:$A$5"],
    ]);
    const facts = Object.fromEntries(about!.rows);
    expect(facts).toMatchObject({ "Months of departure": "2026-09 – 2026-12", "Grouped by": "Month" });
    expect(facts["Counted at"]).toBe("2026-11-20 04:00:00 (UTC)");
    expect(about!.rows.map(([text]) => String(text))).toContain(
      "3 of them have no chargeable weight in kg (by sea revenue tons count) and are not in its sum.",
    );
  });

  it("has no chart where nothing is to be drawn, and no remark for months that are over", async () => {
    const { bytes } = await fileOf({
      format: "xlsx",
      groupBy: "carrier",
      monthFrom: "2026-01",
      monthTo: "2026-02",
    });
    const [table] = (await readXlsx(bytes)).sheets;
    expect(table!.charts ?? []).toEqual([]);
    expect(table!.rows[0]).not.toContain("Remark");
    expect(table!.rows[1]!.slice(0, 2)).toEqual(["All together", 0]);
  });
});

describe("a report as PDF", () => {
  it("says what was asked, the figures and what was left out, in the reader's language", async () => {
    const english = pdfTextOf((await fileOf({ format: "pdf", report: "transit", groupBy: "carrier" })).bytes);
    for (const words of ["Transit time", "2026-09", "Carrier", "Hapag-Lloyd", "All together"])
      expect(english).toContain(words);
    expect(english).toContain("without the 3 shipments that lack one of them");
    const chinese = pdfTextOf((await fileOf({ format: "pdf" }, "zh")).bytes).replaceAll("\n", "");
    for (const words of ["货量", "离港月份", "截至目前", "尚未开始", "合计"])
      expect(chinese).toContain(words);
  });

  it("holds fifty groups over several pages, each with the head of the table", async () => {
    for (let index = 0; index < 55; index++) {
      const etd = new Date(Date.UTC(2025, 4, 1 + (index % 28)));
      const { id } = await world.db
        .insertInto("party")
        .values({
          company_id: world.own.id,
          code: `LONG${index}`,
          name: `${"Very long name ".repeat(8)}${index}`,
        } as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      await addShipment(world.db, world.own, { etd, atd: etd, shipper_id: id });
    }
    const asked = {
      format: "pdf",
      groupBy: "shipper",
      monthFrom: "2025-05",
      monthTo: "2025-05",
      isCompared: true,
    };
    const { bytes } = await fileOf(asked);
    const text = pdfTextOf(bytes);
    const pages = bytes.toString("latin1").match(/\/Type \/Page\b/g)!.length;
    expect(pages).toBeGreaterThan(3);
    expect(text.match(/Shipper/g)!.length).toBeGreaterThan(3);
    expect(text).toContain("Further ones together");
  });
});
