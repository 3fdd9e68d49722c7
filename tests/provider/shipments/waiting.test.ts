import { afterAll, beforeAll, expect, it } from "vitest";
import { waitingList, waitingRetry } from "#app/contract/event-waiting.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { attachWaitingEvents, storeEvents } from "#app/provider/shipments/event-store.ts";
import { setAsideWaiting } from "#app/provider/shipments/waiting.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const departure = (id: string, house: string) =>
  dcsa2({ id, code: "DEPA", day: -5, place: "CNSHA", references: [{ type: "FF", value: house }] });
const store = (events: unknown[], now = NOW, sender: string | null = null) =>
  storeEvents(world.db, events, { source: "TEST", sender, now });
const staff = () => ({ company: world.forwarder });
const list = async (isSetAside: boolean) =>
  (await call(world, waitingList.name, { isSetAside }, staff())).rows as {
    eventId: string;
    reason: string;
  }[];
const status = async (id: string) =>
  (await world.db.selectFrom("shipment").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;

it("an event without a shipment waits, and waits no more when the shipment comes or the event names another", async () => {
  await store([departure("w-1", "FLW1"), departure("w-2", "FLW2")]);
  expect((await list(false)).map(({ eventId }) => eventId).sort()).toEqual(["w-1", "w-2"]);
  const id = await addShipment(world.db, world.own, { house_number: "FLW1" });
  await attachWaitingEvents(world.db, [id], NOW);
  await addShipment(world.db, world.own, { house_number: "FLW3" });
  await store([{ ...departure("w-2", "FLW3"), eventCreatedDateTime: at(-1) }]);
  expect(await list(false)).toEqual([]);
});

it("is set aside after sixty days, with the reason, and comes back when staff retries it", async () => {
  await store([departure("a-1", "FLA1"), departure("a-2", "FLA2")]);
  await setAsideWaiting(world.db, new Date(NOW.getTime() + 59 * DAY_MS));
  expect(await list(true)).toEqual([]);
  const later = new Date(NOW.getTime() + 61 * DAY_MS);
  await setAsideWaiting(world.db, later);
  expect(await list(true)).toMatchObject([
    { eventId: "a-1", reason: "TIME", references: ["H FLA1"] },
    { eventId: "a-2", reason: "TIME" },
  ]);
  const id = await addShipment(world.db, world.own, { house_number: "FLA1" });
  expect(await attachWaitingEvents(world.db, [id], later)).toEqual([]);
  expect(await status(id)).toBe("BOOKED");
  const answer = await call(world, waitingRetry.name, {}, staff());
  expect(answer).toEqual({ retried: 2, attached: 1, left: 0 });
  expect(await status(id)).toBe("TRANSIT");
  expect(await list(false)).toMatchObject([{ eventId: "a-2", reason: null }]);
  expect(await call(world, waitingRetry.name, { eventIds: ["a-2"] }, staff())).toMatchObject({ retried: 0 });
});

it("beyond a number of one sender the oldest are set aside, and another sender's stay", async () => {
  for (const day of [-3, -2, -1])
    await store([departure(`n${day}`, "FLN1")], new Date(NOW.getTime() + day * DAY_MS), "MAEU");
  await store([departure("n-other", "FLN2")], new Date(NOW.getTime() - 9 * DAY_MS), "MSCU");
  await setAsideWaiting(world.db, NOW, { ms: 60 * DAY_MS, number: 2 });
  expect(await list(true)).toMatchObject([{ eventId: "MAEU:n-3", reason: "NUMBER", sender: "MAEU" }]);
});
