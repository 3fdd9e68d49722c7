import { expect, test } from "vitest";
import { DAY_MS, formatDay, HOUR_MS } from "#app/lib/date-time.ts";
import { buildMilestones } from "#app/lib/milestones/chain.ts";
import type { MilestoneEvent } from "#app/lib/milestones/milestone.ts";
import { reachedDates } from "#app/lib/milestones/reached-dates.ts";
import { demoDataset } from "#app/provider/demo/dataset.ts";
import { zoneOf } from "#app/provider/demo/journey.ts";
import { timedMessagesOf } from "#app/provider/demo/message.ts";
import { createRandom } from "#app/provider/demo/random.ts";
import type { DemoShipment } from "#app/provider/demo/shipment.ts";
import { laterShipments } from "#app/provider/demo/shipment-series.ts";
import { readEvent } from "#app/provider/shipments/event-message.ts";
import { casesByDay } from "#tests/support/is-all.ts";

/** Times within two years: ends of months and years, leap days, clock changes, and random ones. */
const random = createRandom(2_026);
const moments = [
  "2026-12-31T23:59:30Z",
  "2027-01-01T00:00:30Z",
  "2028-02-29T12:00:00Z",
  "2027-02-28T23:30:00Z",
  "2027-03-28T01:30:00Z",
  "2027-10-31T01:30:00Z",
  "2027-03-14T10:00:00Z",
  "2027-11-07T09:00:00Z",
  ...Array.from({ length: 16 }, () =>
    new Date(Date.UTC(2026, 0, 1) + random.int(0, 730 * 24 * 60) * 60_000).toISOString(),
  ),
].map((moment) => new Date(moment));
const WORLD = 90;

interface Told {
  shipment: DemoShipment;
  messages: unknown[];
  at: Date;
}

/**
 * The shipments at that time, and some booked in the following weeks, with their messages up to a later day.
 */
function worldOf(moment: Date): Told[] {
  const told = (shipment: DemoShipment, from: Date, at: Date): Told => {
    const timedMessages = timedMessagesOf(shipment, createRandom(9_000_000 + shipment.index), from);
    const messages = timedMessages.filter(({ reportedAt }) => reportedAt <= at).map(({ message }) => message);
    return { shipment, messages, at };
  };
  const later = laterShipments(moment);
  const world = [
    ...demoDataset(moment, WORLD).shipments.map((shipment) =>
      told(shipment, moment, new Date(moment.getTime() + 30 * DAY_MS)),
    ),
    ...Array.from({ length: 30 }, () => {
      const shipment = later.next().value;
      return told(shipment, shipment.bookedAt, new Date(shipment.bookedAt.getTime() + 40 * DAY_MS));
    }),
  ];
  for (const house of world) {
    if (!house.shipment.isCoLoaded) continue;
    // Events of a shared container are reported once.
    const { master_number } = house.shipment.row;
    const opener = world.find(
      ({ shipment }) => !shipment.isCoLoaded && shipment.row.master_number === master_number,
    )!;
    const own = JSON.stringify(opener.shipment.row.house_number);
    house.messages.push(...opener.messages.filter((message) => !JSON.stringify(message).includes(own)));
    house.at = new Date(Math.max(opener.at.getTime(), house.at.getTime()));
  }
  return world;
}

function eventsOf(messages: readonly unknown[], now: Date): MilestoneEvent[] {
  return messages.map((message) => {
    const reading = readEvent(message, { source: "FLD", now });
    if (!("event" in reading)) throw new Error(reading.reason);
    const { event } = reading;
    const { eventId: id, occurredAt: at, emptyIndicator, mode } = event;
    return { ...event, id, at, isDayOnly: false, emptyIndicator, mode } as MilestoneEvent;
  });
}

