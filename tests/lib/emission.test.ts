import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, compare, multiply } from "#app/lib/decimal.ts";
import {
  type ChainLeg,
  chainEmission,
  type EmissionFactor,
  type LegEmission,
  legEmission,
  transportActivity,
} from "#app/lib/emission.ts";
import { type KnownFactor, pickFactor } from "#app/lib/emission-factor.ts";
import { emissionFactors } from "#app/provider/reference/emission-factors.ts";
import { draws } from "#tests/support/is-all.ts";

const factor = (given: Partial<EmissionFactor> = {}): EmissionFactor => ({
  mode: "TRUCK",
  unit: "TKM",
  ttw: "0.1",
  wtt: "0",
  rf: null,
  low: null,
  high: null,
  distanceShare: "0",
  distanceAddedKm: "0",
  ...given,
});
const leg = (
  tonnes: string | null,
  distanceKm: number | null,
  by: Partial<EmissionFactor> | null,
): ChainLeg => ({
  distanceKm,
  massKg: tonnes && multiply(tonnes, 1000),
  teu: null,
  factor: by && factor(by),
});
const figures = (each: ChainLeg) => legEmission(each) as LegEmission;

describe("published worked examples", () => {
  it("GHG Protocol, Technical Guidance for Calculating Scope 3 Emissions 1.0 (2013), example 4.2, page 62", () => {
    const legs = [
      leg("2", 2000, { mode: "TRUCK", ttw: "0.2" }),
      leg("1", 3000, { mode: "AIR", ttw: "1.0" }),
      leg("6", 4000, { mode: "VESSEL", ttw: "0.05" }),
    ].map(figures);
    expect(legs.map(({ ttwKg }) => Number(ttwKg))).toEqual([800, 3000, 1200]);
    expect(chainEmission(legs)).toMatchObject({ ttwKg: "5000.000", wttKg: "0.000", rfKg: null, lowKg: null });
  });

  it("the same, example 4.3 (Deutsche Post DHL), page 64: activity by the shortest distance", () => {
    const shipments = [
      ["24000", 10],
      ["10000", 15],
      ["10000", 10],
    ] as const;
    expect(shipments.map(([kg, km]) => Number(transportActivity(kg, [km])))).toEqual([240, 150, 100]);
  });

  it("ecofreight.co, GLEC v3.2 in practice, example 1: Shanghai to Rotterdam by container ship", () => {
    const { ttwKg, activity } = figures(leg("20", 19_600, { mode: "VESSEL", ttw: "0.00815" }));
    expect([Number(activity), Number(ttwKg)]).toEqual([392_000, 3194.8]);
  });

  it("UK Government conversion factors 2025: kilograms of a tonne over a thousand kilometres", () => {
    const of = (code: string) => {
      const row = emissionFactors.find((each) => each.code === code)!;
      const { ttwKg, wttKg } = figures(leg("1", 1000, { ttw: String(row.ttw), wtt: String(row.wtt) }));
      return Number(add(ttwKg, wttKg));
    };
    // The sums of the two tables of the publication.
    expect(of("UK-2025-VESSEL")).toBe(19.77);
    expect(of("UK-2025-TRUCK")).toBe(125.22);
    expect(of("UK-2025-RAIL")).toBe(34.7);
    expect(of("UK-2025-AIR")).toBe(666.46);
  });
});

describe("the factor's rule of distance", () => {
  it("adds the GLEC Framework's 15 % at sea and 95 km in the air", () => {
    expect(figures(leg("10", 10_000, { distanceShare: "0.15" }))).toMatchObject({
      adjustedKm: "11500",
      activity: "115000",
      ttwKg: "11500",
    });
    expect(figures(leg("10", 905, { distanceAddedKm: "95" }))).toMatchObject({
      adjustedKm: "1000",
      activity: "10000",
    });
  });

  it("adds nothing where nothing was travelled", () => {
    expect(figures(leg("10", 0, { distanceAddedKm: "95", distanceShare: "0.15" }))).toMatchObject({
      adjustedKm: "0",
      ttwKg: "0",
    });
  });
});

describe("what is not known", () => {
  it("has its reason, and is never zero", () => {
    expect(legEmission(leg("1", 100, null))).toBe("noFactor");
    expect(legEmission(leg(null, 100, {}))).toBe("noWeight");
    expect(legEmission(leg("0", 100, {}))).toBe("noWeight");
    expect(legEmission(leg("1", null, {}))).toBe("noDistance");
    expect(legEmission({ ...leg("1", 100, { unit: "TEUKM" }), teu: null })).toBe("noWeight");
    expect(chainEmission([figures(leg("1", 1, {})), "noDistance"])).toBe("noDistance");
    expect(transportActivity("1000", [1, null])).toBeNull();
    expect(transportActivity(null, [1])).toBeNull();
  });

  it("does not stop full containers by twenty-foot units, nor hubs by mass", () => {
    const box = legEmission({
      ...leg(null, 1000, { unit: "TEUKM", ttw: "0.08" }),
      teu: "4.5",
    }) as LegEmission;
    expect([box.activity, Number(box.ttwKg)]).toEqual(["4500", 360]);
    expect(figures({ ...leg("2.5", null, { mode: "HUB", unit: "T", ttw: "1.2" }) })).toMatchObject({
      adjustedKm: null,
      activity: "2.5",
      ttwKg: "3",
    });
  });
});

