import { useNavigation } from "react-router";
import { BEGUN, Begun, BegunChoice } from "#app/components/begun-form.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { ErrorSummary } from "#app/components/form.tsx";
import { InputField, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { decimalField } from "#app/components/number-field.ts";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { type DeskField, type DeskFormView, type DeskReply, valuesOf } from "./form.ts";

/** What can be done with an invoice: a form each, folded until it is wanted. */
export function DeskForms({
  forms,
  version,
  requestId,
  answer,
}: {
  forms: readonly DeskFormView[];
  /** Version of the record, as the page shows it. */
  version: string;
  requestId: string;
  answer: DeskReply | undefined;
}) {
  const isPending = useNavigation().state === "submitting";
  const cards = forms.map((form) => {
    const own = answer?.form === form.id ? answer : undefined;
    return (
      <Card key={form.id} id={form.id} className="print:hidden">
        <Collapsible
          open={form.isOpen === true || own !== undefined}
          kind="quiet"
          summary={<span className="text-lg font-semibold">{form.title}</span>}
        >
          {own ? <Summary form={form} answer={own} /> : null}
          <PostForm
            requestId={requestId}
            answer={own}
            layout="close"
            className="mt-2"
            noValidate
            preventScrollReset
          >
            {form.isChange ? (
              <Begun fields={valuesOf(form)} version={version} answer={own} />
            ) : (
              <input
                type="hidden"
                name="version"
                value={own?.requestId ? (own.typed.version ?? version) : version}
              />
            )}
            {own?.conflict ? <BegunChoice conflict={own.conflict} intent={form.id} /> : null}
            {form.intro ? <p className="text-quiet">{form.intro}</p> : null}
            <div className="grid gap-3 sm:grid-cols-2">
              {form.fields.map((field) => (
                <Field key={field.name} form={form.id} field={field} answer={own} />
              ))}
            </div>
            <p>
              <Button kind="primary" name="intent" value={form.id} aria-disabled={isPending || undefined}>
                {form.submit}
              </Button>
            </p>
          </PostForm>
        </Collapsible>
      </Card>
    );
  });
  // What a colleague has done may have taken the form away: its answer stands on its own then.
  const isGone = answer !== undefined && !forms.some(({ id }) => id === answer.form);
  return (
    <>
      {isGone ? <Gone answer={answer} /> : null}
      {cards}
    </>
  );
}

const unseen = ["intent", "requestId", "version", BEGUN];

function Gone({ answer: { faults, typed } }: { answer: DeskReply }) {
  const words = Object.entries(typed).filter(([name, text]) => text && !unseen.includes(name));
  return (
    <Alert kind="danger">
      {Object.entries(faults).map(([name, text]) => (
        <p key={name}>{text}</p>
      ))}
      {words.map(([name, text]) => (
        <p key={name} className="wrap-anywhere">
          {text}
        </p>
      ))}
    </Alert>
  );
}

function Summary({ form, answer }: { form: DeskFormView; answer: DeskReply }) {
  const errors = Object.fromEntries(Object.entries(answer.faults).map(([name, text]) => [name, [text]]));
  return (
    <ErrorSummary
      form={{ id: form.id, allErrors: errors }}
      labels={Object.fromEntries(form.fields.map(({ name, label }) => [name, label]))}
    />
  );
}

function Field({
  form,
  field: { name, label, type, value, hint, max, choices },
  answer,
}: {
  form: string;
  field: DeskField;
  answer: DeskReply | undefined;
}) {
  const field = answeredField({
    id: `${form}-${name}`,
    name,
    value: answer?.typed[name] ?? value,
    fault: answer?.faults[name],
  });
  const common = { field, label, ...(hint && { hint }) };
  if (type === "choice") return <SelectField {...common} choices={choices} />;
  if (type === "textarea") return <TextAreaField {...common} rows={3} maxLength={max} />;
  return (
    <InputField
      {...common}
      type={type === "date" ? "date" : "text"}
      maxLength={max}
      {...(type === "decimal" && decimalField)}
    />
  );
}
