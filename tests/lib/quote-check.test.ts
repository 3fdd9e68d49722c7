import { expect, test } from "vitest";
import { type QuoteRequest, quoteRequest } from "#app/contract/quote.ts";
import { quoteFaults, quoteWarnings } from "#app/lib/quote-check.ts";

const base = (given: object = {}): QuoteRequest =>
  quoteRequest.parse({
    freightMode: "AIR",
    service: "PTP",
    origin: "PVG",
    destination: "LAX",
    packages: [
      {
        pieces: 1,
        packageType: "CTN",
        length: "50",
        width: "50",
        height: "50",
        dimensionUnit: "cm",
        weight: "80",
        weightUnit: "kg",
      },
    ],
    specialGoods: ["NONE"],
    ...given,
  });
const bare = (given: object) => ({ packages: [{ ...base().packages[0], ...given }] });
const unmeasured = { length: null, width: null, height: null };

test.each([
  ["a plain request", {}, []],
  [
    "a door without an address or zip",
    { service: "DTD" },
    ["pickupLocation required", "deliveryLocation required"],
  ],
  ["a door with its zip", { service: "DTP", originZip: "K1A 0B1" }, []],
  ["a door with its address", { service: "PTD", deliveryLocation: "2 Dock Street" }, []],
  [
    "zips too short or of other signs",
    { originZip: "12", destinationZip: "9000#" },
    ["originZip format", "destinationZip format"],
  ],
  ["a zip of ten characters", { destinationZip: "90001-1234" }, []],
  ["a term of Incoterms 2010", { incoterms: "DAT" }, ["incoterms unknownTerm"]],
  ["a sea term by air, which only warns", { incoterms: "FOB" }, []],
  ["none beside others", { specialGoods: ["NONE", "LIQUIDS"] }, ["specialGoods noneExcludes"]],
  ["batteries of no kind", { specialGoods: ["BATTERIES"] }, ["batteryTypes required"]],
  ["batteries of a kind", { specialGoods: ["BATTERIES"], batteryTypes: ["UN3481"] }, []],
  [
    "no dimensions by air",
    bare(unmeasured),
    ["packages.0.length required", "packages.0.width required", "packages.0.height required"],
  ],
  [
    "no dimensions in a full container",
    { freightMode: "OCEAN_FCL", containers: [{ containerType: "45G1", count: 2 }], ...bare(unmeasured) },
    [],
  ],
  ["a full container of no type", { freightMode: "OCEAN_FCL" }, ["containers required"]],
  [
    "containers of unknown types, and more than a booking takes",
    {
      freightMode: "OCEAN_FCL",
      containers: [
        { containerType: "99X9", count: 20 },
        { containerType: "", count: 11 },
      ],
    },
    ["containers.0.containerType format", "containers.1.containerType required", "containers.0.count tooBig"],
  ],
  [
    "half the dimensions by truck",
    { freightMode: "TRUCK", ...bare({ height: null }) },
    ["packages.0.height required"],
  ],
  ["a day that is none", { cargoReadyDate: "2026-11-31" }, ["cargoReadyDate unknownDay"]],
] as const)("%s", (_, given, expected) => {
  expect(quoteFaults(base(given)).map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
});

test("warns of sea terms off the sea, batteries for cargo aircraft, and a day that is over", () => {
  const kinds = (given: object) => quoteWarnings(base(given), "2026-11-20").map(({ kind }) => kind);
  expect(kinds({ incoterms: "CIF" })).toEqual(["seaTermOnly"]);
  expect(kinds({ incoterms: "CIF", freightMode: "OCEAN_LCL" })).toEqual([]);
  const batteries = { specialGoods: ["BATTERIES"], batteryTypes: ["UN3480", "UN3481"] };
  expect(kinds(batteries)).toEqual(["cargoAircraftOnly"]);
  expect(kinds({ ...batteries, freightMode: "OCEAN_FCL" })).toEqual([]);
  expect(kinds({ batteryTypes: ["UN3480"] })).toEqual([]);
  expect(kinds({ cargoReadyDate: "2026-11-19" })).toEqual(["dayPast"]);
  expect(kinds({ cargoReadyDate: "2026-11-20" })).toEqual([]);
});
