import type { ColumnWidth } from "#app/components/list/data-table.tsx";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import type { Language } from "#app/contract/user.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { formatTime, parseWire, wireToViewer } from "#app/lib/date-time.ts";
import { formatNumber } from "#app/lib/money.ts";
import type { Translate } from "#app/locales/translation.ts";
import { modeLabel, packageTypeLabel, placeLabel, serviceTypeLabel } from "../labels.server.ts";
import { arrivalText, badgeOf, isReached, progressOfRow } from "../standing.server.ts";

/** Language and time zone in which a row is shown. */
export interface Reader {
  t: Translate;
  language: Language;
  now: Date;
  /** The time zone setting for dates, as calls send it. */
  clock: string;
}

interface ColumnRule {
  width: ColumnWidth;
  sort?: ShipmentSortKey;
  /** A list is cut to two parts, a code has a copy button, an amount is right-aligned. */
  kind?: "status" | "list" | "copied" | "copiedList" | "amount";
  /** Where a phone shows it (`.cards` of app.css); other columns are in the whole row and the detail. */
  card?: CardPart;
  text: (row: ShipmentRow, reader: Reader) => string;
}
export type CardPart = "state" | "from" | "to" | "how" | "when";

const stamp = (moment: string | null, place: WirePlace, { clock }: Reader) =>
  wireToViewer(moment, zoneOnClock(clock, place.timeZone)) ?? "";
const actual = (row: ShipmentRow, key: "atd" | "ata" | "delivery", place: WirePlace, reader: Reader) => {
  const time = stamp(row[key], place, reader);
  return time === "" || isReached(row, key) ? time : reader.t("shipments:notConfirmed", { time });
};
/** The arrival or the ETA, with its label. */
export const arrivalOfRow = (row: ShipmentRow, { t, now, clock }: Reader) =>
  arrivalText(
    t,
    {
      status: row.status,
      eta: parseWire(row.eta),
      arrivedAt: isReached(row, "ata") ? parseWire(row.ata) : null,
      now,
    },
    (time) => formatTime(time, zoneOnClock(clock, row.portOfArrival.timeZone)) ?? "",
  );
/**
 * The ETA, by which the list is sorted and filtered, with a note when it is past or the cargo has arrived.
 */
function etaOfRow(row: ShipmentRow, reader: Reader): string {
  const arrival = arrivalOfRow(row, reader);
  const eta = stamp(row.eta, row.portOfArrival, reader);
  if (!arrival) return "";
  const isSaid = arrival.isEta || eta === "" || arrival.text.includes(eta);
  return isSaid ? arrival.text : `${eta}\n${arrival.text}`;
}
/** The badge of the row; also the start of the status column's text. */
export const badgeOfRow = (row: ShipmentRow, { t, now }: Pick<Reader, "t" | "now">) =>
  badgeOf(t, { ...row, hasArrived: isReached(row, "ata"), eta: parseWire(row.eta), now });
const finalPlace = (row: ShipmentRow): WirePlace => row.destination ?? row.portOfArrival;
const listed = (parts: readonly string[]) => parts.join(", ");

/** How each column of the contract is shown; the booking date is in the zone of the place of departure. */
export const columnRules: Record<ShipmentColumn, ColumnRule> = {
  houseNumber: { width: "xxl", sort: "houseNumber", text: (row) => row.houseNumber },
  masterNumber: { width: "lg", kind: "copied", text: (row) => row.masterNumber ?? "" },
  status: {
    width: "xxl",
    sort: "status",
    kind: "status",
    card: "state",
    text: (row, reader) => [badgeOfRow(row, reader).label, ...progressOfRow(reader, row)].join("\n"),
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
