import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault, WriteResult } from "#app/access/write-fault.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  BEGUN,
  type BegunConflict,
  type Boxes,
  begunText,
  type FormValue,
  type FormValues,
  type Rows,
} from "./begun-form.tsx";
import { faulty, invalid } from "./form-reply.server.ts";

type Version = number | string | null;

/** The name of a field, and its value as people read it. */
interface ShownField {
  label: string;
  shown?: (text: string) => string;
}

/** A form that changes what is stored. */
interface Change<Value, Written, Answer, V extends Version> {
  visit: Visit;
  form: FormData;
  /** What the form would show now. */
  stored: FormValues;
  /** Of what is stored. null: the provider knows no versions. */
  version: V;
  /** `asValue` or `asAnswer`. */
  read(form: FormData): { value: Value } | { answer: Answer };
  /** @param touched names of the fields that the person has changed */
  write(value: Value, version: V, touched: readonly string[]): Promise<WriteResult<Written>>;
  /** What is shown of a field that two people have changed; called for such a field only. */
  field(name: string): ShownField | Promise<ShownField>;
  refused(form: FormData, fault: WriteFault): Answer;
  /** The form with both values of what two people have changed; pressed again, it saves what was typed. */
  clash(form: FormData, conflict: BegunConflict): Answer;
}

/** What `read` takes from a form. */
export const asValue = <Value>(value: Value) => ({ value });
/** The form again, with its faults. */
export const asAnswer = <Answer>(answer: Answer) => ({ answer });

/**
 * Saves what the person has changed; what they did not touch stays as it is stored now, so that an old page turns nothing
 * back. A form that was sent twice has the answer of the first time. One that does not say how it began is refused by the
 * provider when it is of another version.
 */
export async function saveChange<Value, Written, Answer, V extends Version>(
  change: Change<Value, Written, Answer, V>,
): Promise<{ written: Written | null } | { answer: Answer }> {
  const { form, version, visit } = change;
  const merged = mergeBegun(form, change.stored);
  const seen = versionIn(merged.version ?? form.get("version"), version);
  if (merged.clashes.length > 0) {
    const first = version === null ? null : await sendAsSeen(change, seen, merged.touched);
    if (first?.isDone) return { written: first.data };
    const conflict = await conflictOf(visit, merged, change.field, { version, lead: first?.fault.message });
    return { answer: change.clash(merged.form, conflict) };
  }
  const read = change.read(merged.form);
  if ("answer" in read) return read;
  // It has come before: what was changed is what is stored.
  if (merged.isStale && !merged.isChange && version !== null) return { written: null };
  const isJudged = version === null || merged.isOfToday;
  const result = await change.write(read.value, isJudged ? version : seen, merged.touched);
  return result.isDone ? { written: result.data } : { answer: change.refused(merged.form, result.fault) };
}

/** Of the version that was seen: the provider knows whether it has had this form before, and says who was faster. */
async function sendAsSeen<Value, Written, Answer, V extends Version>(
  { form, read, write }: Change<Value, Written, Answer, V>,
  seen: V,
  touched: readonly string[],
) {
  const sent = read(form);
  return "value" in sent ? write(sent.value, seen, touched) : null;
}

/** The version that was seen, in the form of the one that is stored; nonsense is none. */
function versionIn<V extends Version>(text: unknown, stored: V): V {
  if (typeof stored !== "number") return (typeof text === "string" && text !== "" ? text : "0") as V;
  const version = Number(text);
  return (Number.isSafeInteger(version) && version >= 0 && version < 2 ** 31 ? version : 0) as V;
}

