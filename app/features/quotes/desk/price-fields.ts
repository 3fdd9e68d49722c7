import type { TextField } from "#app/components/field-props.ts";
import type { RowsField } from "#app/components/row-editor.tsx";
import type { DraftOption } from "#app/contract/quote-desk.ts";

export const PRICE_FORM = "price";

/** The form as typed: everything is text. */
export interface PriceFields {
  options: DraftOption[];
}

export type LineName = keyof DraftOption["lines"][number];
type OptionName = Exclude<keyof DraftOption, "lines">;

/** An option as conform holds it. */
export type OptionFields = Record<OptionName, TextField> & { lines: RowsField };

export const emptyLine = {
  chargeCode: "",
  description: "",
  unit: "",
  quantity: "",
  price: "",
  amount: "",
  cost: "",
} satisfies DraftOption["lines"][number];

export const emptyOption = {
  carrierName: "",
  transitDays: "",
  validUntil: "",
  currency: "USD",
  total: "",
  lines: [emptyLine],
} satisfies DraftOption;
