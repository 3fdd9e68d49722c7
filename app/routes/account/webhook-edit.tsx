import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireProvedManager } from "#app/features/members/guard.server.ts";
import { changeWebhook, loadEdit } from "#app/features/webhooks/edit.server.ts";
import { EditWebhookForm } from "#app/features/webhooks/form.tsx";
import { webhookChoices } from "#app/features/webhooks/list.server.ts";
import type { Route } from "./+types/webhook-edit";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireProvedManager(args);
  return {
    title: visit.t("webhooks:edit.title"),
    view: await loadEdit(visit, args.url.searchParams),
    choices: webhookChoices(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireProvedManager(args);
  return changeWebhook(visit, args.url.searchParams, await args.request.formData());
}

export default function WebhookEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <Page head={{ title }} layout="card">
      <EditWebhookForm {...rest} answer={actionData} />
    </Page>
  );
}
