import { OptionFields, TextAreaField } from "#app/components/form-controls.tsx";
import { Section } from "#app/components/page/section.tsx";
import { batteryTypes, cargoAircraftOnly, specialGoods } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Fields } from "./fields.ts";

/** Properties of the goods that restrict how they may be carried. */
export function GoodsSection({ fields }: { fields: Fields }) {
  const { t } = useText(["quote-form", "freight"]);
  return (
    <Section title={t("goods")}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <OptionFields
          type="checkbox"
          field={fields.specialGoods}
          legend={t("specialGoods")}
          options={specialGoods.map((value) => ({ value, label: t(`freight:specialGoods.${value}`) }))}
        />
        <div className="hidden group-has-[[value=BATTERIES]:checked]:block">
          <OptionFields
            type="checkbox"
            field={fields.batteryTypes}
            legend={t("batteryTypes")}
            options={batteryTypes.map((value) => ({
              value,
              label: t(`freight:battery.${value}`),
              marks: { "data-cargo-aircraft": cargoAircraftOnly.includes(value) || undefined },
            }))}
          />
          <div className="hidden group-has-[[value=AIR]:checked]:block">
            <p
              role="status"
              className="mt-1 hidden text-warning group-has-[[data-cargo-aircraft]:checked]:block"
            >
              {t("cargoAircraftOnly")}
            </p>
          </div>
        </div>
      </div>
      <TextAreaField field={fields.cargoDetails} label={t("cargoDetails")} hint={t("cargoDetailsHint")} />
    </Section>
  );
}
