import type { z } from "zod";
import { markOf } from "#app/contract/reading.ts";
import { addressId, wireId } from "#app/contract/wire.ts";
import { instantToWire, parseWire } from "#app/lib/date-time.ts";
import { parseDecimal } from "#app/lib/decimal.ts";

/** What was done without, or could not be read: where, and why. For the log and for `provider:check`. */
export interface ReadingNote {
  path: string;
  /** `absent`: nothing there. `unreadable`: something else than the shape says. `converted`: read, in another form. */
  kind: "absent" | "unreadable" | "converted" | "row";
}

export type TolerantResult<T> =
  | { isRead: true; data: T; notes: ReadingNote[] }
  | { isRead: false; notes: ReadingNote[] };

/**
 * Reads an answer by the same shape that ours are held to, the way a person would (product 7.7): absent is null,
 * or what the contract marks it to be; ids, numbers, booleans and times in any of their forms; codes that nobody knows
 * as they came; a row that cannot be read is left out and counted (`unreadableRows`). Not read is only what lacks
 * something that the contract calls essential.
 */
export function readTolerantly<S extends z.ZodType>(shape: S, value: unknown): TolerantResult<z.output<S>> {
  const notes: ReadingNote[] = [];
  const data = readerOf(shape)(value, "", notes);
  if (data === UNREADABLE) return { isRead: false, notes };
  return { isRead: true, data: data as z.output<S>, notes };
}

/** How many rows of a list that was read tolerantly could not be read. */
export function unreadableRows(rows: readonly unknown[]): number {
  return lostRows.get(rows) ?? 0;
}

const lostRows = new WeakMap<readonly unknown[], number>();

const UNREADABLE = Symbol("unreadable");
type Reader = (value: unknown, path: string, notes: ReadingNote[]) => unknown;
/** The part of zod's own description of a shape that is looked at. */
interface Definition {
  type: string;
  innerType: z.ZodType;
  element: z.ZodType;
  shape: Record<string, z.ZodType>;
  options: z.ZodType[];
  valueType: z.ZodType;
  entries: Record<string, string>;
  values: (string | number | boolean | null)[];
  defaultValue: unknown;
  in: z.ZodType;
}

const readers = new WeakMap<z.ZodType, Reader>();

function readerOf(shape: z.ZodType): Reader {
  let reader = readers.get(shape);
  if (!reader) {
    reader = makeReader(shape);
    readers.set(shape, reader);
  }
  return reader;
}

const isAbsent = (value: unknown) => value === undefined || value === null;

function makeReader(shape: z.ZodType): Reader {
  const definition = shape._zod.def as unknown as Definition;
  switch (definition.type) {
    case "object":
      return objectReader(definition.shape, markOf(shape)?.from);
    case "array":
      return arrayReader(definition.element);
    case "nullable":
    case "optional":
      return withOtherwise(definition.innerType, definition.type === "nullable" ? null : undefined);
    case "default":
    case "prefault":
      return (value, path, notes) => {
        const inner = readerOf(definition.innerType);
        const read = isAbsent(value) ? UNREADABLE : inner(value, path, notes);
        if (read !== UNREADABLE) return read;
        const given = definition.defaultValue;
        return definition.type === "prefault" ? inner(given, path, notes) : structuredClone(given);
      };
    case "union":
      return unionReader(definition.options);
    case "record":
      return recordReader(definition.valueType);
    case "null":
      return () => null;
    case "any":
    case "unknown":
      return (value) => value;
    case "boolean":
      return readBoolean;
    case "number":
    case "int":
      return numberReader(shape);
    case "enum":
      return codeReader(Object.values(definition.entries), markOf(shape)?.isClosed ?? false);
    case "literal":
      return literalReader(definition.values);
    case "string":
      return stringReader(shape);
    default:
      // Whatever the contract may use some day is read strictly until it stands here.
      return (value) => {
        const read = shape.safeParse(value);
        return read.success ? read.data : UNREADABLE;
      };
  }
}

const note = (notes: ReadingNote[], path: string, kind: ReadingNote["kind"]) => {
  notes.push({ path, kind });
};

