import type { TextField } from "#app/components/field-props.ts";
import type { RowsField } from "#app/components/row-editor.tsx";

export const FORM_ID = "notification";

interface RuleRow extends Record<string, string | undefined> {
  /** A kind, or a kind with its choice: "etaWithin", "status:TRANSIT". */
  what?: string;
  value?: string;
}

/** The form as typed: everything is text. */
export interface NotificationFields {
  name?: string;
  join?: string;
  rules?: RuleRow[];
  scope?: string;
  channel?: string;
  recipients?: string;
  unit?: string;
  every?: string;
  weekday?: string;
  monthDay?: string;
  time?: string;
  zone?: string;
}

export const newRule = { what: "milestone:atd", value: "" };

export type Fields = Record<Exclude<keyof NotificationFields, "rules">, TextField> & { rules: RowsField };
