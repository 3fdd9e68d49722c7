import type { TextField } from "#app/components/field-props.ts";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { useText } from "#app/locales/use-text.ts";

/** A text area whose hint gives the maximum length of a submission. */
export function LongText({ field, label, maximum }: { field: TextField; label: string; maximum: number }) {
  const { t } = useText("shell");
  return <TextAreaField field={field} label={label} hint={t("form.tooLong", { max: maximum })} />;
}
