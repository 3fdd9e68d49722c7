import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskNoteAdd, deskTalk } from "#app/contract/desk-talk.ts";
import { importEvents } from "#app/contract/event.ts";
import { channelTypes, messageList, messageSearch, teamCreate } from "#app/contract/message.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { shipmentDoubles, shipmentMerge, shipmentMergeLook } from "#app/contract/shipment-merge.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { invoice, issue } from "../invoices/fixture.ts";
import { say } from "../messages/fixture.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";
import { acceptedBooking, make } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
let other: Somebody;
let dana: Somebody;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
  other = await somebody(provider, staff.companyId, { role: "desk", name: "Other Person" });
  dana = await customer(provider);
});
afterAll(() => provider?.stop());

const look = async (keep: string, go: string) =>
  (await provider.call(shipmentMergeLook, { keep, go }, { token: staff.token })).data;
async function merge(keep: string, go: string, who = staff, given: object = {}) {
  const seen = await look(keep, go);
  return provider.call(
    shipmentMerge,
    {
      keep: seen.keep!.id,
      keepVersion: seen.keep!.version,
      go: seen.go!.id,
      goVersion: seen.go!.version,
      reason: "Made twice",
      ...given,
    },
    { token: who.token, key: randomUUID() },
  );
}
const detail = (id: string, who = dana) => provider.call(shipmentDetail, { id }, { token: who.token });
const atDesk = async (id: string) => (await provider.call(shipmentDesk, { id }, { token: staff.token })).data;

let count = 0;
const double = (given: object = {}) =>
  makeShipment(provider.db, dana.companyId, { house_number: `DBL-${++count}`, ...given });
const departure = (house: string, at: string, code = "DEPA") => ({
  eventID: randomUUID(),
  eventCreatedDateTime: "2026-11-19T03:00:00Z",
  eventType: "TRANSPORT",
  eventClassifierCode: "EST",
  eventDateTime: at,
  transportEventTypeCode: code,
  houseNumber: house,
  transportCall: {
    transportCallID: "c",
    UNLocationCode: code === "DEPA" ? "CNSHA" : "DEHAM",
    modeOfTransport: "VESSEL",
  },
  documentReferences: [{ documentReferenceType: "TRD", documentReferenceValue: `BILL-${house}` }],
});
const send = (...events: object[]) => provider.call(importEvents, events as never, { token: staff.token });

test("likely doubles are those of one customer with equal numbers, one way and near dates", async () => {
  const etd = new Date("2026-12-01T00:00:00Z");
  const one = await double({ master_number: "MBL-LIKE", etd });
  const two = await double({ master_number: "mbl like", etd });
  await double({
    master_number: "MBL-LIKE",
    etd: new Date("2027-03-01T00:00:00Z"),
    containers: ["MSKU0383250"],
  });
  const foreign = await customer(provider);
  await makeShipment(provider.db, foreign.companyId, {
    house_number: "DBL-F",
    master_number: "MBL-LIKE",
    etd,
  });
  const { pairs } = (await provider.call(shipmentDoubles, {}, { token: staff.token })).data;
  const own = pairs.filter((pair) => pair.shared.some(({ kind }) => kind === "M"));
  expect(own.map((pair) => [pair.one.id, pair.other.id])).toEqual([[one.id, two.id]]);
  expect((await provider.call(shipmentDoubles, {}, { token: dana.token })).code).toBe(403);
});

test("all that one has goes over; its address and numbers lead to the one that stays, and both logs tell", async () => {
  const kept = await double({ master_number: "M-K1", containers: ["CSQU3054383"] });
  const gone = await double({
    master_number: "M-G1",
    containers: ["CSQU3054383", "MSKU0383250"],
    poNumbers: ["PO-G"],
  });
  const [k, g] = [`DBL-${count - 1}`, `DBL-${count}`];
  await provider.db
    .updateTable("shipment")
    .set({ master_number: "M-K1" })
    .where("id", "=", kept.id)
    .execute();
  const equal = (bill: string) => ({
    ...departure("", "2026-12-05T10:00:00+08:00"),
    houseNumber: undefined,
    documentReferences: [{ documentReferenceType: "TRD", documentReferenceValue: bill }],
  });
  await send(equal("M-K1"), equal("M-G1"), {
    ...equal("M-G1"),
    eventDateTime: "2027-01-07T10:00:00+01:00",
    transportEventTypeCode: "ARRI",
    transportCall: { transportCallID: "d", UNLocationCode: "DEHAM", modeOfTransport: "VESSEL" },
  });
  expect((await detail(kept.id)).data.events).toHaveLength(1);
  await provider.db
    .insertInto("shipment_follow")
    .values({ user_id: dana.id, shipment_id: gone.id })
    .execute();
  const seen = await look(k, g);
  expect(seen.against).toEqual([]);
  expect(Object.fromEntries(seen.parts.map(({ part, count: n }) => [part, n]))).toMatchObject({
    events: 1,
    equalEvents: 1,
    containers: 1,
    documents: 1,
    followers: 1,
  });
  const answer = await merge(k, g);
  expect(answer).toMatchObject({ code: 200, data: { id: kept.id, houseNumber: k } });
  const now = (await detail(gone.id)).data;
  expect(now).toMatchObject({ id: kept.id, houseNumber: k, masterNumber: "M-K1" });
  expect(now.events.map(({ code }) => code).sort()).toEqual(["ARRI", "DEPA"]);
  expect(now.containers.map(({ containerNumber }) => containerNumber)).toEqual([
    "CSQU3054383",
    "MSKU0383250",
  ]);
  expect(now.documents).toHaveLength(2);
  for (const keyword of [g, "M-G1", "PO-G"]) {
    const { rows } = (
      await provider.call(shipmentList, { page: 1, pageSize: 10, keyword } as never, { token: dana.token })
    ).data;
    expect([keyword, rows.map(({ id }) => id)]).toEqual([keyword, [kept.id]]);
  }
  const told = await atDesk(gone.id);
  expect(told.log.at(-1)).toMatchObject({ action: "shipment.merged", actor: "Desk Person" });
  expect(told.merged).toMatchObject([{ houseNumber: g, by: "Desk Person", reason: "Made twice" }]);
  expect(told.merged[0]!.log.at(-1)).toMatchObject({ action: "shipment.mergedInto" });
  expect(told.replaced).toHaveLength(1);
  const kept2 = await provider.db
    .selectFrom("shipment_merge")
    .select("record")
    .where("gone_id", "=", gone.id)
    .executeTakeFirstOrThrow();
  expect(kept2.record).toMatchObject({ shipment: { house_number: g }, shipment_container: [{}, {}] });
  expect((await detail(gone.id, await customer(provider))).code).toBe(404);
  // What names the former number later comes to the one that stays.
  await send({ ...equal("M-G1"), eventDateTime: "2026-12-09T10:00:00+08:00" });
  expect((await detail(kept.id)).data.dates.etd).toBe("2026-12-09 10:00:00");
  expect((await verifyChains(provider.db)).broken).toBeNull();
});

