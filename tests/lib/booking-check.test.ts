import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import { services, transportModes } from "#app/contract/freight-code.ts";
import { cargoTotals, measuredCbmOf, volumeCbmOf } from "#app/lib/booking-cargo.ts";
import { bookingFaults, bookingWarnings } from "#app/lib/booking-check.ts";
import { isDangerousClass, needsPackingGroup, unNumberOf } from "#app/lib/dangerous-goods.ts";
import { bookingSections } from "#app/lib/freight-needs.ts";
import { content, line } from "../provider/bookings/fixture.ts";

const found = (given: Partial<BookingContent>) =>
  bookingFaults(content(given)).map(({ path, rule }) => `${path} ${rule}`);
const { shipper, consignee } = content();
const air = { transportMode: "AIR", containers: [] };

test("a whole booking has no fault, by any mode and service", () => {
  for (const transportMode of transportModes) {
    for (const service of services) {
      const given = content({ transportMode, service, deliveryAddress: "4 Store Street" });
      expect([transportMode, service, bookingFaults(given)]).toEqual([transportMode, service, []]);
    }
  }
});

test("an empty one lacks what every mode needs, and no more", () => {
  const paths = bookingFaults(bookingContent.parse({})).map(({ path, rule }) => `${path} ${rule}`);
  expect(paths).toEqual(
    [
      "transportMode",
      "service",
      "trade",
      "incoterms",
      "paymentType",
      "shipper.name",
      "shipper.address",
      "shipper.countryCode",
      "shipper.contactNumber",
      "consignee.name",
      "consignee.address",
      "consignee.countryCode",
      "consignee.contactNumber",
      "origin",
      "destination",
      "cargoType",
      "goodsDescription",
      "cargo",
      "customsDeclaration",
      "cargoReadyDate",
    ].map((path) => `${path} required`),
  );
});

