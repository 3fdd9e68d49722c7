import type { WeightView } from "#app/components/cargo-weight-words.ts";
import type { TextField } from "#app/components/field-props.ts";
import { InputField, OptionFields, SelectField } from "#app/components/form-controls.tsx";
import { MeasureFields, type MeasureName, newMeasuredRow } from "#app/components/measure-fields.tsx";
import { decimalField } from "#app/components/number-field.ts";
import { Section } from "#app/components/page/section.tsx";
import { type FormOfRows, RowEditor, type RowFields } from "#app/components/row-editor.tsx";
import { useCargoRowWords } from "#app/components/row-words.ts";
import { WeightPanel } from "#app/components/weight-panel.tsx";
import { cargoTypes, dangerousClasses, LIMITS, packingGroups } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { FORM_ID } from "../booking-fields.ts";
import { type Choice, fieldGrid } from "./choices.tsx";
import type { Fields } from "./fields.ts";
import { LongText } from "./long-text.tsx";
import { sectionId } from "./section-names.ts";

/** Description, lines and chargeable weight of the goods. */
export function CargoSection({
  fields,
  form,
  weight,
}: {
  fields: Fields;
  form: FormOfRows;
  weight: WeightView | null;
}) {
  const { t } = useText(["booking-form", "freight"]);
  const words = useCargoRowWords();
  return (
    <Section title={t("section.cargo")} id={sectionId("cargo")}>
      <OptionFields
        type="radio"
        field={fields.cargoType}
        legend={t("field.cargoType")}
        options={cargoTypes.map((value) => ({
          value,
          label: t(`cargoType.${value}`),
          marks: { "data-cargo": value },
        }))}
      />
      <DangerousFields fields={fields} />
      <div className="grid gap-4 sm:grid-cols-2">
        <LongText
          field={fields.goodsDescription}
          label={t("field.goodsDescription")}
          maximum={LIMITS.goodsDescription}
        />
        <LongText field={fields.marks} label={t("field.marks")} maximum={LIMITS.marks} />
      </div>
      <RowEditor
        form={form}
        field={fields.cargo}
        newRow={newMeasuredRow}
        most={LIMITS.cargoLines}
        words={words}
      >
        {(line: RowFields<LineName>) => <CargoLine line={line} />}
      </RowEditor>
      <WeightPanel
        formId={FORM_ID}
        list="cargo"
        modeField="transportMode"
        rowCount={fields.cargo.getFieldList().length}
        known={weight}
      />
    </Section>
  );
}

type LineName = MeasureName | "poNumber" | "skuNumber" | "volume";

function CargoLine({ line }: { line: Record<LineName, TextField> }) {
  const { t } = useText("booking-form");
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <InputField field={line.poNumber} label={t("line.poNumber")} />
        <InputField field={line.skuNumber} label={t("line.skuNumber")} />
        <InputField
          field={line.volume}
          label={t("line.volume")}
          title={t("line.volumeHint")}
          {...decimalField}
        />
      </div>
      <MeasureFields fields={line} />
    </div>
  );
}

function DangerousFields({ fields }: { fields: Fields }) {
  const { t } = useText("booking-form");
  const optional = (values: readonly string[]): Choice[] => [
    ["", t("choose")],
    ...values.map((value): Choice => [value, value]),
  ];
  return (
    <div className={`hidden ${fieldGrid} group-has-[[data-cargo=DANGEROUS]:checked]:grid`}>
      <SelectField
        field={fields.dangerousClass}
        label={t("field.dangerousClass")}
        choices={optional(dangerousClasses)}
      />
      <InputField field={fields.unNumber} label={t("field.unNumber")} inputMode="numeric" />
      <SelectField
        field={fields.packingGroup}
        label={t("field.packingGroup")}
        choices={optional(packingGroups)}
      />
    </div>
  );
}
