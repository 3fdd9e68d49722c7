import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShipmentView } from "#app/contract/shipment-code.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

async function houses(input: Record<string, unknown>, options = {}): Promise<string[]> {
  const { rows } = await call(world, "shipment.list", input, options);
  return rows.map((row: { houseNumber: string }) => row.houseNumber);
}

describe("shipment list", () => {
  beforeAll(async () => {
    const { db, own, rival } = world;
    await addShipment(db, own, {
      house_number: "FL-OCEAN-1",
      master_number: "MAEU 123456789",
      status: "TRANSIT",
      containers: ["MSKU6011672"],
      orders: [
        { po: "PO-7001", sku: "SKU-1" },
        { po: "PO-7002", sku: "SKU-2" },
      ],
      etd: days(-10),
      atd: days(-9),
      eta: days(3),
      updated_at: days(-1),
    });
    await addShipment(db, own, {
      house_number: "FL-AIR-1",
      master_number: "020-81140743",
      job_mode: "AIR",
      service_type: "ATD",
      status: "BOOKED",
      port_of_departure: "PVG",
      port_of_arrival: "FRA",
      load_type: "LOOSE",
      delay_due_at: days(-2),
      delay_reason: "overdue",
      etd: days(-3),
      eta: days(9),
      booking_at: new Date("2026-11-19T15:59:59Z"),
      updated_at: days(-2),
    });
    await addShipment(db, own, {
      house_number: "FL-DONE-1",
      status: "COMPLETED",
      service_type: "DTD",
      delay_due_at: days(-50),
      eta: days(-20),
      ata: days(-19),
      delivery_at: days(-15),
      booking_at: new Date("2026-11-19T16:00:00Z"),
      updated_at: days(-3),
    });
    await addShipment(db, own, {
      house_number: "FL-SLIP-1",
      status: "TRANSIT",
      job_mode: "TRUCK",
      service_type: "DTP",
      shipper_id: own.consigneeId,
      consignee_id: own.shipperId,
      delay_due_at: "-infinity",
      delay_reason: "eta-slip",
      eta: null,
      booking_at: null,
      updated_at: days(-4),
    });
    await addShipment(db, rival, { house_number: "FL-RIVAL-1", containers: ["MSKU6011672"] });
  });

  it.each(["own", "rival"] as const)("counts for %s in each view what its filter finds", async (name) => {
    const { views } = await call(
      world,
      "shipment.list",
      { withViews: true, keyword: "FL-AIR" },
      { company: world[name] },
    );
    const filters: Record<ShipmentView, object> = {
      ownTurn: { isOwnTurn: true },
      delayed: { status: "DELAYED" },
      arriving: { isArrivingSoon: true },
      transit: { status: "TRANSIT" },
      booked: { status: "BOOKED" },
      completed: { status: "COMPLETED" },
      all: {},
    };
    for (const [view, filter] of Object.entries(filters)) {
      const { total, isTotalCapped } = await call(world, "shipment.list", filter, { company: world[name] });
      expect([view, views[view]]).toEqual([view, { total, isTotalCapped }]);
    }
    expect(views.all.total).toBe(name === "own" ? 4 : 1);
    expect(await call(world, "shipment.list", {})).not.toHaveProperty("views");
  });

  it.each([
    ["nothing", {}, ["FL-OCEAN-1", "FL-AIR-1", "FL-DONE-1", "FL-SLIP-1"]],
    ["a house number in other dress", { houseNumber: "fl ocean" }, ["FL-OCEAN-1"]],
    ["a house number from its middle", { houseNumber: "OCEAN" }, []],
    ["a master number with a hyphen", { masterNumber: "020-8114" }, ["FL-AIR-1"]],
    ["a second PO", { poNumber: "po7002" }, ["FL-OCEAN-1"]],
    ["a SKU", { skuNumber: "SKU-" }, ["FL-OCEAN-1"]],
    ["a container", { containerNumber: "msku 601" }, ["FL-OCEAN-1"]],
    ["a keyword that is a container", { keyword: "MSKU6011672" }, ["FL-OCEAN-1"]],
    ["a keyword that is a SKU", { keyword: "SKU-1" }, []],
    ["percent signs", { houseNumber: "%" }, []],
    ["a number of nothing but a hyphen", { houseNumber: "-" }, []],
    [
      "blank fields",
      { houseNumber: " ", shipper: " " },
      ["FL-OCEAN-1", "FL-AIR-1", "FL-DONE-1", "FL-SLIP-1"],
    ],
    ["a status", { status: "TRANSIT" }, ["FL-OCEAN-1", "FL-SLIP-1"]],
    ["delayed, a completed one not", { status: "DELAYED" }, ["FL-AIR-1", "FL-SLIP-1"]],
    ["a mode", { mode: "AIR" }, ["FL-AIR-1"]],
    ["a service", { service: "doorToPort" }, ["FL-SLIP-1"]],
    ["port to door by air", { service: "portToDoor" }, ["FL-AIR-1"]],
    ["ports", { portOfDeparture: "PVG", portOfArrival: "FRA" }, ["FL-AIR-1"]],
    ["a shipper's name anywhere", { shipper: "hamburg" }, ["FL-SLIP-1"]],
    ["a Chinese name", { consignee: "深圳" }, ["FL-SLIP-1"]],
    ["a percent sign in a name", { shipper: "100%" }, ["FL-SLIP-1"]],
    ["an underscore in a name", { shipper: "_" }, []],
    ["a name of nobody", { shipper: "nobody" }, []],
    ["two filters that exclude each other", { mode: "AIR", status: "TRANSIT" }, []],
    ["arriving soon", { isArrivingSoon: true }, ["FL-OCEAN-1"]],
    ["a date that has to be known", { dateType: "ata" }, ["FL-DONE-1"]],
    // 15:59:59 UTC is the last second of the day in UTC+8, and 16:00 the first of the next.
    [
      "the last second of a day",
      { dateType: "booking", dateFrom: "2026-11-19", dateTo: "2026-11-19" },
      ["FL-AIR-1"],
    ],
    ["the first second of a day", { dateType: "booking", dateFrom: "2026-11-20" }, ["FL-DONE-1"]],
    [
      "days without a date type",
      { dateFrom: "2026-11-20" },
      ["FL-OCEAN-1", "FL-AIR-1", "FL-DONE-1", "FL-SLIP-1"],
    ],
  ])("finds by %s", async (_, filter, expected) => {
    const answer = await call(world, "shipment.list", filter);
    expect(answer.rows.map((row: { houseNumber: string }) => row.houseNumber)).toEqual(expected);
    expect(answer).toMatchObject({ total: expected.length, isTotalCapped: false });
  });

  it.each([
    ["houseNumber", "asc", ["FL-AIR-1", "FL-DONE-1", "FL-OCEAN-1", "FL-SLIP-1"]],
    ["houseNumber", "desc", ["FL-SLIP-1", "FL-OCEAN-1", "FL-DONE-1", "FL-AIR-1"]],
    ["status", "asc", ["FL-AIR-1", "FL-OCEAN-1", "FL-SLIP-1", "FL-DONE-1"]],
    ["status", "desc", ["FL-DONE-1", "FL-OCEAN-1", "FL-SLIP-1", "FL-AIR-1"]],
    ["eta", "asc", ["FL-DONE-1", "FL-OCEAN-1", "FL-AIR-1", "FL-SLIP-1"]],
    ["eta", "desc", ["FL-AIR-1", "FL-OCEAN-1", "FL-DONE-1", "FL-SLIP-1"]],
    ["booking", "desc", ["FL-DONE-1", "FL-AIR-1", "FL-OCEAN-1", "FL-SLIP-1"]],
    ["updated", "asc", ["FL-SLIP-1", "FL-DONE-1", "FL-AIR-1", "FL-OCEAN-1"]],
  ])("sorts by %s %s, what has no date last", async (sort, direction, expected) => {
    expect(await houses({ sort, direction })).toEqual(expected);
  });

  it("gives another company only its own, and the forwarder's staff all", async () => {
    expect(await houses({ containerNumber: "MSKU6011672" }, { company: world.rival })).toEqual([
      "FL-RIVAL-1",
    ]);
    expect(await houses({ houseNumber: "FL-OCEAN-1" }, { company: world.rival })).toEqual([]);
    expect(await houses({ containerNumber: "MSKU6011672" }, { company: world.forwarder })).toHaveLength(2);
  });

  it("pages without gaps or repeats", async () => {
    const first = await call(world, "shipment.list", { page: 1, pageSize: 3 });
    const second = await call(world, "shipment.list", { page: 2, pageSize: 3 });
    expect([first.rows.length, second.rows.length, second.total]).toEqual([3, 1, 4]);
    const ids = [...first.rows, ...second.rows].map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(4);
  });

  it("writes a row as the wire wants it: UTC+8, places in the language, one transport line", async () => {
    const row = (await call(world, "shipment.list", { mode: "AIR" }, { language: "zh" })).rows[0];
    expect(row).toMatchObject({
      bookingDate: "2026-11-19 23:59:59",
      portOfDeparture: { code: "PVG", countryCode: "CN", timeZone: "Asia/Shanghai" },
      isDelayed: true,
      isFollowed: false,
      atd: null,
      grossWeightKg: "1200.500",
    });
    const english = (await call(world, "shipment.list", { mode: "AIR" })).rows[0];
    expect(english.portOfDeparture.name).not.toBe(row.portOfDeparture.name);
    expect(row.portOfDeparture.name).toMatch(/\p{Script=Han}/u);
  });

  it("follows and unfollows, also twice, and lists followed shipments", async () => {
    const { id } = (await call(world, "shipment.list", { mode: "AIR" })).rows[0];
    for (const _ of [1, 2]) await call(world, "shipment.follow", { id, isFollowed: "true" });
    expect(await houses({ isFollowed: true })).toEqual(["FL-AIR-1"]);
    expect((await call(world, "shipment.detail", { id })).isFollowed).toBe(true);
    expect(await houses({ isFollowed: true }, { company: world.forwarder })).toEqual([]);
    for (const _ of [1, 2]) await call(world, "shipment.follow", { id, isFollowed: "false" });
    expect(await houses({ isFollowed: true })).toEqual([]);
  });

  it("offers the ports that the company's shipments name", async () => {
    const own = await call(world, "shipment.filterOptions", {});
    expect(own.departurePorts.map((port: { code: string }) => port.code).sort()).toEqual(["CNSHA", "PVG"]);
    const rival = await call(world, "shipment.filterOptions", {}, { company: world.rival });
    expect(rival.arrivalPorts.map((port: { code: string }) => port.code)).toEqual(["DEHAM"]);
  });
});
