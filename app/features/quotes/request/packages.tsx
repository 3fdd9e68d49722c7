import type { WeightView } from "#app/components/cargo-weight-words.ts";
import { InputField } from "#app/components/form-controls.tsx";
import { MeasureFields, type MeasureName, newMeasuredRow } from "#app/components/measure-fields.tsx";
import { decimalField } from "#app/components/number-field.ts";
import { Section } from "#app/components/page/section.tsx";
import { type FormOfRows, RowEditor, type RowFields } from "#app/components/row-editor.tsx";
import { useCargoRowWords } from "#app/components/row-words.ts";
import { WeightPanel } from "#app/components/weight-panel.tsx";
import { LIMITS } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { type Fields, FORM_ID, PACKAGES } from "./fields.ts";

/** Packages and their chargeable weight. */
export function PackagesSection({
  fields,
  form,
  weight,
}: {
  fields: Fields;
  form: FormOfRows;
  weight: WeightView | null;
}) {
  const { t } = useText("quote-form");
  const words = useCargoRowWords();
  return (
    <Section title={t("packages")}>
      <RowEditor
        form={form}
        field={fields.packages}
        newRow={newMeasuredRow}
        most={LIMITS.cargoLines}
        words={words}
      >
        {(row: RowFields<MeasureName>) => <MeasureFields fields={row} />}
      </RowEditor>
      <WeightPanel
        formId={FORM_ID}
        list={PACKAGES}
        modeField="freightMode"
        rowCount={fields.packages.getFieldList().length}
        known={weight}
      >
        <Rates fields={fields} />
      </WeightPanel>
    </Section>
  );
}

const rates = ["rateMinimum", "rateNormal", "rate45", "rate100", "rate300", "rate500"] as const;

/** Rates by weight, for the advice on cheaper weight breaks by air. */
function Rates({ fields }: { fields: Fields }) {
  const { t } = useText("freight");
  const isOpen = rates.some((name) => fields[name].initialValue);
  return (
    <Collapsible
      open={isOpen}
      className="mt-2 hidden group-has-[[value=AIR]:checked]:block"
      summary={t("weight.rates")}
    >
      <p className="mt-1 text-xs text-quiet">{t("weight.ratesText")}</p>
      <div className="mt-2 grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
        {rates.map((name) => (
          <InputField
            key={name}
            field={fields[name]}
            label={
              name === "rateMinimum" || name === "rateNormal"
                ? t(`weight.${name}`)
                : t("weight.rateFrom", { from: name.slice("rate".length) })
            }
            {...decimalField}
          />
        ))}
      </div>
    </Collapsible>
  );
}
