import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import { changeSecret, loadAsked } from "#app/features/webhooks/detail.server.ts";
import { ToldSecret } from "#app/features/webhooks/list.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/webhook-secret";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireProvedManager(args);
  return {
    title: visit.t("webhooks:secret.title"),
    view: await loadAsked(visit, args.url.searchParams),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return changeSecret(visit, args.url.searchParams, await args.request.formData());
}

export default function WebhookSecret({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("webhooks");
  const { title, view, requestId } = loaderData;
  const made = actionData?.made;
  return (
    <Page head={{ title: made ? t("secret.done") : title }} layout="card" fault={actionData?.fault}>
      {made ? (
        <ToldSecret secret={made.secret} nextHref={view.backHref} />
      ) : (
        <>
          <p className="text-base wrap-anywhere">{t("secret.question", { name: view.name })}</p>
          <p>{view.overlap}</p>
          <PostForm requestId={requestId} answer={actionData} layout="row">
            <Button kind="primary">{t("secret.submit")}</Button>
            <ButtonLink to={view.backHref}>{t("form.cancel")}</ButtonLink>
          </PostForm>
        </>
      )}
    </Page>
  );
}
