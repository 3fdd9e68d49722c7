import { momentOf, type Viewer } from "#app/components/moment.server.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { ShipmentDateKey } from "#app/contract/shipment-code.ts";
import { endOf, parseWire } from "#app/lib/date-time.ts";
import type { Line, MomentView } from "#app/lib/moment.ts";
import type texts from "#app/locales/en/shipments.ts";
import type { DatedEntry, MilestoneViewState } from "../journey/timeline.server.ts";

/** What the list of milestones shows besides them: stated dates of which no event tells, and cut-offs. */

interface DateRule {
  key: ShipmentDateKey;
  row: keyof typeof texts.detail.dates.row;
  place: "placeOfReceipt" | "portOfDeparture" | "portOfArrival" | "portOfFinalArrival";
  /** Events of the same thing: where one is known, the stated date adds nothing. */
  codes: readonly string[];
}

const rules: readonly DateRule[] = [
  { key: "cargoReady", row: "cargoReady", place: "placeOfReceipt", codes: [] },
  { key: "estimatedPickup", row: "pickup", place: "placeOfReceipt", codes: ["PICK", "COLL"] },
  { key: "etd", row: "departure", place: "portOfDeparture", codes: ["DEPA", "DEP"] },
  { key: "eta", row: "arrival", place: "portOfArrival", codes: ["ARRI", "ARR"] },
  { key: "terminalPickupAppointment", row: "terminalPickupAppointment", place: "portOfArrival", codes: [] },
  { key: "railRampLastFreeDay", row: "railRampLastFreeDay", place: "portOfFinalArrival", codes: [] },
  { key: "etaToDoor", row: "delivery", place: "portOfFinalArrival", codes: ["DROP", "DLV"] },
  { key: "sla", row: "sla", place: "portOfFinalArrival", codes: [] },
];

type Dated = Pick<ShipmentDetailData, "dates" | "events" | DateRule["place"]>;

/** Of a stated date without an event it is not known whether it came true. */
export function statedEntries(shipment: Dated, viewer: Viewer): DatedEntry[] {
  const { t, now } = viewer;
  const known = new Set(shipment.events.map(({ code }) => code));
  return rules.flatMap(({ key, row, place, codes }): DatedEntry[] => {
    const time = parseWire(shipment.dates[key]);
    if (!time || codes.some((code) => known.has(code))) return [];
    const at =
      shipment[place] ?? (place === "placeOfReceipt" ? shipment.portOfDeparture : shipment.portOfArrival);
    // What no event can tell is not missing.
    const state: MilestoneViewState = codes.length > 0 && endOf(time) < now ? "unknown" : "planned";
    return [
      {
        key,
        at: time.at,
        state,
        stateText: t(`milestones:state.${state}`),
        label: t(`shipments:detail.dates.row.${row}`),
        place: null,
        times: [{ label: "", source: null, ...momentOf(time, at.timeZone, viewer) }],
        notes: [],
        reason: null,
        isNext: false,
      },
    ];
  });
}

/** A cut-off as the feature of cut-offs writes it. */
export interface CutOffLine {
  code: string;
  at: Date;
  name: string;
  place: string;
  moment: MomentView;
  lines: Line[];
  state: { text: Line; kind: "done" | "open" | "soon" | "passed" };
  left: string | null;
}

const cutOffStates: Record<CutOffLine["state"]["kind"], MilestoneViewState> = {
  done: "reached",
  open: "planned",
  soon: "expected",
  passed: "overdue",
};

export const cutOffEntry = (cutOff: CutOffLine, { t }: Viewer): DatedEntry => {
  const { code, at, name, place, moment, lines, left } = cutOff;
  const state = cutOffStates[cutOff.state.kind];
  return {
    key: `cut-off ${code}`,
    at,
    state,
    stateText: t(`milestones:state.${state}`),
    label: t("cut-offs:entry", { name }),
    place,
    times: [{ label: "", source: null, ...moment }],
    further: lines,
    notes: [cutOff.state.text, ...(left ? [left] : [])],
    reason: null,
    isNext: false,
  };
};
