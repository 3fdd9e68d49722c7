import { inputProps } from "#app/components/field-props.ts";
import { InputField } from "#app/components/form-controls.tsx";
import { decimalField } from "#app/components/number-field.ts";
import { Section } from "#app/components/page/section.tsx";
import { type FormOfRows, RowEditor, type RowFields, type RowsField } from "#app/components/row-editor.tsx";
import { DRAFT_LINES, DRAFT_REASON_MAX } from "#app/contract/invoice-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { type LineField, newLine } from "./draft-fields.ts";
import type { DraftView } from "./draft-view.server.ts";

/** The charges, and clocks that become one with a press. */
export function DraftLines({
  form,
  field,
  clocks,
}: {
  form: FormOfRows;
  field: RowsField;
  clocks: DraftView["clocks"];
}) {
  const { t } = useText("invoice-desk");
  const words = {
    row: (number: number) => t("row", { number }),
    remove: (number: number) => t("removeRow", { number }),
    add: t("addRow"),
  };
  return (
    <Section title={t("section.lines")}>
      <RowEditor<LineField> form={form} field={field} newRow={newLine} most={DRAFT_LINES} words={words}>
        {(row) => <LineFields row={row} />}
      </RowEditor>
      {clocks.length > 0 ? (
        <div className="flex flex-col gap-2 rounded-md bg-muted p-4">
          <h3 className="font-semibold">{t("section.clocks")}</h3>
          {clocks.map(({ key, text, row, note }) => (
            <p key={key} className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{`${text} `}</span>
              {row ? (
                <Button
                  {...form.insert.getButtonProps({ name: field.name, defaultValue: row as never })}
                  formAction={`#${field.id}`}
                  size="small"
                  aria-label={`${t("bill")}: ${text}`}
                >
                  {t("bill")}
                </Button>
              ) : (
                <span className="text-quiet">{note}</span>
              )}
            </p>
          ))}
        </div>
      ) : null}
    </Section>
  );
}

function LineFields({ row }: { row: RowFields<LineField> }) {
  const { t } = useText("invoice-desk");
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-8">
      <input {...inputProps(row.clock, "hidden")} />
      <InputField field={row.chargeCode} label={t("field.chargeCode")} />
      <div className="max-sm:col-span-2 sm:col-span-3 lg:col-span-2">
        <InputField field={row.description} label={t("field.description")} />
      </div>
      <InputField field={row.quantity} label={t("field.quantity")} {...decimalField} />
      <InputField field={row.unit} label={t("field.unit")} />
      <InputField field={row.unitPrice} label={t("field.unitPrice")} {...decimalField} />
      <InputField field={row.discountPercent} label={t("field.discountPercent")} {...decimalField} />
      <InputField field={row.taxPercent} label={t("field.taxPercent")} {...decimalField} />
      <div className="col-span-full">
        <InputField
          field={row.reason}
          label={t("field.reason")}
          hint={t("hint.reason")}
          maxLength={DRAFT_REASON_MAX}
        />
      </div>
    </div>
  );
}
