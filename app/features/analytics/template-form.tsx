import { type FormMetadata, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { Begun, BegunChoice, type BegunConflict } from "#app/components/begun-form.tsx";
import type { FormReply } from "#app/components/form.tsx";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import type { TemplateStart } from "./templates.server.ts";

interface Fields {
  name: string;
  isShared: string;
}

/** Names a report, and says who may open it. */
export function TemplateForm({
  start: { usual, version, question, required, labels, submit, back },
  requestId,
  answer,
}: {
  start: TemplateStart;
  requestId: string;
  answer: (FormReply & { conflict?: BegunConflict }) | undefined;
}) {
  const { state } = useNavigation();
  const [form, fields] = useForm<Fields>({
    id: "saved-report",
    lastResult: answer?.reply,
    defaultValue: usual ?? undefined,
    constraint: requiredConstraint(required),
  });
  return (
    <>
      {answer?.conflict ? (
        <BegunChoice conflict={answer.conflict} formId={form.id} />
      ) : (
        <ErrorSummary form={form as unknown as FormMetadata<Record<string, unknown>>} labels={labels} />
      )}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <RequestId fresh={requestId} answer={answer} />
        {usual ? <Begun fields={usual} version={version} answer={answer} /> : null}
        <input type="hidden" name="question" value={question} />
        <InputField field={fields.name} label={labels.name} autoComplete="off" />
        <CheckField field={fields.isShared} label={labels.isShared} />
        <p className="flex flex-wrap gap-3">
          <Button kind="primary" aria-disabled={state === "submitting"}>
            {submit}
          </Button>
          <Link to={back.href} className={buttonStyle()}>
            {back.text}
          </Link>
        </p>
      </Form>
    </>
  );
}
