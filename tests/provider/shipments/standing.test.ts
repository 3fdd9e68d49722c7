import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShipmentDetailData, ShipmentRow } from "#app/contract/shipment.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { lastMilestone, nextMilestone } from "#app/lib/milestones/chain.ts";
import { isDoneDate } from "#app/lib/milestones/reached-dates.ts";
import { chainOf, reachedOf } from "#app/lib/shipment-chain.ts";
import { loadDemo } from "#app/provider/demo/load.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { recomputeWaiting } from "#app/provider/shipments/recompute.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2, type EventGiven } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const FF = (value: string) => ({ references: [{ type: "FF", value }] });
const tell = (houseNumber: string, ...events: EventGiven[]) =>
  storeEvents(
    world.db,
    events.map((event) => dcsa2({ ...event, ...FF(houseNumber) })),
    { source: "TEST", now: NOW },
  );
const rowOf = async (houseNumber: string, options = {}): Promise<ShipmentRow> =>
  (await call(world, "shipment.list", { houseNumber }, options)).rows[0];
const housesOf = async (filter: Record<string, unknown>) =>
  (await call(world, "shipment.list", filter)).rows.map((row: ShipmentRow) => row.houseNumber).sort();

describe("a line of the list", () => {
  it("says the last milestone and the next, and what is reached, as the events do", async () => {
    await addShipment(world.db, world.own, { house_number: "ST-SEA", eta: new Date(at(12)) });
    await tell(
      "ST-SEA",
      { code: "DEPA", classifier: "PLN", day: -9, place: "CNSHA", sequence: 1, received: -20 },
      { code: "ARRI", classifier: "PLN", day: 12, place: "DEHAM", sequence: 2, received: -20 },
      { code: "DEPA", day: -8, place: "CNSHA", sequence: 1 },
    );
    expect(await rowOf("ST-SEA", { language: "zh" })).toMatchObject({
      status: "TRANSIT",
      isDelayed: false,
      delayDays: null,
      reached: ["atd"],
      lastMilestone: {
        vocabulary: "DCSA",
        kind: "DEPA",
        mode: "VESSEL",
        at: instantToWire(new Date(at(-8))),
        place: { code: "CNSHA", name: "上海" },
      },
      nextMilestone: { kind: "ARRI", place: { code: "DEHAM" }, isOverdue: false },
    });
    const later = await rowOf("ST-SEA", { now: new Date(at(15)) });
    expect(later).toMatchObject({ isDelayed: true, delayDays: 3, nextMilestone: { isOverdue: true } });
  });

  it("calls nothing reached that is only stored, and names nothing that it does not know", async () => {
    await addShipment(world.db, world.own, {
      house_number: "ST-STORED",
      status: "TRANSIT",
      atd: new Date(at(-9)),
      ata: new Date(at(-2)),
    });
    expect(await rowOf("ST-STORED")).toMatchObject({
      reached: [],
      atd: instantToWire(new Date(at(-9))),
      lastMilestone: null,
      nextMilestone: null,
    });
  });

  it("says by how many days the ETA has slipped", async () => {
    await addShipment(world.db, world.own, { house_number: "ST-SLIP", eta: new Date(at(4)) });
    await tell(
      "ST-SLIP",
      { code: "DEPA", day: -8, place: "CNSHA", sequence: 1 },
      { code: "ARRI", classifier: "EST", day: 9, place: "DEHAM", sequence: 2, received: -1 },
    );
    expect(await rowOf("ST-SLIP")).toMatchObject({ isDelayed: true, delayDays: 5, reportedReason: null });
  });

  it("gives the reason that was reported last, as long as the shipment is late", async () => {
    await addShipment(world.db, world.own, { house_number: "ST-WHY", eta: new Date(at(4)) });
    const arrival = { code: "ARRI", classifier: "EST", place: "DEHAM", sequence: 2 } as const;
    await tell(
      "ST-WHY",
      { code: "DEPA", day: -8, place: "CNSHA", sequence: 1, reason: "STW", received: -7 },
      { ...arrival, day: 11, received: -1, reason: "WEA", remark: "Typhoon" },
      { ...arrival, day: 9, received: -2, reason: "LAB" },
    );
    expect((await rowOf("ST-WHY")).reportedReason).toEqual({ code: "WEA", remark: "Typhoon" });
    await tell("ST-WHY", { ...arrival, day: 4, received: 0 });
    expect(await rowOf("ST-WHY")).toMatchObject({ isDelayed: false, reportedReason: null });
  });

  it("shows no next milestone of a delivered shipment", async () => {
    await addShipment(world.db, world.own, { house_number: "ST-DONE" });
    await tell(
      "ST-DONE",
      { code: "DEPA", day: -18, place: "CNSHA", sequence: 1 },
      { code: "ARRI", day: -5, place: "DEHAM", sequence: 2 },
      { code: "GTOT", day: -2, place: "DEHAM" },
      { code: "GTIN", classifier: "PLN", day: 3, place: "DEHAM", empty: "EMPTY", received: -20 },
    );
    expect(await rowOf("ST-DONE")).toMatchObject({
      status: "COMPLETED",
      reached: ["atd", "ata", "delivery"],
      lastMilestone: { kind: "GTOT_LADEN" },
      nextMilestone: null,
    });
  });
});

