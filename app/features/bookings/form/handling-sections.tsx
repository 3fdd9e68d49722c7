import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { FormSection } from "#app/components/form-section.tsx";
import { hiddenWithout } from "#app/components/freight-parts.tsx";
import { customsDeclarations, LIMITS } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { fieldGrid, useChoices } from "./choices.tsx";
import type { Fields } from "./fields.ts";
import { LongText } from "./long-text.tsx";

/** Dates: cargo ready, requested departure, expected delivery. */
export function DateSection({ fields }: { fields: Fields }) {
  const { t } = useText("booking-form");
  const day = (name: "cargoReadyDate" | "requestedDate" | "expectedDeliveryDate") => (
    <InputField field={fields[name]} label={t(`field.${name}`)} type="date" title={t("day")} />
  );
  return (
    <FormSection title={t("section.dates")}>
      <div className={fieldGrid}>
        {day("cargoReadyDate")}
        <div className={hiddenWithout.requestedDate}>{day("requestedDate")}</div>
        {day("expectedDeliveryDate")}
      </div>
    </FormSection>
  );
}

/** Customs and special instructions. */
export function HandlingSection({ fields }: { fields: Fields }) {
  const { t } = useText("booking-form");
  const choices = useChoices();
  return (
    <FormSection title={t("section.handling")}>
      <SelectField
        field={fields.customsDeclaration}
        label={t("field.customsDeclaration")}
        choices={choices("customsDeclaration", customsDeclarations)}
      />
      <LongText
        field={fields.specialInstructions}
        label={t("field.specialInstructions")}
        maximum={LIMITS.specialInstructions}
      />
    </FormSection>
  );
}
