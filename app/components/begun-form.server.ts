import type { Submission } from "@conform-to/react";
import { data } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { BEGUN, type BegunConflict } from "./begun-form.tsx";

/** Texts of a form's fields by name; undefined: the form has no such field. */
export type FieldTexts = Readonly<Record<string, string | undefined>>;

const texts = z.record(z.string(), z.string());

/** Browsers send line feeds as two characters. */
const same = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/**
 * Merges a posted form with what is stored now, by the values with which the form began (`Begun`): a field that was not
 * touched gets the stored value, so that an old page turns nothing back. A form that does not say how it began counts as
 * touched everywhere. Changes `form`.
 * @returns names of the touched fields, and of those that somebody else has set to another value meanwhile
 */
export function mergeBegun(form: FormData, stored: FieldTexts): { touched: string[]; conflicts: string[] } {
  const begun = begunIn(form);
  const touched: string[] = [];
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(stored)) {
    if (value === undefined) continue;
    const typed = same(String(form.get(name) ?? ""));
    const first = begun?.[name];
    if (first !== undefined && typed === same(first)) {
      form.set(name, value);
      continue;
    }
    touched.push(name);
    if (first !== undefined && same(value) !== same(first) && typed !== same(value)) conflicts.push(name);
  }
  return { touched, conflicts };
}

function begunIn(form: FormData): Record<string, string> | null {
  try {
    return texts.parse(JSON.parse(String(form.get(BEGUN))));
  } catch {
    return null;
  }
}

/** The form again with 409 and both values of the fields in conflict; pressed again, it saves what was typed. */
export function conflicting<Schema, Value>(
  { t }: Visit,
  submission: Submission<Schema, string[], Value>,
  fields: readonly { label: string; mine: string; theirs: string }[],
) {
  const empty = t("form-conflict:empty");
  const conflict: BegunConflict = {
    title: t("form-conflict:title"),
    text: t("form-conflict:text"),
    columns: [t("form-conflict:field"), t("form-conflict:mine"), t("form-conflict:theirs")],
    rows: fields.map(({ label, mine, theirs }) => ({ label, first: mine || empty, second: theirs || empty })),
    keepMine: t("form-conflict:keepMine"),
    takeTheirs: t("form-conflict:takeTheirs"),
  };
  return data({ reply: submission.reply(), requestId: null, conflict }, { status: CODE_CONFLICT });
}
