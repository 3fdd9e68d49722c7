import { describe, expect, test } from "vitest";
import { clockOf } from "#app/access/clock.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { cargoView } from "#app/features/shipments/detail/cargo.server.ts";
import { translateOf } from "#app/locales/i18n.server.ts";

const line = (dataType: "O" | "R" | "H", given: Partial<ShipmentDetailData["cargo"][number]> = {}) => ({
  dataType,
  pieces: 10,
  packageType: "CTN" as const,
  grossWeightKg: "1200.500",
  volumeCbm: "6.120",
  chargeableWeightKg: null,
  description: "Lamps",
  ...given,
});

function view(given: Partial<ShipmentDetailData>) {
  const shipment = {
    mode: "OCEAN",
    loadType: "LCL",
    grossWeightKg: "1200.5",
    volumeCbm: "6.12",
    chargeableWeightKg: null,
    cargo: [],
    containers: [],
    orderLines: [],
    ...given,
  } as unknown as ShipmentDetailData;
  return cargoView(shipment, {
    language: "en",
    clock: clockOf("place", null),
    now: new Date(),
    t: translateOf("en"),
  });
}

describe("the cargo data types", () => {
  test("are side by side, and differences from the booking are marked with their amount", () => {
    const { rows, legend, columns } = view({
      cargo: [line("O"), line("R", { grossWeightKg: "1180.25", packageType: "PLT" }), line("H")],
    });
    expect(columns.slice(1)).toEqual(["Booking (O)", "Actual (R)", "House (H)"]);
    expect(rows.find(({ label }) => label.startsWith("Gross"))?.cells).toEqual([
      { text: "1,200.5", difference: null },
      { text: "1,180.25", difference: "differs from the booking: -20.25" },
      { text: "1,200.5", difference: null },
    ]);
    expect(
      rows.find(({ label }) => label === "Package type")?.cells.map(({ difference }) => difference),
    ).toEqual([null, "differs from the booking", null]);
    expect(legend).toContain("≠");
  });

  test("1200.500 and 1200.5 are the same weight", () => {
    const { rows, legend } = view({ cargo: [line("O"), line("H", { grossWeightKg: "1200.5" })] });
    expect(rows.flatMap(({ cells }) => cells.map(({ difference }) => difference).filter(Boolean))).toEqual(
      [],
    );
    expect(legend).toBeNull();
    expect(rows[0]?.cells[1]).toEqual({ text: "not given", difference: null });
  });

  test("the goods are described once where all agree, and by type where they do not", () => {
    expect(view({ cargo: [line("O"), line("R"), line("H")] }).descriptions).toEqual([
      { label: "Description of goods", cell: { text: "Lamps", difference: null } },
    ]);
    expect(view({ cargo: [line("O"), line("H", { description: "LED lamps" })] }).descriptions).toEqual([
      { label: "Description of goods, Booking (O)", cell: { text: "Lamps", difference: null } },
      {
        label: "Description of goods, House (H)",
        cell: { text: "LED lamps", difference: "differs from the booking" },
      },
    ]);
  });

  test("without any there is nothing to compare", () => {
    expect(view({}).rows).toEqual([]);
  });
});

test.each([
  ["CSQU3054383", null],
  ["CSQU3054384", "Check digit should be 3: please compare with the box"],
  ["BOX 17", "Not an ISO 6346 number"],
])("container %s", (containerNumber, warning) => {
  const { containers } = view({
    containers: [
      {
        containerNumber,
        containerType: "45G1",
        sealNumber: null,
        pieces: null,
        grossWeightKg: "10.5",
        volumeCbm: null,
      },
    ],
  });
  expect(containers.rows[0]).toEqual({
    number: containerNumber,
    warning,
    moved: null,
    cells: ["45G1 · 40 ft high cube dry", "–", "–", "10.5", "–"],
  });
});

test("a container that has moved to another booking is named as moved, with the shipment that has it", () => {
  const container = { containerType: "45G1", sealNumber: null, pieces: null, grossWeightKg: null };
  const moved = (shipment: { id: string; houseNumber: string } | null) =>
    view({
      containers: [
        {
          ...container,
          containerNumber: "CSQU3054383",
          volumeCbm: null,
          moved: { at: "2026-12-05 10:00:00", shipment },
        },
      ],
    }).containers.rows[0]!.moved;
  expect(moved({ id: "7", houseNumber: "FL7" })).toEqual({
    text: expect.objectContaining({
      text: expect.stringMatching(/^Moved to H# FL7 on 2026-12-05 \d\d:\d\d: counted no more\.$/),
    }),
    shipmentId: "7",
  });
  expect(moved(null)).toEqual({
    text: expect.objectContaining({ text: expect.stringContaining("another booking") }),
    shipmentId: null,
  });
});

test.each<[string, Partial<ShipmentDetailData>, string, string]>([
  ["sea in a shared container", { mode: "OCEAN", loadType: "LCL" }, "Revenue tons (W/M)", "22"],
  ["air", { mode: "AIR", loadType: "LOOSE" }, "Chargeable weight (KG)", "3,667"],
])("the weight that is charged has its unit: %s", (_, given, label, text) => {
  const line = { pieces: 1, packageType: "CTN", description: "" } as const;
  const figures = { grossWeightKg: "2100", volumeCbm: "22", chargeableWeightKg: "3667" };
  const { rows } = view({ ...given, cargo: [{ dataType: "H", ...line, ...figures }] });
  const { cells } = rows.find((row) => row.label === label)!;
  expect(cells.map((cell) => cell.text)).toContain(text);
});

test.each<[string, Partial<ShipmentDetailData>, RegExp]>([
  [
    "air, by volume",
    { mode: "AIR", loadType: "LOOSE", grossWeightKg: "300", volumeCbm: "2", chargeableWeightKg: "333.5" },
    /300 kg against a volume weight of 333.333 kg.*6000.*up to 0.5 kg: 333.5 kg, by volume/,
  ],
  [
    "air, where the forwarder measured other dimensions",
    { mode: "AIR", loadType: "LOOSE", grossWeightKg: "300", volumeCbm: "2", chargeableWeightKg: "340" },
    /The forwarder charges 340/,
  ],
  [
    "sea, by weight",
    { mode: "OCEAN", loadType: "LCL", grossWeightKg: "3500", volumeCbm: "2.2" },
    /3.5 R\/T \(revenue tons\), by gross weight/,
  ],
  ["road", { mode: "TRUCK", loadType: "LTL", grossWeightKg: "100", volumeCbm: "1" }, /333 kg, by volume/],
  ["a full box", { mode: "OCEAN", loadType: "FCL" }, /not by weight/],
])("the chargeable weight is explained: %s", (_, given, text) => {
  expect(view(given).explanation?.texts.join(" ")).toMatch(text);
});
