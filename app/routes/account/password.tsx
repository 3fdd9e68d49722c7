import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, useNavigation } from "react-router";
import { z } from "zod";
import { requireFreshFactor, requireUser, startOf } from "#app/access/guard.server.ts";
import { requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { CODE_PASSWORD_TOO_SIMPLE, CODE_PASSWORD_WRONG } from "#app/contract/code.ts";
import { rejectUpdatePassword, resetPwd, validatePassword } from "#app/contract/user.ts";
import { checkNewPassword, newPasswordFields } from "#app/features/account/new-password.ts";
import { PasswordField } from "#app/features/account/password-field.tsx";
import { safetyLinks } from "#app/features/account/safety.server.ts";
import { SafetyLinks } from "#app/features/account/safety-links.tsx";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/password";

export const handle: PageHandle = { texts: ["account", "auth", "safety"] };
export const meta = pageTitle;

const HIDDEN = ["oldPassword", "password", "repeat"];
const OLD_WRONG = "account:password.oldWrong";

const schemaFor = (userName: string) =>
  z
    .object({
      oldPassword: z.string({ error: "shell:form.empty" }).max(200, OLD_WRONG),
      ...newPasswordFields,
    })
    .superRefine((value, context) =>
      checkNewPassword(value, userName, (path, message) =>
        context.addIssue({ code: "custom", path: [path], message }),
      ),
    );
type Fields = z.input<ReturnType<typeof schemaFor>>;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireFreshFactor(args);
  return {
    title: visit.t("account:password.title"),
    userName: user.userName,
    required: requiredFields(schemaFor(user.userName)),
    requestId: visit.requestId(),
    // For people whose role has no profile.
    safety: safetyLinks(visit).filter(({ name }) => name !== "password"),
  };
}

/** Changes the password (product 5.3), or postpones the reminder (`intent=later`). */
export async function action(args: Route.ActionArgs) {
  const { visit, user, rights } = await requireUser(args);
  const form = await args.request.formData();
  const key = String(form.get("requestId"));
  if (form.get("intent") === "later") {
    // A failure is ignored: the reminder is shown again next time.
    await visit.write(rejectUpdatePassword, {}, { key });
    return redirect(sameSitePath(form.get("returnTo"), "/"));
  }
  const submission = parseWithZod(form, { schema: schemaFor(user.userName) });
  if (submission.status !== "success") return invalid(submission, HIDDEN);
  const { oldPassword, password } = submission.value;
  const present = await visit.write(validatePassword, { password: oldPassword });
  if (!present.isDone) return faulty(submission, present.fault, HIDDEN);
  const wrong = { kind: "refused", code: CODE_PASSWORD_WRONG, message: "" } as const;
  if (!present.data?.isValid) {
    return faulty(submission, { ...wrong, fields: [{ path: "oldPassword", message: OLD_WRONG }] }, HIDDEN);
  }
  const result = await visit.write(resetPwd, { oldPassword, newPassword: password }, { key });
  if (!result.isDone) {
    const path =
      result.fault.code === CODE_PASSWORD_WRONG
        ? "oldPassword"
        : result.fault.code === CODE_PASSWORD_TOO_SIMPLE
          ? "password"
          : null;
    const fields = path ? [{ path, message: result.fault.message }] : result.fault.fields;
    return faulty(submission, { ...result.fault, fields }, HIDDEN);
  }
  visit.session.flash({ kind: "success", key: "passwordChanged" });
  return redirect(startOf(rights));
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText(["account", "auth"]);
  const navigation = useNavigation();
  const [form, fields] = useForm<Fields>({
    id: "password",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(loaderData.required),
  });
  const labels = {
    oldPassword: t("password.old"),
    password: t("password.new"),
    repeat: t("password.repeat"),
  };
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <Card className="flex flex-col gap-4">
        <PageHead title={t("password.title")} lead={t("password.text")} />
        <FieldForm form={form} labels={labels} requestId={loaderData.requestId} answer={actionData}>
          <input type="hidden" value={loaderData.userName} autoComplete="username" />
          <InputField
            field={fields.oldPassword}
            label={labels.oldPassword}
            type="password"
            autoComplete="current-password"
          />
          <PasswordField field={fields.password} label={labels.password} userName={loaderData.userName} />
          <InputField
            field={fields.repeat}
            label={labels.repeat}
            type="password"
            autoComplete="new-password"
          />
          <Button kind="primary" size="large" aria-disabled={navigation.state === "submitting"}>
            {t("password.save")}
          </Button>
        </FieldForm>
      </Card>
      <SafetyLinks links={loaderData.safety} />
    </div>
  );
}
