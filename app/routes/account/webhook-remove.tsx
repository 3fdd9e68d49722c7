import { Form } from "react-router";
import { Link } from "#app/components/link.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { RequestId } from "#app/components/request-id.tsx";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { loadAsked, removeWebhook } from "#app/features/webhooks/detail.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
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
    <Card className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{title}</h1>
      {actionData ? <Alert kind="danger">{actionData.fault}</Alert> : null}
      <p className="text-base wrap-anywhere">{t("remove.question", { name: view.name })}</p>
      <Form method="post" className="flex flex-wrap gap-3">
        <RequestId fresh={requestId} answer={actionData} />
        <Button kind="danger">{t("remove.submit")}</Button>
        <Link to={view.backHref} className={buttonStyle()}>
          {t("form.cancel")}
        </Link>
      </Form>
    </Card>
  );
}
