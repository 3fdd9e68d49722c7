import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transaction } from "#app/provider/db/database.ts";
import { attachWaitingEvents, storeEvents } from "#app/provider/shipments/event-store.ts";
import { indexReferences } from "#app/provider/shipments/reference.ts";
import { draws } from "#tests/support/is-all.ts";
import { addShipment, call, makeWorld, NOW, type ShipmentGiven, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const FIXTURES = new URL("../../fixtures/dcsa/", import.meta.url);
const fixture = (name: string) => JSON.parse(readFileSync(new URL(name, FIXTURES), "utf8"));
const store = (message: unknown, now = NOW) => storeEvents(world.db, message, { source: "TEST", now });
const detail = (id: string, options = {}) => call(world, "shipment.detail", { id }, options);

/** All columns of the shipment that events may change. */
async function moved(id: string) {
  return world.db
    .selectFrom("shipment")
    .select([
      "status",
      "etd",
      "atd",
      "eta",
      "ata",
      "delivery_at",
      "first_eta",
      "dates",
      "delay_due_at",
      "delay_reason",
      "vessel_imo",
      "voyage",
      "flight_number",
      "updated_at",
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("the published messages", () => {
  const names = readdirSync(FIXTURES).filter((name) => name.endsWith(".json"));
  const reports = new Map<string, Awaited<ReturnType<typeof store>>[]>();
  beforeAll(async () => {
    for (const name of names) reports.set(name, [await store(fixture(name)), await store(fixture(name))]);
  });

  it.each(names)("are taken, every event of %s once", (name) => {
    const message = fixture(name);
    const count = (message.events ?? message).length;
    const [first, second] = reports.get(name) ?? [];
    expect(first).toMatchObject({ accepted: count, repeated: 0, rejected: [] });
    expect(second).toMatchObject({ accepted: 0, repeated: count });
  });

  it("are tied to the shipments that they name, by booking, bill and box", async () => {
    const { db, own } = world;
    const booked = await addShipment(db, own, { booking_number: "ABC 709951", port_of_arrival: "DEHAM" });
    const boxed = await addShipment(db, own, {
      containers: ["APZU4812090"],
      booking_at: new Date("2025-12-20T00:00:00Z"),
    });
    const changed = await attachWaitingEvents(db, [booked, boxed], NOW);
    expect(changed.sort()).toEqual([booked, boxed].sort());
    const codes = async (id: string) =>
      (await detail(id)).events.map((event: { code: string }) => event.code);
    expect(await codes(booked)).toEqual(["CONF", "DEPA", "CONF", "ARRI"]);
    expect(await codes(boxed)).toEqual(["GTIN", "DETC", "MEAS", "LOAD"]);
  });

  it("name a vessel with an invalid IMO number: the report warns, and the event is accepted", async () => {
    const [, event] = structuredClone(fixture("tnt-300-response.json").events);
    event.shipmentDetails.documentReference.reference = "OF-NOBODY";
    const report = await store({ events: [{ ...event, eventID: "imo-1" }] });
    expect(report.accepted).toBe(1);
    expect(report.warnings).toEqual([
      { index: 0, eventId: "imo-1", reason: "the vessel's IMO number 7654321 should end in 9" },
    ]);
    const vessel = await world.db.selectFrom("vessel").selectAll().where("imo", "=", "7654321").execute();
    expect(vessel[0]?.name).toBe("Example Vessel Beta");
  });
});

const NO_EVENT =
  "is neither an event of Track & Trace 2.2 or 3.0 nor an air status update nor a milestone of the house";

describe("what is refused", () => {
  const sound = () => dcsa2({ code: "DEPA", day: -1, place: "CNSHA" });
  const sensor = (iotEventTypeCode: string) => ({
    eventID: "sensor-1",
    eventDateTime: at(-1),
    eventClassification: { eventTypeCode: "IOT", eventClassifierCode: "ACT", iotEventTypeCode },
  });
  it.each([
    ["no object", 7, NO_EVENT],
    ["null", null, NO_EVENT],
    [
      "a time without an offset",
      { ...sound(), eventDateTime: "2026-01-20T14:15:00" },
      "eventDateTime is no date and time with an offset such as 2026-01-20T14:15:00+01:00",
    ],
    [
      "an unknown classifier",
      { ...sound(), eventClassifierCode: "REQ" },
      "eventClassifierCode is none of PLN, EST, ACT",
    ],
    ["no code", { ...sound(), transportEventTypeCode: undefined }, "transportEventTypeCode is missing"],
    [
      "a year out of this world",
      { ...sound(), eventDateTime: "0000-01-01T00:00:00Z" },
      "eventDateTime lies outside the years 1970 to 2199",
    ],
    [
      "a sequence number beyond reason",
      { ...sound(), transportCall: { transportCallSequenceNumber: 3_000_000_000 } },
      "the transport call's sequence number is not between 0 and 9999",
    ],
    [
      "a NUL character",
      { ...sound(), remark: "a\u0000b" },
      "holds a character that no text can hold (NUL, or half of a pair)",
    ],
    [
      "half a surrogate pair",
      { ...sound(), remark: "\ud83d" },
      "holds a character that no text can hold (NUL, or half of a pair)",
    ],
    [
      "a deep nest",
      { ...sound(), extra: JSON.parse("[".repeat(80) + "]".repeat(80)) },
      "is nested deeper than 50 levels",
    ],
    [
      "a code that is longer than codes are",
      sensor("D".repeat(400)),
      "eventClassification.iotEventTypeCode is not valid (Too big: expected string to have <=50 characters)",
    ],
    [
      "a terminal's code without end",
      { ...sound(), eventLocation: { facilityCode: "T".repeat(400) } },
      "eventLocation.facilityCode is not valid (Too big: expected string to have <=300 characters)",
    ],
    ["a flood", { ...sound(), extra: "x".repeat(70_000) }, "is larger than 64 kB"],
  ])("says why: %s", async (_, event, reason) => {
    const good = sound();
    const report = await store([event, good]);
    expect(report.rejected).toEqual([
      { index: 0, eventId: (event as { eventID?: string })?.eventID ?? null, reason },
    ]);
    expect(report.accepted).toBe(1);
  });

  it("tells no id that is not the whole id", async () => {
    const { rejected } = await store([{ ...sound(), eventID: "i".repeat(501) }]);
    expect(rejected).toEqual([
      {
        index: 0,
        eventId: null,
        reason: "eventID is not valid (Too big: expected string to have <=500 characters)",
      },
    ]);
  });

  it("keeps every text whole", async () => {
    const remark = "r".repeat(250);
    const [name, vessel] = ["n".repeat(100), "v".repeat(35)];
    const event = {
      ...sound(),
      changeRemark: remark,
      eventLocation: { locationName: name },
      transportCall: {
        transportCallID: "call-1",
        modeOfTransport: "VESSEL",
        vessel: { vesselIMONumber: "9321483", vesselName: vessel },
      },
    };
    expect((await store([event])).rejected).toEqual([]);
    const kept = await world.db
      .selectFrom("event")
      .select(["remark", "location_name", "transport"])
      .where("event_id", "=", String((event as Record<string, unknown>).eventID))
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ remark, location_name: name, transport: vessel });
  });

  it("keeps unknown fields, whole characters and escaped backslashes as they came", async () => {
    const event: Record<string, unknown> = { ...sound(), strange: { text: "😀 \\u0000 深圳" } };
    await store([event]);
    const kept = await world.db
      .selectFrom("event")
      .select("payload")
      .where("event_id", "=", event.eventID as string)
      .executeTakeFirstOrThrow();
    expect(kept.payload).toEqual(JSON.parse(JSON.stringify(event)));
  });

  it("counts an event that one message holds twice as repeated", async () => {
    const event = sound();
    expect(await store([event, event, event])).toMatchObject({ accepted: 1, repeated: 2, unmatched: 1 });
  });
});

let journeys = 0;

/** A container from Shanghai via Singapore to Hamburg: planned, estimated, actual, and late. */
function journey() {
  const house = `FLJ${++journeys}X`;
  const references = [{ type: "FF", value: house }];
  const feeder = { imo: "9321483", name: "Feeder" };
  const mother = { imo: "9074729", name: "Mother" };
  const box = "CSQU3054383";
  const events = [
    dcsa2({
      code: "DEPA",
      classifier: "PLN",
      day: -30,
      received: -45,
      place: "CNSHA",
      sequence: 1,
      vessel: feeder,
      voyage: "001E",
      references,
    }),
    dcsa2({
      code: "ARRI",
      classifier: "PLN",
      day: -23,
      received: -45,
      place: "SGSIN",
      sequence: 2,
      vessel: feeder,
      voyage: "001E",
      references,
    }),
    dcsa2({
      code: "DEPA",
      classifier: "PLN",
      day: -20,
      received: -45,
      place: "SGSIN",
      sequence: 2,
      vessel: mother,
      voyage: "202W",
      references,
    }),
    dcsa2({
      code: "ARRI",
      classifier: "PLN",
      day: 5,
      received: -45,
      place: "DEHAM",
      sequence: 3,
      vessel: mother,
      voyage: "202W",
      references,
    }),
    dcsa2({ code: "GTIN", empty: "LADEN", day: -32, place: "CNSHA", container: box, references }),
    dcsa2({
      code: "DEPA",
      day: -29,
      received: -28.9,
      place: "CNSHA",
      sequence: 1,
      vessel: feeder,
      voyage: "001E",
      references,
    }),
    dcsa2({
      code: "DEPA",
      classifier: "EST",
      day: -28,
      received: -28,
      place: "CNSHA",
      sequence: 1,
      references,
    }),
    dcsa2({
      code: "ARRI",
      day: -22,
      place: "SGSIN",
      sequence: 2,
      vessel: feeder,
      voyage: "001E",
      references,
    }),
    dcsa2({
      code: "DEPA",
      day: -19,
      place: "SGSIN",
      sequence: 2,
      vessel: mother,
      voyage: "202W",
      references,
    }),
    dcsa2({
      code: "ARRI",
      classifier: "EST",
      day: 9,
      received: -10,
      place: "DEHAM",
      sequence: 3,
      vessel: mother,
      voyage: "202W",
      references,
    }),
  ];
  const shipment: ShipmentGiven = {
    house_number: house,
    booking_at: new Date(at(-50)),
    updated_at: new Date(at(-50)),
    containers: [box],
  };
  return { house, shipment, events, references };
}

describe("a shipment moved by events", () => {
  it("gets status, dates, delay and vessel from them; a late estimate does not change the actual", async () => {
    const { shipment, events } = journey();
    const id = await addShipment(world.db, world.own, shipment);
    expect(await store(events)).toMatchObject({ accepted: 10, unmatched: 0, warnings: [] });
    expect(await moved(id)).toMatchObject({
      status: "TRANSIT",
      etd: new Date(at(-30)),
      atd: new Date(at(-29)),
      eta: new Date(at(9)),
      ata: null,
      first_eta: new Date(at(5)),
      delay_due_at: Number.NEGATIVE_INFINITY,
      delay_reason: "eta-slip",
      vessel_imo: "9074729",
      voyage: "202W",
      updated_at: new Date(at(-10)),
      dates: { cargoReceived: at(-32) },
    });
    expect(await detail(id)).toMatchObject({
      isDelayed: true,
      delayReason: "eta-slip",
      vessel: expect.any(String),
    });
  });

  it("gets the same row from the same events in any order, in any messages, any number of times", {
    tags: "slow",
  }, async () => {
    const events = journey().events;
    const order = fc.shuffledSubarray(
      [...events, ...events].map((_, index) => index % events.length),
      { minLength: events.length * 2, maxLength: events.length * 2 },
    );
    let expected: unknown;
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 7 }), async (indices, size) => {
        const { shipment, references } = journey();
        const id = await addShipment(world.db, world.own, shipment);
        const mine = events.map((event, index) => ({
          ...event,
          eventID: `${shipment.house_number}-${index}`,
          references: references.map(({ type, value }) => ({ referenceType: type, referenceValue: value })),
        }));
        for (let start = 0; start < indices.length; start += size) {
          await store(indices.slice(start, start + size).map((index) => mine[index]));
        }
        const row = await moved(id);
        expected ??= row;
        expect(row).toEqual(expected);
        const { events: shown } = await detail(id);
        expect(shown).toHaveLength(events.length);
      }),
      { numRuns: draws(25) },
    );
  });

  it("is completed by the hand-over, and keeps booked values where events say nothing", async () => {
    const { shipment, events, references } = journey();
    const id = await addShipment(world.db, world.own, {
      ...shipment,
      etd: new Date(at(-31)),
      eta: new Date(at(4)),
      dates: JSON.stringify({ cargoReady: "2026-10-10" }),
    });
    await store(events.slice(4, 5));
    expect(await moved(id)).toMatchObject({
      status: "BOOKED",
      etd: new Date(at(-31)),
      eta: new Date(at(4)),
      dates: { cargoReady: "2026-10-10", cargoReceived: at(-32) },
    });
    await store([
      ...events.slice(0, 4),
      ...events.slice(5),
      dcsa2({ code: "ARRI", day: -2, place: "DEHAM", sequence: 3, references }),
      dcsa2({ code: "DISC", day: -1.5, place: "DEHAM", sequence: 3, container: "CSQU3054383", references }),
      dcsa2({ code: "GTOT", empty: "LADEN", day: -1, place: "DEHAM", container: "CSQU3054383", references }),
    ]);
    expect(await moved(id)).toMatchObject({
      status: "COMPLETED",
      ata: new Date(at(-2)),
      delivery_at: new Date(at(-1)),
      first_eta: new Date(at(4)),
      delay_due_at: null,
      dates: { cargoReady: "2026-10-10", cargoReceived: at(-32), outGate: at(-1) },
    });
  });

  it("moves an air shipment by status updates", async () => {
    const id = await addShipment(world.db, world.own, {
      house_number: "FLAIR9",
      master_number: "020-81140743",
      job_mode: "AIR",
      service_type: "ATA",
      port_of_departure: "PVG",
      port_of_arrival: "FRA",
    });
    const status = (statusCode: string, day: number, station: string, more = {}) => ({
      eventID: `air-${statusCode}-${station}-${day}`,
      eventCreatedDateTime: at(day),
      airWaybillNumber: "02081140743",
      statusCode,
      eventClassifierCode: "ACT",
      eventDateTime: at(day),
      station,
      ...more,
    });
    const report = await store([
      status("RCS", -3, "PVG"),
      status("DEP", -2, "PVG", { flightNumber: "LH8401" }),
      status("ARR", -1, "FRA", { flightNumber: "LH8401", airWaybillNumber: "020-81140744" }),
      status("XX", -1, "FRA"),
    ]);
    expect(report).toMatchObject({ accepted: 2, unmatched: 0 });
    expect(report.rejected[0]?.reason).toMatch(/^statusCode is not valid/);
    expect(report.quarantined[0]?.reason).toBe("the air waybill 02081140744 should end in 3");
    expect(await moved(id)).toMatchObject({
      status: "TRANSIT",
      atd: new Date(at(-2)),
      ata: null,
      flight_number: "LH8401",
      dates: { cargoReceived: at(-3) },
    });
  });
});

