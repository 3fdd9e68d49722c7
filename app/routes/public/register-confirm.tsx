import { useForm } from "@conform-to/react";
import { href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { registerValidate } from "#app/contract/registration.ts";
import { readLink, tokenIn } from "#app/features/account/one-time-link.server.ts";
import { confirmRegistration } from "#app/features/account/registration.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/register-confirm";

export const handle: PageHandle = { texts: ["register"] };
export const meta = pageTitle;

/** Opened from the link in the mail. Opening it changes nothing; pressing the button does. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const link = await readLink(visit, args.url, registerValidate);
  return { title: visit.t("register:confirmTitle"), asked: "about" in link ? link.about : null };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const token = tokenIn(args.url);
  if (!token) throw redirect(href("/account/register"));
  return confirmRegistration(visit, token, await args.request.formData());
}

export default function RegisterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("register");
  const { requestId } = useRootData();
  const { asked } = loaderData;
  const [form, fields] = useForm<{ userName: string }>({
    id: "confirm",
    lastResult: actionData?.reply,
    constraint: { userName: { required: true } },
  });
  return (
    <Page
      head={{ title: t(asked ? "confirmTitle" : "invalidTitle") }}
      layout="alone"
      fault={form.errors?.join(" ")}
    >
      {asked ? (
        <PostForm requestId={requestId} answer={actionData} reloadDocument id={form.id} noValidate>
          <p className="wrap-anywhere">{t("question", { email: asked.email, company: asked.companyName })}</p>
          {asked.isNameTaken ? (
            <>
              <Alert kind="warning">{t("nameTaken", { name: asked.userName })}</Alert>
              <InputField
                field={fields.userName}
                label={t("userName")}
                hint={t("userNameHint")}
                autoComplete="username"
                autoCapitalize="none"
                isAlert
              />
            </>
          ) : (
            <p className="wrap-anywhere">{t("nameIs", { name: asked.userName })}</p>
          )}
          <Button kind="primary" size="large">
            {t("confirm")}
          </Button>
        </PostForm>
      ) : (
        <>
          <p className="text-quiet">{t("invalidText")}</p>
          <p className="mt-2">
            <ButtonLink href={href("/account/register")} kind="primary">
              {t("again")}
            </ButtonLink>
          </p>
        </>
      )}
    </Page>
  );
}
