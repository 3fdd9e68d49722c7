import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addShipment, makeWorld, type World } from "./fixture.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const NOON = new Date("2026-12-01T12:00:00Z");
const local = async (id: string) => {
  const { rows } = await sql<Record<string, string | null>>`
    select booking_local::text as booking, etd_local::text as etd, atd_local::text as atd, eta_local::text as eta,
      ata_local::text as ata, delivery_local::text as delivery from shipment where id = ${id}`.execute(
    world.db,
  );
  return rows[0];
};
const set = (id: string, change: object) =>
  world.db.updateTable("shipment").set(change).where("id", "=", id).execute();
const zone = (code: string, time_zone: string) =>
  world.db.updateTable("place").set({ time_zone }).where("code", "=", code).execute();

it("keeps each date on the clock of its place, whatever of them changes", async () => {
  const dates = { booking_at: NOON, etd: NOON, atd: null, eta: NOON, ata: null, delivery_at: NOON };
  const ports = { port_of_departure: "CNSHA", port_of_arrival: "DEHAM", port_of_final_arrival: "USLAX" };
  const id = await addShipment(world.db, world.own, { ...dates, ...ports });
  const [shanghai, hamburg, losAngeles] = [
    "2026-12-01 20:00:00",
    "2026-12-01 13:00:00",
    "2026-12-01 04:00:00",
  ];
  const expected = {
    booking: shanghai,
    etd: shanghai,
    atd: null,
    eta: hamburg,
    ata: null,
    delivery: losAngeles,
  };
  expect(await local(id)).toEqual(expected);
  await set(id, { atd: NOON, ata: NOON });
  expect(await local(id)).toEqual({ ...expected, atd: shanghai, ata: hamburg });
  await set(id, { eta: new Date("2026-12-02T12:00:00Z"), atd: null, ata: null });
  expect(await local(id)).toEqual({ ...expected, eta: "2026-12-02 13:00:00" });
  await set(id, { eta: NOON, port_of_final_arrival: null });
  expect(await local(id)).toEqual({ ...expected, delivery: hamburg });
  await set(id, { port_of_departure: "USLAX" });
  expect(await local(id)).toEqual({ ...expected, booking: losAngeles, etd: losAngeles, delivery: hamburg });
});

it("moves them with the time zone of the place", async () => {
  const dates = { booking_at: NOON, etd: NOON, eta: NOON, delivery_at: NOON };
  const ports = { port_of_departure: "CNNGB", port_of_arrival: "NLRTM", port_of_final_arrival: null };
  const id = await addShipment(world.db, world.own, { ...dates, ...ports });
  await zone("NLRTM", "Asia/Tokyo");
  await zone("CNNGB", "UTC");
  const [utc, tokyo] = ["2026-12-01 12:00:00", "2026-12-01 21:00:00"];
  expect(await local(id)).toMatchObject({ booking: utc, etd: utc, eta: tokyo, delivery: tokyo });
});
