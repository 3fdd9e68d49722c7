import { data } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault, WriteResult } from "#app/access/write-fault.server.ts";
import { asAnswer, asValue, saveChange } from "#app/components/begun-form.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { type DeskFormView, type DeskReply, valuesOf } from "./form.ts";

const TYPED_MAX = 5_000;

/** What was typed into a form of the desk, by the name of the field. */
export const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.trim().slice(0, TYPED_MAX)]] : [],
    ),
  );

/** The version that the page showed; "0" for what is none. */
export const versionIn = ({ version = "" }: Record<string, string>) =>
  /^\d{1,18}$/.test(version) ? version : "0";

/** The form again, with what was typed. */
export const againWith = (
  form: string,
  typed: Record<string, string>,
  faults: Record<string, string>,
  status: number,
  requestId: string | null = null,
) => data<DeskReply>({ form, typed, faults, requestId }, { status });

/** Saves what a form of the desk has changed, whose fields show what is stored. */
export function saveDeskForm<Value, Written>(
  visit: Visit,
  posted: FormData,
  form: DeskFormView,
  change: {
    version: string;
    /** Notes its faults by field. */
    read(typed: Record<string, string>, faults: Record<string, string>): Value;
    write(value: Value, version: string): Promise<WriteResult<Written>>;
  },
) {
  return saveChange({
    ...change,
    visit,
    form: posted,
    stored: valuesOf(form),
    read(merged) {
      const typed = typedIn(merged);
      const faults: Record<string, string> = {};
      const value = change.read(typed, faults);
      return Object.keys(faults).length > 0
        ? asAnswer(againWith(form.id, typed, faults, 400))
        : asValue(value);
    },
    field(name) {
      const { label = name, choices = [] } = form.fields.find((field) => field.name === name) ?? {};
      return { label, shown: (text: string) => new Map(choices).get(text) ?? text };
    },
    refused: (merged, fault) => refusedWith(form.id, typedIn(merged), fault, String(posted.get("requestId"))),
    clash: (merged, conflict) =>
      data<DeskReply>(
        { form: form.id, typed: typedIn(merged), faults: {}, requestId: null, conflict },
        { status: CODE_CONFLICT },
      ),
  });
}

/** The form again after the provider has refused it, or has not answered. */
export function refusedWith(form: string, typed: Record<string, string>, fault: WriteFault, key: string) {
  const isUnknown = fault.kind === "unavailable";
  const status = isUnknown ? 503 : fault.code === CODE_CONFLICT ? CODE_CONFLICT : 400;
  return againWith(form, typed, { "": fault.message }, status, isUnknown ? key : null);
}
