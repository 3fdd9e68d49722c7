import { type SubmissionResult, useForm } from "@conform-to/react";
import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { FactList } from "#app/components/fact-list.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { InputField, OptionFields, SelectField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { ApiKeysView, ApiKeyView, MakingView } from "./api-keys.server.ts";

interface Ids {
  requestId: string;
  answer: { requestId: string | null } | undefined;
}

/** The company's keys, each with its button. */
export function ApiKeys({ keys, ...ids }: { keys: ApiKeyView[] } & Ids) {
  const { t } = useText("api-keys");
  return (
    <Section title={t("list")} layout="text">
      {keys.length === 0 ? <p className="text-quiet">{t("none")}</p> : null}
      <PostForm {...ids} layout="plain">
        <ul>
          {keys.map((key) => (
            <KeyLine key={key.id} view={key} />
          ))}
        </ul>
      </PostForm>
    </Section>
  );
}

function KeyLine({ view }: { view: ApiKeyView }) {
  const { t } = useText("api-keys");
  const { id, name, badge, ends, isOver, scopes, facts } = view;
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="min-w-0 font-medium wrap-anywhere">{`${name} `}</strong>
        <Badge kind={badge.kind}>{badge.text}</Badge>
        {ends ? <Badge kind="warning">{ends}</Badge> : null}
      </p>
      <p className="text-xs text-quiet">{`${t("scopes")}: ${scopes.join(" · ")}`}</p>
      <FactList facts={facts} />
      {isOver ? null : (
        <p>
          <Button name="revoke" value={id} size="small" aria-label={t("revokeNamed", { name })}>
            {t("revoke")}
          </Button>
        </p>
      )}
    </li>
  );
}

/** Where a program calls, and with what. */
export function HowToUse({ view }: { view: ApiKeysView }) {
  const { t } = useText("api-keys");
  const { use, limit } = view;
  return (
    <Section title={t("how.title")} layout="close">
      <p>{t("how.text")}</p>
      <p>
        <Link to={href("/account/apiCalls")} className="text-link underline">
          {t("how.calls")}
        </Link>
      </p>
      {use ? (
        <>
          <p>
            {t("how.address")}: <code className="wrap-anywhere">{use.address}</code>
          </p>
          <pre className="overflow-x-auto rounded-md bg-muted p-3 text-xs">{use.example}</pre>
          {use.descriptionHref ? (
            <p>
              <a href={use.descriptionHref} className="text-link underline">
                {t("how.description")}
              </a>
            </p>
          ) : (
            <>
              <p>{t("how.description")}:</p>
              <pre className="overflow-x-auto rounded-md bg-muted p-3 text-xs">{use.descriptionExample}</pre>
            </>
          )}
        </>
      ) : (
        <p>{t("how.unknown")}</p>
      )}
      <p className="text-quiet">{limit}</p>
    </Section>
  );
}

/** What a new key is called, how long it works, and what it may do. */
export function MakeKeyForm({
  view,
  requestId,
  answer,
}: {
  view: MakingView;
  requestId: string;
  answer: { reply: SubmissionResult<string[]> | undefined; requestId: string | null } | undefined;
}) {
  const { t } = useText("api-keys");
  const { state } = useNavigation();
  const [form, fields] = useForm<{ name: string; days: string; scopes: string[] }>({
    id: "api-key",
    lastResult: answer?.reply,
    defaultValue: { days: "90" },
    constraint: requiredConstraint(view.required),
  });
  const labels = { name: t("form.name"), days: t("form.days"), scopes: t("form.scopes") };
  return (
    <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
      <InputField field={fields.name} label={labels.name} hint={t("form.nameHint")} autoComplete="off" />
      <SelectField field={fields.days} label={labels.days} choices={view.days} />
      <OptionFields field={fields.scopes} type="checkbox" legend={labels.scopes} options={view.scopes} />
      <Actions>
        <Button kind="primary" aria-disabled={state === "submitting"}>
          {t("form.submit")}
        </Button>
        <ButtonLink to={href("/account/apiKeys")}>{t("form.cancel")}</ButtonLink>
      </Actions>
    </FieldForm>
  );
}

/** The key, in the answer that tells it. */
export function MadeKey({ apiKey }: { apiKey: string }) {
  const { t } = useText("api-keys");
  return (
    <>
      <p role="status">{t("done.text")}</p>
      <p className="flex items-center gap-2">
        <Input readOnly value={apiKey} aria-label={t("done.label")} />{" "}
        <CopyButton text={apiKey} label={t("done.label")} />
      </p>
      <p>
        <ButtonLink to={href("/account/apiKeys")} kind="primary">
          {t("done.next")}
        </ButtonLink>
      </p>
    </>
  );
}
