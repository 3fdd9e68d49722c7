import { dayToWire, instantToWire } from "#app/lib/date-time.ts";

/** The dates of a shipment's row. */
export interface DatedRow {
  etd: Date | null;
  atd: Date | null;
  eta: Date | null;
  ata: Date | null;
  day_only: readonly string[];
}

/** A date of the row on the wire: a day where only the day is known. */
export const wireDate = (row: Pick<DatedRow, "day_only">, key: string, at: Date | null) =>
  row.day_only.includes(key) ? dayToWire(at) : instantToWire(at);

export const wireDatesOf = (row: DatedRow) => ({
  etd: wireDate(row, "etd", row.etd),
  atd: wireDate(row, "atd", row.atd),
  eta: wireDate(row, "eta", row.eta),
  ata: wireDate(row, "ata", row.ata),
});