function objectReader(shape: Record<string, z.ZodType>, from?: (value: unknown) => unknown): Reader {
  const fields = Object.entries(shape);
  const isPage = "rows" in shape && "total" in shape;
  return (given, path, notes) => {
    let value = fromText(from ? from(given) : given);
    if (isAbsent(value) && path === "") value = {};
    // A list without its envelope of rows and total.
    if (Array.isArray(value) && isPage) value = { rows: value };
    if (typeof value !== "object" || value === null || Array.isArray(value)) return UNREADABLE;
    const source = value as Record<string, unknown>;
    // Nothing of what was asked for: another answer altogether.
    if (path === "" && isOther(source, fields)) return UNREADABLE;
    // No rows are not an empty list: nobody has said that there is nothing.
    if (isPage && !Array.isArray(fromText(source.rows))) return UNREADABLE;
    const read: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const at = path ? `${path}.${name}` : name;
      const found = fieldOf(source, name, field);
      if (isPage && name === "total") continue;
      const result = readField(name, field, found, at, notes);
      if (result === UNREADABLE) return UNREADABLE;
      if (result !== undefined) read[name] = result;
    }
    if (isPage) addTotal(shape, source, read, path, notes);
    return read;
  };
}

function isOther(source: Record<string, unknown>, fields: [string, z.ZodType][]): boolean {
  return (
    Object.keys(source).length > 0 && fields.every(([name, field]) => isAbsent(fieldOf(source, name, field)))
  );
}

/** A list that does not say how many there are holds at least what it shows. */
function addTotal(
  shape: Record<string, z.ZodType>,
  source: Record<string, unknown>,
  read: Record<string, unknown>,
  path: string,
  notes: ReadingNote[],
): void {
  const total = readerOf(shape.total as z.ZodType)(source.total, path, notes);
  const { length } = read.rows as unknown[];
  read.total = total === UNREADABLE ? length : total;
  if (total !== UNREADABLE) return;
  note(notes, path ? `${path}.total` : "total", isAbsent(source.total) ? "absent" : "unreadable");
  if ("isTotalCapped" in shape) read.isTotalCapped = length > 0;
}

function fieldOf(source: Record<string, unknown>, name: string, field: z.ZodType): unknown {
  if (Object.hasOwn(source, name)) return source[name];
  const alias = markOf(field)?.aliases?.find((each) => Object.hasOwn(source, each));
  return alias === undefined ? undefined : source[alias];
}

function readField(
  name: string,
  field: z.ZodType,
  value: unknown,
  path: string,
  notes: ReadingNote[],
): unknown {
  const mark = markOf(field);
  if (!isAbsent(value)) {
    const read = readerOf(field)(value, path, notes);
    if (read !== UNREADABLE) return read;
    note(notes, path, "unreadable");
  } else {
    const strict = field.safeParse(value);
    if (strict.success) return strict.data;
    if (!(mark && "absent" in mark) && field.safeParse(null).success) return null;
    note(notes, path, "absent");
  }
  if (mark?.isEssential) return UNREADABLE;
  if (mark && "absent" in mark) return structuredClone(mark.absent);
  if (name === "id" && isId(field)) return UNREADABLE;
  return substituteOf(field, path);
}

/** What stands for a field that is not there, by its kind alone; UNREADABLE where any value would say something false. */
function substituteOf(field: z.ZodType, path: string): unknown {
  const definition = field._zod.def as unknown as Definition;
  switch (definition.type) {
    case "nullable":
      return null;
    case "optional":
      return undefined;
    case "default":
    case "prefault":
      return readerOf(field)(undefined, path, []);
    case "array":
      return [];
    case "boolean":
      return false;
    case "enum":
      return "";
    case "string":
      return isDecimal(field) ? UNREADABLE : "";
    case "union":
      // Times: known to the second, or to the day.
      return definition.options.every((option) => isTime(option)) ? "" : UNREADABLE;
    case "record":
      return {};
    case "object":
      return readerOf(field)({}, path, []);
    case "any":
    case "unknown":
      return null;
    default:
      return UNREADABLE;
  }
}

function arrayReader(element: z.ZodType): Reader {
  const readOne = readerOf(element);
  return (given, path, notes) => {
    const value = fromText(given);
    if (!Array.isArray(value)) return UNREADABLE;
    const rows: unknown[] = [];
    let lost = 0;
    value.forEach((each, index) => {
      const at = `${path}.${index}`;
      const own: ReadingNote[] = [];
      const row = isAbsent(each) ? UNREADABLE : readOne(each, at, own);
      notes.push(...own);
      if (row !== UNREADABLE) rows.push(row);
      else {
        lost += 1;
        note(notes, at, "row");
      }
    });
    if (lost > 0) lostRows.set(rows, lost);
    return rows;
  };
}

