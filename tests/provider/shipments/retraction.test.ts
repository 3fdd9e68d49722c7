import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { standingsAt } from "#app/provider/shipments/standing-at.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { at, dcsa2 } from "./journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

const store = (message: unknown, { now = NOW, sender = null as string | null } = {}) =>
  storeEvents(world.db, message, { source: sender ?? "TEST", sender, now });
const moved = (id: string) =>
  world.db
    .selectFrom("shipment")
    .select(["status", "atd", "updated_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const shown = async (id: string): Promise<string[]> =>
  (await call(world, "shipment.detail", { id })).events.map((event: { id: string }) => event.id);
const BOOKED = { status: "BOOKED", atd: null };

let serial = 0;
async function shipment() {
  const house = `FLRETR${++serial}`;
  const id = await addShipment(world.db, world.own, { house_number: house, created_at: new Date(at(-50)) });
  return { id, house, eventID: `retr-${serial}` };
}
const HLC = { partyCode: "HLC", codeListProvider: "SMDG", codeListName: "LCL" };
const MSC = { ...HLC, partyCode: "MSC" };
interface Shipped {
  eventID: string;
  house: string;
}
/** A departure in 3.0. */
const departure = ({ eventID, house }: Shipped, more: object = {}) => ({
  eventID,
  eventRouting: { originatingParty: HLC },
  eventDateTime: at(-5),
  eventUpdatedDateTime: at(-4),
  eventLocation: { UNLocationCode: "CNSHA" },
  eventClassification: {
    eventTypeCode: "TRANSPORT",
    eventClassifierCode: "ACT",
    transportEventTypeCode: "DEPA",
  },
  shipmentDetails: { documentReference: { typeCode: "FF", reference: house } },
  ...more,
});
const of = (party: object) => ({ eventRouting: { originatingParty: party } });

describe("isRetracted", () => {
  it("takes back all that the id said, for the customer too, and keeps what was", async () => {
    const shipped = await shipment();
    await store([departure(shipped)], { now: new Date(at(-4)) });
    await store([departure(shipped, { eventDateTime: at(-6), eventUpdatedDateTime: at(-3.5) })], {
      now: new Date(at(-3.5)),
    });
    expect(await moved(shipped.id)).toMatchObject({ status: "TRANSIT", atd: new Date(at(-6)) });
    const taken = await store([departure(shipped, { isRetracted: true })], { now: new Date(at(-2)) });
    expect(taken).toMatchObject({ retracted: 1, accepted: 0, corrected: 0, unmatched: 0, rejected: [] });
    expect(await moved(shipped.id)).toMatchObject(BOOKED);
    expect(await shown(shipped.id)).toEqual([]);
    const [standing] = await standingsAt(world.db, {
      companyId: world.own.id,
      moments: [new Date(at(-3)), new Date(at(-1))],
      ids: [shipped.id],
    });
    expect(standing?.standings.map(({ status }) => status)).toEqual(["TRANSIT", "BOOKED"]);
    expect(await call(world, "shipment.detail", { id: shipped.id })).toMatchObject({ status: "BOOKED" });
  });

  it("counts when it comes first: later versions of the id are discarded, with a warning", async () => {
    const shipped = await shipment();
    expect(await store([departure(shipped, { isRetracted: true })])).toMatchObject({ retracted: 1 });
    const late = await store([departure(shipped, { eventUpdatedDateTime: at(-1) })]);
    expect(late).toMatchObject({ accepted: 0, repeated: 1, unmatched: 0 });
    expect(late.warnings).toMatchObject([
      { eventId: shipped.eventID, reason: expect.stringMatching(/retracted/) },
    ]);
    expect(await moved(shipped.id)).toMatchObject(BOOKED);
    expect(await shown(shipped.id)).toEqual([]);
  });

  it("needs nothing but the id, before and after the event, and in one message with it", async () => {
    const [before, after, beside] = [await shipment(), await shipment(), await shipment()];
    const only = ({ eventID }: Shipped) => ({ eventID, isRetracted: true });
    expect(await store([only(before)])).toMatchObject({ retracted: 1, rejected: [] });
    expect(await store([departure(before)])).toMatchObject({ accepted: 0, repeated: 1 });
    await store([departure(after)]);
    expect(await store([only(after)])).toMatchObject({ retracted: 1 });
    expect(await store([only(after)])).toMatchObject({ retracted: 0, repeated: 1 });
    expect(await store([only(beside), departure(beside)])).toMatchObject({ retracted: 1, accepted: 0 });
    for (const { id } of [before, after, beside]) expect(await moved(id)).toMatchObject(BOOKED);
  });

  it.each([
    [
      "2.2",
      (shipped: Shipped) =>
        dcsa2({
          id: shipped.eventID,
          code: "DEPA",
          day: -5,
          place: "CNSHA",
          references: [{ type: "FF", value: shipped.house }],
        }),
    ],
    [
      "an air status",
      (shipped: Shipped) => ({
        eventID: shipped.eventID,
        eventCreatedDateTime: at(-4),
        airWaybillNumber: "020-81140743",
        houseNumber: shipped.house,
        statusCode: "DEP",
        eventClassifierCode: "ACT",
        eventDateTime: at(-5),
        station: "PVG",
      }),
    ],
    [
      "a milestone of the house",
      (shipped: Shipped) => ({
        eventID: shipped.eventID,
        houseNumber: shipped.house,
        houseMilestoneCode: "COLL",
        eventClassifierCode: "ACT",
        eventDateTime: at(-5),
      }),
    ],
  ])("takes back an event of %s", async (_, event) => {
    const shipped = await shipment();
    expect(await store([event(shipped)])).toMatchObject({ accepted: 1 });
    expect(await moved(shipped.id)).toMatchObject({ status: "TRANSIT" });
    expect(await store([{ ...event(shipped), isRetracted: true }])).toMatchObject({ retracted: 1 });
    expect(await moved(shipped.id)).toMatchObject(BOOKED);
    expect(await shown(shipped.id)).toEqual([]);
  });

  it("counts when it comes at the same moment as the event, by several processes", async () => {
    const shipped = await Promise.all(Array.from({ length: 8 }, shipment));
    const messages = shipped.flatMap((each) => [
      [departure(each)],
      [departure(each, { isRetracted: true })],
      [departure(each, { eventUpdatedDateTime: at(-3) })],
    ]);
    await Promise.all(messages.map((message) => store(message)));
    for (const { id } of shipped) {
      expect(await moved(id)).toMatchObject(BOOKED);
      expect(await shown(id)).toEqual([]);
    }
  });

  it("is no retraction when it is false, and is refused when it is neither true nor false", async () => {
    const shipped = await shipment();
    expect(await store([departure(shipped, { isRetracted: "yes" })])).toMatchObject({
      rejected: [{ eventId: shipped.eventID, reason: "isRetracted is neither true nor false" }],
    });
    expect(await store([departure(shipped, { isRetracted: false })])).toMatchObject({ accepted: 1 });
    expect(await store([{ isRetracted: true }])).toMatchObject({
      rejected: [{ reason: "eventID is missing" }],
    });
  });

  it("takes an event out of quarantine and off a shipment that a person has matched it to", async () => {
    const [held, lone] = [await shipment(), await shipment()];
    const doubtful = departure(held, {
      eventClassification: { ...departure(held).eventClassification, transportEventTypeCode: "LEFT" },
    });
    expect((await store([doubtful])).quarantined).toHaveLength(1);
    expect(await store([{ eventID: held.eventID, isRetracted: true }])).toMatchObject({ retracted: 1 });
    expect(await store([doubtful])).toMatchObject({ quarantined: [], repeated: 1 });
    const waiting = await world.db
      .selectFrom("event_quarantine")
      .select("event_id")
      .where("event_id", "like", `%${held.eventID}`)
      .execute();
    expect(waiting).toEqual([]);
    await store([departure({ ...lone, house: "NOBODYS" })]);
    const { event_id } = await world.db
      .selectFrom("event_waiting")
      .select("event_id")
      .where("event_id", "like", `%${lone.eventID}`)
      .executeTakeFirstOrThrow();
    const { matchEvent } = await import("#app/provider/shipments/waiting.ts");
    await matchEvent(
      world.db,
      { eventId: event_id, houseNumber: lone.house },
      { by: { userId: world.forwarder.caller.userId, name: "DESK" }, now: NOW },
    );
    expect(await moved(lone.id)).toMatchObject({ status: "TRANSIT" });
    await store([{ eventID: lone.eventID, isRetracted: true }]);
    expect(await moved(lone.id)).toMatchObject(BOOKED);
    expect(
      await world.db
        .selectFrom("event_waiting")
        .select("event_id")
        .where("event_id", "=", event_id)
        .execute(),
    ).toEqual([]);
  });
});

describe("an id in 3.0", () => {
  it("belongs to its party: the same id of another is another event, and takes back nothing of the first", async () => {
    const [first, second] = [await shipment(), await shipment()];
    const other = { ...second, eventID: first.eventID };
    await store([departure(first)]);
    expect(await store([departure(other, { ...of(MSC), eventUpdatedDateTime: at(-3) })])).toMatchObject({
      accepted: 1,
      corrected: 0,
    });
    for (const { id } of [first, second]) expect(await moved(id)).toMatchObject({ status: "TRANSIT" });
    // By its own list of codes, too, a party is another.
    await store([departure(first, { ...of({ ...HLC, codeListName: "OWN" }), isRetracted: true })]);
    expect(await moved(first.id)).toMatchObject({ status: "TRANSIT" });
    await store([departure(first, { ...of(MSC), isRetracted: true })]);
    expect(await moved(first.id)).toMatchObject({ status: "TRANSIT" });
    expect(await moved(second.id)).toMatchObject(BOOKED);
  });

  it("without a party cannot take back events of two, and says so", async () => {
    const [first, second] = [await shipment(), await shipment()];
    await store([departure(first), departure({ ...second, eventID: first.eventID }, of(MSC))]);
    const { rejected } = await store([{ eventID: first.eventID, isRetracted: true }]);
    expect(rejected).toMatchObject([
      {
        index: 0,
        eventId: first.eventID,
        reason: expect.stringMatching(/^eventRouting\.originatingParty is missing/),
      },
    ]);
    for (const { id } of [first, second]) expect(await moved(id)).toMatchObject({ status: "TRANSIT" });
  });

  it("of the forwarder's own call never takes back what a carrier's key has sent, nor a key what another has", async () => {
    const shipped = await shipment();
    await store([departure(shipped)], { sender: "HLCU" });
    await store([departure(shipped, { isRetracted: true })]);
    await store([departure(shipped, { isRetracted: true })], { sender: "MSCU" });
    expect(await moved(shipped.id)).toMatchObject({ status: "TRANSIT" });
    expect(await store([{ eventID: shipped.eventID, isRetracted: true }], { sender: "HLCU" })).toMatchObject({
      retracted: 1,
    });
    expect(await moved(shipped.id)).toMatchObject(BOOKED);
  });

  it("still corrects and takes back what was stored before parties counted", async () => {
    const shipped = await shipment();
    await store([departure(shipped)]);
    // As the version before has stored it.
    await world.db
      .insertInto("event")
      .columns([
        "event_id",
        "vocabulary",
        "event_type",
        "code",
        "classifier",
        "occurred_at",
        "source",
        "received_at",
        "payload",
        "version",
      ])
      .expression(
        (eb) =>
          eb
            .selectFrom("event")
            .select([
              "sent_id as id",
              "vocabulary",
              "event_type",
              "code",
              "classifier",
              "occurred_at",
              "source",
              "received_at",
              "payload",
              "version",
            ])
            .where("sent_id", "=", shipped.eventID) as never,
      )
      .execute();
    await world.db
      .insertInto("event_shipment")
      .values({ shipment_id: shipped.id, event_id: shipped.eventID })
      .execute();
    await world.db.deleteFrom("event").where("sent_id", "=", shipped.eventID).execute();
    expect(
      await store([departure(shipped, { eventDateTime: at(-6), eventUpdatedDateTime: at(-3) })]),
    ).toMatchObject({ corrected: 1 });
    expect(await store([departure(shipped, { ...of(MSC), eventUpdatedDateTime: at(-2) })])).toMatchObject({
      accepted: 1,
    });
    expect(await store([departure(shipped, { isRetracted: true })])).toMatchObject({ retracted: 1 });
    expect(await moved(shipped.id)).toMatchObject({ status: "TRANSIT", atd: new Date(at(-5)) });
  });

  it.each([350, 500])(
    "may have %i characters, of any script, and be as long in each step of its way",
    async (length) => {
      const shipped = await shipment();
      for (const letter of ["x", "箱"]) {
        const long = { ...shipped, eventID: letter.repeat(length - 10) + String(serial).padStart(10, "0") };
        expect(await store([departure(long)])).toMatchObject({ accepted: 1, rejected: [] });
        expect(await store([departure(long, { eventUpdatedDateTime: at(-3) })])).toMatchObject({
          corrected: 1,
        });
        expect(
          await store([
            departure({ ...long, eventID: `${long.eventID.slice(0, -1)}X` }, { isRetracted: true }),
          ]),
        ).toMatchObject({ retracted: 1 });
        expect(await moved(shipped.id)).toMatchObject({ status: "TRANSIT" });
        expect(await store([{ eventID: long.eventID, isRetracted: true }])).toMatchObject({ retracted: 1 });
        expect(await moved(shipped.id)).toMatchObject(BOOKED);
      }
      const report = await store([departure({ ...shipped, eventID: "x".repeat(501) })]);
      expect(report.rejected).toMatchObject([{ eventId: null }]);
    },
  );
});
