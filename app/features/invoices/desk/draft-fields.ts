import type { TextField } from "#app/components/field-props.ts";
import type { RowsField } from "#app/components/row-editor.tsx";
import type { DraftContent, DraftLine } from "#app/contract/invoice-draft.ts";

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

export const headFields = ["title", "currency", "rounding", "dueDate", "note"] as const;

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

/** What the form shows of a draft. */
export const draftFields = ({ title, currency, rounding, dueDate, note, lines }: DraftContent) => ({
  title,
  currency,
  rounding,
  dueDate,
  note,
  lines: lines.map(({ clock, chargeCode, ...line }) => ({
    chargeCode: chargeCode ?? "",
    description: line.description,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    discountPercent: line.discountPercent,
    taxPercent: line.taxPercent,
    reason: line.reason,
    clock: clockText(clock),
  })),
});

/** A clock as one text of a hidden field. */
export const clockText = (clock: DraftLine["clock"]): string =>
  clock ? [clock.type, clock.containerNumber, clock.from, clock.to, clock.days].join("|") : "";

export const newLine = { quantity: "1", discountPercent: "0", taxPercent: "0" };

export type Fields = Record<Exclude<keyof DraftFields, "lines">, TextField> & { lines: RowsField };
