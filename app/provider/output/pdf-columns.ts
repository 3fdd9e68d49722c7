import type { PdfText } from "./pdf-text.ts";

/** Points between columns. */
export const COLUMN_GAP = 10;
/** Sizes of letters, in points. */
const USUAL = 9;
const STEP = 0.5;
const LEAST = 4;
const HEAD = 7.5;
/** A word without a digit, or of another column than one of numbers, is broken where it is wider: in points, first and last resort. */
const WORDS = [96, 48];
/** What a column gets before those that have too little. */
const TEXT = 220;
const NUMBER = 90;

interface Table {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  boldRows: readonly (readonly string[])[];
  /** So many columns at the right hold numbers. */
  numbers: number;
}

/** In letters of the usual size: the widest number, the widest other word, the widest of the head, the widest text. */
interface Need {
  isNumber: boolean;
  number: number;
  word: number;
  head: number;
  whole: number;
}

/**
 * Widths of columns, with the gap after each, and the size of letters at which no number is broken. The widths come to the
 * given one, whose last gap is outside the page.
 */
export function columnWidths(text: PdfText, width: number, table: Table): { widths: number[]; size: number } {
  const needs = measured(text, table);
  const { size, least } = fitting(needs, width);
  // What no size makes fit shares the page by what it needs.
  if (sum(least) > width) return { widths: least.map((each) => (each * width) / sum(least)), size };
  const wanted = needs.map(({ isNumber, whole }, index) => {
    const own = (whole * size) / USUAL + COLUMN_GAP;
    const most = Math.min(own, isNumber ? least[index]! + NUMBER : TEXT);
    return Math.max(0, most - least[index]!);
  });
  const share = Math.min(1, (width - sum(least)) / Math.max(1, sum(wanted)));
  const widths = least.map((each, index) => each + wanted[index]! * share);
  const left = width - sum(widths);
  const texts = table.heads.length - table.numbers;
  const spread = texts > 0 ? texts : table.heads.length;
  return { widths: widths.map((each, index) => (index < spread ? each + left / spread : each)), size };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The largest letters at which the least widths of the columns fit, with words whole rather than broken. */
function fitting(needs: readonly Need[], width: number): { size: number; least: number[] } {
  const leastAt = (size: number, most: number) =>
    needs.map(({ number, word, head }) => {
      const words = Math.max((word * size) / USUAL, (head * Math.min(HEAD, size)) / HEAD);
      return Math.max((number * size) / USUAL, Math.min(words, most)) + COLUMN_GAP;
    });
  for (const most of WORDS) {
    const least = leastAt(USUAL, most);
    if (sum(least) <= width) return { size: USUAL, least };
  }
  let size = USUAL;
  let least: number[];
  do {
    size -= STEP;
    least = leastAt(size, WORDS.at(-1)!);
  } while (sum(least) > width && size > LEAST);
  return { size, least };
}

function measured(text: PdfText, { heads, rows, boldRows, numbers }: Table): Need[] {
  return heads.map((head, index) => {
    const isNumber = index >= heads.length - numbers;
    const need: Need = { isNumber, number: 0, word: 0, head: 0, whole: 0 };
    for (const { width } of text.partsOf(head, { size: HEAD })) need.head = Math.max(need.head, width);
    need.whole = (text.widthOf(head, { size: HEAD }) * USUAL) / HEAD;
    for (const [same, isBold] of [[rows, false] as const, [boldRows, true] as const]) {
      for (const row of same) {
        const style = { size: USUAL, isBold };
        need.whole = Math.max(need.whole, text.widthOf(row[index] ?? "", style));
        for (const { part, width } of text.partsOf(row[index] ?? "", style)) {
          const kind = isNumber && /\d/.test(part) ? "number" : "word";
          need[kind] = Math.max(need[kind], width);
        }
      }
    }
    return need;
  });
}
