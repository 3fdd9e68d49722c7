import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { z } from "zod";
import { openToAll, requireVisitor } from "#app/access/guard.server.ts";
import { accountText } from "#app/components/account-text.ts";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import { secondFactor } from "#app/contract/second-factor.ts";
import { finishSignIn, loginHref, passkeyHref } from "#app/features/account/sign-in.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/login-factor";

export const handle: PageHandle = { texts: ["auth"] };
export const meta = pageTitle;

const schema = z.object({
  code: z
    .string({ error: "auth:factor.codeEmpty" })
    .trim()
    .min(6, "auth:factor.codeEmpty")
    .max(40, "auth:factor.codeEmpty"),
});

export async function loader(args: Route.LoaderArgs) {
  const visit = await requireVisitor(args);
  if (!visit.session.challenge) throw redirect(loginHref(args.url));
  return {
    title: visit.t("auth:factor.title"),
    required: requiredFields(schema),
    back: loginHref(args.url),
    passkey: passkeyHref(visit, args.url),
  };
}

/** The second step of a sign-in (app/decisions/sign-in-and-accounts.md). */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const { challenge } = visit.session;
  if (!challenge) return redirect(loginHref(args.url));
  const submission = parseWithZod(await args.request.formData(), { schema });
  if (submission.status !== "success") return invalid(submission);
  const result = await visit.write(secondFactor, { challenge, code: submission.value.code });
  if (result.isDone) {
    if (!result.data) throw new Error("The answer to the sign-in has no token");
    return finishSignIn(visit, args.url, result.data, "");
  }
  if (result.fault.code !== CODE_SIGN_IN_REFUSED) return faulty(submission, result.fault, ["code"]);
  visit.session.keepChallenge(null);
  visit.session.flash({ kind: "danger", text: result.fault.message });
  return redirect(loginHref(args.url));
}

export default function LoginFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText(["auth", "account-state"]);
  const { t: state } = useText("account-state");
  const { requestId } = useRootData();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: "factor",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(loaderData.required),
  });
  const account = actionData?.account;
  return (
    <Page
      head={{ title: t("auth:factor.title"), lead: t("auth:factor.text") }}
      layout="alone"
      fault={
        account ? (
          <>
            <p className="font-semibold">{t(`account-state:${account.state}.title`)}</p>
            <p>{account.words ?? accountText(state, account.state, account.minutes)}</p>
          </>
        ) : null
      }
    >
      {account ? null : <ErrorSummary form={form} labels={{ code: t("auth:factor.code") }} />}
      <PostForm requestId={requestId} reloadDocument id={form.id} noValidate>
        <InputField
          field={fields.code}
          label={t("auth:factor.code")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
        />
        <Button kind="primary" size="large">
          {t("auth:signIn.submit")}
        </Button>
        {loaderData.passkey ? (
          <a href={loaderData.passkey} className="text-link hover:underline">
            {t("auth:signIn.passkey")}
          </a>
        ) : null}
        <a href={loaderData.back} className="text-link hover:underline">
          {t("auth:factor.back")}
        </a>
      </PostForm>
    </Page>
  );
}