test.each([
  [
    "addresses that differ in case and spaces only",
    { consignee: { ...consignee, address: ` ${shipper.address.toUpperCase()}` } },
    ["consignee.address addressesEqual"],
  ],
  ["a country that is none", { shipper: { ...shipper, countryCode: "ZZ" } }, ["shipper.countryCode format"]],
  [
    "a contact number of five digits",
    { shipper: { ...shipper, contactNumber: "12345" } },
    ["shipper.contactNumber format"],
  ],
  [
    "a contact number of sixteen, as people write it",
    { shipper: { ...shipper, contactNumber: "+49 (40) 1234-5678-9012" } },
    [],
  ],
  [
    "half a notify party",
    { notifyParty: { ...consignee, name: "", address: "" } },
    ["notifyParty.name required", "notifyParty.address required"],
  ],
  [
    "a PO No. twice, in another case",
    { cargo: [line({ poNumber: "po-1" }), line({ poNumber: "PO-1 ", skuNumber: "other" })] },
    ["cargo.1.poNumber poExists"],
  ],
  ["a SKU No. twice", { cargo: [line(), line({ poNumber: "other" })] }, ["cargo.1.skuNumber skuExists"]],
  [
    "no PO No. and SKU No. at all",
    { cargo: [line({ poNumber: "", skuNumber: "" }), line({ poNumber: "", skuNumber: "" })] },
    [],
  ],
  [
    "a PO No. of 51 characters",
    { cargo: [line({ poNumber: "x".repeat(51) })] },
    ["cargo.0.poNumber tooLong"],
  ],
  ["500 characters of two units, with the line breaks of a form", { marks: `${"🚢".repeat(498)}\r\n.` }, []],
  [
    "instructions of 1,001 characters",
    { specialInstructions: "x".repeat(1_001) },
    ["specialInstructions tooLong"],
  ],
  [
    "numbers that are none",
    { cargo: [line({ pieces: "1e3", weight: "12,5o", length: "-", volume: "x" })] },
    ["cargo.0.pieces number", "cargo.0.weight number", "cargo.0.length number", "cargo.0.volume number"],
  ],
  [
    "numbers at zero",
    { cargo: [line({ pieces: "0", weight: "-1" })] },
    ["cargo.0.pieces notAboveZero", "cargo.0.weight notAboveZero"],
  ],
  ["half a piece", { cargo: [line({ pieces: "1.5" })] }, ["cargo.0.pieces wholeNumber"]],
  [
    "a million pieces",
    { cargo: [line({ pieces: "1,000,000", length: "", width: "", height: "" })] },
    ["cargo.0.pieces tooBig"],
  ],
  [
    "a weight above the limit once it is kilograms",
    { cargo: [line({ weight: "2204625", weightUnit: "lb" })] },
    ["cargo.0.weight tooBig"],
  ],
  ["a weight below it once it is kilograms", { cargo: [line({ weight: "2204600", weightUnit: "lb" })] }, []],
  [
    "dimensions whose volume is above the limit",
    { cargo: [line({ pieces: "900000" })] },
    ["cargo.0.volume tooBig"],
  ],
  ["two of three dimensions", { cargo: [line({ height: "" })] }, ["cargo.0.height required"]],
  ["no dimensions in a full container", { cargo: [line({ length: "", width: "", height: "" })] }, []],
  [
    "neither dimensions nor volume by air",
    { ...air, cargo: [line({ length: "", width: "", height: "" })] },
    ["cargo.0.length required", "cargo.0.width required", "cargo.0.height required"],
  ],
  [
    "a volume alone by air",
    { ...air, cargo: [line({ length: "", width: "", height: "", volume: "1.5" })] },
    [],
  ],
  ["a full container without one", { containers: [] }, ["containers required"]],
  [
    "a container of no type",
    { containers: [{ containerType: "", containerNumber: "", info: "" }] },
    ["containers.0.containerType required"],
  ],
  [
    "a container number that only warns",
    { containers: [{ containerType: "45G1", containerNumber: "nonsense", info: "" }] },
    [],
  ],
  ["a door without an address", { pickupAddress: "" }, ["pickupAddress required"]],
  [
    "trucking that was asked for",
    { service: "PTP", hasOriginTrucking: true, pickupAddress: "", hasDestinationTrucking: true },
    ["pickupAddress required", "deliveryAddress required"],
  ],
  ["no trucking from port to port", { service: "PTP", hasOriginTrucking: false, pickupAddress: "" }, []],
  ["a sea term by air, which only warns", { ...air, incoterms: "FOB" }, []],
  [
    "days out of order",
    { requestedDate: "2026-11-30", expectedDeliveryDate: "2026-11-29" },
    ["requestedDate dayOrder", "expectedDeliveryDate dayOrder"],
  ],
  ["a day that is none", { cargoReadyDate: "2026-02-29" }, ["cargoReadyDate unknownDay"]],
  ["a time where a day is asked", { cargoReadyDate: "2026-12-1" }, ["cargoReadyDate unknownDay"]],
  ["a requested date that a truck does not have", { transportMode: "TRUCK", requestedDate: "never" }, []],
  [
    "choices that there are not",
    { trade: "X", serviceLevel: "X", transshipment: "X" },
    ["serviceLevel format", "trade format", "transshipment format"],
  ],
  [
    "dangerous goods of which nothing is said",
    { cargoType: "DANGEROUS" },
    ["dangerousClass required", "unNumber required"],
  ],
  [
    "dangerous goods of a class that is none",
    { cargoType: "DANGEROUS", dangerousClass: "4", unNumber: "12345" },
    ["dangerousClass format", "unNumber format"],
  ],
  [
    "a flammable liquid without packing group",
    { cargoType: "DANGEROUS", dangerousClass: "3", unNumber: "1993" },
    ["packingGroup required"],
  ],
  ["batteries, which have none", { cargoType: "DANGEROUS", dangerousClass: "9", unNumber: "UN3481" }, []],
  ["what general cargo does not need", { dangerousClass: "4", unNumber: "x", packingGroup: "x" }, []],
] as const)("%s", (_, given, expected) => {
  expect(found(given as unknown as Partial<BookingContent>)).toEqual(expected);
});

test("limits are named with the fault", () => {
  const long = content({
    goodsDescription: "x".repeat(501),
    cargo: [line({ pieces: "1000000", volume: "100000" })],
  });
  expect(bookingFaults(long).map(({ values }) => values)).toEqual([
    { maximum: 500 },
    { maximum: "999999" },
    { maximum: "99999.999" },
  ]);
});

test("checks never throw, whatever was typed", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("1", "-0", "1e9", "９９", "2026-13-01", "AIR", "DTD", "FOB"),
  );
  const fields = fc.record({
    transportMode: fc.oneof(text, fc.constantFrom(...transportModes)),
    service: text,
    incoterms: text,
    cargoType: fc.constantFrom("DANGEROUS", "GENERAL", "x"),
    unNumber: text,
    dangerousClass: text,
    cargoReadyDate: text,
    requestedDate: text,
    cargo: fc.array(
      fc.record({
        pieces: text,
        length: text,
        width: text,
        height: text,
        weight: text,
        volume: text,
        dimensionUnit: text,
      }),
      { maxLength: 3 },
    ),
    containers: fc.array(fc.record({ containerNumber: text, containerType: text }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fields, (given) => {
      const typed = {
        ...content(),
        ...given,
        cargo: given.cargo.map((each) => line(each as object)),
      } as BookingContent;
      expect(Array.isArray(bookingFaults(typed))).toBe(true);
      expect(Array.isArray(bookingWarnings(typed, "2026-11-20"))).toBe(true);
      expect(cargoTotals(typed.cargo).pieces).toBeGreaterThanOrEqual(0);
    }),
  );
});

