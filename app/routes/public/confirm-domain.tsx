import { openToAll } from "#app/access/guard.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { domainConfirm, domainValidate } from "#app/contract/company-sign-in.ts";
import { readLink, tokenIn } from "#app/features/account/one-time-link.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/confirm-domain";

export const handle: PageHandle = { texts: ["company-sign-in"] };
export const meta = pageTitle;

/** Opened from the mail to a postmaster. Opening it changes nothing, because programs open links too. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const title = visit.t("company-sign-in:postmaster.title");
  const link = await readLink(visit, args.url, domainValidate);
  return { title, asked: "about" in link ? link.about : null };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const key = String((await args.request.formData()).get("requestId"));
  const result = await visit.write(domainConfirm, { token: tokenIn(args.url) ?? "-" }, { key });
  if (result.isDone) return { fault: null, requestId: null };
  return refusedPress(result.fault, key);
}

export default function ConfirmDomain({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("company-sign-in");
  const { requestId } = useRootData();
  const { title, asked } = loaderData;
  const isDone = actionData?.fault === null;
  return (
    <Page head={{ title }} layout="alone" fault={actionData?.fault}>
      {isDone ? <Alert kind="success">{t("postmaster.done")}</Alert> : null}
      {asked && !isDone ? (
        <PostForm requestId={requestId} answer={actionData} reloadDocument>
          <p className="wrap-anywhere">
            {t("postmaster.question", { company: asked.companyName, domain: asked.domain })}
          </p>
          <Button kind="primary" size="large">
            {t("postmaster.confirm")}
          </Button>
        </PostForm>
      ) : null}
      {asked || isDone ? null : <p className="text-quiet">{t("postmaster.invalid")}</p>}
    </Page>
  );
}
