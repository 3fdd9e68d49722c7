import type { FieldMetadata } from "@conform-to/react";
import { dimensionUnits, packageKinds, weightUnits } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Select } from "#app/ui/input.tsx";
import { Field } from "./form.tsx";
import { decimalField, wholeNumberField } from "./number-field.ts";

/** What a row of packages or cargo is measured by, as the form holds it: texts. */
export interface MeasuredRow extends Record<string, string | undefined> {
  pieces?: string;
  packageType?: string;
  /** Of one piece. */
  length?: string;
  width?: string;
  height?: string;
  /** CBM of all pieces, where the form asks for it. */
  volume?: string;
  dimensionUnit?: string;
  /** Of all pieces. */
  weight?: string;
  weightUnit?: string;
}
export const newMeasuredRow = { packageType: "CTN", dimensionUnit: "cm", weightUnit: "kg" } as const;

type Fields = { [Name in keyof typeof names]: FieldMetadata<string | undefined> };
const names = {
  pieces: "",
  packageType: "",
  length: "",
  width: "",
  height: "",
  dimensionUnit: "",
  weight: "",
  weightUnit: "",
};

/** Pieces, package, dimensions and weight of one row, with their units. Texts: `freight`. */
export function MeasureFields({ fields }: { fields: Fields }) {
  const { t } = useText("freight");
  return (
    <>
      <p className="mb-2 text-xs text-quiet">{t("cargo.rowHint")}</p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-8">
        <Field field={fields.pieces} label={t("cargo.pieces")} {...wholeNumberField} />
        <Choice
          field={fields.packageType}
          label={t("cargo.packageType")}
          choices={packageKinds.map((kind) => [kind, t(`packageKind.${kind}`)])}
        />
        {(["length", "width", "height"] as const).map((side) => (
          <Field key={side} field={fields[side]} label={t(`cargo.${side}`)} {...decimalField} />
        ))}
        <Choice
          field={fields.dimensionUnit}
          label={t("cargo.dimensionUnit")}
          choices={dimensionUnits.map((unit) => [unit, t(`unit.${unit}`)])}
        />
        <Field field={fields.weight} label={t("cargo.weight")} {...decimalField} />
        <Choice
          field={fields.weightUnit}
          label={t("cargo.weightUnit")}
          choices={weightUnits.map((unit) => [unit, t(`unit.${unit}`)])}
        />
      </div>
    </>
  );
}

/** A select with its label and message. */
export function Choice({
  field,
  label,
  choices,
  hint,
}: {
  field: FieldMetadata<string | undefined>;
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
  hint?: string;
}) {
  const isInvalid = Boolean(field.errors?.length);
  return (
    <Field field={field} label={label} hint={hint}>
      <Select
        id={field.id}
        name={field.name}
        defaultValue={field.initialValue}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? field.errorId : undefined}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Labels for the error summary: `packages[0].weight` is "Row 1, Weight". */
export function measureLabels(
  list: string,
  rows: number,
  t: (key: "cargo.row" | `cargo.${keyof typeof names}`, values?: { number: number }) => string,
): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let index = 0; index < rows; index += 1) {
    for (const name of Object.keys(names) as (keyof typeof names)[]) {
      labels[`${list}[${index}].${name}`] = `${t("cargo.row", { number: index + 1 })}, ${t(`cargo.${name}`)}`;
    }
  }
  return labels;
}
