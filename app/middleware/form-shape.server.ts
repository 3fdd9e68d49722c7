import { formLists } from "#app/route-rules.ts";

/** The booking with all its rows has some nine hundred fields; no address of ours comes near a hundred. */
const MAX_FIELDS = 1_500;
const MAX_NAME_BYTES = 200;
/** `cargo[0].pieces` has three steps. */
const MAX_STEPS = 5;
const MAX_INTENT_DEPTH = 5;
const MAX_INTENT_VALUES = 100;
/** Rows of a list that has no limit of its own. */
const MAX_ROWS = 100;

/** The hidden fields of conform, which hold JSON. */
const INTENT = "__intent__";
const STATE = "__state__";
const intentTypes = ["validate", "update", "reset", "insert", "remove", "reorder"];

/**
 * Whether a form or a query could be one of ours, judged before conform builds objects and arrays from its names: an index
 * takes that many rows of memory, `x.length` does as well once `x` is a list, and a name of the prototype breaks what
 * reads the result.
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

/** As above, for a query, which nothing is built from: each name by itself. */
export function isQueryShaped(query: URLSearchParams): boolean {
  return query.size <= MAX_FIELDS && [...query.keys()].every((name) => new Names().take(name));
}

/** Whether so many fields may stand in the text at all: asked before it is taken apart. */
export function hasRoomForFields(encoded: string): boolean {
  let count = 1;
  for (let at = encoded.indexOf("&"); at >= 0; at = encoded.indexOf("&", at + 1)) {
    count += 1;
    if (count > MAX_FIELDS) return false;
  }
  return true;
}

/**
 * The names of one form, which together say of each part whether it is a list, a record or a value: one of these, and
 * a value in a list or a record stands there once.
 */
class Names {
  readonly #isList = new Map<string, boolean>();
  readonly #values = new Set<string>();

  /** A field of that name. */
  take(name: string): boolean {
    const parts = this.#place(name);
    if (!parts) return false;
    if (this.#isList.has(name) || isWholeOfList(name)) return false;
    if (parts > 1 && !name.endsWith("[]") && this.#values.has(name)) return false;
    this.#values.add(name);
    return true;
  }

  /** What a button means by that name: a field, a list or a record. */
  mean(name: string): boolean {
    return this.#place(name) !== null;
  }

  /** How many steps the name has; null where it fits no form, or not the other names of this one. */
  #place(name: string): number | null {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return null;
    const steps = name.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
    if (steps.length > MAX_STEPS) return null;
    let parent = "";
    for (const [at, step] of steps.entries()) {
      const index = /^\[(\d*)\]$/.exec(step)?.[1];
      const isRow = index !== undefined;
      if (isRow ? Number(index) >= (formLists[parent] ?? MAX_ROWS) : step.includes("[") || step in {})
        return null;
      if (at > 0) {
        if (this.#values.has(parent) || (this.#isList.get(parent) ?? isRow) !== isRow) return null;
        this.#isList.set(parent, isRow);
      } else if (isRow) return null;
      parent = isRow ? `${parent}[${index}]` : parent ? `${parent}.${step}` : step;
    }
    return steps.length;
  }
}

function isIntentSound(text: string, names: Names): boolean {
  if (text === "") return true;
  const intent = readJson(text);
  if (!isRecord(intent) || !isRecord(intent.payload) || !intentTypes.includes(String(intent.type)))
    return false;
  const { name, index, from, to } = intent.payload;
  const isList = ["insert", "remove", "reorder"].includes(String(intent.type));
  if (name === undefined ? isList : typeof name !== "string" || !names.mean(name)) return false;
  if (isList && !names.mean(`${name}[0]`)) return false;
  if (index !== undefined && !names.mean(`${name ?? ""}[${index}]`)) return false;
  // A form that shows such a list again wants rows that are records.
  const { value, defaultValue } = intent.payload;
  if (
    isWholeOfList(String(name)) &&
    ![value, defaultValue].every((each) => each === undefined || isRecord(each))
  )
    return false;
  if (
    name !== undefined &&
    Object.hasOwn(formLists, String(name)) &&
    index === undefined &&
    value !== undefined
  )
    return false;
  if (![index, from, to].every((each) => each === undefined || isRow(each))) return false;
  return isShallow(intent.payload);
}

/** `cargo`, `cargo[0]`: a list of records, or one of them, and no field. */
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

/** Walked level by level: what is too deep for the stack is no deeper than the limit here. */
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
