import type { ColumnWidth } from "#app/components/list/data-table.tsx";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { type KnownTime, parseWire } from "#app/lib/date-time.ts";
import { type MomentView, textOf } from "#app/lib/moment.ts";
import { formatNumber } from "#app/lib/money.ts";
import { modeLabel, packageTypeLabel, placeLabel, serviceTypeLabel } from "../labels.server.ts";
import {
  arrivalText,
  badgeOf,
  isReached,
  nextOfRow,
  progressOfRow,
  saidAt,
  type Words,
} from "../standing.server.ts";
import { packLine } from "./row-view.ts";

export interface ColumnRule {
  width: ColumnWidth;
  sort?: ShipmentSortKey;
  /** A list is cut to two parts, a code has a copy button, an amount is right-aligned. */
  kind?: "status" | "list" | "copied" | "copiedList" | "amount" | "number" | "arrives" | "progress" | "next";
  /** Where a phone shows it (`.cards` of app.css); other columns are in the whole row and the detail. */
  card?: CardPart;
  text: (row: ShipmentRow, reader: Words) => string;
}
export type CardPart = "state" | "from" | "to" | "how" | "when";

const timeOf = (moment: string | null, place: WirePlace, reader: Words): MomentView | "" => {
  const time = parseWire(moment);
  return time ? saidAt(reader, time, place, "column") : "";
};
// Texts alone: with their stamps a page of them would be too heavy, and the hour is here.
const stamp = (moment: string | null, place: WirePlace, reader: Words) =>
  textOf(timeOf(moment, place, reader));
const actual = (row: ShipmentRow, key: "atd" | "ata" | "delivery", place: WirePlace, reader: Words) => {
  const time = timeOf(row[key], place, reader);
  return time === "" || isReached(row, key)
    ? textOf(time)
    : reader.t("shipments:notConfirmed", { time: time.text });
};
/** The arrival or the ETA, with its label. */
export const arrivalOfRow = (row: ShipmentRow, reader: Words) =>
  arrivalText(
    reader,
    {
      status: row.status,
      eta: parseWire(row.eta),
      arrivedAt: isReached(row, "ata") ? parseWire(row.ata) : null,
    },
    (time) => saidAt(reader, time, row.portOfArrival),
  );
/**
 * The ETA, by which the list is sorted and filtered, with a note when it is past or the cargo has arrived.
 */
function etaOfRow(row: ShipmentRow, reader: Words): string {
  const arrival = arrivalOfRow(row, reader);
  if (!arrival) return "";
  const text = packLine(arrival.text);
  const time = parseWire(row.eta);
  const eta = time && !arrival.isEta ? saidAt(reader, time, row.portOfArrival) : null;
  return eta && !textOf(arrival.text).includes(eta.text) ? `${packLine(eta)}\n${text}` : text;
}
/** The badge of the row; also the start of the status column's text. */
export const badgeOfRow = (row: ShipmentRow, reader: Pick<Words, "t" | "language" | "now">) =>
  badgeOf(reader, { ...row, hasArrived: isReached(row, "ata"), eta: parseWire(row.eta) });
const finalPlace = (row: ShipmentRow): WirePlace => row.destination ?? row.portOfArrival;
const listed = (parts: readonly string[]) => parts.join(", ");

