import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { indexReferences } from "#app/provider/shipments/reference.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { dcsa2 } from "./journey.ts";

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await makeWorld();
  const { db, own, rival } = world;
  const add = async (name: string, company: typeof own, given: object, lines: object[] = []) => {
    const id = await addShipment(db, company, { house_number: name, ...given });
    ids[name] = id;
    if (lines.length === 0) return;
    await db
      .insertInto("shipment_order_line")
      .values(
        lines.map((line, index) => ({
          shipment_id: id,
          line: index + 1,
          description: "Phones",
          pieces: 100,
          cartons: 5,
          po_number: "4500-777",
          sku_number: "SKU-A",
          ...line,
        })),
      )
      .execute();
    await indexReferences(db, [id]);
  };
  const priced = { unit_price: "10.005", currency: "USD" };
  await add("FLTR-1", own, { atd: "2026-02-10T00:00:00Z", etd: "2026-01-30T00:00:00Z" }, [
    { pieces: 60, cartons: 3, ...priced },
    { sku_number: "SKU-B", pieces: 7, cartons: 1 },
  ]);
  await add("FLTR-2", own, { master_number: "020-81140743", etd: "2026-02-20T00:00:00Z" }, [
    { pieces: 40, cartons: 2, ...priced },
    { po_number: "4500888", pieces: 1, cartons: 1 },
  ]);
  // Midnight of the new year in UTC+8 is still the old one in UTC.
  await add("FLTR-3", own, { etd: "2025-12-31T16:00:00Z", port_of_arrival: "NLRTM", load_type: "LCL" });
  await add("FLTR-4", own, { etd: "2026-12-01T00:00:00Z" });
  await add("FLTR-9", rival, { etd: "2026-02-20T00:00:00Z" }, [{ pieces: 9_999 }]);
  await db
    .insertInto("shipment_container")
    .values([
      { shipment_id: ids["FLTR-1"]!, line: 1, container_number: "MSKU6011672", container_type: "22G1" },
      { shipment_id: ids["FLTR-1"]!, line: 2, container_number: "CSQU3054383", container_type: "45R1" },
      { shipment_id: ids["FLTR-3"]!, line: 1, container_number: "CSQU3054383", container_type: "45R1" },
      { shipment_id: ids["FLTR-9"]!, line: 1, container_number: "CSQU3054383", container_type: "45R1" },
    ])
    .execute();
  await indexReferences(db, Object.values(ids));
  await storeEvents(
    db,
    [
      dcsa2({ code: "DEPA", day: -5, place: "CNSHA", references: [{ type: "FF", value: "FLTR-1" }] }),
      dcsa2({
        code: "ARRI",
        classifier: "EST",
        received: -4,
        day: 15,
        place: "DEHAM",
        references: [{ type: "FF", value: "FLTR-1" }],
      }),
    ],
    { source: "TEST", now: NOW },
  );
});
afterAll(() => world.database.drop());

const year = (input: object = {}, options = {}) =>
  call(world, "tracking.totals", { year: 2026, clock: "UTC", ...input }, options);

describe("orders", () => {
  it("sum each SKU over the shipments of the PO, and of that what has left, with rounded amounts", async () => {
    const { rows, total } = await call(world, "tracking.orders", { page: 1, pageSize: 10 });
    expect([total, rows.map((row: { poNumber: string }) => row.poNumber)]).toEqual([
      2,
      ["4500888", "4500-777"],
    ]);
    const [line, other] = rows[1].lines;
    expect(line).toMatchObject({
      skuNumber: "SKU-A",
      ordered: { pieces: 100, cartons: 5 },
      shipped: { pieces: 60, cartons: 3 },
      shipmentIds: expect.arrayContaining([ids["FLTR-1"], ids["FLTR-2"]]),
    });
    expect(other).toMatchObject({ skuNumber: "SKU-B", ordered: { pieces: 7 }, orderedAmount: null });
    expect([rows[1].shipmentTotal, rows[1].shipments.length]).toEqual([2, 2]);
  });

  it("show amounts only to who may take the seller's documents", async () => {
    const amounts = async (resourceUrls: string[]) => {
      const company = { ...world.own, caller: { ...world.own.caller, resourceUrls } };
      const { rows } = await call(
        world,
        "tracking.orders",
        { poNumber: "4500 777", page: 1, pageSize: 10 },
        { company },
      );
      const { orderedAmount, shippedAmount } = rows[0].lines[0];
      return [orderedAmount, shippedAmount];
    };
    expect(await amounts([])).toEqual([null, null]);
    expect(await amounts(["/shipment/document"])).toEqual([
      { amount: "1000.50", currency: "USD" },
      { amount: "600.30", currency: "USD" },
    ]);
  });

  it("are found by SKU and by PO, and never those of another company", async () => {
    const found = async (input: object, company = world.own) =>
      (await call(world, "tracking.orders", { page: 1, pageSize: 10, ...input }, { company })).rows.map(
        (row: { poNumber: string; lines: { skuNumber: string }[] }) =>
          `${row.poNumber} ${row.lines.map(({ skuNumber }) => skuNumber).join("+")}`,
      );
    expect(await found({ skuNumber: "sku b" })).toEqual(["4500-777 SKU-B"]);
    expect(await found({ poNumber: "45008", skuNumber: "SKU-A" })).toEqual(["4500888 SKU-A"]);
    expect(await found({ skuNumber: "nothing" })).toEqual([]);
    expect(await found({ poNumber: "--" })).toEqual([]);
    expect(await found({}, world.rival)).toEqual(["4500-777 SKU-A"]);
    expect(await found({}, world.forwarder)).toHaveLength(3);
  });
});

