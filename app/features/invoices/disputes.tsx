import { useNavigation } from "react-router";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select, TextArea } from "#app/ui/input.tsx";
import type { DisputeReply, DisputeView } from "./dispute.server.ts";

export function Disputes({
  view,
  requestId,
  answer,
}: {
  view: DisputeView;
  requestId: string;
  answer: DisputeReply | undefined;
}) {
  if (view.rows.length === 0 && !view.form) return null;
  return (
    <Section title={view.title} id="disputes" layout="text">
      {view.rows.map(({ key, text, told, credit }) => (
        <div key={key} className="py-1">
          <p className="font-semibold">{text}</p>
          {told.map((line) => (
            <p key={textOf(line)} className="whitespace-pre-line wrap-anywhere text-quiet">
              {timed(line)}
            </p>
          ))}
          {credit ? (
            <Link to={credit.href} className="text-link underline">
              {credit.text}
            </Link>
          ) : null}
        </div>
      ))}
      {view.form ? <DisputeForm form={view.form} requestId={requestId} answer={answer} /> : null}
    </Section>
  );
}

function DisputeForm({
  form,
  requestId,
  answer,
}: {
  form: NonNullable<DisputeView["form"]>;
  requestId: string;
  answer: DisputeReply | undefined;
}) {
  const isPending = useNavigation().state === "submitting";
  const invalid = (name: keyof DisputeReply["typed"]) =>
    answer?.fault.field === name
      ? ({ "aria-invalid": true, "aria-describedby": "dispute-fault" } as const)
      : {};
  const choice = (name: "lineId" | "reason", choices: [string, string][]) => (
    <Field label={form.labels[name]}>
      <Select name={name} required defaultValue={answer?.typed[name] ?? ""} {...invalid(name)}>
        <option value="" />
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
  return (
    <Collapsible open={answer !== undefined} className="mt-2 print:hidden" kind="quiet" summary={form.open}>
      <PostForm requestId={requestId} answer={answer} layout="close" className="mt-2">
        {answer ? (
          <Alert kind="danger" id="dispute-fault">
            {answer.fault.field ? `${form.labels[answer.fault.field]}: ` : ""}
            {answer.fault.text}
          </Alert>
        ) : null}
        {choice("lineId", form.lines)}
        {choice("reason", form.reasons)}
        <Field label={form.labels.body}>
          <TextArea
            name="body"
            rows={3}
            required
            maxLength={form.max}
            defaultValue={answer?.typed.body}
            {...invalid("body")}
          />
        </Field>
        <p className="text-quiet">{form.hint}</p>
        <p>
          <Button kind="primary" aria-disabled={isPending || undefined}>
            {form.send}
          </Button>
        </p>
      </PostForm>
    </Collapsible>
  );
}
