/** Numbers pasted from a mail or a spreadsheet's column, any mixture of them (product 2.7). */
import { checkAirWaybill, formatAirWaybill } from "./air-waybill.ts";
import { checkContainerNumber } from "./container-number.ts";
import { searchTypeOf } from "./search-type.ts";

/** What a number looks like: a container, an air waybill, a house number or an order. */
export type NumberLook = "CNTR" | "AWB" | "H" | "PO";

export interface PastedNumber {
  number: string;
  /** Null where its form does not tell. */
  look: NumberLook | null;
  /** The number with the right check digit, where the pasted one is wrong. */
  corrected: string | null;
}

export interface PastedNumbers {
  /** In their order, each once. */
  numbers: PastedNumber[];
  /** How many were there more than once. */
  doubles: number;
}

const NUMBER_MAX = 50;
// Lines and cells; spaces are looked at within a cell, because they may stand inside a number. A colon after a Chinese
// word ends a label.
const CELL_ENDS = /[\n\r\t\v\f\u0085\u2028\u2029,;|、。【】「」]|(?<=\p{Script=Han} ?):/u;
/** Controls, and what nobody sees: soft hyphens, zero-width and direction marks of chats and spreadsheets. */
const UNSEEN = /(?![\n\r\t\v\f\u0085])(?:[\p{Cc}\p{Cf}]|[\uFE00-\uFE0F])/gu;
/** What stands around a number: quotes, brackets, bullets, emojis. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** Reads up to everything that was pasted; a caller limits how many numbers it takes. */
export function readPastedNumbers(text: string): PastedNumbers {
  const numbersByKey = new Map<string, PastedNumber>();
  let count = 0;
  for (const cell of text.replace(UNSEEN, "").normalize("NFKC").split(CELL_ENDS)) {
    for (const typed of numbersIn(cell.trim())) {
      const number = lookAt(cut(typed, NUMBER_MAX));
      const key = keyOf(number.number);
      if (!/[\dA-Z]/.test(key)) continue;
      count += 1;
      if (!numbersByKey.has(key)) numbersByKey.set(key, number);
    }
  }
  return { numbers: [...numbersByKey.values()], doubles: count - numbersByKey.size };
}

/** Before a number: what it is the number of. */
const LABEL = /^(?:(?:H|M|PO|HBL|MBL)(?:#|NO\.)|PO(?=\d))[^\p{L}\p{N}]*/u;

/** One character begins the numbers of half of all records. */
const KEY_MIN = 2;

/**
 * The forms in which a number that somebody looks for may be kept, with and without the label before it ("PO# 123"): of the whole
 * text, and of each number in it, which are no answer where the whole text is one.
 */
export function searchedKeys(text: string): { whole: string[]; within: string[] } {
  const plain = text.replace(UNSEEN, "").normalize("NFKC").replace(AROUND, "");
  const numbers = readPastedNumbers(text).numbers.flatMap(({ number }) => (/\d/.test(number) ? number : []));
  const keysOf = (written: readonly string[]) =>
    written
      .map(keyOf)
      .flatMap((key) => [key, key.replace(LABEL, "")])
      .filter((key) => key.length >= KEY_MIN);
  const whole = [...new Set(keysOf([plain]))];
  return { whole, within: [...new Set(keysOf(numbers))].filter((key) => !whole.includes(key)) };
}

/** The form by which two spellings of a number are one. */
export const keyOf = (number: string) =>
  number.replace(/[\s\u00AD\u2010-\u2015\u2212-]+/gu, "").toUpperCase();

function numbersIn(cell: string): string[] {
  if (isWhole(cell)) return [cell];
  // "MSCU 123456 6", "176 12345675", "PO 4711": parts of one number among others.
  const joined = cell
    .replace(/\b([A-Za-z]{3}[UJZujz])[ -]*(\d{6})[ /-]*(\d)\b/g, "$1$2$3")
    .replace(/\b(\d{3}) +(\d{8}|\d{4} +\d{4})\b/g, (all) =>
      isValidAirWaybill(all) ? all.replaceAll(" ", "") : all,
    )
    .replace(/\b(po)[ #]+(?=\d)/gi, "$1");
  return (
    joined
      .split(/\s+/)
      // Cut first: the pattern takes quadratic time.
      .map((part) => cut(part, 4 * NUMBER_MAX).replace(AROUND, ""))
      .filter(Boolean)
  );
}

/** Never through the middle of a character, which no address can carry. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

const isValidAirWaybill = (text: string) => checkAirWaybill(text).status === "valid";

function isWhole(cell: string): boolean {
  if (!/\s/.test(cell)) return false;
  return checkContainerNumber(cell).status === "valid" || isValidAirWaybill(cell);
}

function lookAt(typed: string): PastedNumber {
  const container = checkContainerNumber(typed);
  if (container.status === "valid" || container.status === "wrong-digit") {
    const { number } = container;
    return { number, look: "CNTR", corrected: correctedOf(container) };
  }
  const waybill = checkAirWaybill(typed);
  if (waybill.status === "valid" || waybill.status === "wrong-digit") {
    const corrected = correctedOf(waybill);
    return {
      number: formatAirWaybill(waybill.number),
      look: "AWB",
      corrected: corrected && formatAirWaybill(corrected),
    };
  }
  const number = typed.toUpperCase();
  return { number, look: searchTypeOf(number), corrected: null };
}

const correctedOf = (checked: ReturnType<typeof checkContainerNumber>): string | null =>
  checked.status === "wrong-digit" ? checked.number.slice(0, -1) + checked.expected : null;
