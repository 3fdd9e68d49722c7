import type { ColumnWidth } from "#app/components/data-table.tsx";
import type { ShipmentColumn, ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { formatTime, parseWire } from "#app/lib/date-time.ts";
import { formatNumber } from "#app/lib/money.ts";
import type { Translate } from "#app/locales/translation.ts";
import { modeLabel, packageTypeLabel, placeLabel, serviceTypeLabel } from "./labels.server.ts";
import { arrivalText, badgeOf, isReached, progressOfRow } from "./standing.server.ts";

/** In whose words and zone a row is read. */
export interface Reader {
  t: Translate;
  language: Language;
  now: Date;
  /** Zone of what belongs to no port; the wire's own when the viewer's is unknown. */
  zone: string;
}

interface ColumnRule {
  /** A stamp breaks after its day. */
  width: ColumnWidth;
  sort?: ShipmentSortKey;
  /** A list shows two parts, a code is copied, an amount stands to the right. */
  kind?: "status" | "list" | "copied" | "copiedList" | "amount";
  text: (row: ShipmentRow, reader: Reader) => string;
}

const stamp = (moment: string | null, zone: string) => formatTime(parseWire(moment), zone) ?? "";
const actual = (row: ShipmentRow, key: "atd" | "ata" | "delivery", zone: string, { t }: Reader) => {
  const time = stamp(row[key], zone);
  return time === "" || isReached(row, key) ? time : t("shipments:notConfirmed", { time });
};
/** The arrival or the ETA, and which of them it is. */
export const arrivalOfRow = (row: ShipmentRow, { t, now }: Reader) =>
  arrivalText(
    t,
    {
      status: row.status,
      eta: parseWire(row.eta),
      arrivedAt: isReached(row, "ata") ? parseWire(row.ata) : null,
      now,
    },
    (time) => formatTime(time, arrivalZone(row)) ?? "",
  );
/** The badge of the row; the text of the status column begins with it. */
export const badgeOfRow = (row: ShipmentRow, t: Translate) =>
  badgeOf(t, { ...row, hasArrived: isReached(row, "ata") });
const listed = (parts: readonly string[]) => parts.join(", ");
export const WIRE_ZONE = "+08:00";
const departureZone = (row: ShipmentRow) => row.portOfDeparture.timeZone ?? WIRE_ZONE;
const arrivalZone = (row: ShipmentRow) => row.portOfArrival.timeZone ?? WIRE_ZONE;

/** How each column of the contract is shown. A date at a port is read on the port's own clock, as the trade does. */
export const columnRules: Record<ShipmentColumn, ColumnRule> = {
  houseNumber: { width: "xxl", sort: "houseNumber", text: (row) => row.houseNumber },
  masterNumber: { width: "lg", kind: "copied", text: (row) => row.masterNumber ?? "" },
  status: {
    width: "xxl",
    sort: "status",
    kind: "status",
    text: (row, { t }) => [badgeOfRow(row, t).label, ...progressOfRow(t, row)].join("\n"),
  },
  mode: { width: "xs", text: (row, { t }) => modeLabel(t, row.mode) },
  serviceType: { width: "md", text: (row, { t }) => serviceTypeLabel(t, row.serviceType) },
  portOfDeparture: { width: "md", text: (row) => placeLabel(row.portOfDeparture) },
  portOfArrival: { width: "md", text: (row) => placeLabel(row.destination ?? row.portOfArrival) },
  transport: { width: "xl", text: (row) => row.transport ?? "" },
  booking: {
    width: "sm",
    sort: "booking",
    text: (row, { zone }) => stamp(row.bookingDate, zone),
  },
  etd: { width: "sm", sort: "etd", text: (row) => stamp(row.etd, departureZone(row)) },
  atd: { width: "sm", text: (row, reader) => actual(row, "atd", departureZone(row), reader) },
  eta: { width: "md", sort: "eta", text: (row, reader) => arrivalOfRow(row, reader)?.text ?? "" },
  ata: { width: "sm", text: (row, reader) => actual(row, "ata", arrivalZone(row), reader) },
  delivery: { width: "sm", text: (row, reader) => actual(row, "delivery", arrivalZone(row), reader) },
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
