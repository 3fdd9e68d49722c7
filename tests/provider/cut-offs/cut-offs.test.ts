import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { cutOffList, cutOffState } from "#app/contract/cut-off.ts";
import { importEvents } from "#app/contract/event.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
let provider: TestProvider;
let dana: Somebody;
let stranger: Somebody;
let headers: Record<string, string>;
beforeAll(async () => {
  provider = await startProvider({ now: () => NOW });
  dana = await customer(provider, []);
  stranger = await customer(provider, []);
  const staff = await desk(provider);
  const made = await provider.call(carrierKeyMake, { carrierCode: "MAEU" }, { token: staff.token });
  headers = { "x-api-key": made.data.key };
});
afterAll(() => provider?.stop());

let serial = 0;
async function shipment(more: object = {}) {
  const houseNumber = `FLCUT${++serial}`;
  const { id } = await makeShipment(provider.db, dana.companyId, {
    house_number: houseNumber,
    booking_number: `BK${serial}`,
    job_mode: "OCEAN",
    service_type: "PTP",
    status: "BOOKED",
    port_of_departure: "CNSHA",
    port_of_arrival: "NLRTM",
    booking_at: new Date("2026-11-10T00:00:00Z"),
    ...more,
  });
  return { id, houseNumber, bookingNumber: `BK${serial}` };
}
const statement = (number: object, statedAt: string, times: Record<string, string>) => ({
  ...number,
  statedAt,
  shipmentCutOffTimes: Object.entries(times).map(([cutOffDateTimeCode, cutOffDateTime]) => ({
    cutOffDateTimeCode,
    cutOffDateTime,
  })),
});
const state = (...statements: unknown[]) => provider.call(cutOffState, { statements }, { headers });
const listed = async (id: string, who = dana) =>
  (await provider.call(cutOffList, { shipmentId: id }, { token: who.token })).data.cutOffs;
const inShanghai = "2026-11-25T10:00:00+08:00";