/** How each column of the contract is shown; the booking date is in the zone of the place of departure. */
export const columnRules: Record<ShipmentColumn, ColumnRule> = {
  houseNumber: { width: "xxl", sort: "houseNumber", kind: "number", text: (row) => row.houseNumber },
  masterNumber: { width: "lg", kind: "copied", text: (row) => row.masterNumber ?? "" },
  status: {
    width: "xxl",
    sort: "status",
    kind: "status",
    card: "state",
    text: (row, reader) =>
      [badgeOfRow(row, reader).label, ...progressOfRow(reader, row).map(textOf)].join("\n"),
  },
  mode: { width: "xs", card: "how", text: (row, { t }) => modeLabel(t, row.mode) },
  serviceType: { width: "md", text: (row, { t }) => serviceTypeLabel(t, row.serviceType) },
  portOfDeparture: { width: "md", card: "from", text: (row) => placeLabel(row.portOfDeparture) },
  portOfArrival: {
    width: "md",
    card: "to",
    text: (row) => placeLabel(row.destination ?? row.portOfArrival),
  },
  transport: { width: "xl", text: (row) => row.transport ?? "" },
  booking: {
    width: "xl",
    sort: "booking",
    text: (row, reader) => stamp(row.bookingDate, row.portOfDeparture, reader),
  },
  etd: { width: "xl", sort: "etd", text: (row, reader) => stamp(row.etd, row.portOfDeparture, reader) },
  atd: { width: "xl", text: (row, reader) => actual(row, "atd", row.portOfDeparture, reader) },
  eta: { width: "xl", sort: "eta", card: "when", text: etaOfRow },
  ata: { width: "xl", text: (row, reader) => actual(row, "ata", row.portOfArrival, reader) },
  delivery: { width: "xl", text: (row, reader) => actual(row, "delivery", finalPlace(row), reader) },
  shipperName: { width: "xl", text: (row) => row.shipperName },
  consigneeName: { width: "xl", text: (row) => row.consigneeName },
  containers: { width: "lg", kind: "copiedList", text: (row) => listed(row.containerNumbers) },
  poNumbers: { width: "md", kind: "list", text: (row) => listed(row.poNumbers) },
  skuNumbers: { width: "lg", kind: "list", text: (row) => listed(row.skuNumbers) },
  pieces: {
    width: "sm",
    kind: "amount",
    text: (row, { t, language }) =>
      `${formatNumber(row.pieces, language)} ${packageTypeLabel(t, row.packageType)}`,
  },
  grossWeight: {
    width: "sm",
    kind: "amount",
    text: (row, { language }) => formatNumber(row.grossWeightKg, language) ?? "",
  },
  volume: {
    width: "sm",
    kind: "amount",
    text: (row, { language }) => formatNumber(row.volumeCbm, language) ?? "",
  },
};
export type ColumnKind = ColumnRule["kind"];

/** The columns of who has chosen none, in their order: the answer first, then what it is about. */
export const overviewColumns = ["arrives", "shipment", "route", "carrier", "progress", "next"] as const;
export type OverviewColumn = (typeof overviewColumns)[number];

/** What badges of the first column say beside the day; of the others the bar says enough. */
const saidBadges = new Set<ShipmentState>(["DELAYED", "LATE", "ARRIVED", "COMPLETED"]);

export const overviewRules: Record<OverviewColumn, ColumnRule> = {
  arrives: {
    width: "day",
    sort: "eta",
    kind: "arrives",
    card: "when",
    text: (row, reader) => {
      const { status, label } = badgeOfRow(row, reader);
      const [time, place] = arrivalTime(row);
      const day = time ? packLine(saidAt(reader, time, place)) : "";
      return saidBadges.has(status) ? `${day}\n${label}` : day;
    },
  },
  shipment: {
    width: "route",
    sort: "houseNumber",
    kind: "number",
    text: (row, { t }) => [row.houseNumber, contentsOf(row, t)].filter(Boolean).join("\n"),
  },
  route: {
    width: "route",
    card: "from",
    // The codes stand in the column of each port.
    text: (row) => `${row.portOfDeparture.name} → ${finalPlace(row).name}`,
  },
  carrier: {
    width: "lg",
    card: "how",
    text: (row, { t }) => row.carrierName || modeLabel(t, row.mode),
  },
  progress: {
    width: "md",
    sort: "status",
    kind: "progress",
    card: "state",
    text: (row, reader) => badgeOfRow(row, reader).label,
  },
  next: { width: "route", kind: "next", text: (row, reader) => packLine(nextOfRow(reader, row)) },
};

/** The day of the delivery or of the arrival once it is reached, the ETA until then. */
function arrivalTime(row: ShipmentRow): [time: KnownTime | null, place: WirePlace] {
  if (isReached(row, "delivery")) return [parseWire(row.delivery), finalPlace(row)];
  return [parseWire(isReached(row, "ata") ? row.ata : row.eta), row.portOfArrival];
}

/** "CMAU7264988 · PO 4500400346 and 1 more": the first of each, by which people know a shipment. */
function contentsOf({ containerNumbers, poNumbers }: ShipmentRow, t: Words["t"]): string {
  const first = ([number, ...others]: readonly string[], write: (number: string) => string) => {
    if (!number) return [];
    return others.length === 0
      ? [write(number)]
      : [t("shipments:andMore", { number: write(number), count: others.length })];
  };
  return [
    ...first(containerNumbers, (number) => number),
    // Who writes 'PO-77' says so already.
    ...first(poNumbers, (number) =>
      /^po(?![a-z])/i.test(number) ? number : t("shipments:purchaseOrder", { number }),
    ),
  ].join(" · ");
}
