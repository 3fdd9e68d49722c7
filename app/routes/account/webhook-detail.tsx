import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { actOnWebhook, loadWebhook } from "#app/features/webhooks/detail.server.ts";
import { Deliveries, TestCard, WebhookCard } from "#app/features/webhooks/detail.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
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
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <p>
        <Link to={href("/account/webhooks")} className="text-link hover:underline">
          {t("back")}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="wrap-anywhere text-xl font-semibold">{title}</h1>
        <Badge kind={badge.kind}>{badge.text}</Badge>
      </div>
      {actionData ? <Alert kind="danger">{actionData.fault}</Alert> : null}
      <WebhookCard view={view} fresh={requestId} answer={actionData} />
      <TestCard view={view} fresh={requestId} answer={actionData} />
      <Deliveries view={view} fresh={requestId} answer={actionData} />
    </div>
  );
}
