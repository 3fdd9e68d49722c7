import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

/** Of a shipment that was booked a day ago, departed so many days ago. */
async function departed(house: string, day: number) {
  const id = await addShipment(world.db, world.own, { house_number: house, booking_at: new Date(at(-1)) });
  const departure = dcsa2({
    code: "DEPA",
    day,
    received: -0.5,
    place: "CNSHA",
    references: [{ type: "FF", value: house }],
  });
  const report = await storeEvents(world.db, [departure], { source: "TEST", now: NOW });
  const row = await world.db
    .selectFrom("shipment")
    .select(["status", "atd"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { report, row };
}
const reason = "the event is dated before the shipment was booked";

describe("an event of before the booking", () => {
  it.each([
    ["a day, which zones may make of an hour", -1.9, []],
    ["six weeks of a shipment that was entered late", -43, [{ index: 0, reason }]],
  ])("is taken within %s", async (_, day, warnings) => {
    const { report, row } = await departed(`FLLATE${-day}`, day);
    expect(report).toMatchObject({ accepted: 1, quarantined: [] });
    expect(report.warnings).toMatchObject(warnings);
    expect(report.warnings).toHaveLength(warnings.length);
    expect(row).toEqual({ status: "TRANSIT", atd: new Date(at(day)) });
  });

  it("waits in quarantine when it lies further back", async () => {
    const { report, row } = await departed("FLLATEFAR", -47);
    expect(report).toMatchObject({ accepted: 0, quarantined: [{ reason }], warnings: [] });
    expect(row).toEqual({ status: "BOOKED", atd: null });
  });
});
