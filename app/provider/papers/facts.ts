import type { CheckedFact, ReadPaper } from "#app/contract/document-code.ts";
import type { PaperSaying, PaperSayings } from "#app/lib/paper-check.ts";
import { type NumberStyle, numberStyle, possibleNumbers } from "../files/table-numbers.ts";
import { nameUnder, ordersUnder } from "./names.ts";
import { isUnder, nearest, overlaps, type PaperCell, type PaperRow } from "./rows.ts";
import { type CellLabel, factOf, labelOf, type PaperUnit, unitOf } from "./words.ts";

const TEXT_LENGTH = 120;
/** Marks of one package stand so many rows under their head. */
const MARK_ROWS = 12;
const MARKS = /^(?:SHIPPING )?MARKS|^唛头/i;

/** A number that one place of the paper gives for a fact; a total counts more than a number that may be of a part. */
interface Candidate extends PaperSaying {
  fact: CheckedFact;
  isTotal: boolean;
}

interface Manner {
  style: NumberStyle;
  paper: ReadPaper;
}

/**
 * Reads a paper by its labels. Of what it says in two ways, of a number without a unit where one is needed, and of a sign
 * that may part thousands or decimals, nothing is read.
 * @param rows as `paperRows` gives them
 */
export function readPaper(rows: readonly PaperRow[], paper: ReadPaper): PaperSayings {
  const numbers = rows.flatMap((row) => row.flatMap(({ text }) => partsOf(text).flatMap(digitsOf)));
  const candidates = candidatesIn(rows, { style: numberStyle(numbers, null), paper });
  const sayings = [
    ...(["packages", "units", "grossWeight", "volume"] as const).map(
      (fact) => [fact, agreed(candidates.filter((each) => each.fact === fact))] as const,
    ),
    ["shipper", nameUnder(rows, "shipper")] as const,
    ["consignee", nameUnder(rows, "consignee")] as const,
    ["orders", ordersUnder(rows)] as const,
  ];
  const known = sayings.flatMap(([fact, one]) =>
    one ? [[fact, { value: one.value, text: one.text.slice(0, TEXT_LENGTH) }] as const] : [],
  );
  return Object.fromEntries(known);
}

/** What all say; where there are totals, they alone. Null when two differ. */
function agreed(candidates: readonly Candidate[]): PaperSaying | null {
  const totals = candidates.filter(({ isTotal }) => isTotal);
  const [first, ...others] = totals.length > 0 ? totals : candidates;
  return first && others.every(({ value }) => value === first.value) ? first : null;
}