function withOtherwise(inner: z.ZodType, otherwise: null | undefined): Reader {
  const read = readerOf(inner);
  return (value, path, notes) => {
    if (isAbsent(value)) return otherwise;
    const result = read(value, path, notes);
    if (result !== UNREADABLE) return result;
    if (value !== "") note(notes, path, "unreadable");
    return otherwise;
  };
}

function unionReader(options: z.ZodType[]): Reader {
  return (value, path, notes) => {
    for (const option of options) {
      const strict = option.safeParse(value);
      if (strict.success) return strict.data;
    }
    for (const option of options) {
      const own: ReadingNote[] = [];
      const read = readerOf(option)(value, path, own);
      if (read === UNREADABLE) continue;
      notes.push(...own);
      return read;
    }
    return UNREADABLE;
  };
}

function recordReader(valueShape: z.ZodType): Reader {
  const readOne = readerOf(valueShape);
  return (given, path, notes) => {
    const value = fromText(given);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return UNREADABLE;
    const read: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) {
      const result = isAbsent(each) ? UNREADABLE : readOne(each, `${path}.${name}`, notes);
      if (result !== UNREADABLE) read[name] = result;
    }
    return read;
  };
}

/** JSON inside of JSON: `contentUrl` is a JSON list, which some send as text. */
function fromText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const yes = new Set<unknown>([true, 1, "1", "true", "TRUE", "True", "Y", "y"]);
const no = new Set<unknown>([false, 0, "0", "false", "FALSE", "False", "N", "n", ""]);

const readBoolean: Reader = (value) => (yes.has(value) ? true : no.has(value) ? false : UNREADABLE);

function numberReader(shape: z.ZodType): Reader {
  return (value) => {
    const text = typeof value === "string" ? parseDecimal(value) : null;
    const read = shape.safeParse(text === null ? value : Number(text));
    return read.success ? read.data : UNREADABLE;
  };
}

/** A code that nobody knows stays as it came: the page shows it so. */
function codeReader(known: readonly string[], isClosed: boolean): Reader {
  return (value) => {
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string") return UNREADABLE;
    const plain = text.trim();
    const found = known.find((code) => code === plain || code === plain.toUpperCase());
    if (found !== undefined) return found;
    if (!isClosed) return plain;
    // `zh-CN` is `zh`.
    return known.find((code) => code === plain.toLowerCase().split(/[-_]/)[0]) ?? UNREADABLE;
  };
}

function literalReader(values: readonly unknown[]): Reader {
  return (value) => {
    const found = values.find(
      (each) => each === value || (isScalar(value) && String(each) === String(value)),
    );
    if (found !== undefined) return found;
    // A flag: true and false stand for 1 and 0.
    if (typeof value === "boolean" && values.includes(Number(value))) return Number(value);
    return UNREADABLE;
  };
}

const isScalar = (value: unknown) => typeof value === "string" || typeof value === "number";

function stringReader(shape: z.ZodType): Reader {
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
    if (isDecimalField) {
      const decimal = parseDecimal(text);
      return decimal !== null && shape.safeParse(decimal).success ? decimal : UNREADABLE;
    }
    // Limits of length are for what people type.
    return hasForm ? UNREADABLE : text;
  };
}

const OFFSET_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}(:?\d{2})?)$/i;
const EPOCH_MS = /^\d{13}$/;

/** A time of any of the usual forms on the wire's clock; a shape that takes days gets the day. */
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
  // A day where a time is asked for stays a day: no hour is made up.
  return known.isDayOnly ? day : stamp;
}

/** As `Date` reads it: `+0800` and `+08` are `+08:00`. */
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

/** Told by example, so that a shape that was narrowed further is known as well. */
const accepts = (shape: z.ZodType, ...examples: string[]) =>
  examples.every((example) => shape.safeParse(example).success);
const isText = (shape: z.ZodType) => shape._zod.def.type === "string" && patternsOf(shape).length > 0;
const isId = (shape: z.ZodType) => isText(shape) && patternsOf(shape).join() === idPatterns.join();
const isTime = (shape: z.ZodType) =>
  isText(shape) && (accepts(shape, "2026-11-22 08:00:00") || accepts(shape, "2026-11-22"));
const isDecimal = (shape: z.ZodType) => isText(shape) && !isId(shape) && accepts(shape, "1.5", "2");
