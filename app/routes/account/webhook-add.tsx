import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import { addingView, addWebhook } from "#app/features/webhooks/list.server.ts";
import { AddWebhookForm, ToldSecret } from "#app/features/webhooks/list.tsx";
import { webhookHref } from "#app/features/webhooks/webhook-href.ts";
import { useText } from "#app/locales/use-text.ts";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/webhook-add";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireProvedManager(args);
  return {
    title: visit.t("webhooks:form.title"),
    view: addingView(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return addWebhook(visit, await args.request.formData());
}

export default function WebhookAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("webhooks");
  const { title, view, requestId } = loaderData;
  const made = actionData?.made;
  return (
    <Card className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{made ? t("done.title") : title}</h1>
      {made ? (
        <ToldSecret secret={made.secret} nextHref={webhookHref(made.id)} />
      ) : (
        <AddWebhookForm {...{ view, requestId }} answer={actionData} />
      )}
    </Card>
  );
}