/** `saveChange` of a form with conform. */
export function saveFormChange<Schema extends z.ZodType, Written, V extends Version>(
  change: Omit<Change<z.output<Schema>, Written, never, V>, "read" | "refused" | "clash"> & {
    schema: Schema;
  },
) {
  const parse = (form: FormData) => parseWithZod(form, { schema: change.schema });
  return saveChange<z.output<Schema>, Written, FormAnswer, V>({
    ...change,
    read(form) {
      const submission = parse(form);
      return submission.status === "success" ? asValue(submission.value) : asAnswer(invalid(submission));
    },
    refused: (form, fault) => faulty(parse(form), fault),
    clash: (form, conflict) => conflicting(parse(form), conflict),
  });
}
type FormAnswer = ReturnType<typeof invalid> | ReturnType<typeof faulty> | ReturnType<typeof conflicting>;

/** The form again with 409 and both values of the fields in conflict. */
export function conflicting<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  conflict: BegunConflict,
  /** Fields that are never shown again. */
  hidden: readonly string[] = [],
) {
  const { reply } = invalid(submission, hidden).data;
  return data({ reply, requestId: null, conflict }, { status: CODE_CONFLICT });
}

/** A field that two people have changed, with both values as text. */
interface Clash {
  name: string;
  mine: string;
  theirs: string;
}

interface Merged {
  form: FormData;
  /** Whether the form has said how it began what it changes. */
  isOfToday: boolean;
  /** The version with which it began. */
  version: string | undefined;
  /** Names of the fields that the person has changed. */
  touched: string[];
  /** Whether something differs from what is stored. */
  isChange: boolean;
  /** Whether somebody else has changed something, be it in another field. */
  isStale: boolean;
  clashes: Clash[];
  /** How the form begins when it is shown again with both values. */
  begun: FormValues;
}

const row = z.record(z.string(), z.string().optional());
const posted = z.object({
  version: z.string().max(40).optional(),
  fields: z.record(
    z.string(),
    z.union([z.string(), z.object({ ticked: z.array(z.string()) }), z.array(row)]),
  ),
});

/**
 * A posted form as it is to be saved, by the values with which it began (`Begun`): a field that was not touched gets the
 * stored value. Of ticked boxes each counts for itself; rows count as one field. A form that does not say how it began counts
 * as touched everywhere.
 */
export function mergeBegun(form: FormData, stored: FormValues): Merged {
  const begun = begunIn(form);
  const merged: Merged = {
    form: copyOf(form),
    isOfToday: begun !== null && Object.keys(stored).length > 0,
    version: begun?.version,
    touched: [],
    isChange: false,
    isStale: false,
    clashes: [],
    begun: { ...begun?.fields },
  };
  for (const [name, value] of Object.entries(stored)) {
    if (value === undefined) continue;
    const first = begun && Object.hasOwn(begun.fields, name) ? begun.fields[name] : undefined;
    const field = isBoxes(value)
      ? mergeBoxes(merged.form, name, value, first)
      : mergeField(merged.form, name, value, first);
    if (field.isTouched) merged.touched.push(name);
    if (field.isChange) merged.isChange = true;
    if (field.isStale) merged.isStale = true;
    if (!field.clash) continue;
    merged.clashes.push(field.clash);
    merged.begun = { ...merged.begun, [name]: value };
  }
  return merged;
}

function begunIn(form: FormData): z.output<typeof posted> | null {
  try {
    return posted.parse(JSON.parse(String(form.get(BEGUN))));
  } catch {
    return null;
  }
}

function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}

interface MergedField {
  isTouched: boolean;
  /** Whether it differs from what is stored. */
  isChange: boolean;
  /** Whether what is stored differs from what the form began with. */
  isStale: boolean;
  clash?: Clash;
}

function mergeField(form: FormData, name: string, stored: string | Rows, first: FormValue): MergedField {
  const mine = typeof stored === "string" ? String(form.get(name) ?? "") : rowsIn(form, name);
  const before = first === undefined || isBoxes(first) ? null : keyOf(first);
  const [now, typed] = [keyOf(stored), keyOf(mine)];
  const isStale = before !== null && before !== now;
  if (before === typed) {
    write(form, name, stored);
    return { isTouched: false, isChange: false, isStale };
  }
  const isChange = typed !== now;
  if (!isChange || !isStale) return { isTouched: true, isChange, isStale };
  return { isTouched: true, isChange, isStale, clash: { name, mine: textOf(mine), theirs: textOf(stored) } };
}