test.each(casesByDay(moments, 24))(
  "told from %s on: what happens happens in its order, and nothing before its time",
  (moment) => {
    const faults: string[] = [];
    for (const { shipment, messages, at } of worldOf(moment)) {
      const { row, bookedAt, boxNumbers, journey, marks } = shipment;
      const say = (what: string) =>
        faults.push(`${row.house_number} (${row.job_mode} ${row.service_type}): ${what}`);
      const events = eventsOf(messages, at);
      for (const event of events) {
        if (event.classifier === "ACT" && event.at > event.receivedAt)
          say(`${event.code} told before it happened`);
        if (event.classifier === "ACT" && event.at.getTime() < bookedAt.getTime())
          say(`${event.code} before the booking`);
        if (event.receivedAt < bookedAt && !shipment.isCoLoaded) say(`${event.code} told before the booking`);
      }
      const { milestones } = buildMilestones(events, { now: at, containers: boxNumbers });
      const reached = reachedDates(milestones, {
        from: row.port_of_departure,
        to: row.port_of_arrival,
        service: row.service_type as never,
      });
      const inOrder = (earlier: keyof typeof reached, later: keyof typeof reached) => {
        const [first, second] = [reached[earlier], reached[later]];
        if (first && second && first.at > second.at) say(`${earlier} after ${later}`);
        if (second && !first && earlier !== "pickup" && earlier !== "berthing" && earlier !== "finalRail")
          if (earlier === "atd" || earlier === "ata") say(`${later} without ${earlier}`);
      };
      inOrder("booking", "documentReceived");
      inOrder("pickup", "departedWarehouse");
      inOrder("pickup", "cargoReceived");
      inOrder("departedWarehouse", "cargoReceived");
      inOrder("cargoReceived", "atd");
      inOrder("amsConfirmed", "atd");
      inOrder("atd", "ata");
      inOrder("ata", "berthing");
      inOrder("berthing", "customsClearance");
      inOrder("customsClearance", "customsRelease");
      inOrder("ata", "customsRelease");
      inOrder("ata", "freightRelease");
      inOrder("freightRelease", "outGate");
      inOrder("finalRail", "finalRamp");
      inOrder("finalRamp", "outGate");
      inOrder("outGate", "emptyReturn");
      inOrder("delivery", "podUpload");
      if (row.service_type.endsWith("D")) inOrder("outGate", "delivery");
      const discharged = milestones.find(
        ({ kind, placeCode }) => kind === "DISC" && placeCode === row.port_of_arrival,
      )?.actual;
      if (discharged && reached.berthing && reached.berthing.at > discharged.at)
        say("discharged before berthing");
      if (discharged && reached.outGate && reached.outGate.at < discharged.at)
        say("out of the gate before discharge");
      // The timeline is in the order of the actuals.
      const actuals = milestones.filter(({ actual }) => actual !== null);
      const papers = new Set(["DOCR", "AMSC", "DOCB", "PODU", "BOOK"]);
      const moves = actuals.filter(({ kind }) => !papers.has(kind));
      for (const [index, { kind, actual }] of moves.entries()) {
        const next = moves[index + 1];
        if (next && next.actual!.at.getTime() < actual!.at.getTime())
          say(
            `${next.kind} ${next.actual!.at.toISOString()} stands after ${kind} ${actual!.at.toISOString()}`,
          );
      }
      for (const until of [bookedAt, moment, at]) {
        if (until < bookedAt) continue;
        const { dates, documents, containers, cargo, row: held } = shipment.stateAt(until);
        const happened = (code: string) =>
          [...journey.steps, ...marks].find((step) => step.code === code && step.actual <= until);
        const types = documents.map(({ document_type }) => document_type);
        for (const { document_type, issued_on } of documents) {
          if (issued_on > formatDay(until, "Pacific/Kiritimati")!) say(`${document_type} of tomorrow`);
          if (issued_on < formatDay(bookedAt, "Pacific/Pago_Pago")!)
            say(`${document_type} before the booking`);
        }
        if (types.some((type) => type === "HOUSE_BILL" || type === "HOUSE_WAYBILL"))
          if (!happened("DEPA") && !happened("DEP")) say("bill before departure");
        if (types.includes("ARRIVAL_NOTICE") && !types.some((type) => type.startsWith("HOUSE")))
          say("arrival notice without a bill");
        if (types.includes("DELIVERY_ORDER") && !happened("AVPU") && !happened("AWD"))
          say("order before release");
        if (types.includes("PROOF_OF_DELIVERY") && !happened("DROP")) say("proof before delivery");
        if (types.includes("PROOF_OF_DELIVERY") !== Boolean(happened("PODU")))
          say("proof and its upload differ");
        const ramp = journey.steps.find((step) => step.mode === "RAIL" && step.code === "ARRI");
        if (
          dates.railRampLastFreeDay &&
          ramp &&
          dates.railRampLastFreeDay < formatDay(ramp.actual, zoneOf(ramp.place))!
        )
          say("free time ends before the ramp");
        const landed = journey.steps.findLast((step) => step.code === "DISC");
        if (
          dates.terminalPickupAppointment &&
          landed &&
          new Date(dates.terminalPickupAppointment) < landed.actual
        )
          say("appointment before discharge");
        if (
          containers.some(({ seal_number }) => seal_number) &&
          !cargo.some(({ data_type }) => data_type === "R")
        )
          say("sealed and not weighed");
        if (
          containers.length > 0 &&
          row.load_type === "FCL" &&
          containers.every((box) => box.gross_weight_kg !== null)
        ) {
          const sum = containers.reduce((kg, box) => kg + Number(box.gross_weight_kg), 0);
          if (Math.abs(sum - Number(held.gross_weight_kg)) > 0.01) say("boxes weigh other than the shipment");
        }
      }
      if ((row.etd as Date).getTime() < bookedAt.getTime() + 12 * HOUR_MS) say("sails as it is booked");
    }
    expect(faults).toEqual([]);
  },
);
