import { momentOf, type Viewer } from "#app/components/moment.server.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { ShipmentDateKey } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { endOf, type KnownTime, parseWire } from "#app/lib/date-time.ts";
import type { ReachedDates, ReachedTime } from "#app/lib/milestones/reached-dates.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";
import type texts from "#app/locales/en/shipments.ts";

type RowName = keyof typeof texts.detail.dates.row;
type GroupName = keyof typeof texts.detail.dates.group;
/** The place in whose time zone a date is shown. */
type Where = "origin" | "departure" | "arrival" | "end";

interface RowRule {
  row: RowName;
  where: Where;
  planned?: ShipmentDateKey;
  actual?: ShipmentDateKey;
}

/** All dates of product 3.3, in the order of the journey. */
export const dateRows: Record<GroupName, readonly RowRule[]> = {
  preparation: [
    { row: "booking", where: "departure", actual: "booking" },
    { row: "confirmedBookingEta", where: "arrival", planned: "confirmedBookingEta" },
    { row: "cargoReady", where: "origin", planned: "cargoReady" },
    { row: "pickup", where: "origin", planned: "estimatedPickup", actual: "pickup" },
    { row: "documentReceived", where: "origin", actual: "documentReceived" },
    { row: "cargoReceived", where: "departure", actual: "cargoReceived" },
    { row: "departedWarehouse", where: "departure", actual: "departedWarehouse" },
  ],
  carriage: [
    { row: "amsConfirmed", where: "departure", actual: "amsConfirmed" },
    { row: "departure", where: "departure", planned: "etd", actual: "atd" },
    { row: "arrival", where: "arrival", planned: "eta", actual: "ata" },
    { row: "berthing", where: "arrival", actual: "berthing" },
  ],
  release: [
    { row: "documentToBroker", where: "arrival", actual: "documentToBroker" },
    { row: "customsClearance", where: "arrival", actual: "customsClearance" },
    { row: "customsRelease", where: "arrival", actual: "customsRelease" },
    { row: "freightRelease", where: "arrival", actual: "freightRelease" },
  ],
  delivery: [
    { row: "terminalPickupAppointment", where: "arrival", planned: "terminalPickupAppointment" },
    { row: "outGate", where: "arrival", actual: "outGate" },
    { row: "finalRail", where: "end", actual: "finalRail" },
    { row: "finalRamp", where: "end", actual: "finalRamp" },
    { row: "railRampLastFreeDay", where: "end", planned: "railRampLastFreeDay" },
    { row: "delivery", where: "end", planned: "etaToDoor", actual: "delivery" },
    { row: "sla", where: "end", planned: "sla" },
    { row: "podUpload", where: "end", actual: "podUpload" },
    { row: "emptyReturn", where: "end", actual: "emptyReturn" },
  ],
};

interface DateRow {
  label: string;
  planned: MomentView | null;
  actual: MomentView | null;
  notes: Line[];
}

export interface DatesView {
  title: string;
  event: string;
  planned: string;
  actual: string;
  groups: { title: string; rows: DateRow[] }[];
  notKnown: string | null;
}

type DatedShipment = Pick<
  ShipmentDetailData,
  | ("placeOfReceipt" | "portOfDeparture" | "portOfArrival" | "portOfFinalArrival")
  | ("dates" | "events" | "firstEta")
>;

/**
 * The dates as a table, planned beside actual (from events); dates without a value are listed in one line.
 * `due`: what the timeline of the same page says is planned or estimated, for the fields that hold actuals only.
 */
export function datesView(
  shipment: DatedShipment,
  { reached: done, due }: { reached: ReachedDates; due: ReachedDates },
  viewer: Viewer,
): DatesView {
  const { t, now } = viewer;
  const reached: Partial<Record<ShipmentDateKey, ReachedTime>> = done;
  const expected: Partial<Record<ShipmentDateKey, ReachedTime>> = due;
  const zones: Record<Where, string | null> = {
    origin: zoneOf(shipment.placeOfReceipt ?? shipment.portOfDeparture),
    departure: zoneOf(shipment.portOfDeparture),
    arrival: zoneOf(shipment.portOfArrival),
    end: zoneOf(shipment.portOfFinalArrival ?? shipment.portOfArrival),
  };
  // As in the timeline: in the time zone of the place where it happened. A door has no zone of its own in the
  // list, so its port's is used.
  const zoneOfDone = (row: RowName, { placeCode }: ReachedTime) =>
    row === "delivery" || placeCode === null
      ? null
      : shipment.events.find(({ place }) => place?.code === placeCode)?.place?.timeZone;
  // The full container is fetched from where it leaves: a ramp inland, if it goes on by rail.
  const gate = done.outGate ?? due.outGate;
  const gateZone = gate && zoneOfDone("outGate", gate);
  const zoneOfRow = ({ row, where }: RowRule) =>
    (row === "terminalPickupAppointment" && gateZone) || zones[where];
  const momentIn = (rule: RowRule, time: ReachedTime | undefined) =>
    time ? momentOf(time, zoneOfDone(rule.row, time) ?? zoneOfRow(rule), viewer) : null;
  /** A row; null when neither date is known. */
  const rowOf = (label: string, rule: RowRule): DateRow | null => {
    const { row, planned, actual } = rule;
    const plannedTime = planned ? parseWire(shipment.dates[planned]) : null;
    const done = momentIn(rule, actual && reached[actual]);
    // A stored actual without an event is not known to have happened.
    const stored = actual && !done ? parseWire(shipment.dates[actual]) : null;
    const momentView = (time: KnownTime): MomentView => momentOf(time, zoneOfRow(rule), viewer);
    const held = plannedTime ?? stored;
    const before = held ? momentView(held) : momentIn(rule, planned ? undefined : actual && expected[actual]);
    if (!before && !done) return null;
    return {
      label,
      planned: before,
      actual: done,
      notes: [
        stored && !plannedTime && endOf(stored) <= now && t("shipments:detail.dates.notConfirmed"),
        stored &&
          plannedTime &&
          aroundTime(momentView(stored), (time) => t("shipments:detail.dates.alsoTold", { time })),
        row === "arrival" && firstEtaNote(shipment, zoneOfRow(rule), viewer),
      ].filter((note) => note !== null && note !== false),
    };
  };
  const missing: string[] = [];
  const groups = Object.entries(dateRows).map(([group, rules]) => ({
    title: t(`shipments:detail.dates.group.${group as GroupName}`),
    rows: rules.flatMap((rule) => {
      const label = t(`shipments:detail.dates.row.${rule.row}`);
      const dateRow = rowOf(label, rule);
      if (!dateRow) missing.push(label);
      return dateRow ?? [];
    }),
  }));
  return {
    title: t("shipments:detail.dates.title"),
    event: t("shipments:detail.dates.event"),
    planned: t("shipments:detail.dates.planned"),
    actual: t("shipments:detail.dates.actual"),
    groups: groups.filter(({ rows }) => rows.length > 0),
    notKnown:
      missing.length > 0
        ? t("shipments:detail.dates.notKnown", { names: missing.join(t("shipments:detail.dates.comma")) })
        : null,
  };
}

const zoneOf = (place: WirePlace): string | null => place.timeZone;

function firstEtaNote(shipment: DatedShipment, zone: string | null, viewer: Viewer): Line | null {
  const first = parseWire(shipment.firstEta);
  if (!first || shipment.firstEta === shipment.dates.eta) return null;
  return aroundTime(momentOf(first, zone, viewer), (time) =>
    viewer.t("shipments:detail.dates.firstEta", { time }),
  );
}
