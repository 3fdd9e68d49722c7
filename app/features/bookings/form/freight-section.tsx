import { OptionFields, SelectField } from "#app/components/form-controls.tsx";
import { FormSection } from "#app/components/form-section.tsx";
import { modeMarks, serviceMarks } from "#app/components/freight-parts.tsx";
import {
  bookingPaymentTypes,
  bookingServiceLevels,
  services,
  trades,
  transportModes,
} from "#app/contract/freight-code.ts";
import { incoterms } from "#app/lib/incoterms.ts";
import { useText } from "#app/locales/use-text.ts";
import { type Choice, fieldGrid, useChoices } from "./choices.tsx";
import type { Fields } from "./fields.ts";

/** Mode, service and terms; the first two decide which fields apply. */
export function FreightSection({ fields }: { fields: Fields }) {
  const { t } = useText(["booking-form", "freight"]);
  const choices = useChoices();
  return (
    <FormSection title={t("section.freight")}>
      <OptionFields
        type="radio"
        field={fields.transportMode}
        legend={t("field.transportMode")}
        options={transportModes.map((value) => ({
          value,
          label: t(`freight:mode.${value}`),
          marks: modeMarks(value),
        }))}
      />
      <OptionFields
        type="radio"
        field={fields.service}
        legend={t("field.service")}
        options={services.map((value) => ({
          value,
          label: t(`freight:service.${value}`),
          marks: serviceMarks(value),
        }))}
      />
      <div className={fieldGrid}>
        <SelectField
          field={fields.serviceLevel}
          label={t("field.serviceLevel")}
          choices={choices("serviceLevel", bookingServiceLevels)}
        />
        <SelectField field={fields.trade} label={t("field.trade")} choices={choices("trade", trades)} />
        <SelectField
          field={fields.incoterms}
          label={t("field.incoterms")}
          choices={[
            ["", t("choose")],
            ...incoterms.map((term): Choice => [term, t(`freight:incoterm.${term}`)]),
          ]}
        />
        <SelectField
          field={fields.paymentType}
          label={t("field.paymentType")}
          choices={choices("paymentType", bookingPaymentTypes)}
        />
      </div>
    </FormSection>
  );
}
