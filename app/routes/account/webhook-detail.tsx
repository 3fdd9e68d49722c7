import { href } from "react-router";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { actOnWebhook, loadWebhook } from "#app/features/webhooks/detail.server.ts";
import { Deliveries, TestCard, WebhookCard } from "#app/features/webhooks/detail.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { Route } from "./+types/webhook-detail";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  const view = await loadWebhook(visit, args.url.searchParams);
  return { title: view.webhook.name, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  return actOnWebhook(visit, args.url.searchParams, await args.request.formData());
}

export default function WebhookDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("webhooks");
  const { title, view, requestId } = loaderData;
  const { badge } = view.webhook;
  return (
    <Page
      head={{
        title,
        back: { href: href("/account/webhooks"), text: t("back") },
        badge: <Badge kind={badge.kind}>{badge.text}</Badge>,
      }}
      layout="text"
      fault={actionData?.fault}
    >
      <WebhookCard view={view} requestId={requestId} answer={actionData} />
      <TestCard view={view} requestId={requestId} answer={actionData} />
      <Deliveries view={view} requestId={requestId} answer={actionData} />
    </Page>
  );
}
