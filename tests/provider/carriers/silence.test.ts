import { afterAll, beforeAll, expect, it } from "vitest";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import { carrierPullSave } from "#app/contract/carrier-pull.ts";
import { importEvents } from "#app/contract/event.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { listSilent, restartSilent } from "#app/provider/carriers/silence.ts";
import { attachWaitingEvents } from "#app/provider/shipments/event-store.ts";
import { setAsideWaiting } from "#app/provider/shipments/waiting.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

const START = new Date("2026-11-22T12:00:00Z");
let now = START;
let provider: TestProvider;
let staff: Somebody;
let companyId: string;
beforeAll(async () => {
  provider = await startProvider({
    now: () => now,
    outside: { privateHosts: ["127.0.0.1"], dnsServers: [] },
  });
  staff = await desk(provider);
  companyId = (await customer(provider)).companyId;
});
afterAll(() => provider?.stop());

const days = (number: number) => new Date(START.getTime() + number * DAY_MS);
const shipment = (house_number: string, carrier_code: string, booked: number) =>
  makeShipment(provider.db, companyId, { house_number, carrier_code, booking_at: days(booked) });
const silent = async (carrierCode: string) =>
  (await listSilent(provider.db, { carrierCode, now })).map(({ houseNumber, reason, days: count }) => [
    houseNumber,
    reason,
    count,
  ]);
const pull = (carrierCode: string, isOn: boolean) =>
  provider.call(
    carrierPullSave,
    { carrierCode, baseUrl: "http://127.0.0.1:9/tnt/v2", intervalMinutes: 30, pageSize: 100, isOn },
    { token: staff.token },
  );

it("a shipment without news is silent from the third day on, with its reason, and past the limit after sixty", async () => {
  await shipment("FLQUIET1", "MAEU", -5);
  await shipment("FLQUIET2", "MAEU", -2);
  await shipment("FLQUIET3", "MAEU", -61);
  expect(await silent("MAEU")).toEqual([
    ["FLQUIET3", "TIME", 61],
    ["FLQUIET1", "NO_SOURCE", 5],
  ]);
  await provider.call(carrierKeyMake, { carrierCode: "MAEU" }, { token: staff.token });
  expect((await silent("MAEU"))[1]).toEqual(["FLQUIET1", "NOTHING_SENT", 5]);
  await pull("MAEU", false);
  expect((await silent("MAEU"))[1]).toEqual(["FLQUIET1", "PULL_OFF", 5]);
});

it("a restart asks the carrier's list from where the silence began, and not for what is past the limit", async () => {
  await pull("HLCU", true);
  await provider.db
    .updateTable("carrier_pull")
    .set({ known_until: days(-1), etag: "x", failures: 7, last_error: "503", next_at: days(1) })
    .where("carrier_code", "=", "HLCU")
    .execute();
  expect(await restartSilent(provider.db, "HLCU", now)).toMatchObject({ shipments: 0, askedFrom: null });
  await shipment("FLASKED1", "HLCU", -10);
  await shipment("FLASKED2", "HLCU", -70);
  expect((await silent("HLCU")).map(([, reason]) => reason)).toEqual(["TIME", "PULL_FAILS"]);
  expect(await restartSilent(provider.db, "HLCU", now)).toMatchObject({ shipments: 1, askedFrom: days(-10) });
  const source = await provider.db
    .selectFrom("carrier_pull")
    .selectAll()
    .where("carrier_code", "=", "HLCU")
    .executeTakeFirstOrThrow();
  expect(source).toMatchObject({
    known_until: days(-10),
    next_at: now,
    etag: null,
    cursor: null,
    failures: 0,
    last_error: null,
  });
});

it("events that were set aside are named as the reason, and a restart ties them to their shipment", async () => {
  const made = await provider.call(carrierKeyMake, { carrierCode: "MSCU" }, { token: staff.token });
  const sent = await provider.call(
    importEvents,
    [
      {
        eventID: "late-1",
        eventType: "TRANSPORT",
        eventClassifierCode: "ACT",
        eventCreatedDateTime: days(-0.1),
        eventDateTime: days(-0.2),
        transportEventTypeCode: "DEPA",
        transportCall: { transportCallID: "call-1", UNLocationCode: "CNSHA", modeOfTransport: "VESSEL" },
        references: [{ referenceType: "FF", referenceValue: "FLLATE1" }],
      },
    ],
    { headers: { "x-api-key": made.data.key } },
  );
  expect(sent.data).toMatchObject({ accepted: 1, unmatched: 1 });
  now = days(61);
  await setAsideWaiting(provider.db, now);
  const { id } = await shipment("FLLATE1", "MSCU", 50);
  await attachWaitingEvents(provider.db, [id], now);
  expect(await silent("MSCU")).toEqual([["FLLATE1", "SET_ASIDE", 11]]);
  expect(await restartSilent(provider.db, "MSCU", now)).toMatchObject({ retried: 1, attached: 1 });
  expect(await silent("MSCU")).toEqual([["FLLATE1", "NOTHING_SENT", 11]]);
});
