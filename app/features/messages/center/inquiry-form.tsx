import { type FormMetadata, getFormProps, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { topics } from "#app/contract/message-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { MESSAGES } from "../address.ts";
import type { InquiryReply } from "./inquiry.server.ts";

interface Fields {
  topic: string;
  reference: string;
  subject: string;
  text: string;
}

/** Starts a conversation about a record of the company, or about something else. */
export function InquiryForm({
  requestId,
  required,
  answer,
}: {
  requestId: string;
  required: string[];
  answer: InquiryReply | undefined;
}) {
  const { t } = useText("messages");
  const navigation = useNavigation();
  const [form, fields] = useForm<Fields>({
    id: "inquiry",
    lastResult: answer?.reply,
    defaultValue: { topic: topics[0] },
    constraint: requiredConstraint(required),
  });
  const labels = {
    topic: t("inquiry.topic"),
    reference: t("inquiry.reference"),
    subject: t("inquiry.subject"),
    text: t("inquiry.text"),
  };
  return (
    <Card className="flex flex-col gap-4">
      <ErrorSummary form={form as unknown as FormMetadata<Record<string, unknown>>} labels={labels} />
      {answer?.begun ? (
        <Alert kind="warning">
          <p className="font-semibold">{t("inquiry.sent")}</p>
          <p className="whitespace-pre-line wrap-anywhere">{answer.begun.text}</p>
          <p className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to={answer.begun.href} kind="primary">
              {t("inquiry.open")}
            </ButtonLink>
            <Button form={form.id} name="intent" value="another">
              {t("inquiry.another")}
            </Button>
          </p>
        </Alert>
      ) : null}
      <PostForm requestId={requestId} answer={answer} {...getFormProps(form)} noValidate>
        <SelectField
          field={fields.topic}
          label={labels.topic}
          choices={topics.map((each) => [each, t(`topic.${each}`)])}
        />
        <InputField field={fields.reference} label={labels.reference} hint={t("inquiry.referenceHint")} />
        <InputField field={fields.subject} label={labels.subject} hint={t("inquiry.subjectHint")} />
        <TextAreaField field={fields.text} label={labels.text} />
        <Actions>
          <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
            {t("inquiry.send")}
          </Button>
          <ButtonLink to={MESSAGES}>{t("inquiry.cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Card>
  );
}
