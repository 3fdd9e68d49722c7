import { type SubmissionResult, useForm } from "@conform-to/react";
import { href, useNavigation } from "react-router";
import { Begun, type BegunConflict, begunKey } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField, OptionFields } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { EditView } from "./edit.server.ts";
import type { WebhookChoices } from "./list.server.ts";

type Fields = { name: string; url: string; topics: string[]; isOrdered: string };
interface Props {
  choices: WebhookChoices;
  requestId: string;
  answer:
    | { reply: SubmissionResult<string[]> | undefined; requestId: string | null; conflict?: BegunConflict }
    | undefined;
}

/** What a new webhook is called, where it leads, and what it tells. */
export function AddWebhookForm(props: Props) {
  const { t } = useText("webhooks");
  return <WebhookForm {...props} submit={t("form.submit")} backHref={href("/account/webhooks")} />;
}

/** The same of one that is there. */
export function EditWebhookForm({
  view: { fields, version, backHref, offText },
  ...rest
}: Props & { view: EditView }) {
  const { t } = useText("webhooks");
  return (
    <>
      <p>{t("edit.text")}</p>
      {offText ? <Alert kind="info">{offText}</Alert> : null}
      <WebhookForm
        key={begunKey(rest.answer)}
        {...rest}
        begun={fields}
        version={version}
        submit={t("edit.submit")}
        backHref={backHref}
      />
    </>
  );
}

function WebhookForm({
  choices,
  requestId,
  answer,
  begun,
  version,
  submit,
  backHref,
}: Props & {
  /** Of one that is there. */
  begun?: EditView["fields"];
  version?: string;
  submit: string;
  backHref: string;
}) {
  const { t } = useText("webhooks");
  const { state } = useNavigation();
  const [form, fields] = useForm<Fields>({
    id: "webhook",
    lastResult: answer?.reply,
    constraint: requiredConstraint(choices.required),
    defaultValue: begun && { ...begun, topics: [...begun.topics.ticked] },
  });
  const labels = { name: t("form.name"), url: t("form.url"), topics: t("form.topics") };
  return (
    <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
      {begun ? <Begun fields={begun} version={version} answer={answer} /> : null}
      <InputField field={fields.name} label={labels.name} hint={t("form.nameHint")} autoComplete="off" />
      <InputField
        field={fields.url}
        label={labels.url}
        hint={t("form.urlHint")}
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <OptionFields field={fields.topics} type="checkbox" legend={labels.topics} options={choices.topics} />
      <CheckField field={fields.isOrdered} label={t("form.isOrdered")} isLong />
      <Actions>
        <Button kind="primary" aria-disabled={state === "submitting"}>
          {submit}
        </Button>
        <ButtonLink to={backHref}>{t("form.cancel")}</ButtonLink>
      </Actions>
    </FieldForm>
  );
}
