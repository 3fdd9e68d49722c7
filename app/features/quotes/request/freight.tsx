import { InputField, OptionFields, SelectField } from "#app/components/form-controls.tsx";
import { modeMarks, serviceMarks } from "#app/components/freight-parts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { services, transportModes } from "#app/contract/freight-code.ts";
import { anyModeIncoterms, seaIncoterms } from "#app/lib/incoterms.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Fields } from "./fields.ts";

/** Mode, service and terms; the first two decide which fields apply. */
export function FreightSection({ fields }: { fields: Fields }) {
  const { t } = useText(["quote-form", "freight"]);
  return (
    <Section title={t("freight")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <OptionFields
          type="radio"
          field={fields.freightMode}
          legend={t("mode")}
          options={transportModes.map((value) => ({
            value,
            label: t(`freight:mode.${value}`),
            marks: modeMarks(value),
          }))}
        />
        <OptionFields
          type="radio"
          field={fields.service}
          legend={t("service")}
          options={services.map((value) => ({
            value,
            label: t(`freight:service.${value}`),
            marks: serviceMarks(value),
          }))}
        />
        <div>
          <SelectField field={fields.incoterms} label={t("incoterms")}>
            <option value="">{t("noIncoterms")}</option>
            <optgroup label={t("freight:incotermGroup.any")}>
              {anyModeIncoterms.map((term) => (
                <option key={term} value={term}>
                  {t(`freight:incoterm.${term}`)}
                </option>
              ))}
            </optgroup>
            <optgroup label={t("freight:incotermGroup.sea")}>
              {seaIncoterms.map((term) => (
                <option key={term} value={term} data-sea-term>
                  {t(`freight:incoterm.${term}`)}
                </option>
              ))}
            </optgroup>
          </SelectField>
          <div className="group-has-[[data-sea]:checked]:hidden">
            <p role="status" className="mt-1 hidden text-warning group-has-[[data-sea-term]:checked]:block">
              {t("seaTermOnly")}
            </p>
          </div>
        </div>
        <InputField field={fields.tag} label={t("tag")} hint={t("tagHint")} />
      </div>
    </Section>
  );
}
