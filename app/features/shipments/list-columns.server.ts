import type { ShipmentColumn, ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentSortKey } from "#app/contract/shipment-code.ts";
import { formatTime, parseWire } from "#app/lib/date-time.ts";
import type { Translate } from "#app/locales/translation.ts";
import { modeLabel, packageTypeLabel, placeLabel, serviceTypeLabel, statusLabel } from "./labels.server.ts";

/** In whose words and zone a row is read. */
export interface Reader {
  t: Translate;
  /** Zone of what belongs to no port; the wire's own when the viewer's is unknown. */
  zone: string;
}

interface ColumnRule {
  /** Class of the width; a stamp breaks after its day. */
  width: string;
  sort?: ShipmentSortKey;
  /** A list shows two parts, a code is copied, an amount stands to the right. */
  kind?: "status" | "list" | "copied" | "copiedList" | "amount";
  text: (row: ShipmentRow, reader: Reader) => string;
}

const stamp = (moment: string | null, zone: string) => formatTime(parseWire(moment), zone) ?? "";
const listed = (parts: readonly string[]) => parts.join(", ");
export const WIRE_ZONE = "+08:00";
const departureZone = (row: ShipmentRow) => row.portOfDeparture.timeZone ?? WIRE_ZONE;
const arrivalZone = (row: ShipmentRow) => row.portOfArrival.timeZone ?? WIRE_ZONE;

/** How each column of the contract is shown. A date at a port is read on the port's own clock, as the trade does. */
export const columnRules: Record<ShipmentColumn, ColumnRule> = {
  houseNumber: { width: "w-44", sort: "houseNumber", text: (row) => row.houseNumber },
  masterNumber: { width: "w-40", kind: "copied", text: (row) => row.masterNumber ?? "" },
  status: { width: "w-32", sort: "status", kind: "status", text: (row, { t }) => statusLabel(t, row.status) },
  mode: { width: "w-24", text: (row, { t }) => modeLabel(t, row.mode) },
  serviceType: { width: "w-32", text: (row, { t }) => serviceTypeLabel(t, row.serviceType) },
  portOfDeparture: { width: "w-32", text: (row) => placeLabel(row.portOfDeparture) },
  portOfArrival: { width: "w-32", text: (row) => placeLabel(row.portOfArrival) },
  transport: { width: "w-48", text: (row) => row.transport ?? "" },
  booking: {
    width: "w-28",
    sort: "booking",
    text: (row, { zone }) => stamp(row.bookingDate, zone),
  },
  etd: { width: "w-28", sort: "etd", text: (row) => stamp(row.etd, departureZone(row)) },
  atd: { width: "w-28", text: (row) => stamp(row.atd, departureZone(row)) },
  eta: { width: "w-28", sort: "eta", text: (row) => stamp(row.eta, arrivalZone(row)) },
  ata: { width: "w-28", text: (row) => stamp(row.ata, arrivalZone(row)) },
  delivery: { width: "w-28", text: (row) => stamp(row.delivery, arrivalZone(row)) },
  shipperName: { width: "w-48", text: (row) => row.shipperName },
  consigneeName: { width: "w-48", text: (row) => row.consigneeName },
  containers: { width: "w-40", kind: "copiedList", text: (row) => listed(row.containerNumbers) },
  poNumbers: { width: "w-40", kind: "list", text: (row) => listed(row.poNumbers) },
  skuNumbers: { width: "w-40", kind: "list", text: (row) => listed(row.skuNumbers) },
  pieces: {
    width: "w-28",
    kind: "amount",
    text: (row, { t }) => `${row.pieces} ${packageTypeLabel(t, row.packageType)}`,
  },
  grossWeight: { width: "w-28", kind: "amount", text: (row) => row.grossWeightKg },
  volume: { width: "w-28", kind: "amount", text: (row) => row.volumeCbm },
};
export type ColumnKind = ColumnRule["kind"];
