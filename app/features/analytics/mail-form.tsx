import { type FormMetadata, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import type { FormReply } from "#app/components/form.tsx";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { SelectField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { ScheduleFields } from "#app/components/schedule-fields.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import type { MailStart } from "./mail.server.ts";

/** When a saved report is sent to the reader, and as what file. */
export function MailForm({
  start: { usual, required, labels, schedule, formats, submit, stop, back },
  requestId,
  answer,
}: {
  start: MailStart;
  requestId: string;
  answer: FormReply | undefined;
}) {
  const { state } = useNavigation();
  const [form, fields] = useForm<MailStart["usual"]>({
    id: "report-mail",
    lastResult: answer?.reply,
    defaultValue: usual,
    constraint: requiredConstraint(required),
  });
  return (
    <>
      <ErrorSummary form={form as unknown as FormMetadata<Record<string, unknown>>} labels={labels} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <RequestId fresh={requestId} answer={answer} />
        <ScheduleFields fields={fields} view={schedule} />
        <SelectField field={fields.format} label={labels.format} choices={formats} />
        <p className="flex flex-wrap gap-3">
          <Button kind="primary" aria-disabled={state === "submitting"}>
            {submit}
          </Button>
          {stop ? (
            <Button name="intent" value="stop">
              {stop}
            </Button>
          ) : null}
          <Link to={back.href} className={buttonStyle()}>
            {back.text}
          </Link>
        </p>
      </Form>
    </>
  );
}
