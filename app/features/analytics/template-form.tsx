import { useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { Begun, type BegunConflict } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import type { FormReply } from "#app/components/form.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Button } from "#app/ui/button.tsx";
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
    <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
      {usual ? <Begun fields={usual} version={version} answer={answer} /> : null}
      <input type="hidden" name="question" value={question} />
      <InputField field={fields.name} label={labels.name} autoComplete="off" />
      <CheckField field={fields.isShared} label={labels.isShared} />
      <Actions>
        <Button kind="primary" aria-disabled={state === "submitting"}>{`${submit} `}</Button>
        <ButtonLink to={back.href}>{back.text}</ButtonLink>
      </Actions>
    </FieldForm>
  );
}
