import { requireUser } from "#app/access/guard.server.ts";
import { begunKey } from "#app/components/begun-form.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleForm, loadForm } from "#app/features/notifications/edit.server.ts";
import { NotificationForm } from "#app/features/notifications/form.tsx";
import { notificationNeeds } from "#app/features/notifications/permission.ts";
import type { Route } from "./+types/notification-edit";

export const handle: PageHandle = { texts: ["notifications"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args, notificationNeeds);
  const start = await loadForm(visit, rights, args.url);
  const title = start.id
    ? `${visit.t("notifications:title.edit")}: ${start.fields.name}`
    : visit.t("notifications:title.add");
  return { title, start, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, notificationNeeds);
  return handleForm(visit, args.url.searchParams, await args.request.formData());
}

export default function NotificationEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { title, start, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="text">
      <NotificationForm
        key={`${start.id ?? "new"} ${begunKey(actionData)}`}
        start={start}
        requestId={requestId}
        answer={actionData}
      />
    </Page>
  );
}