describe("which shipment an event is about", () => {
  const eventIds = async (id: string) => (await detail(id)).events.map((event: { id: string }) => event.id);

  it("of a reused container, the shipment that has it at that time", async () => {
    const { db, own } = world;
    const box = "MWCU6059784";
    const first = await addShipment(db, own, { containers: [box], booking_at: new Date(at(-200)) });
    const second = await addShipment(db, own, { containers: [box], booking_at: new Date(at(-60)) });
    await store([
      dcsa2({ id: "box-1", code: "GTIN", empty: "LADEN", day: -190, container: box }),
      dcsa2({ id: "box-2", code: "GTIN", empty: "LADEN", day: -50, container: box }),
      dcsa2({ id: "box-3", code: "GTIN", empty: "LADEN", day: -300, container: box }),
    ]);
    expect(await eventIds(first)).toEqual(["box-1"]);
    expect(await eventIds(second)).toEqual(["box-2"]);
  });

  it("of a consolidated master the house that has the box, and of the vessel all houses", async () => {
    const { db, own, rival } = world;
    const master = "CONSOL77";
    const one = await addShipment(db, own, { master_number: master, containers: ["APZU4812090"] });
    const two = await addShipment(db, rival, { master_number: master, containers: ["MSKU6011672"] });
    const references = [{ type: "TRD", value: "consol-77" }];
    await store([
      dcsa2({ id: "consol-1", code: "DISC", day: -3, place: "DEHAM", container: "MSKU6011672", references }),
      dcsa2({ id: "consol-2", code: "ARRI", day: -4, place: "DEHAM", references }),
    ]);
    expect(await eventIds(one)).toEqual(["consol-2"]);
    const rivals = await detail(two, { company: rival });
    expect(rivals.events.map((event: { id: string }) => event.id)).toEqual(["consol-2", "consol-1"]);
  });

  it("a shipment that is added or gets its number later is linked to the waiting events", async () => {
    const { db, own } = world;
    const report = await store([
      dcsa2({
        id: "wait-1",
        code: "DEPA",
        day: -3,
        place: "CNSHA",
        references: [{ type: "FF", value: "FL LATE 1" }],
      }),
    ]);
    expect(report).toMatchObject({ accepted: 1, unmatched: 1 });
    const id = await addShipment(db, own, { house_number: "FLLATE1" });
    expect(await attachWaitingEvents(db, [id], NOW)).toEqual([id]);
    expect(await moved(id)).toMatchObject({ status: "TRANSIT", atd: new Date(at(-3)) });
    expect(await attachWaitingEvents(db, [id], NOW)).toEqual([]);

    await store([
      dcsa2({
        id: "wait-2",
        code: "ARRI",
        day: -1,
        place: "DEHAM",
        references: [{ type: "TRD", value: "LATEBILL" }],
      }),
    ]);
    await db.updateTable("shipment").set({ master_number: "latebill" }).where("id", "=", id).execute();
    await indexReferences(db, [id]);
    await attachWaitingEvents(db, [id], NOW);
    expect(await moved(id)).toMatchObject({ ata: new Date(at(-1)) });
  });
});

