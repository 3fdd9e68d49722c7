import { useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import type { FormReply } from "#app/components/form.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { SelectField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { ScheduleFields } from "#app/components/schedule-fields.tsx";
import { Button } from "#app/ui/button.tsx";
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
    <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
      <ScheduleFields fields={fields} view={schedule} />
      <SelectField field={fields.format} label={labels.format} choices={formats} />
      <Actions>
        <Button kind="primary" aria-disabled={state === "submitting"}>{`${submit} `}</Button>
        {stop ? <Button name="intent" value="stop">{`${stop} `}</Button> : null}
        <ButtonLink to={back.href}>{back.text}</ButtonLink>
      </Actions>
    </FieldForm>
  );
}