describe("cut-offs that a carrier states", () => {
  it("are listed by time, at the port of departure, with what is missing", async () => {
    const { id, houseNumber } = await shipment();
    const report = await state(
      statement({ houseNumber }, "2026-11-12T00:00:00Z", {
        FCO: "2026-11-26T10:00:00+08:00",
        VCO: inShanghai,
        EFC: "2026-11-20",
      }),
    );
    expect(report.data).toEqual({ accepted: 3, repeated: 0, rejected: [] });
    expect(await listed(id)).toMatchObject([
      { code: "EFC", at: "2026-11-20", need: null, metAt: null },
      { code: "VCO", at: "2026-11-25 10:00:00", need: "vgm", metAt: null, source: "MAEU" },
      { code: "FCO", at: "2026-11-26 10:00:00", need: "fullContainer", place: { code: "CNSHA" } },
    ]);
  });

  it("are the same whatever order the statements come in: the latest counts, the others stay as history", async () => {
    const [one, two] = [await shipment(), await shipment()];
    const said = ({ houseNumber }: { houseNumber: string }) => [
      statement({ houseNumber }, "2026-11-12T00:00:00Z", { VCO: inShanghai }),
      statement({ houseNumber }, "2026-11-14T00:00:00Z", { VCO: "2026-11-27T10:00:00+08:00" }),
      statement({ houseNumber }, "2026-11-13T00:00:00Z", { VCO: "2026-11-26T10:00:00+08:00" }),
    ];
    await state(...said(one));
    for (const each of said(two).reverse()) await state(each);
    const [first, second] = [await listed(one.id), await listed(two.id)];
    expect(first).toEqual(second);
    expect(first[0]).toMatchObject({
      at: "2026-11-27 10:00:00",
      earlier: [{ at: "2026-11-26 10:00:00" }, { at: "2026-11-25 10:00:00" }],
    });
    expect((await state(...said(one))).data).toMatchObject({ accepted: 0, repeated: 3 });
  });

  it("count as met by events, and by no other shipment's", async () => {
    const [one, other] = [await shipment(), await shipment()];
    for (const { houseNumber } of [one, other])
      await state(statement({ houseNumber }, "2026-11-12T00:00:00Z", { VCO: inShanghai }));
    await provider.call(
      importEvents,
      [
        {
          eventID: "VGM-1",
          eventCreatedDateTime: "2026-11-21T08:00:00Z",
          eventType: "SHIPMENT",
          eventClassifierCode: "ACT",
          eventDateTime: "2026-11-21T08:00:00Z",
          shipmentEventTypeCode: "RECE",
          documentTypeCode: "VGM",
          documentID: "VGM-1",
          references: [{ referenceType: "FF", referenceValue: one.houseNumber }],
        },
      ],
      { headers },
    );
    expect((await listed(one.id))[0]).toMatchObject({ metAt: "2026-11-21 16:00:00" });
    expect((await listed(other.id))[0]).toMatchObject({ metAt: null });
  });

  it("count as met by an event in the words of DCSA's newer drafts", async () => {
    const { id, houseNumber } = await shipment();
    await state(statement({ houseNumber }, "2026-11-12T00:00:00Z", { VCO: inShanghai }));
    const event = {
      eventID: "VGM-2",
      eventDateTime: "2026-11-21T08:00:00Z",
      eventClassification: {
        eventType: "SHIPMENT",
        eventClassifier: "ACTUAL",
        shipmentEventType: "RECEIVED",
      },
      shipmentDetails: {
        documentReference: { type: "VERIFIED_GROSS_MASS", reference: "VGM-2" },
        additionalDocumentReferences: [{ type: "FF", reference: houseNumber }],
      },
    };
    await provider.call(importEvents, { events: [event] }, { headers });
    expect((await listed(id))[0]).toMatchObject({ metAt: "2026-11-21 16:00:00" });
  });

  it("of a booking number reach its shipment; another company sees none", async () => {
    const { id, bookingNumber } = await shipment();
    await state(
      statement({ carrierBookingReference: bookingNumber }, "2026-11-12T00:00:00Z", { DCO: inShanghai }),
    );
    expect(await listed(id)).toMatchObject([{ code: "DCO" }]);
    const refused = await provider.call(cutOffList, { shipmentId: id }, { token: stranger.token });
    expect(refused.code).toBe(CODE_NOT_FOUND);
  });

  it("are judged one by one, and refused with the path of the fault", async () => {
    const { houseNumber } = await shipment();
    const answer = await state(
      statement({ houseNumber: "NOBODY1" }, "2026-11-12T00:00:00Z", { DCO: inShanghai }),
      statement({}, "2026-11-12T00:00:00Z", { DCO: inShanghai }),
      statement({ houseNumber }, "2026-11-12T00:00:00Z", { XXX: inShanghai }),
      statement({ houseNumber }, "2026-11-12T00:00:00Z", { DCO: "2026-02-30" }),
      statement({ houseNumber }, "2026-11-12T00:00:00Z", { DCO: "2036-11-25T10:00:00Z" }),
      statement({ houseNumber }, "2027-11-12T00:00:00Z", { DCO: inShanghai }),
      "nonsense",
    );
    expect(answer).toMatchObject({ code: CODE_INVALID, data: { accepted: 0 } });
    const reasons = (answer.data as { rejected: { reason: string }[] }).rejected.map(({ reason }) => reason);
    expect(reasons).toEqual([
      "no shipment or booking has this number",
      expect.stringMatching(/^carrierBookingReference: /),
      expect.stringMatching(/^shipmentCutOffTimes\.0\.cutOffDateTimeCode: /),
      expect.stringMatching(/^shipmentCutOffTimes\.0\.cutOffDateTime: /),
      expect.stringMatching(/^shipmentCutOffTimes\.0\.cutOffDateTime: /),
      "statedAt is ahead of the present time",
      expect.any(String),
    ]);
  });
});

describe("what comes next", () => {
  it("is the open cut-off, in the list, the detail and the filter alike", async () => {
    const [due, done] = [await shipment(), await shipment({ status: "TRANSIT" })];
    for (const { houseNumber } of [due, done])
      await state(statement({ houseNumber }, "2026-11-12T00:00:00Z", { VCO: inShanghai }));
    const step = { kind: "cutOff", code: "VCO", turn: "shipper", due: "2026-11-25 10:00:00" };
    const detail = await provider.call(shipmentDetail, { id: due.id }, { token: dana.token });
    expect(detail.data.nextStep).toMatchObject({ ...step, place: { code: "CNSHA" } });
    const waiting = await provider.call(shipmentList, { isOwnTurn: true }, { token: dana.token });
    const ids = waiting.data.rows.map(({ id }) => id);
    expect(ids).toContain(due.id);
    expect(ids).not.toContain(done.id);
    expect(waiting.data.rows.find(({ id }) => id === due.id)?.nextStep).toEqual(detail.data.nextStep);
    expect(
      (await provider.call(shipmentList, { isOwnTurn: true }, { token: stranger.token })).data.rows,
    ).toEqual([]);
  });
});