describe("imports at the same time", () => {
  it("lose nothing when they touch the same shipments in opposite order", async () => {
    const { db, own } = world;
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { shipment, events } = journey();
        return { id: await addShipment(db, own, shipment), events };
      }),
    );
    const lone = journey();
    const expectedId = await addShipment(db, own, lone.shipment);
    await store(lone.events);
    const parts = [0, 1, 2, 3, 4].map((part) => {
      const mine = pairs.flatMap(({ events }) =>
        events.filter((_, index) => index % 5 === part || index % 5 === 0),
      );
      return part % 2 ? mine.reverse() : mine;
    });
    const reports = await Promise.all(parts.map((part) => store(part)));
    expect(reports.reduce((sum, report) => sum + report.accepted, 0)).toBe(60);
    const expected = await moved(expectedId);
    for (const { id } of pairs) expect(await moved(id)).toEqual(expected);
  });

  it("leave nothing behind when the transaction around them fails", async () => {
    const { shipment, events } = journey();
    const id = await addShipment(world.db, world.own, shipment);
    const before = await moved(id);
    await expect(
      transaction(world.db, async (trx) => {
        await storeEvents(trx, events, { source: "TEST", now: NOW });
        await sql`select 1 / 0`.execute(trx);
      }),
    ).rejects.toThrow(/division by zero/);
    expect(await moved(id)).toEqual(before);
    expect(await store(events)).toMatchObject({ accepted: 10 });
  });
});

it("takes more than a thousand events of many shipments in one call", { tags: "slow" }, async () => {
  const { db, own } = world;
  const all = [];
  for (let count = 0; count < 120; count++) {
    const { shipment, events } = journey();
    await addShipment(db, own, shipment);
    all.push(...events, ...events.slice(0, 2).map((event) => ({ ...event, eventID: `${event.eventID}-b` })));
  }
  // `tests/bench/events.ts` says how fast.
  expect(await store(all)).toMatchObject({ accepted: 1_440, unmatched: 0 });
});
