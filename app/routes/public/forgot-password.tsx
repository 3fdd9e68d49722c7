import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import { openToAll } from "#app/access/guard.server.ts";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { forgotPassword } from "#app/contract/auth.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/forgot-password";

export const handle: PageHandle = { texts: ["auth"] };
export const meta = pageTitle;

const schema = z.object({
  email: z.preprocess(
    (value) => (typeof value === "string" ? value.trim() : value),
    z
      .string({ error: "auth:forgot.emailEmpty" })
      .min(1, "auth:forgot.emailEmpty")
      .max(254, "auth:forgot.emailFormat")
      .pipe(z.email("auth:forgot.emailFormat")),
  ),
});

export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const query = args.url.searchParams;
  return {
    title: visit.t("auth:forgot.title"),
    isSent: query.has("sent"),
    isNotAttached: query.has("notAttached"),
    required: requiredFields(schema),
  };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission);
  const result = await visit.write(forgotPassword, submission.value, { key: String(form.get("requestId")) });
  if (!result.isDone) return faulty(submission, result.fault);
  return redirect(`${href("/forgotPassword")}?sent`);
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("auth");
  const { requestId } = useRootData();
  const [form, fields] = useForm<{ email: string }>({
    id: "forgot",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(loaderData.required),
  });
  return (
    <Page head={{ title: t("forgot.title") }} layout="alone">
      {loaderData.isSent ? (
        <Alert kind="success">
          <p className="font-semibold">{t("forgot.sentTitle")}</p>
          <p>{t("forgot.sentText")}</p>
        </Alert>
      ) : (
        <>
          {loaderData.isNotAttached && !actionData ? (
            <Alert kind="danger">{t("forgot.notAttached")}</Alert>
          ) : null}
          <ErrorSummary form={form} labels={{ email: t("forgot.email") }} />
          <p className="text-quiet">{t("forgot.text")}</p>
          <PostForm
            requestId={requestId}
            answer={actionData}
            reloadDocument
            action={href("/forgotPassword")}
            id={form.id}
            noValidate
          >
            <InputField field={fields.email} label={t("forgot.email")} type="email" autoComplete="email" />
            <Button kind="primary" size="large">
              {t("forgot.submit")}
            </Button>
          </PostForm>
        </>
      )}
      <p>
        <a href={href("/login")} className="text-link hover:underline">
          {t("forgot.back")}
        </a>
      </p>
    </Page>
  );
}
