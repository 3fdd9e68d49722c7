import { dimensionUnits, packageKinds, weightUnits } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import type { TextField } from "./field-props.ts";
import { InputField, SelectField } from "./form-controls.tsx";
import { decimalField, wholeNumberField } from "./number-field.ts";

/** A row of packages or cargo as typed text. */
export interface MeasuredRow extends Record<string, string | undefined> {
  pieces?: string;
  packageType?: string;
  /** Of one piece. */
  length?: string;
  width?: string;
  height?: string;
  /** CBM of all pieces, if the form has the field. */
  volume?: string;
  dimensionUnit?: string;
  /** Of all pieces. */
  weight?: string;
  weightUnit?: string;
}
export const newMeasuredRow = { packageType: "CTN", dimensionUnit: "cm", weightUnit: "kg" } as const;

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

export type MeasureName = keyof typeof names;

/** Pieces, package, dimensions and weight of one row, with their units. Texts: `freight`. */
export function MeasureFields({ fields }: { fields: Record<MeasureName, TextField> }) {
  const { t } = useText("freight");
  const packageType = fields.packageType.initialValue ?? "";
  const isListed = packageType === "" || packageKinds.some((kind) => kind === packageType);
  return (
    <>
      <p className="mb-2 text-xs text-quiet">{t("cargo.rowHint")}</p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-8">
        <InputField field={fields.pieces} label={t("cargo.pieces")} {...wholeNumberField} />
        <SelectField
          field={fields.packageType}
          label={t("cargo.packageType")}
          choices={[
            ...packageKinds.map((kind) => [kind, t(`packageKind.${kind}`)] as const),
            // A word that came from another system.
            ...(isListed ? [] : [[packageType, packageType] as const]),
          ]}
        />
        {(["length", "width", "height"] as const).map((side) => (
          <InputField key={side} field={fields[side]} label={t(`cargo.${side}`)} {...decimalField} />
        ))}
        <SelectField
          field={fields.dimensionUnit}
          label={t("cargo.dimensionUnit")}
          choices={dimensionUnits.map((unit) => [unit, t(`unit.${unit}`)])}
        />
        <InputField field={fields.weight} label={t("cargo.weight")} {...decimalField} />
        <SelectField
          field={fields.weightUnit}
          label={t("cargo.weightUnit")}
          choices={weightUnits.map((unit) => [unit, t(`unit.${unit}`)])}
        />
      </div>
    </>
  );
}

/** Labels for the error summary: `packages[0].weight` is "Row 1, Weight". */
export function measureLabels(
  list: string,
  rows: number,
  t: (key: "cargo.row" | `cargo.${MeasureName}`, values?: { number: number }) => string,
): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let index = 0; index < rows; index += 1) {
    for (const name of Object.keys(names) as MeasureName[]) {
      labels[`${list}[${index}].${name}`] = `${t("cargo.row", { number: index + 1 })}, ${t(`cargo.${name}`)}`;
    }
  }
  return labels;
}
