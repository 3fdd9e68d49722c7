import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { houseMilestoneCodes } from "#app/contract/shipment-code.ts";
import { houseMilestones } from "#app/lib/milestones/kinds.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (message: unknown) => storeEvents(world.db, message, { source: "DESK", now: NOW });
const detail = (id: string) => call(world, "shipment.detail", { id });

let serial = 0;
function house(houseNumber: string, code: string, day: number, rest: Record<string, unknown> = {}) {
  serial++;
  return {
    eventID: `house-${serial}`,
    eventCreatedDateTime: at(day),
    houseNumber,
    houseMilestoneCode: code,
    eventClassifierCode: "ACT",
    eventDateTime: at(day),
    placeCode: "DEHAM",
    ...rest,
  };
}
const carrier = (houseNumber: string, code: string, day: number, place: string) =>
  dcsa2({ code, day, place, references: [{ type: "FF", value: houseNumber }] });

describe("a milestone of the forwarder's own", () => {
  it("is understood for every accepted code", () => {
    expect([...houseMilestoneCodes].sort()).toEqual(Object.keys(houseMilestones).sort());
  });

  it("sets the date that no carrier reports, and is among the events", async () => {
    const id = await addShipment(world.db, world.own, { house_number: "FL-HOUSE-1" });
    const report = await store([
      carrier("FL-HOUSE-1", "DEPA", -9, "CNSHA"),
      house("FL-HOUSE-1", "AMSC", -10, { placeCode: "CN SHA", remark: "Filed by the desk" }),
      house("FL-HOUSE-1", "PODU", 4, { eventClassifierCode: "PLN", eventCreatedDateTime: at(-10) }),
    ]);
    expect(report).toMatchObject({ accepted: 3, unmatched: 0, rejected: [], quarantined: [] });
    const { dates, events, status } = await detail(id);
    expect(status).toBe("TRANSIT");
    expect(dates.amsConfirmed).toBe("2026-11-10 12:00:00");
    expect(dates.podUpload).toBeUndefined();
    expect(events.find((event: { code: string }) => event.code === "AMSC")).toMatchObject({
      vocabulary: "HOUSE",
      classifier: "ACT",
      source: "DESK",
      place: { code: "CNSHA" },
      remark: "Filed by the desk",
    });
  });

  it("is stored once, and corrected by a later one", async () => {
    const id = await addShipment(world.db, world.own, { house_number: "FL-HOUSE-2" });
    const berth = house("FL-HOUSE-2", "BRTH", -3);
    expect((await store([berth, berth])).repeated).toBe(1);
    expect((await store([berth])).accepted).toBe(0);
    await store([house("FL-HOUSE-2", "BRTH", -2, { eventCreatedDateTime: at(-1) })]);
    expect((await detail(id)).dates.berthing).toBe("2026-11-18 12:00:00");
  });

  it.each([
    ["an unknown code", { houseMilestoneCode: "LOAD" }, /^houseMilestoneCode is none of BOOK, COLL, DOCR, /],
    ["no house number", { houseNumber: undefined }, "houseNumber is missing"],
    [
      "a time without an offset",
      { eventDateTime: "2026-11-18T10:00:00" },
      "eventDateTime is no date and time with an offset such as 2026-01-20T14:15:00+01:00",
    ],
    ["no place", { placeCode: "Hamburg" }, /^placeCode is not valid/],
  ])("is refused with the reason: %s", async (_, change, reason) => {
    const { rejected, accepted } = await store([house("FL-HOUSE-1", "BRTH", -1, change)]);
    expect(accepted).toBe(0);
    expect(rejected[0]!.reason).toMatch(reason);
  });

  it.each([
    ["from the future", { eventDateTime: at(3), eventCreatedDateTime: at(-1) }],
    ["from a place of no country", { placeCode: "QQABC" }],
    ["from before the booking", { eventDateTime: at(-200), eventCreatedDateTime: at(-1) }],
  ])("waits for somebody to look at it: %s", async (_, change) => {
    const report = await store([house("FL-HOUSE-1", "BRTH", -1, change)]);
    expect(report).toMatchObject({ accepted: 0, rejected: [] });
    expect(report.quarantined).toHaveLength(1);
  });

  it("tells strangers where the cargo is, and nothing of its papers", async () => {
    await addShipment(world.db, world.own, { house_number: "FL-HOUSE-3", is_public: true });
    await store([
      ...["BOOK", "DOCR", "AMSC", "DOCB", "CUSC", "PODU"].map((code) => house("FL-HOUSE-3", code, -4)),
      ...["COLL", "BRTH", "FRMP"].map((code) => house("FL-HOUSE-3", code, -3, { remark: "Ask Jane" })),
    ]);
    const { shipments } = await call(world, "preview.search", { searchType: "H", number: "FL-HOUSE-3" });
    const { events } = shipments[0];
    expect(events.map((event: { code: string }) => event.code).sort()).toEqual(["BRTH", "COLL", "FRMP"]);
    expect(JSON.stringify(events)).not.toMatch(/Jane|DESK/);
  });
});

describe("what was stored with the booking as done", () => {
  it("is not called so once events speak: an actual event does, and nothing else", async () => {
    const id = await addShipment(world.db, world.own, {
      house_number: "FL-HOUSE-4",
      atd: new Date(at(-9)),
      ata: new Date(at(-2)),
      eta: new Date(at(-2)),
      dates: JSON.stringify({ berthing: at(-2), sla: "2026-12-01", outGate: at(-1) }),
    });
    await store([carrier("FL-HOUSE-4", "DEPA", -8, "CNSHA")]);
    const { dates } = await detail(id);
    expect(dates.atd).toBe("2026-11-12 12:00:00");
    expect(dates).not.toHaveProperty("ata");
    expect(dates).not.toHaveProperty("berthing");
    expect(dates).not.toHaveProperty("outGate");
    expect(dates.sla).toBe("2026-12-01");
  });
});
