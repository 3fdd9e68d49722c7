import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, href, useNavigation } from "react-router";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField, OptionFields } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import type { EditReply, EditView } from "./edit.server.ts";
import type { WebhookChoices } from "./list.server.ts";
import { WebhookFacts } from "./list.tsx";

type Fields = { name: string; url: string; topics: string[]; isOrdered: string };
interface Given {
  choices: WebhookChoices;
  requestId: string;
  answer: { reply: SubmissionResult<string[]> | undefined; requestId: string | null } | undefined;
}

/** What a new webhook is called, where it leads, and what it tells. */
export function AddWebhookForm(given: Given) {
  const { t } = useText("webhooks");
  return <WebhookForm {...given} submit={t("form.submit")} backHref={href("/account/webhooks")} />;
}

/** The same of one that is there. What somebody else has saved meanwhile is shown above what was typed. */
export function EditWebhookForm({
  view,
  answer,
  ...given
}: Omit<Given, "answer"> & { view: EditView; answer: EditReply | undefined }) {
  const { t } = useText("webhooks");
  const { fields, version, stored, backHref, offText } = view;
  const isStale = answer?.isStale ?? false;
  return (
    <>
      <p>{t("edit.text")}</p>
      {offText ? <Alert kind="info">{offText}</Alert> : null}
      <WebhookForm
        {...given}
        answer={answer}
        defaultValue={fields}
        // Shown again, the form keeps the version that it was made from, unless the other one was shown beside it.
        version={(!isStale && answer?.version) || version}
        submit={t("edit.submit")}
        backHref={backHref}
      >
        {isStale ? (
          <Alert kind="warning">
            <p className="font-semibold">{t("edit.now", { name: stored.name })}</p>
            <WebhookFacts view={stored} />
          </Alert>
        ) : null}
      </WebhookForm>
    </>
  );
}

function WebhookForm({
  choices,
  requestId,
  answer,
  defaultValue,
  version,
  submit,
  backHref,
  children,
}: Given & {
  defaultValue?: Fields;
  version?: string;
  submit: string;
  backHref: string;
  /** Between what is wrong and the fields. */
  children?: React.ReactNode;
}) {
  const { t } = useText("webhooks");
  const { state } = useNavigation();
  const [form, fields] = useForm<Fields>({
    id: "webhook",
    lastResult: answer?.reply,
    constraint: requiredConstraint(choices.required),
    defaultValue,
  });
  const labels = { name: t("form.name"), url: t("form.url"), topics: t("form.topics") };
  return (
    <>
      <ErrorSummary form={form} labels={labels} />
      {children}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <RequestId fresh={requestId} answer={answer} />
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
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
        <p className="flex flex-wrap gap-3">
          <Button kind="primary" aria-disabled={state === "submitting"}>
            {submit}
          </Button>{" "}
          <Link to={backHref} className={buttonStyle()}>
            {t("form.cancel")}
          </Link>
        </p>
      </Form>
    </>
  );
}
