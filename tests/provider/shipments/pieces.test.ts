import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { airStatusReader } from "#app/provider/shipments/air-status.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (...events: object[]) => storeEvents(world.db, events, { source: "TEST", now: NOW });
let serial = 0;
/** Of ten pieces, by air. */
async function shipment(more: object = {}) {
  const digits = String(2_000_000 + ++serial);
  const waybill = `176-${digits}${Number(digits) % 7}`;
  const house = `FLPCS${serial}`;
  const id = await addShipment(world.db, world.own, {
    house_number: house,
    master_number: waybill,
    job_mode: "AIR",
    service_type: "ATA",
    port_of_departure: "PVG",
    port_of_arrival: "FRA",
    pieces: 10,
    ...more,
  });
  return { id, house, waybill };
}
type Shipped = Awaited<ReturnType<typeof shipment>>;
const row = (id: string) =>
  world.db
    .selectFrom("shipment")
    .select(["status", "atd", "delivery_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const UNDER_WAY = { status: "TRANSIT", delivery_at: null };
const status = ({ waybill, house }: Shipped, statusCode: string, day: number, more: object = {}) => ({
  eventID: `pcs-${++serial}`,
  eventCreatedDateTime: at(day),
  eventDateTime: at(day),
  airWaybillNumber: waybill,
  houseNumber: house,
  statusCode,
  eventClassifierCode: "ACT",
  station: statusCode === "DEP" ? "PVG" : "FRA",
  ...more,
});
/** The same as it comes to `POST /air/status`. */
async function byStatusCall({ waybill, house }: Shipped, pieces: number, time: string) {
  const statuses = [
    {
      statusCode: "DLV",
      airWaybillNumber: waybill,
      houseNumber: house,
      airport: "FRA",
      day: "18NOV",
      time,
      pieces,
      totalPieces: 10,
    },
  ];
  const read = await airStatusReader(world.db, statuses);
  return storeEvents(world.db, statuses, { source: "TEST", now: NOW, read });
}
const milestone = async (id: string, kind: string) => {
  const { chainOf } = await import("#app/lib/shipment-chain.ts");
  const { events } = await call(world, "shipment.detail", { id });
  return chainOf({ events, containerNumbers: [] }, NOW).milestones.find((each) => each.kind === kind);
};

describe("a part of the pieces", () => {
  it("is under way though delivered, as by the call of air statuses, until the parts add up", async () => {
    const [one, other] = [await shipment(), await shipment()];
    await store(status(one, "DEP", -4, { pieces: 6 }), status(one, "DLV", -2, { pieces: 6 }));
    await byStatusCall(other, 6, "0500");
    for (const { id } of [one, other]) {
      expect(await row(id)).toMatchObject(UNDER_WAY);
      expect(await milestone(id, "DLV")).toMatchObject({ pieces: { done: 6, total: 10 }, actual: null });
    }
    const { events } = await call(world, "shipment.detail", { id: one.id });
    expect(events).toMatchObject([
      { pieces: 6, totalPieces: 10 },
      { pieces: 6, totalPieces: 10 },
    ]);
    await store(status(one, "DLV", -1, { pieces: 4 }));
    await byStatusCall(other, 4, "0700");
    for (const { id } of [one, other]) expect(await row(id)).toMatchObject({ status: "COMPLETED" });
  });

  it("counts once, however often and by whatever call the same is said", async () => {
    const one = await shipment();
    const part = status(one, "DLV", -2, { pieces: 6 });
    await store(part, { ...part, eventID: "said-again" });
    // 12:00 in Frankfurt is 04:00 of the tests plus seven hours: the same delivery.
    await byStatusCall(one, 6, "0500");
    expect(await row(one.id)).toMatchObject(UNDER_WAY);
    expect(await milestone(one.id, "DLV")).toMatchObject({ pieces: { done: 6, total: 10 } });
  });

  it("follows a correction of the part, a retraction, and a total that the sender gives", async () => {
    const one = await shipment();
    const part = status(one, "DLV", -2, { pieces: 10 });
    await store(part);
    expect(await row(one.id)).toMatchObject({ status: "COMPLETED" });
    await store({ ...part, pieces: 6, eventCreatedDateTime: at(-1.9) });
    expect(await row(one.id)).toMatchObject(UNDER_WAY);
    const rest = status(one, "DLV", -1, { pieces: 4 });
    await store(rest);
    expect(await row(one.id)).toMatchObject({ status: "COMPLETED" });
    await store({ ...rest, isRetracted: true });
    expect(await row(one.id)).toMatchObject(UNDER_WAY);
    const other = await shipment();
    await store(status(other, "DLV", -2, { pieces: 6, totalPieces: 6 }));
    expect(await row(other.id)).toMatchObject({ status: "COMPLETED" });
  });

  it("is of all houses of a waybill, one that comes later included", async () => {
    const one = await shipment();
    await store(status(one, "DLV", -2, { houseNumber: undefined, pieces: 10 }));
    expect(await row(one.id)).toMatchObject({ status: "COMPLETED" });
    const other = await addShipment(world.db, world.own, {
      house_number: `${one.house}B`,
      master_number: one.waybill,
      job_mode: "AIR",
      service_type: "ATA",
      port_of_departure: "PVG",
      port_of_arrival: "FRA",
      pieces: 5,
    });
    const { attachWaitingEvents } = await import("#app/provider/shipments/event-store.ts");
    await attachWaitingEvents(world.db, [other], NOW);
    for (const id of [one.id, other]) expect(await row(id)).toMatchObject(UNDER_WAY);
    expect(await milestone(one.id, "DLV")).toMatchObject({ pieces: { done: 10, total: 15 } });
  });

  it("follows the pieces of the shipment when these are corrected", async () => {
    const one = await shipment();
    await store(...Array.from({ length: 9 }, () => status(one, "MAN", -5, { eventClassifierCode: "EST" })));
    await store(status(one, "DLV", -2, { pieces: 6 }));
    await world.db.updateTable("shipment").set({ pieces: 6 }).where("id", "=", one.id).execute();
    const { relinkEvents } = await import("#app/provider/shipments/event-store.ts");
    await relinkEvents(world.db, [one.id], NOW);
    expect(await row(one.id)).toMatchObject({ status: "COMPLETED" });
  });

  it.each([
    [
      "2.2",
      (house: string) => ({
        ...dcsa2({ code: "DROP", day: -2, place: "DEHAM", references: [{ type: "FF", value: house }] }),
      }),
    ],
    [
      "3.0",
      (house: string) => ({
        eventID: `pcs-${++serial}`,
        eventDateTime: at(-2),
        eventLocation: { UNLocationCode: "DEHAM" },
        eventClassification: {
          eventTypeCode: "EQUIPMENT",
          eventClassifierCode: "ACT",
          equipmentEventTypeCode: "DROP",
        },
        shipmentDetails: { documentReference: { typeCode: "FF", reference: house } },
        equipmentDetails: { emptyIndicatorCode: "LADEN" },
      }),
    ],
  ])("is kept of an event of Track & Trace %s", async (_, delivery) => {
    const house = `FLPCSSEA${++serial}`;
    const id = await addShipment(world.db, world.own, {
      house_number: house,
      service_type: "PTD",
      containers: ["MSKU6011672"],
    });
    await store({ ...delivery(house), pieces: 6 });
    expect(await row(id)).toMatchObject(UNDER_WAY);
    await store({ ...delivery(house), eventID: `pcs-${++serial}`, eventDateTime: at(-1), pieces: 4 });
    expect(await row(id)).toMatchObject({ status: "COMPLETED" });
  });

  it.each([
    ["no number", { pieces: "6" }, "pieces is not valid"],
    ["none", { pieces: 0 }, "pieces is not valid"],
    ["more than all", { pieces: 7, totalPieces: 6 }, "pieces is not valid (more than totalPieces)"],
  ])("is refused when it is %s", async (_, more, reason) => {
    const one = await shipment();
    const { rejected } = await store(status(one, "DLV", -2, more));
    expect(rejected).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });
});
