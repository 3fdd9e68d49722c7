import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { loadAsked, removeWebhook } from "#app/features/webhooks/detail.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/webhook-remove";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return {
    title: visit.t("webhooks:remove.title"),
    view: await loadAsked(visit, args.url.searchParams),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  return removeWebhook(visit, args.url.searchParams, await args.request.formData());
}

export default function WebhookRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("webhooks");
  const { title, view, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p className="text-base wrap-anywhere">{t("remove.question", { name: view.name })}</p>
      <PostForm requestId={requestId} answer={actionData} layout="row">
        <Button kind="danger">{t("remove.submit")}</Button>
        <ButtonLink to={view.backHref}>{t("form.cancel")}</ButtonLink>
      </PostForm>
    </Page>
  );
}
