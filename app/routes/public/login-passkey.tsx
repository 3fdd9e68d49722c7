import { data } from "react-router";
import { openToAll, requireVisitor } from "#app/access/guard.server.ts";
import { accountText } from "#app/components/account-text.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { PlainFrame } from "#app/components/plain-frame.tsx";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { passkeySignIn, passkeySignInOptions } from "#app/contract/passkey.ts";
import { passkeyIn } from "#app/features/account/passkey-answer.server.ts";
import { PasskeyForm } from "#app/features/account/passkey-form.tsx";
import { finishSignIn, loginHref } from "#app/features/account/sign-in.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/login-passkey";

/** With the framework's script, unlike other public pages: a passkey takes one anyway. */
export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const visit = await requireVisitor(args);
  const ceremony = await visit.readOrRefusal(passkeySignInOptions, {});
  return {
    title: visit.t("safety:passkey.signIn"),
    asked: ceremony.isDone ? ceremony.data : null,
    back: loginHref(args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const answer = passkeyIn(await args.request.formData());
  if (!answer) return data({ fault: visit.t("safety:passkey.failed"), account: null }, { status: 400 });
  const result = await visit.write(passkeySignIn, answer);
  if (!result.isDone) {
    const { message, account = null, kind } = result.fault;
    return data({ fault: message, account }, { status: kind === "unavailable" ? 503 : 400 });
  }
  if (!result.data) throw new Error("The answer to the sign-in has no token");
  return finishSignIn(visit, args.url, result.data, "");
}

export default function LoginPasskey({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText(["safety", "account-state"]);
  const { t: state } = useText("account-state");
  const { requestId } = useRootData();
  const { asked, back } = loaderData;
  const account = actionData?.account;
  return (
    <PlainFrame>
      <Page
        head={{ title: t("safety:passkey.signIn") }}
        layout="alone"
        fault={
          account ? (account.words ?? accountText(state, account.state, account.minutes)) : actionData?.fault
        }
      >
        <p className="text-quiet">{t("safety:passkey.signInText")}</p>
        {asked ? (
          <PasskeyForm kind="use" asked={asked} requestId={requestId} label={t("safety:passkey.use")} />
        ) : null}
        <a href={back} className="text-link hover:underline">
          {t("safety:passkey.back")}
        </a>
      </Page>
    </PlainFrame>
  );
}
