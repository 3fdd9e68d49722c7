import type { TextField } from "#app/components/field-props.ts";
import type { RowsField } from "#app/components/row-editor.tsx";

export const DRAFT_FORM = "draft";

export const lineFields = [
  "chargeCode",
  "description",
  "unit",
  "quantity",
  "unitPrice",
  "discountPercent",
  "taxPercent",
  "clock",
  "reason",
] as const;
export type LineField = (typeof lineFields)[number];

/** A charge as typed. `clock` is what of a clock is billed, as one hidden text. */
export type LineRow = Partial<Record<LineField, string>> & Record<string, string | undefined>;

/** The form as typed: everything is text. */
export interface DraftFields {
  title?: string;
  currency?: string;
  rounding?: string;
  dueDate?: string;
  note?: string;
  lines?: LineRow[];
}

export const newLine = { quantity: "1", discountPercent: "0", taxPercent: "0" };

export type Fields = Record<Exclude<keyof DraftFields, "lines">, TextField> & { lines: RowsField };