describe("warnings", () => {
  const kinds = (given: Partial<BookingContent>) =>
    bookingWarnings(content(given), "2026-11-20").map(({ kind }) => kind);
  test.each([
    ["nothing of a sound booking", {}, []],
    ["a sea term by truck", { transportMode: "TRUCK", incoterms: "CIF" }, ["seaTermOnly"]],
    ["a sea term at sea: nothing", { incoterms: "FOB" }, []],
    [
      "a shape that is no number",
      { containers: [{ containerType: "22G1", containerNumber: "ABC", info: "" }] },
      ["containerMalformed"],
    ],
    [
      "boxes that are not asked for by air: nothing",
      { transportMode: "AIR", containers: [{ containerType: "", containerNumber: "ABC", info: "" }] },
      [],
    ],
    ["lead of feathers' size", { cargo: [line({ weight: "40000" })] }, ["tooDense"]],
    ["feathers of lead's size", { cargo: [line({ weight: "100" })] }, ["tooLight"]],
    ["a volume that is not that of the dimensions", { cargo: [line({ volume: "20" })] }, ["volumeDiffers"]],
    ["one that is within a tenth: nothing", { cargo: [line({ volume: "13" })] }, []],
    ["days that are over", { cargoReadyDate: "2026-11-19", requestedDate: "2026-11-20" }, ["dayPast"]],
    [
      "a day that the form of a truck does not ask: nothing",
      { transportMode: "TRUCK", requestedDate: "2026-11-01" },
      [],
    ],
    ["dangerous goods", { cargoType: "DANGEROUS", dangerousClass: "3", unNumber: "1993" }, ["dangerous"]],
    [
      "batteries for cargo aircraft by air",
      { ...air, cargoType: "DANGEROUS", unNumber: "UN3480" },
      ["dangerous", "cargoAircraftOnly"],
    ],
  ] as const)("%s", (_, given, expected) => {
    expect(kinds(given as unknown as Partial<BookingContent>)).toEqual(expected);
  });

  test("a wrong check digit names the right one", () => {
    const given = content({
      containers: [{ containerType: "22G1", containerNumber: "msku 601167-3", info: "" }],
    });
    expect(bookingWarnings(given, "2026-11-20")).toEqual([
      {
        kind: "containerDigit",
        path: "containers.0.containerNumber",
        values: { number: "MSKU6011673", expected: "2" },
      },
    ]);
  });
});

test("mode and service decide which parts of the form apply", () => {
  expect(bookingSections("OCEAN_FCL", "PTD")).toEqual({
    hasContainers: true,
    needsVolume: false,
    originTrucking: "optional",
    destinationTrucking: "always",
    hasTransshipment: true,
    carrier: "carrier",
    hasWarehouse: false,
    requestedDate: "port",
  });
  expect(bookingSections("AIR", "DTP")).toMatchObject({
    hasContainers: false,
    needsVolume: true,
    originTrucking: "always",
    destinationTrucking: "optional",
    carrier: "airline",
    hasWarehouse: true,
    requestedDate: "inHouse",
  });
  expect(bookingSections("TRUCK", "PTP")).toMatchObject({
    originTrucking: "none",
    destinationTrucking: "none",
    hasTransshipment: false,
    carrier: "trucker",
    requestedDate: null,
  });
});

test("volumes are worked out of pieces and dimensions unless they are typed", () => {
  expect(measuredCbmOf(line())).toBe("12.000");
  expect(measuredCbmOf(line({ dimensionUnit: "in", pieces: "1" }))).toBe("1.966");
  expect(volumeCbmOf(line({ volume: "1,234.5" }))).toBe("1234.5");
  expect(measuredCbmOf(line({ height: "" }))).toBeNull();
  expect(cargoTotals([line(), line({ pieces: "", weight: "100", weightUnit: "lb", volume: "0.5" })])).toEqual(
    {
      pieces: 100,
      grossKg: "1295.359237",
      volumeCbm: "12.5",
    },
  );
});

test("classes and UN numbers", () => {
  expect(["1.4S", "1.4", "2.1", "9", "1.1d"].map(isDangerousClass)).toEqual(Array(5).fill(true));
  expect(["4", "6", "1.7", "1.4I", "10", ""].map(isDangerousClass)).toEqual(Array(6).fill(false));
  expect(["UN 3480", "un1993", "0004"].map(unNumberOf)).toEqual(["3480", "1993", "0004"]);
  expect(["348", "34801", "UN", "abcd"].map(unNumberOf)).toEqual([null, null, null, null]);
  expect(["3", "8", "9", "2.1"].map(needsPackingGroup)).toEqual([true, true, false, false]);
});
