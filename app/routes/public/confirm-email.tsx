import { href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { confirmEmail, confirmEmailValidate } from "#app/contract/auth.ts";
import { readLink, tokenIn } from "#app/features/account/one-time-link.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/confirm-email";

export const handle: PageHandle = { texts: ["auth"] };
export const meta = pageTitle;

/**
 * Opened from the link mailed to a new address. Opening it changes nothing, because programs open links too;
 * pressing the button does.
 */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const title = visit.t("auth:email.title");
  const link = await readLink(visit, args.url, confirmEmailValidate);
  return { title, change: "about" in link ? link.about : null };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const key = String((await args.request.formData()).get("requestId"));
  const result = await visit.write(confirmEmail, { token: tokenIn(args.url) ?? "" }, { key });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "emailChanged" });
  return redirect(visit.session.token ? href("/account/index") : href("/login"));
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("auth");
  const { requestId } = useRootData();
  const { change } = loaderData;
  return (
    <Page
      head={{ title: t(change ? "email.title" : "reset.invalidTitle") }}
      layout="alone"
      fault={actionData?.fault}
    >
      {change ? (
        <PostForm requestId={requestId} answer={actionData} reloadDocument>
          <p className="wrap-anywhere">
            {t("email.question", { name: change.userName, email: change.email })}
          </p>
          <Button kind="primary" size="large">
            {t("email.confirm")}
          </Button>
        </PostForm>
      ) : (
        <>
          <p className="text-quiet">{t("email.invalidText")}</p>
          <p className="mt-2">
            <ButtonLink href={href("/account/index")} kind="primary">
              {t("email.account")}
            </ButtonLink>
          </p>
        </>
      )}
    </Page>
  );
}
