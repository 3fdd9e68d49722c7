import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { type FormOfRows, RowEditor, type RowFields, type RowsField } from "#app/components/row-editor.tsx";
import { ruleChoices, ruleKinds } from "#app/contract/notification-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { newRule } from "./fields.ts";

const PLACES = "known-places";
const typedKinds = ruleKinds.filter((kind) => !Object.hasOwn(ruleChoices, kind));

/** One to four conditions, each with a choice or a typed value. */
export function RulesSection({
  form,
  field,
  most,
  places,
}: {
  form: FormOfRows;
  field: RowsField;
  most: number;
  places: readonly string[];
}) {
  const { t } = useText("notifications");
  const words = {
    row: (number: number) => t("row", { number }),
    remove: (number: number) => t("removeRow", { number }),
    add: t("addRow"),
  };
  return (
    <>
      <RowEditor<"what" | "value"> form={form} field={field} newRow={newRule} most={most} words={words}>
        {(row) => <RuleFields row={row} />}
      </RowEditor>
      <datalist id={PLACES}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </>
  );
}

function RuleFields({ row }: { row: RowFields<"what" | "value"> }) {
  const { t } = useText("notifications");
  return (
    <div className="group/rule grid gap-3 sm:grid-cols-2">
      <SelectField field={row.what} label={t("field.what")}>
        <optgroup label={t("group.milestone")}>
          {ruleChoices.milestone.map((each) => (
            <option key={each} value={`milestone:${each}`}>
              {t(`milestone.${each}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t("group.status")}>
          {ruleChoices.status.map((each) => (
            <option key={each} value={`status:${each}`}>
              {t(`statusName.${each}`)}
            </option>
          ))}
          <option value="delayed:yes">{t("what.delayed")}</option>
        </optgroup>
        <optgroup label={t("group.mode")}>
          {ruleChoices.mode.map((each) => (
            <option key={each} value={`mode:${each}`}>
              {t(`modeName.${each}`)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t("group.typed")}>
          {typedKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`what.${kind}`)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <div className="group-has-[option[value*=':']:checked]/rule:hidden">
        <InputField field={row.value} label={t("field.value")} hint={t("hint.value")} list={PLACES} />
      </div>
    </div>
  );
}
