import type { z } from "zod";
import { addressId, wireId } from "#app/contract/wire.ts";
import { instantToWire, parseWire } from "#app/lib/date-time.ts";
import { parseDecimal } from "#app/lib/decimal.ts";

/** A deviation in an answer: its path and kind. For the log and for `provider:check`. */
export interface ReadingNote {
  path: string;
  /**
   * `absent`: missing. `unreadable`: of another type than the schema says. `converted`: read from another
   * form.
   */
  kind: "absent" | "unreadable" | "converted" | "row";
}

export const UNREADABLE = Symbol("unreadable");

export type Reader = (value: unknown, path: string, notes: ReadingNote[]) => unknown;

export const isAbsent = (value: unknown) => value === undefined || value === null;

const yes = new Set<unknown>([true, 1, "1", "true", "TRUE", "True", "Y", "y"]);

const no = new Set<unknown>([false, 0, "0", "false", "FALSE", "False", "N", "n", ""]);

export const readBoolean: Reader = (value) => (yes.has(value) ? true : no.has(value) ? false : UNREADABLE);

export function numberReader(shape: z.ZodType): Reader {
  return (value) => {
    const text = typeof value === "string" ? parseDecimal(value) : null;
    const read = shape.safeParse(text === null ? value : Number(text));
    return read.success ? read.data : UNREADABLE;
  };
}

/** An unknown code is kept, so that the page shows it as it is. */
export function codeReader(known: readonly string[], isClosed: boolean): Reader {
  return (value) => {
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string") return UNREADABLE;
    const plain = text.trim();
    const knownCode = known.find((code) => code === plain || code === plain.toUpperCase());
    if (knownCode !== undefined) return knownCode;
    if (!isClosed) return plain;
    // `zh-CN` counts as `zh`.
    return known.find((code) => code === plain.toLowerCase().split(/[-_]/)[0]) ?? UNREADABLE;
  };
}

export function literalReader(values: readonly unknown[]): Reader {
  return (value) => {
    const enumValue = values.find(
      (each) => each === value || (isScalar(value) && String(each) === String(value)),
    );
    if (enumValue !== undefined) return enumValue;
    // Flags: true and false are read as 1 and 0.
    if (typeof value === "boolean" && values.includes(Number(value))) return Number(value);
    return UNREADABLE;
  };
}

const isScalar = (value: unknown) => typeof value === "string" || typeof value === "number";

export function stringReader(shape: z.ZodType): Reader {
  const isTimeField = isTime(shape);
  const isIdField = isId(shape);
  const isDecimalField = isDecimal(shape);
  const hasForm = patternsOf(shape).length > 0;
  return (value) => {
    if (isTimeField) return timeIn(value, shape);
    if (!isScalar(value) && typeof value !== "boolean") return UNREADABLE;
    const text = typeof value === "number" ? (parseDecimal(value) ?? String(value)) : String(value);
    if (shape.safeParse(text).success) return text;
    if (isIdField) return addressId.safeParse(text.trim()).data ?? UNREADABLE;
    if (isDecimalField) return decimalIn(text, shape);
    // Limits of length apply to typed input only.
    return hasForm ? UNREADABLE : text;
  };
}

function decimalIn(text: string, shape: z.ZodType): string | typeof UNREADABLE {
  const decimal = parseDecimal(text);
  return decimal !== null && shape.safeParse(decimal).success ? decimal : UNREADABLE;
}

const OFFSET_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)$/i;

const EPOCH_MS = /^\d{13}$/;

/** Reads a time of any usual form into the wire's time zone; a schema for days gets the day. */
function timeIn(value: unknown, shape: z.ZodType): string | typeof UNREADABLE {
  if (!isScalar(value)) return UNREADABLE;
  const text = String(value).trim();
  const instant = EPOCH_MS.test(text)
    ? new Date(Number(text))
    : OFFSET_TIME.test(text)
      ? new Date(normalOffset(text))
      : null;
  const known = instant ? { at: instant, isDayOnly: false } : parseWire(text.replaceAll("/", "-"));
  const stamp = known && instantToWire(known.at);
  if (!stamp) return UNREADABLE;
  const day = stamp.slice(0, 10);
  if (shape.safeParse(day).success) return day;
  // A day without a time stays a day, because the hour is not known.
  return known.isDayOnly ? day : stamp;
}

/** Offsets that `Date` cannot read: `+0800` and `+08` become `+08:00`. */
function normalOffset(text: string): string {
  return text
    .replace(" ", "T")
    .replace(/\s/, "")
    .replace(/([+-]\d{2})(\d{2})$/, "$1:$2")
    .replace(/T(.*[+-]\d{2})$/, "T$1:00");
}

function patternsOf(shape: z.ZodType): string[] {
  const checks = ((shape._zod.def as { checks?: unknown[] }).checks ?? []) as {
    _zod: { def: { pattern?: RegExp } };
  }[];
  const own = (shape._zod.def as { pattern?: RegExp }).pattern;
  return [own, ...checks.map((check) => check._zod.def.pattern)].flatMap((pattern) => pattern?.source ?? []);
}

const idPatterns = patternsOf(wireId);

/** Detected by examples, so that narrowed schemas are detected too. */
const accepts = (shape: z.ZodType, ...examples: string[]) =>
  examples.every((example) => shape.safeParse(example).success);

const isText = (shape: z.ZodType) => shape._zod.def.type === "string" && patternsOf(shape).length > 0;

export const isId = (shape: z.ZodType) => isText(shape) && patternsOf(shape).join() === idPatterns.join();

export const isTime = (shape: z.ZodType) =>
  isText(shape) && (accepts(shape, "2026-11-22 08:00:00") || accepts(shape, "2026-11-22"));

export const isDecimal = (shape: z.ZodType) => isText(shape) && !isId(shape) && accepts(shape, "1.5", "2");
