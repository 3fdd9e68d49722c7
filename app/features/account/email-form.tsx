import { type SubmissionResult, useForm } from "@conform-to/react";
import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";

/** The value of `intent` that requests another address. */
export const CHANGE_EMAIL = "changeEmail";

/** In place of the form, for people who have to show their second factor first. */
export function EmailProof({ email }: { email: string }) {
  const { t } = useText("account");
  return (
    <Section title={t("email.title")} layout="text">
      <p className="mb-4 text-quiet">{email ? t("email.now", { email }) : t("email.none")}</p>
      <ButtonLink to={withQuery(href("/account/confirm"), { redirect: href("/account/index") })}>
        {t("email.proof")}
      </ButtonLink>
    </Section>
  );
}

/**
 * Shows the account's address and requests another: it takes the password, and a link is mailed to the new
 * address.
 */
export function EmailForm({
  email,
  requestId,
  required,
  answer,
}: {
  email: string;
  required: string[];
  requestId: string;
  answer: { reply: SubmissionResult<string[]>; requestId: string | null } | undefined;
}) {
  const { t } = useText("account");
  const navigation = useNavigation();
  const [form, fields] = useForm<{ newEmail?: string; password?: string }>({
    id: "email",
    lastResult: answer?.reply,
    constraint: requiredConstraint(required),
  });
  const labels = { newEmail: t("email.new"), password: t("password.old") };
  return (
    <Section title={t("email.title")} layout="text">
      <p className="mb-4 text-quiet">
        {email ? t("email.now", { email }) : t("email.none")} {t("email.text")}
      </p>
      <FieldForm form={form} labels={labels} requestId={requestId} answer={answer} layout="grid">
        <input type="hidden" name="intent" value={CHANGE_EMAIL} />
        <InputField field={fields.newEmail} label={labels.newEmail} type="email" autoComplete="email" />
        <InputField
          field={fields.password}
          label={labels.password}
          type="password"
          autoComplete="current-password"
        />
        <div className="sm:col-span-2">
          <Button aria-disabled={navigation.state === "submitting"}>{t("email.send")}</Button>
        </div>
      </FieldForm>
    </Section>
  );
}