describe("the filters", () => {
  it("'under way' finds what is in transit and has not arrived", async () => {
    await addShipment(world.db, world.own, { house_number: "ST-THERE", eta: new Date(at(-1)) });
    await tell(
      "ST-THERE",
      { code: "DEPA", day: -18, place: "CNSHA", sequence: 1 },
      { code: "ARRI", day: -1, place: "DEHAM", sequence: 2 },
    );
    expect(await rowOf("ST-THERE")).toMatchObject({ status: "TRANSIT", reached: ["atd", "ata"] });
    const found = await housesOf({ isUnderWay: true });
    expect(found).toEqual(["ST-SEA", "ST-SLIP", "ST-WHY"]);
    const { statusLists } = await call(world, "dashboard.overview", {});
    const block = statusLists.find((list: { key: string }) => list.key === "In_Transit_Shipments");
    expect(block.total).toBe(3);
    expect(block.rows.map((row: ShipmentRow) => row.houseNumber)).toEqual(["ST-WHY", "ST-SLIP", "ST-SEA"]);
  });

  it("'to' finds port of arrival and final place alike, and offers both", async () => {
    await addShipment(world.db, world.own, {
      house_number: "ST-RAMP",
      port_of_arrival: "USLAX",
      port_of_final_arrival: "USCHI",
    });
    await addShipment(world.db, world.own, { house_number: "ST-PORT", port_of_arrival: "USLAX" });
    expect(await rowOf("ST-RAMP")).toMatchObject({ destination: { code: "USCHI" } });
    expect(await rowOf("ST-PORT")).toMatchObject({ destination: { code: "USLAX" } });
    expect(await housesOf({ portOfArrival: "USCHI" })).toEqual(["ST-RAMP"]);
    expect(await housesOf({ portOfArrival: "USLAX" })).toEqual(["ST-PORT", "ST-RAMP"]);
    const { arrivalPorts } = await call(world, "shipment.filterOptions", {});
    const codes = arrivalPorts.map(({ code }: { code: string }) => code);
    expect(codes).toContain("USCHI");
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("rows updated by events before the list had these columns", () => {
  it("are read once, at the start", async () => {
    const before = await rowOf("ST-SEA");
    await sql`update shipment set reached = null, last_milestone = null, next_milestone = null
      where house_number like 'ST-%'`.execute(world.db);
    expect((await rowOf("ST-SEA")).reached).toEqual([]);
    const counts = await Promise.all([recomputeWaiting(world.db, NOW), recomputeWaiting(world.db, NOW)]);
    expect(Math.max(...counts)).toBe(5);
    expect(await rowOf("ST-SEA")).toEqual(before);
    expect(await recomputeWaiting(world.db, NOW)).toBe(0);
  });
});

describe("the demonstration", () => {
  it("has the same milestones in the list as in the detail's events", { tags: "slow" }, async () => {
    await sql`update app_user set user_name = 'fixture-' || user_name`.execute(world.db);
    await loadDemo(world.db, { today: NOW, shipments: 120, log: { info: () => {} } });
    const company = await world.db
      .selectFrom("company")
      .select("id")
      .where("code", "=", "DEMO-MERIDIAN")
      .executeTakeFirstOrThrow();
    const { caller } = world.own;
    const options = { company: { ...world.own, caller: { ...caller, companyId: company.id } } };
    const { rows } = await call(world, "shipment.list", { pageSize: 100 }, options);
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows as ShipmentRow[]) {
      const detail: ShipmentDetailData = await call(world, "shipment.detail", { id: row.id }, options);
      const told = { ...detail, containerNumbers: detail.containers.map((each) => each.containerNumber) };
      const reached = reachedOf(told);
      const { milestones } = chainOf(told, NOW);
      const wire = Object.fromEntries(
        Object.entries(reached).map(([key, time]) => [key, instantToWire(time.at)]),
      );
      const stored = Object.fromEntries(Object.entries(detail.dates).filter(([key]) => isDoneDate(key)));
      expect({ ...stored, booking: wire.booking }, row.houseNumber).toEqual(wire);
      expect(row.reached).toEqual(["atd", "ata", "delivery"].filter((key) => key in reached));
      expect([row.atd, row.ata, row.delivery]).toEqual([
        wire.atd ?? null,
        wire.ata ?? null,
        wire.delivery ?? null,
      ]);
      const last = lastMilestone(milestones);
      expect([row.lastMilestone?.kind, row.lastMilestone?.place?.code]).toEqual([
        last?.kind,
        last?.placeCode,
      ]);
      const next = detail.status === "COMPLETED" ? null : nextMilestone(milestones);
      expect(row.nextMilestone?.kind).toBe(next?.kind);
      expect(row.nextMilestone?.isOverdue ?? false).toBe(next?.state === "overdue");
    }
  });
});
