import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import { AddWebhookForm } from "#app/features/webhooks/form.tsx";
import { addWebhook, webhookChoices } from "#app/features/webhooks/list.server.ts";
import { ToldSecret } from "#app/features/webhooks/list.tsx";
import { webhookHref } from "#app/features/webhooks/webhook-href.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/webhook-add";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireProvedManager(args);
  return {
    title: visit.t("webhooks:form.title"),
    choices: webhookChoices(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return addWebhook(visit, await args.request.formData());
}

export default function WebhookAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("webhooks");
  const { title, choices, requestId } = loaderData;
  const made = actionData?.made;
  return (
    <Page head={{ title: made ? t("done.title") : title }} layout="card">
      {made ? (
        <ToldSecret secret={made.secret} nextHref={webhookHref(made.id)} />
      ) : (
        <AddWebhookForm choices={choices} requestId={requestId} answer={actionData} />
      )}
    </Page>
  );
}
