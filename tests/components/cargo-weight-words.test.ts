import { describe, expect, it, test } from "vitest";
import { weightView } from "#app/components/cargo-weight-words.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const t = translateOf("en");
const row = (pieces: string, sides: [string, string, string], weight: string, units = "cm kg") => {
  const [dimensionUnit = "", weightUnit = ""] = units.split(" ");
  const [length, width, height] = sides;
  return { pieces, length, width, height, weight, dimensionUnit, weightUnit };
};
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

describe("the explanation of a chargeable weight", () => {
  it.each([
    ["AIR", row("1", ["50", "50", "50"], "80"), "80 kg, by gross weight"],
    ["AIR", row("8", ["60", "40", "20"], "45"), "64 kg, by volume"],
    ["AIR", row("1", ["30", "45", "65"], "14"), "15 kg, by volume"],
    ["AIR", row("1", ["40", "40", "40"], "5"), "11 kg, by volume"],
    ["AIR", row("8", ["23.622", "15.748", "7.874"], "99.208", "in lb"), "64 kg, by volume"],
    ["OCEAN_LCL", row("22", ["100", "100", "100"], "2100"), "22 R/T (revenue tons), by volume"],
    ["OCEAN_LCL", row("1", ["80", "100", "60"], "120"), "1 R/T (revenue tons), by the minimum"],
    ["TRUCK", row("1", ["100", "100", "100"], "300"), "333 kg, by volume"],
  ])("%s %o", (mode, cargo, headline) => {
    expect(weightView({ mode, rows: [cargo] }, t, "en")?.headline).toBe(headline);
  });

  test.each([
    ["OCEAN_LCL", "2100", "22", "22 R/T (revenue tons), by volume"],
    ["OCEAN_LCL", "3500", "2.2", "3.5 R/T (revenue tons), by gross weight"],
    ["OCEAN_LCL", "120", "0.48", "1 R/T (revenue tons), by the minimum"],
    ["AIR", "300", "2", "333.5 kg, by volume"],
    ["TRUCK", "300", "1", "333 kg, by volume"],
  ])(
    "takes the volume that was said where no dimensions are: %s, %s kg, %s CBM",
    (mode, weight, volume, headline) => {
      const cargo = { ...row("10", ["", "", ""], weight), volume };
      const view = weightView({ mode, rows: [cargo] }, t, "en");
      expect(view?.headline).toBe(headline);
      expect(view?.notes.join(" ")).not.toContain("Rows without dimensions");
    },
  );

  test("adds rows that say their volume to rows that say their dimensions", () => {
    const rows = [row("8", ["60", "40", "20"], "45"), { ...row("1", ["", "", ""], "10"), volume: "0.6" }];
    expect(weightView({ mode: "AIR", rows }, t, "en")?.headline).toBe("164 kg, by volume");
  });

  test("names divisor, rounding and both weights", () => {
    const view = weightView({ mode: "AIR", rows: [row("8", ["60", "40", "20"], "45")] }, t, "en");
    expect(view?.rows.map(([label, text]) => `${label}: ${plain(text)}`)).toEqual([
      "Gross weight: 45 kg",
      "Volume: 0.384 CBM",
      "Volume weight: 64 kg",
      "Divisor: 6,000 cm³ to the kilogram",
      "Rounding: up to the next 0.5 kg, dimensions to the nearest cm",
    ]);
  });
});

describe("the advice", () => {
  const cargo = { mode: "AIR", rows: [row("1", ["10", "10", "10"], "30")] };

  test("is to declare the next break where a known tariff makes it cheaper", () => {
    const rates = { rateNormal: "37.15", rate45: "18.28" };
    expect(weightView({ ...cargo, rates }, t, "en")?.notes).toEqual([
      "Declare 45 kg: at 18.28 per kg that costs 822.60 instead of 1,114.50, which saves 291.90.",
    ]);
  });

  test("says what it costs where no higher break is cheaper", () => {
    const rates = { rateNormal: "10", rate45: "9" };
    expect(weightView({ ...cargo, rates }, t, "en")?.notes).toEqual([
      "At 10.00 per kg this costs 300.00. No higher rate break is cheaper.",
    ]);
    expect(weightView({ ...cargo, rates: { ...rates, rateMinimum: "400" } }, t, "en")?.notes).toEqual([
      "This costs the minimum charge, 400.00.",
    ]);
  });

  test("without rates says from which rate on declaring more pays", () => {
    expect(weightView(cargo, t, "en")?.notes).toEqual([
      "The next usual rate break starts at 45 kg, 15 kg above. Declaring 45 kg pays when its rate is below 67% of the present one.",
    ]);
  });
});

describe("what is not finished", () => {
  it.each([
    ["no mode", { mode: "", rows: [row("1", ["1", "1", "1"], "1")] }],
    ["no rows", { mode: "AIR", rows: [] }],
    ["no weight", { mode: "AIR", rows: [row("1", ["1", "1", "1"], "")] }],
    ["half pieces", { mode: "AIR", rows: [row("1.5", ["1", "1", "1"], "1")] }],
    ["an exponent", { mode: "AIR", rows: [row("1", ["1", "1", "1"], "1e5")] }],
  ])("has no figure: %s", (_, cargo) => {
    expect(weightView(cargo, t, "en")).toBeNull();
  });

  test("counts a row without dimensions by its weight, and says so", () => {
    const rows = [row("1", ["50", "", "50"], "20")];
    const view = weightView({ mode: "TRUCK", rows }, t, "en");
    expect(view?.headline).toBe("20 kg, by gross weight");
    expect(view?.notes).toEqual(["Rows without dimensions count by their weight alone."]);
  });
});