const AMOUNT = /^(?<digits>\d(?:[\d.,'’ ]{0,28}\d)?)\s*(?<unit>[^\d\s.,][^\d]{0,19})?$/u;
const digitsOf = (text: string): string[] => {
  const { digits } = AMOUNT.exec(labelOf(text)?.rest ?? text)?.groups ?? {};
  return digits === undefined ? [] : [digits];
};

interface Amount {
  values: readonly string[];
  unit: PaperUnit | null;
  text: string;
}

/** A text that is a number with its unit, if it has one. */
function amountOf(text: string, { style }: Manner): Amount | null {
  const { digits, unit = "" } = AMOUNT.exec(text)?.groups ?? {};
  if (digits === undefined) return null;
  const known = unitOf(unit.replace(/^[([]|[)\]]$/g, ""));
  if (unit.trim() !== "" && known === null) return null;
  return { values: possibleNumbers(digits, style), unit: known, text };
}

/** The amount of a cell, with a unit that stands in the next one. */
function amountAt(row: PaperRow, index: number, manner: Manner): Amount | null {
  const amount = amountOf(row[index]?.text ?? "", manner);
  if (!amount || amount.unit !== null) return amount;
  const beside = row[index + 1]?.text ?? "";
  const unit = unitOf(beside);
  return unit === null ? amount : { ...amount, unit, text: `${amount.text} ${beside}` };
}

type Label = Pick<CellLabel, "of" | "unit"> & { text: string };

function candidate(label: Label, amount: Amount, isTotal: boolean, { paper }: Manner): Candidate[] {
  const fact = factOf(label.of, amount.values, amount.unit ?? label.unit, paper);
  const text = label.text === "" ? amount.text : `${label.text} ${amount.text}`;
  return fact ? [{ fact: fact[0], value: fact[1], text, isTotal }] : [];
}

/** "TOTAL: 120 CTNS / 5.6 CBM; G.W.: 1,234.50 KGS" is read part by part. */
const partsOf = (text: string): string[] => text.split(/\s*[;|]\s*|\s+\/\s+|,\s+(?=\p{L})/u);

const SAYS_NUMBER = ["packages", "quantity", "grossWeight", "volume"] as const;
const isNumberLabel = (label: CellLabel | null): boolean => SAYS_NUMBER.some((of) => of === label?.of);

type Head = PaperCell & Label;

/** A head with what stands under it, until its total. */
interface Table {
  row: number;
  heads: Head[];
  single: { head: Head; amount: Amount }[];
  hasTotal: boolean;
}

function candidatesIn(rows: readonly PaperRow[], manner: Manner): Candidate[] {
  const tables: Table[] = [];
  const candidates: Candidate[] = [];
  for (const [index, row] of rows.entries()) {
    const table = tables.at(-1);
    candidates.push(...labelledIn(rows, index, manner));
    const total = row.findIndex(({ text }) => isTotalAlone(text));
    const heads = headsOf(rows, index, manner);
    if (heads) {
      const before = table?.row === index - 1 ? tables.pop() : undefined;
      tables.push({ row: index, heads: joined(before, heads), single: [], hasTotal: false });
    } else if (total >= 0) {
      candidates.push(...totalsIn(row, total, table?.heads ?? [], manner));
      if (table) table.hasTotal = true;
    } else if (table) table.single.push(...underHeads(row, table.heads, manner));
  }
  return [...candidates, ...singlesOf(tables, manner)];
}

const isTotalAlone = (text: string): boolean => {
  const label = labelOf(text);
  return label !== null && label.of === null && label.rest === "" && label.unit === null;
};

/** Of cells that have both label and number, and of labels with their number in the next cell. */
function labelledIn(rows: readonly PaperRow[], index: number, manner: Manner): Candidate[] {
  const row = rows[index]!;
  return row.flatMap((cell, place) => {
    const isInTotal = row.slice(0, place).some(({ text }) => isTotalAlone(text));
    return labelledParts(partsOf(cell.text), isInTotal)
      .flatMap((part) => partIn(part, amountAt(row, place + 1, manner), manner))
      .filter(({ isTotal }) => isTotal || !isUnder(rows, index, cell, MARKS, MARK_ROWS));
  });
}

interface Part {
  text: string;
  label: CellLabel | null;
  isTotal: boolean;
}

/** What follows a total in its cell is one as well, and may have no label. */
const labelledParts = (parts: readonly string[], isInTotal: boolean): Part[] => {
  const labels = parts.map((text) => ({ text, label: labelOf(text) }));
  const first = labels.findIndex(({ label }) => label?.isTotal);
  return labels.map((part, at) => ({ ...part, isTotal: isInTotal || (first >= 0 && at >= first) }));
};

function partIn({ text, label, isTotal }: Part, beside: Amount | null, manner: Manner): Candidate[] {
  if (label && label.rest === "")
    return beside && isNumberLabel(label) ? candidate({ ...label, text }, beside, isTotal, manner) : [];
  const amount = label || isTotal ? amountOf(label?.rest ?? text, manner) : null;
  if (!amount) return [];
  const named = { of: label?.of ?? null, unit: label?.unit ?? null };
  return candidate({ ...named, text: text.slice(0, -amount.text.length).trim() }, amount, isTotal, manner);
}

/** The cells of a row that names columns: its number stands under a label, not beside it. */
function headsOf(rows: readonly PaperRow[], index: number, manner: Manner): Head[] | null {
  const row = rows[index]!;
  if (row.some(({ text }) => amountOf(text, manner))) return null;
  const heads = row.map((cell): Head => headOf(cell, rows.slice(index + 1, index + 3), manner));
  return heads.some(({ of }) => SAYS_NUMBER.some((one) => one === of)) ? heads : null;
}

/** A head may go on in the two rows below: "GROSS" over "WEIGHT" over "(KGS)". */
function headOf(cell: PaperCell, next: readonly PaperRow[], manner: Manner): Head {
  const texts = [cell.text];
  for (const row of next) {
    const under = row.find((each) => overlaps(each, cell));
    if (!under || amountOf(under.text, manner)) break;
    texts.push(`${texts.at(-1)} ${under.text}`);
  }
  const [text, label] =
    texts
      .map((one) => [one, labelOf(one)] as const)
      .filter(([, readLabel]) => readLabel?.rest === "" && isNumberLabel(readLabel))
      .sort(([, one], [, other]) => Number(other!.unit !== null) - Number(one!.unit !== null))[0] ?? [];
  return {
    x: cell.x,
    end: cell.end,
    of: label?.of ?? null,
    unit: label?.unit ?? null,
    text: text ?? cell.text,
  };
}

/** Of a head of several rows the first has said what it can. */
function joined(before: Table | undefined, heads: Head[]): Head[] {
  const known = before?.heads.filter(({ of }) => of !== null) ?? [];
  return [...known, ...heads.filter((head) => !known.some((each) => overlaps(each, head)))];
}

const NO_HEAD: Label = { of: null, unit: null, text: "" };

function totalsIn(row: PaperRow, from: number, heads: readonly Head[], manner: Manner): Candidate[] {
  return row.flatMap((cell, index) => {
    const amount = index > from ? amountAt(row, index, manner) : null;
    const isLabelled = isNumberLabel(labelOf(row[index - 1]?.text ?? ""));
    if (!amount || isLabelled) return [];
    const { of, unit, text } = nearest(heads, cell) ?? NO_HEAD;
    return candidate({ of, unit, text: `${row[from]!.text} ${text}`.trim() }, amount, true, manner);
  });
}

function underHeads(row: PaperRow, heads: readonly Head[], manner: Manner): Table["single"] {
  return row.flatMap((cell, index) => {
    const amount = amountAt(row, index, manner);
    const head = amount && nearest(heads, cell);
    return amount && head && head.of !== null ? [{ head, amount }] : [];
  });
}

/** Numbers that stand alone in their column; of a table that goes on under a second head they are parts. */
function singlesOf(tables: readonly Table[], manner: Manner): Candidate[] {
  const columns = tables.flatMap(({ heads, single, hasTotal }) =>
    heads
      .filter(({ of }) => of !== null)
      .map((head) => ({ head, hasTotal, under: single.filter((one) => one.head === head) })),
  );
  const counts = Map.groupBy(columns, ({ head }) => head.of);
  return columns.flatMap(({ head, hasTotal, under: [first, second] }) => {
    const isOnly = counts.get(head.of)?.length === 1;
    return first && !second && !hasTotal && isOnly ? candidate(head, first.amount, true, manner) : [];
  });
}
