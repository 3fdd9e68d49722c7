import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField } from "#app/components/form-controls.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { resetPassword, resetPasswordValidate } from "#app/contract/auth.ts";
import { CODE_EMAIL_NOT_ATTACHED, CODE_PASSWORD_TOO_SIMPLE } from "#app/contract/code.ts";
import { checkNewPassword, newPasswordFields } from "#app/features/account/new-password.ts";
import { readLink } from "#app/features/account/one-time-link.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/reset-password";

export const handle: PageHandle = { texts: ["auth"] };
export const meta = pageTitle;

const HIDDEN = ["password", "repeat"];
const NOT_ATTACHED = `${href("/forgotPassword")}?notAttached`;

const schema = z
  .object({
    ...newPasswordFields,
    userName: z.string().default(""),
    isConfirmed: z.literal("yes", { error: "auth:password.confirmMissing" }),
  })
  .superRefine((value, context) =>
    checkNewPassword(value, value.userName, (path, message) =>
      context.addIssue({ code: "custom", path: [path], message }),
    ),
  );

/** Opened from the link in the mail. An invalid link is reported before anything is typed. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const required = requiredFields(schema);
  const link = await readLink(visit, args.url, resetPasswordValidate);
  if ("about" in link) {
    const { userName, isFirst } = link.about;
    const title = visit.t(isFirst ? "auth:reset.firstTitle" : "auth:reset.title");
    return { title, token: link.token, userName, isFirst, required };
  }
  if (link.fault === "notAttached") throw redirect(NOT_ATTACHED);
  return { title: visit.t("auth:reset.title"), token: null, userName: "", isFirst: false, required };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission, HIDDEN);
  const result = await visit.write(
    resetPassword,
    { token: String(form.get("token") ?? ""), password: submission.value.password },
    { key: String(form.get("requestId")) },
  );
  if (result.isDone) {
    visit.session.end();
    visit.session.flash({ kind: "success", key: "passwordReset" });
    return redirect(href("/login"));
  }
  if (result.fault.code === CODE_EMAIL_NOT_ATTACHED) return redirect(NOT_ATTACHED);
  if (result.fault.code === CODE_PASSWORD_TOO_SIMPLE) {
    const fields = [{ path: "password", message: result.fault.message }];
    return faulty(submission, { ...result.fault, fields }, HIDDEN);
  }
  return faulty(submission, result.fault, HIDDEN);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("auth");
  const { requestId } = useRootData();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: "reset",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(loaderData.required),
  });
  const { title, token, userName, isFirst } = loaderData;
  const labels = {
    password: t(isFirst ? "reset.firstPassword" : "reset.password"),
    repeat: t("reset.repeat"),
    isConfirmed: t("reset.confirm"),
  };
  if (token === null) {
    return (
      <Page head={{ title: t("reset.invalidTitle") }} layout="alone">
        <p className="text-quiet">{t("reset.invalidText")}</p>
        <p className="mt-2">
          <ButtonLink href={href("/forgotPassword")} kind="primary">
            {t("reset.again")}
          </ButtonLink>
        </p>
      </Page>
    );
  }
  return (
    <Page head={{ title }} layout="alone">
      <ErrorSummary form={form} labels={labels} />
      {userName ? <p>{t(isFirst ? "reset.firstFor" : "reset.for", { name: userName })}</p> : null}
      <PostForm requestId={requestId} answer={actionData} reloadDocument id={form.id} noValidate>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="userName" value={userName} autoComplete="username" />
        <InputField
          field={fields.password}
          label={labels.password}
          hint={t("password.rules")}
          type="password"
          autoComplete="new-password"
        />
        <InputField field={fields.repeat} label={labels.repeat} type="password" autoComplete="new-password" />
        {isFirst ? (
          // A first password ends nothing that would have to be confirmed.
          <input type="hidden" name="isConfirmed" value="yes" />
        ) : (
          <CheckField
            field={fields.isConfirmed}
            value="yes"
            label={
              <>
                {t("reset.confirm")} <span className="text-quiet">{t("reset.confirmText")}</span>
              </>
            }
            isLong
          />
        )}
        <Button kind="primary" size="large">
          {t(isFirst ? "reset.firstSubmit" : "reset.submit")}
        </Button>
      </PostForm>
    </Page>
  );
}
