import { afterAll, beforeAll, expect, it } from "vitest";
import { addShipment, call, makeWorld, type World } from "../shipments/fixture.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  // As if Los Angeles had UTC by Node's data, and not by PostgreSQL's.
  await world.db
    .insertInto("zone_rule")
    .values({ zone: "America/Los_Angeles", from_at: new Date("2024-01-01T00:00:00Z"), offset_minutes: 0 })
    .execute();
});
afterAll(() => world?.database.drop());

it.each(["first", "last"] as const)(
  "on time is counted in the days that pages show, from the %s ETA",
  async (baseline) => {
    await world.db.deleteFrom("shipment").where("company_id", "=", world.own.id).execute();
    const eta = new Date("2026-11-10T23:30:00Z");
    await addShipment(world.db, world.own, {
      port_of_departure: "CNSHA",
      port_of_arrival: "USLAX",
      atd: new Date("2026-10-20T00:00:00Z"),
      first_eta: eta,
      eta,
      ata: new Date("2026-11-12T00:30:00Z"),
      reached: ["atd", "ata"],
      status: "TRANSIT",
    } as object);
    const { all } = await call(world, "analytics.report", {
      report: "punctuality",
      groupBy: "mode",
      baseline,
      toleranceDays: 1,
      monthFrom: "2026-08",
      monthTo: "2026-11",
    });
    expect(all.punctuality).toMatchObject({ late: 1, onTime: 0 });
  },
);
