import type { CheckedFact, PaperVerdict } from "#app/contract/document-code.ts";
import { subtract } from "./decimal.ts";

/** What a paper says of one thing: as it is compared (kilograms, cubic metres, a count, a name, a list), and as it stands there. */
export interface PaperSaying {
  value: string;
  text: string;
}
export type PaperSayings = Partial<Record<CheckedFact, PaperSaying>>;
/** What was read from a version of a document; a scan is not readable. */
export interface PaperReading {
  version: number;
  isReadable: boolean;
  sayings: PaperSayings;
}

const isEqualNumber = (one: string, two: string) => Number(subtract(one, two)) === 0;
/** A name without signs, spaces and the difference of capitals. */
export const nameKey = (name: string): string =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
const listKey = (list: string) => list.split(",").map(nameKey).sort().join();

export type FactKind = "number" | "name" | "list";

/** What one paper says of a fact, in the words of each of its files, and where it has it from. */
export interface ComparedColumn {
  values: readonly string[];
  /** Two columns of one source confirm nothing. */
  source: string;
  /** Several files of one kind may each be of a part. */
  hasSeveralFiles?: boolean;
}

/** Compares what papers say; names without their points and spaces, lists without their order. */
export function comparePapers(columns: readonly ComparedColumn[], kind: FactKind): PaperVerdict {
  const known = columns.filter(({ values }) => values.length > 0);
  const compared = known.filter(({ hasSeveralFiles }) => kind !== "number" || !hasSeveralFiles);
  const values = compared.flatMap((column) =>
    // Orders are one list over all files of a kind.
    kind === "list" ? [column.values.join(",")] : column.values,
  );
  const [first] = values;
  if (first !== undefined && !values.every((value) => isSame[kind](value, first))) return "different";
  if (new Set(compared.map(({ source }) => source)).size > 1) return "same";
  if (compared.length < known.length) return "unclear";
  return known.length > 0 ? "single" : "unknown";
}

const isSame: Record<FactKind, (one: string, other: string) => boolean> = {
  number: isEqualNumber,
  name: (one, other) => nameKey(one) === nameKey(other),
  list: (one, other) => listKey(one) === listKey(other),
};