describe("a year", () => {
  it("is counted by departure up to now, by month, by lane, and together", async () => {
    const totals = await year();
    expect(totals.all).toEqual({
      shipments: 2,
      grossWeightKg: expect.any(String),
      volumeCbm: expect.any(String),
      teu: "3",
    });
    expect(
      totals.months.map(({ month, shipments }: { month: number; shipments: number }) => [month, shipments]),
    ).toEqual([
      [2, 1],
      [11, 1],
    ]);
    expect(
      totals.lanes.map((lane: { from: { code: string }; to: { code: string }; shipments: number }) => [
        lane.from.code,
        lane.to.code,
        lane.shipments,
      ]),
    ).toEqual([["CNSHA", "DEHAM", 2]]);
    expect(totals.laneTotal).toBe(1);
  });

  it("begins at midnight of the asked clock, and of each place's own", async () => {
    const january = async (clock: string) =>
      (await year({ clock })).months
        .filter(({ month }: { month: number }) => month === 1)
        .map(({ shipments }: { shipments: number }) => shipments);
    expect(await january("UTC")).toEqual([]);
    expect(await january("+08:00")).toEqual([1]);
    expect(await january("place")).toEqual([1]);
    expect((await year({ clock: "place" })).all.shipments).toBe(3);
  });

  it.each(["UTC", "+08:00", "place"])(
    "leads from each count to exactly its shipments, on the clock %s",
    async (clock) => {
      const totals = await year({ clock });
      const listed = async (ofYear: object) =>
        (
          await call(world, "tracking.list", {
            ofYear: { year: 2026, ...ofYear },
            clock,
            page: 1,
            pageSize: 100,
          })
        ).total;
      expect(await listed({})).toBe(totals.all.shipments);
      for (const { month, shipments } of totals.months)
        expect([month, await listed({ month })]).toEqual([month, shipments]);
      for (const { from, to, mode, shipments } of totals.lanes)
        expect(await listed({ from: from.code, to: to.code, mode })).toBe(shipments);
    },
  );

  it("is empty, but there, for a year without shipments", async () => {
    expect(await year({ year: 2019 })).toMatchObject({
      all: { shipments: 0, teu: null },
      months: [],
      lanes: [],
      laneTotal: 0,
    });
  });
});

describe("numbers", () => {
  const ask = (numbers: string[], options = {}) => call(world, "tracking.numbers", { numbers }, options);
  const said = ({
    matches,
    rows,
  }: {
    matches: { number: string; kinds: string[]; shipmentIds: string[] }[];
    rows: { id: string; houseNumber: string }[];
  }) =>
    matches.map(({ number, kinds, shipmentIds }) => [
      number,
      kinds.join("+"),
      shipmentIds
        .map((id) => rows.find((row) => row.id === id)!.houseNumber)
        .sort()
        .join(" "),
    ]);

  it("of all kinds are found in any spelling, one under several shipments, unknown ones left out", async () => {
    const found = await ask([
      "fltr 1",
      "020 8114 0743",
      "CSQU305438-3",
      "PO 4500777",
      "4500888",
      "MSCU1234566",
      "'; drop",
    ]);
    expect(said(found)).toEqual([
      ["fltr 1", "H", "FLTR-1"],
      ["020 8114 0743", "M", "FLTR-2"],
      ["CSQU305438-3", "CNTR", "FLTR-1 FLTR-3"],
      ["PO 4500777", "PO", "FLTR-1 FLTR-2"],
      ["4500888", "PO", "FLTR-2"],
    ]);
    expect(found.rows).toHaveLength(3);
  });

  it("give the routes of those under way only, with lines to draw", async () => {
    const { routes } = await ask(["FLTR-1", "FLTR-2", "FLTR-3"]);
    expect(
      routes.map(({ id, houseNumber }: { id: string; houseNumber: string }) => [id, houseNumber]),
    ).toEqual([[ids["FLTR-1"], "FLTR-1"]]);
    expect(routes[0].legs).toMatchObject([{ from: "CNSHA", to: "DEHAM", state: "underWay" }]);
    expect(routes[0].legs[0].line.length).toBeGreaterThan(2);
    expect(routes[0].legs[0].progress).toBeCloseTo(0.25, 2);
  });

  it("of another company are unknown", async () => {
    expect(said(await ask(["FLTR-9", "4500-777"], { company: world.own }))).toEqual([
      ["4500-777", "PO", "FLTR-1 FLTR-2"],
    ]);
    expect(said(await ask(["FLTR-1", "CSQU3054383"], { company: world.rival }))).toEqual([
      ["CSQU3054383", "CNTR", "FLTR-9"],
    ]);
    expect(said(await ask(["4500-777"], { company: world.forwarder }))).toEqual([
      ["4500-777", "PO", "FLTR-1 FLTR-2 FLTR-9"],
    ]);
  });

  it("may be two hundred at once, each with a row", async () => {
    const many = Array.from({ length: 199 }, (_, index) => `NONE${index}`);
    expect(said(await ask([...many, "FLTR-2"]))).toEqual([["FLTR-2", "H", "FLTR-2"]]);
  });
});

it("shows a shipment without its charges and documents, and no other company's", async () => {
  const shown = await call(world, "tracking.detail", { id: ids["FLTR-1"] });
  expect(shown).toMatchObject({
    houseNumber: "FLTR-1",
    containers: [{ containerNumber: "MSKU6011672" }, {}],
  });
  for (const hidden of ["estimatedCharges", "documents", "cargo", "booking", "isPublic"])
    expect(shown).not.toHaveProperty(hidden);
  await expect(call(world, "tracking.detail", { id: ids["FLTR-9"] })).rejects.toMatchObject({
    code: CODE_NOT_FOUND,
  });
});
