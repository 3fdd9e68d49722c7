import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleRemoval, loadRemoval } from "#app/features/notifications/list.server.ts";
import { notificationNeeds } from "#app/features/notifications/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/notification-remove";

export const handle: PageHandle = { texts: ["notifications"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, notificationNeeds);
  const { name } = await loadRemoval(visit, args.url.searchParams);
  return { title: visit.t("notifications:title.remove"), name, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, notificationNeeds);
  return handleRemoval(visit, args.url.searchParams, await args.request.formData());
}

export default function NotificationRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("notifications");
  const { title, name, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p className="text-base wrap-anywhere">{t("question", { name })}</p>
      <PostForm requestId={requestId} answer={actionData} layout="row">
        <Button kind="danger">{t("remove")}</Button>
        <ButtonLink to={href("/account/notificationSetting")}>{t("back")}</ButtonLink>
      </PostForm>
    </Page>
  );
}
