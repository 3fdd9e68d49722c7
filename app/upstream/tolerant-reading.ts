import type { z } from "zod";
import { markOf } from "#app/contract/reading.ts";
import {
  codeReader,
  isAbsent,
  isDecimal,
  isId,
  isTime,
  literalReader,
  numberReader,
  type Reader,
  type ReadingNote,
  readBoolean,
  stringReader,
  UNREADABLE,
} from "./scalar-reading.ts";

export type TolerantResult<T> =
  | { isRead: true; data: T; notes: ReadingNote[] }
  | { isRead: false; notes: ReadingNote[] };

/**
 * Reads an answer of another provider by our schema, tolerantly (product 7.7): absent becomes null, or the
 * value that the contract marks; ids, numbers, booleans and times may have any usual form; unknown codes are
 * kept; a row that cannot be read is left out and counted (`unreadableRows`). It fails only when something is
 * missing that the contract marks as essential.
 */
export function readTolerantly<S extends z.ZodType>(shape: S, value: unknown): TolerantResult<z.output<S>> {
  const notes: ReadingNote[] = [];
  const data = readerOf(shape)(value, "", notes);
  if (data === UNREADABLE) return { isRead: false, notes };
  return { isRead: true, data: data as z.output<S>, notes };
}

/** Number of rows of a tolerantly read list that could not be read. */
export function unreadableRows(rows: readonly unknown[]): number {
  return lostRows.get(rows) ?? 0;
}

const lostRows = new WeakMap<readonly unknown[], number>();

/** The part of zod's schema definition that is used here. */
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
        const fallback = definition.defaultValue;
        return definition.type === "prefault" ? inner(fallback, path, notes) : structuredClone(fallback);
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
      // Schema types that are not listed here are parsed strictly.
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
  const sourceIn = (value: unknown, path: string): Record<string, unknown> | null => {
    if (isAbsent(value) && path === "") return {};
    // A bare array instead of an object with rows and total.
    if (Array.isArray(value)) return isPage ? { rows: value } : null;
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  };
  return (raw, path, notes) => {
    const source = sourceIn(fromText(from ? from(raw) : raw), path);
    if (!source) return UNREADABLE;
    // None of the expected fields: this is a different answer.
    if (path === "" && isOther(source, fields)) return UNREADABLE;
    // Missing rows are not an empty list, because nobody said that there are none.
    if (isPage && !Array.isArray(fromText(source.rows))) return UNREADABLE;
    const read = readFields(
      isPage ? fields.filter(([name]) => name !== "total") : fields,
      source,
      path,
      notes,
    );
    if (read && isPage) addTotal(shape, source, read, path, notes);
    return read ?? UNREADABLE;
  };
}

/** Null when an essential field is missing. */
function readFields(
  fields: [string, z.ZodType][],
  source: Record<string, unknown>,
  path: string,
  notes: ReadingNote[],
): Record<string, unknown> | null {
  const read: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const at = path ? `${path}.${name}` : name;
    const result = readField(name, field, fieldOf(source, name, field), at, notes);
    if (result === UNREADABLE) return null;
    if (result !== undefined) read[name] = result;
  }
  return read;
}

function isOther(source: Record<string, unknown>, fields: [string, z.ZodType][]): boolean {
  return (
    Object.keys(source).length > 0 && fields.every(([name, field]) => isAbsent(fieldOf(source, name, field)))
  );
}

/** A list without a total has at least the rows that it shows. */
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

/** The substitute for a missing field, by its type; UNREADABLE where any value would be a false statement. */
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
      // Unions of times and days.
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
  return (raw, path, notes) => {
    const value = fromText(raw);
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
  return (raw, path, notes) => {
    const value = fromText(raw);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return UNREADABLE;
    const read: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) {
      const result = isAbsent(each) ? UNREADABLE : readOne(each, `${path}.${name}`, notes);
      if (result !== UNREADABLE) read[name] = result;
    }
    return read;
  };
}

/** Some providers send JSON lists such as `contentUrl` as text. */
function fromText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
