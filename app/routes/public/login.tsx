import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href } from "react-router";
import { z } from "zod";
import { openToAll, requireVisitor } from "#app/access/guard.server.ts";
import { accountText } from "#app/components/account-text.ts";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { PageHead } from "#app/components/page/head.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, signIn } from "#app/contract/auth.ts";
import { register } from "#app/contract/registration.ts";
import {
  companyHref,
  finishSignIn,
  passkeyHref,
  secondStep,
  wantedIn,
} from "#app/features/account/sign-in.server.ts";
import { hasJustSignedOut } from "#app/lib/kept-writing.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { Route } from "./+types/login";

export const handle: PageHandle = { texts: ["auth"] };
export const meta = pageTitle;

const schema = z.object({
  userName: z
    .string({ error: "auth:signIn.userNameEmpty" })
    .trim()
    .min(1, "auth:signIn.userNameEmpty")
    .max(200, "auth:signIn.userNameEmpty"),
  password: z
    .string({ error: "auth:signIn.passwordShort" })
    .min(PASSWORD_MIN_LENGTH, "auth:signIn.passwordShort")
    .max(PASSWORD_MAX_LENGTH, "auth:signIn.passwordShort"),
});

export async function loader(args: Route.LoaderArgs) {
  const visit = await requireVisitor(args);
  const wanted = wantedIn(args.url);
  const hasLeft = hasJustSignedOut(args.request.headers.get("cookie") ?? "", Date.now());
  return {
    title: visit.t("auth:signIn.title"),
    reason: hasLeft ? visit.t("auth:signIn.signedOut") : wanted && visit.t("auth:signIn.wanted"),
    flash: visit.takeFlash(),
    canRegister: visit.offers(register),
    required: requiredFields(schema),
    passkey: passkeyHref(visit, args.url),
    company: companyHref(visit, args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission, ["password"]);
  const result = await visit.write(signIn, submission.value);
  if (!result.isDone) {
    const next = secondStep(visit, args.url, result.fault);
    return next ?? faulty(submission, result.fault, ["password"]);
  }
  if (!result.data) throw new Error("The answer to the sign-in has no token");
  return finishSignIn(visit, args.url, result.data, submission.value.userName);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText(["auth", "shell", "account-state"]);
  const { t: state } = useText("account-state");
  const { requestId, lookQuery } = useRootData();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: "login",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(loaderData.required),
  });
  const account = actionData?.account;
  const labels = { userName: t("auth:signIn.userName"), password: t("auth:signIn.password") };
  return (
    <div className="mx-auto max-w-narrow">
      <img src={href("/world.svg") + lookQuery} alt="" width="720" height="256" className="h-auto w-full" />
      <Card className="mt-2 mb-6 flex flex-col gap-4">
        <PageHead title={t("auth:signIn.title")} />
        {loaderData.flash ? <Alert kind={loaderData.flash.kind}>{loaderData.flash.text}</Alert> : null}
        {loaderData.reason && !actionData ? <Alert kind="info">{loaderData.reason}</Alert> : null}
        {account ? (
          <Alert kind="danger">
            <p className="font-semibold">{t(`account-state:${account.state}.title`)}</p>
            <p>{account.words ?? accountText(state, account.state, account.minutes)}</p>
          </Alert>
        ) : (
          <ErrorSummary form={form} labels={labels} />
        )}
        {/* Without an address of its own: it posts to this one, which names the page that was asked for. */}
        <PostForm requestId={requestId} reloadDocument id={form.id} noValidate>
          <InputField
            field={fields.userName}
            label={labels.userName}
            autoComplete="username"
            autoCapitalize="none"
          />
          <InputField
            field={fields.password}
            label={labels.password}
            type="password"
            autoComplete="current-password"
          />
          <p hidden>
            <Checkbox size="small" data-shows={fields.password.id}>
              {t("auth:signIn.show")}
            </Checkbox>
          </p>
          <Button kind="primary" size="large">
            {t("auth:signIn.submit")}
          </Button>
          <a href={href("/forgotPassword")} className="text-link hover:underline">
            {t("auth:signIn.forgot")}
          </a>
          {loaderData.canRegister ? (
            <a href={href("/account/register")} className="text-link hover:underline">
              {`${t("auth:signIn.register")} `}
            </a>
          ) : null}
          {loaderData.passkey ? (
            <a href={loaderData.passkey} className="text-link hover:underline">
              {`${t("auth:signIn.passkey")} `}
            </a>
          ) : null}
          {loaderData.company ? (
            <a href={loaderData.company} className="text-link hover:underline">
              {t("auth:signIn.company")}
            </a>
          ) : null}
        </PostForm>
      </Card>
    </div>
  );
}