function mergeBoxes(form: FormData, name: string, stored: Boxes, first: FormValue): MergedField {
  const ticked = form.getAll(name).map(String);
  if (first === undefined || !isBoxes(first)) return { isTouched: true, isChange: true, isStale: false };
  const added = ticked.filter((box) => !first.ticked.includes(box));
  const cleared = first.ticked.filter((box) => !ticked.includes(box));
  form.delete(name);
  const merged = new Set([...stored.ticked, ...added].filter((box) => !cleared.includes(box)));
  for (const box of merged) form.append(name, box);
  return {
    isTouched: added.length + cleared.length > 0,
    isChange: !isSame([...merged], stored.ticked),
    isStale: !isSame(first.ticked, stored.ticked),
  };
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((box) => other.includes(box));

const isBoxes = (value: string | Boxes | Rows): value is Boxes =>
  typeof value === "object" && "ticked" in value;

/** Browsers send line feeds as two characters. */
const tidy = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/** What was entered of each row, without rows and fields that are empty. */
const filled = (rows: Rows) =>
  rows
    .map((each) =>
      Object.entries(each)
        .map(([name, text = ""]) => [name, tidy(text)] as const)
        .filter(([, text]) => text !== ""),
    )
    .filter((entries) => entries.length > 0);

/** Equal for equal values. */
const keyOf = (value: string | Rows) =>
  typeof value === "string"
    ? tidy(value)
    : JSON.stringify(
        filled(value).map((entries) => entries.toSorted(([one], [other]) => (one < other ? -1 : 1))),
      );

/** As people read it: a line for each row. */
const textOf = (value: string | Rows) =>
  typeof value === "string"
    ? tidy(value)
    : filled(value)
        .map((entries) => entries.map(([, text]) => text).join(" · "))
        .join("\n");

const ROW = /^([^.[\]]+)\[(\d{1,4})\]\.([^.[\]]+)$/;

function rowsIn(form: FormData, name: string): Rows {
  const rows: Record<string, string>[] = [];
  for (const [key, value] of form) {
    const [, root, index, field] = ROW.exec(key) ?? [];
    if (root !== name || typeof value !== "string") continue;
    rows[Number(index)] ??= {};
    rows[Number(index)]![field!] = value;
  }
  return rows.filter(Boolean);
}

function write(form: FormData, name: string, value: string | Rows) {
  if (typeof value === "string") {
    // A box that is not ticked is not sent.
    if (form.has(name) || value !== "") form.set(name, value);
    return;
  }
  for (const key of [...form.keys()]) if (ROW.exec(key)?.[1] === name) form.delete(key);
  for (const [index, each] of value.entries())
    for (const [field, text = ""] of Object.entries(each)) form.set(`${name}[${index}].${field}`, text);
}

/**
 * What the form shows of the clashes, in the reader's language.
 * @param now the version that is stored, and who was faster
 */
export async function conflictOf(
  { t }: Visit,
  { clashes, begun }: Merged,
  field: Change<never, never, never, Version>["field"],
  now: { version: Version; lead: string | undefined },
): Promise<BegunConflict> {
  const empty = t("form-conflict:empty");
  const rows = clashes.map(async ({ name, mine, theirs }) => {
    const { label, shown: fieldText = String } = await field(name);
    return { label, first: fieldText(mine) || empty, second: fieldText(theirs) || empty };
  });
  return {
    title: t("form-conflict:title"),
    lead: now.lead ?? "",
    text: t("form-conflict:text"),
    columns: [t("form-conflict:field"), t("form-conflict:mine"), t("form-conflict:theirs")],
    rows: await Promise.all(rows),
    keepMine: t("form-conflict:keepMine"),
    takeTheirs: t("form-conflict:takeTheirs"),
    begun: begunText(begun, now.version),
  };
}
