import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { PageLinks } from "#app/components/list/page-links.tsx";
import { BeyondEnd, isBeyondEnd } from "#app/components/list/pager.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleSwitch, loadList } from "#app/features/notifications/list.server.ts";
import { NotificationCard } from "#app/features/notifications/list.tsx";
import { notificationNeeds } from "#app/features/notifications/permission.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/notifications";

export const handle: PageHandle = { texts: ["notifications"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, notificationNeeds);
  const view = await loadList(visit, args.url.searchParams);
  return { title: visit.t("notifications:title.list"), view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, notificationNeeds);
  return handleSwitch(visit, await args.request.formData());
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("notifications");
  const { title, view, requestId } = loaderData;
  const pageView = { ...view, rowCount: view.rows.length };
  const add = (
    <ButtonLink to={href("/account/notificationEdit")} kind="primary">
      {t("add")}
    </ButtonLink>
  );
  const pageHref = (page: number) => withQuery(href("/account/notificationSetting"), { page: String(page) });
  return (
    <Page
      head={{ title, actions: view.rows.length > 0 ? add : null }}
      layout="text"
      fault={actionData?.fault}
    >
      <p className="text-quiet">{t("lead")}</p>
      {view.lost ? <Alert kind="warning">{view.lost}</Alert> : null}
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={pageHref} />
      ) : view.rows.length === 0 ? (
        <EmptyState title={t("noneTitle")} text={t("noneText")}>
          {add}
        </EmptyState>
      ) : (
        <PostForm requestId={requestId} answer={actionData}>
          {view.rows.map((row) => (
            <NotificationCard key={row.id} row={row} />
          ))}
        </PostForm>
      )}
      <PageLinks view={pageView} hrefOfPage={pageHref} />
    </Page>
  );
}
