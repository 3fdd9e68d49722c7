import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault, WriteResult } from "#app/access/write-fault.server.ts";
import { asAnswer, asValue, saveChange } from "#app/components/begun-form.server.ts";
import type { BegunConflict, FormValues } from "#app/components/begun-form.tsx";
import { standingOf } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";

const TYPED_MAX = 5_000;
const TICKED_MAX = 100;

/** A refused form, shown again as it was sent. */
export interface CustomerReply {
  /** The `intent` of the pressed button: a page has several forms. */
  form: string;
  typed: Record<string, string>;
  /** The ticked boxes of the list `tick`. */
  ticked: string[];
  /** By field; the one of the whole form under an empty name. */
  faults: Record<string, string>;
  requestId: string | null;
  conflict?: BegunConflict;
}

type Faults = CustomerReply["faults"];

export interface Sent {
  visit: Visit;
  key: string;
  intent: string;
  typed: Record<string, string>;
  ticked: string[];
  /** The version of the record that was shown. */
  version: number;
  faults: Faults;
}

/** What was posted, as text. */
export function sentIn(visit: Visit, form: FormData): Sent {
  const texts = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && name !== "tick" ? [[name, value.trim().slice(0, TYPED_MAX)]] : [],
  );
  const typed = Object.fromEntries(texts);
  const version = Number(typed.version);
  return {
    visit,
    typed,
    faults: {},
    intent: typed.intent ?? "",
    key: typed.requestId ?? "",
    ticked: form.getAll("tick").slice(0, TICKED_MAX).map(String),
    version: Number.isSafeInteger(version) && version > 0 && version < 2 ** 31 ? version : 0,
  };
}

/** A line of text; its fault is noted. */
export function lineIn(
  { visit, typed, faults }: Sent,
  name: string,
  max: number,
  { isNeeded = true } = {},
): string {
  const text = typed[name] ?? "";
  if (isNeeded && text === "") faults[name] = visit.t("customers:fault.empty");
  else if (text.length > max) faults[name] = visit.t("customers:fault.tooLong", { max });
  else if (/\p{Cc}/u.test(text)) faults[name] = visit.t("customers:fault.format");
  return text;
}

export const hasFaults = ({ faults }: Sent): boolean => Object.keys(faults).length > 0;

export function again(
  { intent, typed, ticked, faults }: Sent,
  status = 400,
  requestId: string | null = null,
  conflict?: BegunConflict,
) {
  return data<CustomerReply>({ form: intent, typed, ticked, faults, requestId, conflict }, { status });
}

/** Saves what a form of these pages has changed of a record, as `read` takes it from what was sent. */
export async function saveSent<Value, Written>(
  visit: Visit,
  form: FormData,
  change: {
    stored: FormValues;
    version: number;
    read(sent: Sent): Value;
    write(value: Value, version: number): Promise<WriteResult<Written>>;
    field(name: string): { label: string; shown?: (text: string) => string };
  },
) {
  return saveChange({
    ...change,
    visit,
    form,
    read(posted) {
      const sent = sentIn(visit, posted);
      const value = change.read(sent);
      return hasFaults(sent) ? asAnswer(again(sent)) : asValue(value);
    },
    refused: (posted, fault) => refusedSent(sentIn(visit, posted), fault),
    clash: (posted, conflict) => again(sentIn(visit, posted), CODE_CONFLICT, null, conflict),
  });
}

/** The page after a write, or the form with what the provider says against it. */
export function answerOf<T>(
  sent: Sent,
  result: WriteResult<T>,
  flash: FlashOfCustomers,
  next: (data: T) => string,
) {
  return result.isDone ? saidAt(sent.visit, flash, next(result.data)) : refusedSent(sent, result.fault);
}

/** The page after a write, which says what was done. */
export function saidAt(visit: Visit, flash: FlashOfCustomers, path: string) {
  visit.session.flash({ kind: "success", key: `customers:${flash}` });
  return redirect(path);
}

function refusedSent(sent: Sent, fault: WriteFault) {
  const { fields, message } = fault;
  const faults =
    fields.length > 0
      ? Object.fromEntries(fields.map(({ path, message }) => [path, message]))
      : { "": message };
  const { status, requestId } = standingOf(fault, sent.key);
  return again({ ...sent, faults }, status, requestId);
}

export type FlashOfCustomers =
  | "made"
  | "saved"
  | "closed"
  | "opened"
  | "given"
  | "departmentSaved"
  | "roleMade"
  | "roleSaved"
  | "roleRemoved";
