import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { visibleWithContainers } from "#app/components/freight-parts.tsx";
import { wholeNumberField } from "#app/components/number-field.ts";
import { Section } from "#app/components/page/section.tsx";
import { type FormOfRows, RowEditor, type RowFields, type RowsField } from "#app/components/row-editor.tsx";
import { equipmentTypes, LIMITS } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";

/** Full containers: types and numbers. */
export function ContainersSection({ field, form }: { field: RowsField; form: FormOfRows }) {
  const { t } = useText(["quote-form", "freight"]);
  const types = equipmentTypes.map((type) => [type, t(`freight:equipment.${type}`)] as const);
  return (
    <Section title={t("containers")} className={visibleWithContainers}>
      <RowEditor
        form={form}
        field={field}
        newRow={{}}
        most={LIMITS.containers}
        words={{
          row: (number) => t("container.row", { number }),
          remove: (number) => t("container.remove", { number }),
          add: t("container.add"),
        }}
        isInline
      >
        {(container: RowFields<"containerType" | "count">) => (
          <>
            <SelectField
              field={container.containerType}
              label={t("container.containerType")}
              choices={[["", t("container.choose")], ...types]}
            />
            <InputField field={container.count} label={t("container.count")} {...wholeNumberField} />
          </>
        )}
      </RowEditor>
    </Section>
  );
}