test("both conversations become one, and what was internal stays internal", async () => {
  const MARKER = "PLANTED-MERGE-4411";
  const kept = await double();
  const gone = await double();
  const talk = async (id: string) =>
    (
      await provider.call(teamCreate, { type: channelTypes.shipment, subjectId: id } as never, {
        token: dana.token,
        key: randomUUID(),
      })
    ).data as unknown as { id: string; channelId: string };
  const [first, second] = [await talk(kept.id), await talk(gone.id)];
  await say(provider, dana, first.channelId, "To the one that stays");
  await say(provider, dana, second.channelId, "To the one that goes");
  await provider.call(deskNoteAdd, { teamId: second.id, text: MARKER }, { token: staff.token });
  expect((await merge(`DBL-${count - 1}`, `DBL-${count}`)).code).toBe(200);
  const list = await provider.call(
    messageList,
    { channelId: first.channelId, limit: 100 },
    { token: dana.token },
  );
  expect(JSON.stringify(list.data)).toContain("To the one that stays");
  expect(JSON.stringify(list.data)).toContain("To the one that goes");
  const notes = (await provider.call(deskTalk, { teamId: first.id }, { token: staff.token })).data.notes;
  expect(notes).toMatchObject([{ text: MARKER }]);
  const asked = [
    list,
    await provider.call(messageSearch, { keyword: "PLANTED" }, { token: dana.token }),
    await detail(kept.id),
    await provider.call(shipmentDesk, { id: kept.id }, { token: dana.token }),
  ];
  expect(JSON.stringify(asked)).not.toContain("MERGE-4411");
  const outbox = await provider.db.selectFrom("realtime_outbox").selectAll().execute();
  expect(JSON.stringify(outbox)).not.toContain("MERGE-4411");
});

test("what cannot be one is refused, and said which", async () => {
  const foreign = await customer(provider);
  await makeShipment(provider.db, foreign.companyId, { house_number: "DBL-FOREIGN" });
  await double();
  const a = `DBL-${count}`;
  await double({ job_mode: "AIR", containers: [] });
  const air = `DBL-${count}`;
  for (const [number, text] of [
    ["DBL-FOREIGN", "different customers"],
    [air, "different ways"],
    [a, "two shipments that differ"],
  ] as const) {
    expect((await look(a, number)).against.join()).toContain(text);
    expect((await merge(a, number)).code).toBe(400);
  }
  const bookings = await Promise.all(
    [1, 2].map(async () => {
      const booking = await acceptedBooking(provider, { who: dana, staff });
      return (await make(provider, { bookingId: booking.id, staff })).data.houseNumber;
    }),
  );
  expect((await look(bookings[0]!, bookings[1]!)).against[0]).toContain("a booking of its own");
  await double();
  const b = `DBL-${count}`;
  const issued = await issue(provider, staff, invoice(dana.companyId, "100.00", { houseNumber: a }));
  expect(issued.code).toBe(200);
  expect((await look(b, a)).against[0]).toMatch(/^DBL-\d+ has issued invoices \(.+\), which never move/);
  expect((await merge(b, a)).code).toBe(400);
  expect((await merge(a, b)).code).toBe(200);
  expect((await look(a, "NO-SUCH-NUMBER")).go).toBeNull();
});

test("of two people at once one wins and the other is told; so is who looked before a change", async () => {
  await double();
  await double();
  const [a, b] = [`DBL-${count - 1}`, `DBL-${count}`];
  const seen = await look(a, b);
  const press = (who: Somebody, isTurned: boolean) => {
    const [keep, go] = isTurned ? [seen.go!, seen.keep!] : [seen.keep!, seen.go!];
    const given = { keep: keep.id, keepVersion: keep.version, go: go.id, goVersion: go.version };
    return provider.call(
      shipmentMerge,
      { ...given, reason: "Twice" },
      { token: who.token, key: randomUUID() },
    );
  };
  const answers = await Promise.all([press(staff, false), press(other, true)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([
    200,
    expect.toSatisfy((code) => [404, 409].includes(code as number)),
  ]);
  await double();
  expect((await merge(a, `DBL-${count}`, staff, { goVersion: 7 })).code).toBe(
    (await look(a, a)).keep ? 409 : 404,
  );
  expect((await provider.call(shipmentMerge, {} as never, { token: staff.token })).code).toBe(400);
});
