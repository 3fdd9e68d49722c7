import { Begun, BegunChoice, type FormValues } from "#app/components/begun-form.tsx";
import { Fault } from "#app/components/fault.tsx";
import { answeredField, type TextField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { CustomerReply } from "./reply.server.ts";

export type Choices = readonly (readonly [value: string, label: string])[];

/** The fields of one form, with what was typed if it is the one that was refused, or else what is stored. */
export function fieldsOf(
  form: string,
  stored: Readonly<Record<string, string>>,
  answer: CustomerReply | undefined,
): (name: string) => TextField {
  const own = answerTo(form, answer);
  return (name) =>
    answeredField({
      id: `${form}-${name}`,
      name,
      value: own ? (own.typed[name] ?? "") : (stored[name] ?? ""),
      fault: own?.faults[name],
    });
}

/** The answer, where it is of this form of the page. */
export const answerTo = (form: string, answer: CustomerReply | undefined) =>
  answer?.form === form ? answer : undefined;

/** What every form of these pages begins with: why it was refused, and what it was made from. */
export function FormHead({
  form,
  version,
  begun,
  answer,
}: {
  form: string;
  /** Version of the record. */
  version?: number;
  /** What the form shows, where it changes that. */
  begun?: FormValues;
  answer: CustomerReply | undefined;
}) {
  const own = answerTo(form, answer);
  return (
    <>
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {begun ? <Begun fields={begun} version={version} answer={own} /> : null}
      {own?.conflict ? <BegunChoice conflict={own.conflict} intent={form} /> : null}
      {own?.faults[""] ? <Fault>{own.faults[""]}</Fault> : null}
    </>
  );
}

/** Name, code and address of a company. */
export function FactFields({ field, countries }: { field: (name: string) => TextField; countries: Choices }) {
  const { t } = useText("customer-pages");
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <InputField field={field("name")} label={t("name")} isAlert autoComplete="off" />
      <InputField field={field("code")} label={t("code")} hint={t("codeHint")} isAlert autoComplete="off" />
      <InputField field={field("address")} label={t("address")} isAlert autoComplete="off" />
      <InputField field={field("city")} label={t("city")} isAlert autoComplete="off" />
      <InputField field={field("state")} label={t("state")} isAlert autoComplete="off" />
      <InputField field={field("taxNumber")} label={t("taxNumber")} isAlert autoComplete="off" />
      <SelectField
        field={field("countryCode")}
        label={t("country")}
        choices={[["", t("noCountry")], ...countries]}
        isAlert
      />
    </div>
  );
}