describe("a chain", () => {
  const figure = fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 100_000).toFixed(5));
  const legs = fc.array(
    fc.record({
      kg: fc.integer({ min: 1, max: 30_000_000 }).map((grams) => (grams / 1000).toFixed(3)),
      km: fc.integer({ min: 0, max: 20_000 }),
      ttw: figure,
      wtt: figure,
      rf: fc.option(figure),
      low: fc.option(figure),
      share: fc.constantFrom("0", "0.15"),
      added: fc.constantFrom("0", "95"),
    }),
    { minLength: 1, maxLength: 5 },
  );

  it("sums its legs to the gram, half up, by whole numbers of nanograms", () => {
    fc.assert(
      fc.property(legs, (given) => {
        const total = chainEmission(
          given.map(({ kg, km, ttw, wtt, rf, low, share, added }) =>
            legEmission({
              distanceKm: km,
              massKg: kg,
              teu: null,
              factor: factor({ ttw, wtt, rf, low, distanceShare: share, distanceAddedKm: added }),
            }),
          ),
        ) as Exclude<ReturnType<typeof chainEmission>, string>;
        // Grams times hundredths of kilometres times hundred-thousandths of kilograms a tonne: exact in BigInt.
        const nano = (of: (each: (typeof given)[number]) => string) =>
          given.reduce((sum, each) => {
            const mass = BigInt(Math.round(Number(each.kg) * 1000));
            const share = each.share === "0" ? 100n : 115n;
            const km = each.km === 0 ? 0n : BigInt(each.km) * share + BigInt(each.added) * 100n;
            return sum + mass * km * BigInt(Math.round(Number(of(each)) * 100_000));
          }, 0n);
        // 1e3 grams a kg, 1e3 kg a tonne, 1e2, 1e5: 1e13 parts of a kilogram, 1e10 of a gram.
        const grams = (parts: bigint) => (parts + 5_000_000_000n) / 10_000_000_000n;
        expect(BigInt(total.ttwKg.replace(".", ""))).toBe(grams(nano(({ ttw }) => ttw)));
        expect(BigInt(total.wttKg.replace(".", ""))).toBe(grams(nano(({ wtt }) => wtt)));
        expect(total.rfKg === null).toBe(given.every(({ rf }) => rf === null));
        if (total.rfKg) expect(BigInt(total.rfKg.replace(".", ""))).toBe(grams(nano(({ rf }) => rf ?? "0")));
      }),
      { seed: 14_083, numRuns: draws(300) },
    );
  });

  it("counts legs without a range at both ends", () => {
    const total = chainEmission([
      figures(leg("1", 100, { low: "0.05", high: "0.3" })),
      figures(leg("1", 100, { ttw: "0.2" })),
    ]);
    expect(total).toMatchObject({ lowKg: "25.000", highKg: "50.000", ttwKg: "30.000" });
  });
});

describe("the factor of a leg", () => {
  const known = (given: Partial<KnownFactor>): KnownFactor => ({
    id: "1",
    carrierCode: null,
    edition: 2025,
    isShipped: true,
    ...factor({ mode: "VESSEL" }),
    ...given,
  });
  const sought = { mode: "VESSEL" as const, carrierCode: "HLCU", year: 2025, hasTeu: false };
  const pick = (factors: KnownFactor[], change = {}) => pickFactor(factors, { ...sought, ...change })?.id;

  it("is the carrier's own, then the operator's, then what came with the product", () => {
    const all = [
      known({ id: "1" }),
      known({ id: "2", isShipped: false, edition: 2020 }),
      known({ id: "3", isShipped: false, carrierCode: "HLCU", edition: 2019 }),
      known({ id: "4", isShipped: false, carrierCode: "MAEU" }),
    ];
    expect(pick(all)).toBe("3");
    expect(pick(all, { carrierCode: "ONEY" })).toBe("2");
    expect(pick(all.slice(0, 1), { carrierCode: null })).toBe("1");
    expect(pick(all, { mode: "BARGE" })).toBeUndefined();
  });

  it("is of the year of departure, else of the nearest edition, the earlier of two", () => {
    const all = [2023, 2025, 2027].map((edition) => known({ id: String(edition), edition }));
    expect([2025, 2026, 2030, 2010].map((year) => pick(all, { year }))).toEqual([
      "2025",
      "2025",
      "2027",
      "2023",
    ]);
  });

  it("is by twenty-foot units for full containers only", () => {
    const all = [known({ id: "1" }), known({ id: "2", unit: "TEUKM" })];
    expect(pick(all)).toBe("1");
    expect(pick(all, { hasTeu: true })).toBe("2");
    expect(pick(all.slice(1))).toBeUndefined();
  });
});

it("keeps each shipped factor's ends around its figure, with all that must stand beside it", () => {
  for (const {
    code,
    ttw,
    wtt,
    low,
    high,
    source,
    source_zh,
    licence_zh,
    note_zh,
    vehicle_zh,
  } of emissionFactors) {
    const whole = add(String(ttw), String(wtt));
    if (low) expect(compare(String(low), whole), `${code}`).toBeLessThanOrEqual(0);
    if (high) expect(compare(String(high), whole), `${code}`).toBeGreaterThanOrEqual(0);
    expect([source, source_zh, licence_zh, note_zh, vehicle_zh].every(Boolean)).toBe(true);
  }
});
