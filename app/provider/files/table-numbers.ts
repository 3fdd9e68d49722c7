import { type DecimalSign, parseDecimal } from "#app/lib/decimal.ts";
import type { CsvDelimiter } from "./csv-rows.ts";

/**
 * How numbers of a file are read. "12,345" and "1.000" say one thing by the point and another by the comma: what the other
 * numbers of the file show decides, else what parts its cells.
 */
export interface NumberStyle {
  /** As its other numbers show; null when they show nothing, or both. */
  shown: DecimalSign | null;
  /** As its form makes likely: semicolons part cells where the comma stands before decimals. */
  likely: DecimalSign | null;
}

/** A number of which the file does not say how it is meant: by the point, and by the comma. */
export type UnclearNumber = [byPoint: string, byComma: string];

/** What is to be said of the numbers of a row, by column. */
export interface NumberNotes {
  unclear?: Record<string, UnclearNumber>;
  /** Read as the file's form makes likely, though no other number of it shows so. */
  presumed?: Record<string, string>;
}

/** Text numbers of calls: JSON's own sign is the point, but none of its programs groups by commas with certainty. */
export const CALL_NUMBERS: NumberStyle = { shown: null, likely: "." };

/** Spaces and apostrophes between groups say nothing of the decimals. */
const ungrouped = (text: string): string =>
  text
    .normalize("NFKC")
    .trim()
    .replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, "");

/** What a text is by the point and by the comma; null for what it cannot be. */
const readings = (text: string) => {
  const clean = ungrouped(text);
  return { byPoint: parseDecimal(clean), byComma: parseDecimal(clean, ",") };
};

/** @param delimiter null: of a sheet, whose cells nothing parts */
export function numberStyle(texts: Iterable<string>, delimiter: CsvDelimiter | null): NumberStyle {
  const provenSigns = new Set<DecimalSign>();
  for (const text of texts) {
    const { byPoint, byComma } = readings(text);
    if (byPoint !== null && byComma === null) provenSigns.add(".");
    if (byComma !== null && byPoint === null) provenSigns.add(",");
  }
  const [only = null] = provenSigns;
  return {
    shown: provenSigns.size === 1 ? only : null,
    likely: delimiter === ";" ? "," : delimiter === "," ? "." : null,
  };
}

type Judged = { value: string; isPresumed: boolean } | { both: UnclearNumber } | null;

function judgeNumber(cell: string, { shown: provenSign, likely }: NumberStyle): Judged {
  const { byPoint, byComma } = readings(cell);
  const only = byPoint === null || byComma === null || byPoint === byComma ? (byPoint ?? byComma) : null;
  if (only !== null) return { value: only, isPresumed: false };
  if (byPoint === null || byComma === null) return null;
  if (provenSign) return { value: provenSign === "." ? byPoint : byComma, isPresumed: false };
  if (likely === ",") return { value: byComma, isPresumed: true };
  return likely === "." && cell.includes(".")
    ? { value: byPoint, isPresumed: false }
    : { both: [byPoint, byComma] };
}

/** The decimal texts that a number may be: none for what is no number, two where the sign is not clear. */
export function possibleNumbers(text: string, style: NumberStyle): readonly string[] {
  const judged = judgeNumber(text, style);
  if (!judged) return [];
  return "both" in judged ? judged.both : [judged.value];
}

/** The cells with their numbers in plain digits and a point, as far as it is clear what they are; others stay as they are. */
export function clearNumbers<Cells extends Partial<Record<string, string>>>(
  cells: Cells,
  columns: readonly (keyof Cells & string)[],
  style: NumberStyle,
): { cells: Cells } & NumberNotes {
  const read: Record<string, string> = {};
  const unclear: Record<string, UnclearNumber> = {};
  const presumed: Record<string, string> = {};
  for (const column of columns) {
    const cell = cells[column];
    const judged = cell === undefined ? null : judgeNumber(cell, style);
    if (judged && "both" in judged) unclear[column] = judged.both;
    if (!judged || "both" in judged) continue;
    read[column] = judged.value;
    if (judged.isPresumed) presumed[column] = judged.value;
  }
  return {
    cells: { ...cells, ...read },
    ...(Object.keys(unclear).length > 0 ? { unclear } : {}),
    ...(Object.keys(presumed).length > 0 ? { presumed } : {}),
  };
}
