import { formLists } from "#app/route-rules.ts";

/** A price of ten options with all lines has about 3,600 fields, a booking nine hundred; no query of ours has a hundred. */
const MAX_FIELDS = 4_000;
const MAX_NAME_BYTES = 200;
/** `cargo[0].pieces` has three path segments. */
const MAX_STEPS = 5;
const MAX_INTENT_DEPTH = 5;
const MAX_INTENT_VALUES = 100;
/** Rows of a list without a limit of its own. */
const MAX_ROWS = 100;

/** Hidden fields of conform, which hold JSON. */
const INTENT = "__intent__";
const STATE = "__state__";
const intentTypes = ["validate", "update", "reset", "insert", "remove", "reorder"];

/**
 * Whether a form or query could be one of ours, checked before conform builds objects and arrays from its
 * names: a large index allocates that many rows, so does `x.length` once `x` is a list, and names of the
 * prototype break later code.
 */
export function isFormShaped(fields: Iterable<[name: string, value: unknown]>): boolean {
  const names = new Names();
  let count = 0;
  for (const [name, value] of fields) {
    count += 1;
    if (count > MAX_FIELDS || typeof value !== "string") return false;
    if (name === INTENT ? !isIntentSound(value, names) : name === STATE ? !isState(value) : !names.take(name))
      return false;
  }
  return true;
}

/** As above, for a query, from which no objects are built: each name by itself. */
export function isQueryShaped(query: URLSearchParams): boolean {
  return query.size <= MAX_FIELDS && [...query.keys()].every((name) => new Names().take(name));
}

/** Whether the number of fields in the encoded text is within the limit, checked before parsing. */
export function hasRoomForFields(encoded: string): boolean {
  let count = 1;
  for (let at = encoded.indexOf("&"); at >= 0; at = encoded.indexOf("&", at + 1)) {
    count += 1;
    if (count > MAX_FIELDS) return false;
  }
  return true;
}

/**
 * The names of one form, which have to be consistent: each path is a list, a record or a value, and a value
 * occurs once in its list or record.
 */
class Names {
  readonly #isList = new Map<string, boolean>();
  readonly #values = new Set<string>();

  /** Adds a field name. @returns whether it is consistent */
  take(name: string): boolean {
    const parts = this.#place(name);
    if (!parts) return false;
    if (this.#isList.has(name) || isWholeOfList(name)) return false;
    if (parts > 1 && !name.endsWith("[]") && this.#values.has(name)) return false;
    this.#values.add(name);
    return true;
  }

  /** Checks the name of a field, list or record in a button's intent. */
  mean(name: string): boolean {
    return this.#place(name) !== null;
  }

  /** Number of path segments; null for an invalid name, or one that contradicts earlier names. */
  #place(name: string): number | null {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return null;
    const steps = name.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
    if (steps.length > MAX_STEPS) return null;
    let parent = "";
    for (const step of steps) {
      const index = /^\[(\d*)\]$/.exec(step)?.[1];
      const isRow = index !== undefined;
      if (isRow ? Number(index) >= (formLists[parent] ?? MAX_ROWS) : step.includes("[") || step in {})
        return null;
      if (!this.#goesInto(parent, isRow)) return null;
      parent = isRow ? `${parent}[${index}]` : parent ? `${parent}.${step}` : step;
    }
    return steps.length;
  }

  /** Whether a row or field may be in the parent: a parent is either a list or a record. */
  #goesInto(parent: string, isRow: boolean): boolean {
    if (parent === "") return !isRow;
    if (this.#values.has(parent) || (this.#isList.get(parent) ?? isRow) !== isRow) return false;
    this.#isList.set(parent, isRow);
    return true;
  }
}

function isIntentSound(text: string, names: Names): boolean {
  if (text === "") return true;
  const intent = readJson(text);
  if (!isRecord(intent) || !isRecord(intent.payload) || !intentTypes.includes(String(intent.type)))
    return false;
  const { payload } = intent;
  return (
    namesField(payload, String(intent.type), names) &&
    keepsRows(payload) &&
    [payload.index, payload.from, payload.to].every((each) => each === undefined || isRow(each)) &&
    isShallow(payload)
  );
}

/** Whether name and row of a button's intent exist in the form. */
function namesField({ name, index }: Record<string, unknown>, type: string, names: Names): boolean {
  const isList = ["insert", "remove", "reorder"].includes(type);
  if (name === undefined ? isList : typeof name !== "string" || !names.mean(name)) return false;
  if (isList && !names.mean(`${name}[0]`)) return false;
  return index === undefined || names.mean(`${name ?? ""}[${index}]`);
}

/** When an intent replaces a list of records, the new rows have to be records. */
function keepsRows({ name, index, value, defaultValue }: Record<string, unknown>): boolean {
  const isGiven = [value, defaultValue].every((each) => each === undefined || isRecord(each));
  if (isWholeOfList(String(name)) && !isGiven) return false;
  const isOfList = name !== undefined && Object.hasOwn(formLists, String(name));
  return !(isOfList && index === undefined && value !== undefined);
}

/** `cargo`, `cargo[0]`: a whole list of records, or one record. */
const isWholeOfList = (name: string) => Object.hasOwn(formLists, name.replace(/\[\d*\]$/, ""));

const isRow = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_ROWS;

function isState(text: string): boolean {
  const state = text === "" ? {} : readJson(text);
  return isRecord(state) && isShallow(state);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checked level by level instead of recursively, so that deep input cannot overflow the stack. */
function isShallow(value: unknown): boolean {
  let level = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > MAX_INTENT_DEPTH || count > MAX_INTENT_VALUES) return false;
    const parts = level.filter((each) => typeof each === "object" && each !== null);
    if (parts.some((part) => Object.keys(part as object).some((key) => key in {}))) return false;
    level = parts.flatMap((part) => Object.values(part as object));
  }
  return true;
}
