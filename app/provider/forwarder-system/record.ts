import { numberColumns } from "#app/contract/desk-import.ts";
import {
  type RecordKind,
  type RecordState,
  SYSTEM_IMPORT,
  type SystemKind,
} from "#app/contract/forwarder-system-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { ImpLine } from "#app/lib/cargo-imp.ts";
import { storableText } from "../db/storable.ts";
import { spoiltCells } from "../files/spoilt-cell.ts";
import { CALL_NUMBERS, clearNumbers, type UnclearNumber } from "../files/table-numbers.ts";
import { type MessageKey, message } from "../texts/message.ts";

/** A text for readers of either language: who reads a report is not known when it is written. */
export type BothLanguages = Record<Language, string>;
export interface RecordFault {
  /** Null: of the whole record. */
  field: string | null;
  reason: BothLanguages;
}

export interface RunningImport {
  id: string;
  kind: SystemKind;
  /** Source of the file, key or person. */
  source: string;
  isFirst: boolean;
}

/** A record as it was sent, before anything is known of it. */
export interface SentRecord {
  /** Line of the file; of a call the place, from 1. */
  line: number;
  cells: Record<string, string>;
  /** Statuses of the line, where it has some. */
  statuses?: ImpLine[];
  /** Lines of an invoice. */
  lines?: Record<string, string>[];
  /** Numbers that can be meant in two ways, by field. */
  unclear?: Record<string, UnclearNumber>;
}

/** A record whose reference and age could be read. */
export interface SystemRecord extends SentRecord {
  reference: string;
  updatedAt: Date | null;
  /** What an earlier version of it has made. */
  subject: string | null;
  digest: Buffer | null;
}

/** What came of a record. */
export interface Verdict {
  line: number;
  reference: string;
  /** House number, or number of the invoice. */
  name: string;
  state: RecordState;
  /** What it is about, as `system_record` names it; null where nothing is kept. */
  subject: string | null;
  faults: RecordFault[];
  digest?: Buffer;
}

export function tell(key: MessageKey, values: Record<string, string | number> = {}): BothLanguages {
  return { en: message(key, "en", values), zh: message(key, "zh", values) };
}

export const faultAt = (
  field: string | null,
  key: MessageKey,
  values?: Record<string, string | number>,
): RecordFault => ({ field, reason: tell(key, values) });

const numbers: Record<RecordKind, readonly string[]> = {
  SHIPMENT: numberColumns,
  MILESTONE: [],
  INVOICE: [
    "net",
    "tax",
    "total",
    "paidAmount",
    "quantity",
    "unitPrice",
    "discountPercent",
    "taxPercent",
    "lineNet",
    "lineTax",
  ],
};
/** Fields of amounts. */
export const numberColumnsOf = (kind: RecordKind): readonly string[] => numbers[kind];

/** The record of a call with its numbers read; what can be meant in two ways is noted at the field, with what stands before it. */
export function withNumbers(
  kind: RecordKind,
  cells: Record<string, string>,
  before = "",
): Pick<SentRecord, "cells" | "unclear"> {
  const { cells: read, unclear = {} } = clearNumbers(cells, numberColumnsOf(kind), CALL_NUMBERS);
  const named = Object.entries(unclear).map(([name, both]) => [`${before}${name}`, both] as const);
  return { cells: read, unclear: Object.fromEntries(named) };
}

/** What is wrong with cells whatever their field holds. */
export function cellFaults({ cells, lines = [], unclear = {} }: SentRecord): RecordFault[] {
  const spoilt = [
    ...spoiltCells(cells),
    ...lines.flatMap((line, index) =>
      spoiltCells(line).map((cell) => ({ ...cell, column: `lines.${index + 1}.${cell.column}` })),
    ),
  ];
  return [
    ...spoilt.map(({ column, key, value }) => faultAt(column, key, { value })),
    ...Object.entries(unclear).map(([field, [byPoint, byComma]]) =>
      faultAt(field, "numberUnclear", { byPoint, byComma }),
    ),
  ];
}

type Value = string | number | null | undefined;

/** The values that say something, as texts that a database can hold. */
export function cellsOf(record: Record<string, Value>): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    const text = storableText(typeof value === "number" ? plain(value) : (value ?? "")).trim();
    if (text !== "") cells[name] = text;
  }
  return cells;
}

/** A number without an exponent. */
const plain = (value: number): string =>
  /e/i.test(String(value))
    ? value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 })
    : String(value);

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Not so for what is no moment. The database reads four digits of a year and knows no year 0: such a record would break off all. */
const isStorable = (moment: Date): boolean => moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;

/** The reference and the age of a record, or what is wrong with them. */
export function readOwn(
  sent: SentRecord,
): { reference: string; updatedAt: Date | null } | { reference: string; faults: RecordFault[] } {
  const { sourceReference: reference = "", updatedAt: typed = "" } = sent.cells;
  const faults: RecordFault[] = [];
  const most = SYSTEM_IMPORT.referenceLength;
  if (reference === "") faults.push(faultAt("sourceReference", "cannotBeEmpty"));
  if (reference.length > most) faults.push(faultAt("sourceReference", "tooLong", { maximum: most }));
  const updatedAt = typed === "" ? null : new Date(MOMENT.test(typed) ? typed.replace(" ", "T") : Number.NaN);
  for (const { column, key, value } of spoiltCells({ sourceReference: reference }))
    faults.push(faultAt(column, key, { value }));
  if (updatedAt && !isStorable(updatedAt)) faults.push(faultAt("updatedAt", "systemMoment"));
  return faults.length > 0 ? { reference: reference.slice(0, most), faults } : { reference, updatedAt };
}
