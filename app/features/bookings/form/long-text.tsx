import { TextAreaField, type TextField } from "#app/components/form-controls.tsx";
import { useText } from "#app/locales/use-text.ts";

/** A text whose hint says how long a submission may be. */
export function LongText({ field, label, maximum }: { field: TextField; label: string; maximum: number }) {
  const { t } = useText("shell");
  return <TextAreaField field={field} label={label} hint={t("form.tooLong", { max: maximum })} />;
}
