import type { Kysely } from "kysely";
import type { CutOffCode } from "#app/contract/cut-off-code.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { storeCutOffs } from "../cut-offs/state.ts";
import type { Database } from "../db/schema.ts";
import { storeEvents } from "../shipments/event-store.ts";
import type { DemoShipment } from "./shipment.ts";

/** Hours before the planned departure. */
const HOURS: Readonly<Record<"FCL" | "LCL" | "AIR", Partial<Record<CutOffCode, number>>>> = {
  FCL: { ECP: 9 * 24, EFC: 6 * 24, DCO: 40, VCO: 34, AFC: 30, FCO: 24 },
  LCL: { LCO: 4 * 24, DCO: 40 },
  AIR: { DCO: 9, LCO: 6 },
};
/** When the carrier states them, and states them again where the sailing is put off. */
const STATED_HOURS = 20;
const RESTATED_HOURS = 2 * 24;
/** Each of so many shipments has later cut-offs than were stated first, or a shipper who does not report the weight. */
const RESTATED_EACH = 5;
const UNWEIGHED_EACH = 7;

/**
 * Stores what carriers have stated of the cut-offs of these shipments until then, and the weights that shippers have
 * reported. What is there already stays.
 */
export async function addDemoCutOffs(
  trx: Kysely<Database>,
  shipments: readonly DemoShipment[],
  until: Date,
  isPast = false,
): Promise<void> {
  const statements = shipments.flatMap(statementsOf).filter(({ statedAt }) => new Date(statedAt) <= until);
  if (statements.length > 0) await storeCutOffs(trx, statements, { source: "FLD", now: until });
  const weights = shipments.flatMap(weightOf).filter(({ eventDateTime }) => new Date(eventDateTime) <= until);
  if (weights.length > 0) await storeEvents(trx, weights, { source: "FLD", now: until, isPast });
}

function statementsOf({ index, row, journey, bookedAt }: DemoShipment) {
  const departure = journey.steps.find(({ code }) => code === "DEPA" || code === "DEP");
  if (!departure || row.job_mode === "TRUCK") return [];
  const hours = HOURS[row.job_mode === "AIR" ? "AIR" : row.load_type === "FCL" ? "FCL" : "LCL"];
  const hasFiling = journey.steps.some(({ code }) => code === "AMSC");
  const state = (statedHours: number, laterMs: number) => ({
    houseNumber: row.house_number,
    statedAt: new Date(bookedAt.getTime() + statedHours * HOUR_MS).toISOString(),
    shipmentCutOffTimes: Object.entries(hours)
      .filter(([code]) => code !== "AFC" || hasFiling)
      .map(([code, before]) => ({
        cutOffDateTimeCode: code,
        cutOffDateTime: fullHour(departure.planned.getTime() - before * HOUR_MS + laterMs),
        ...(row.job_mode === "AIR" ? {} : { UNLocationCode: departure.place }),
      })),
  });
  return index % RESTATED_EACH === 2
    ? [state(STATED_HOURS, -DAY_MS), state(RESTATED_HOURS, 0)]
    : [state(STATED_HOURS, 0)];
}

function weightOf({ index, row, journey }: DemoShipment) {
  const gate = journey.steps.find(
    ({ code, emptyIndicator }) => code === "GTIN" && emptyIndicator === "LADEN",
  );
  if (!gate || row.load_type !== "FCL" || index % UNWEIGHED_EACH === 3) return [];
  const at = new Date(gate.actual.getTime() - 4 * HOUR_MS).toISOString();
  return [
    {
      eventID: `${row.house_number}-VGM`,
      eventCreatedDateTime: at,
      eventType: "SHIPMENT",
      eventClassifierCode: "ACT",
      eventDateTime: at,
      shipmentEventTypeCode: "RECE",
      documentID: `VGM-${row.house_number}`,
      documentTypeCode: "VGM",
      references: [{ referenceType: "FF", referenceValue: row.house_number }],
    },
  ];
}

const fullHour = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString();
