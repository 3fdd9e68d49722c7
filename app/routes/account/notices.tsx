import { useEffect } from "react";
import { href, useRevalidator } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { PageLinks } from "#app/components/list/page-links.tsx";
import { BeyondEnd, isBeyondEnd } from "#app/components/list/pager.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { useUnreadNews } from "#app/features/messages/live/keep-live.tsx";
import { handleNotices, loadNotices } from "#app/features/notifications/notices.server.ts";
import { KindSettings, NoticeLine } from "#app/features/notifications/notices.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/notices";

export const handle: PageHandle = { texts: ["notices"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadNotices(visit, args.url.searchParams);
  const hasRules = hasMenu(rights, "NOTIFICATIONTRACKING");
  return { title: visit.t("notices:title"), view, hasRules, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return handleNotices(visit, await args.request.formData());
}

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("notices");
  const { title, view, hasRules, requestId } = loaderData;
  const { rows, unreadNews, lastId, kinds } = view;
  useFreshList(unreadNews);
  const pageView = { ...view, rowCount: rows.length };
  const path = href("/account/notifications");
  const pageHref = (page: number) => withQuery(path, { page: String(page) });
  return (
    <Page
      head={{
        title,
        actions:
          unreadNews > 0 && lastId ? (
            <PostForm requestId={requestId} answer={actionData} layout="plain">
              <Button name="read" value={lastId}>
                {`${t("readAll")} (${unreadNews})`}
              </Button>
            </PostForm>
          ) : null,
      }}
      layout="text"
      fault={actionData?.fault}
    >
      <p className="text-quiet">{t("lead")}</p>
      {view.lost ? <Alert kind="warning">{view.lost}</Alert> : null}
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={pageHref} />
      ) : rows.length === 0 ? (
        <EmptyState title={t("noneTitle")} text={t("noneText")} />
      ) : (
        <Card>
          <ul>
            {rows.map((row) => (
              <NoticeLine key={row.id} row={row} />
            ))}
          </ul>
        </Card>
      )}
      <PageLinks view={pageView} hrefOfPage={pageHref} />
      {kinds ? <KindSettings kinds={kinds} requestId={requestId} answer={actionData} /> : null}
      {hasRules ? (
        <p>
          <ButtonLink to={href("/account/notificationSetting")}>{t("rules")}</ButtonLink>
        </p>
      ) : null}
    </Page>
  );
}

/** Loads the list again when the socket tells of another number: somebody was told something, or read it elsewhere. */
function useFreshList(rowCount: number): void {
  const news = useUnreadNews();
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number, so that two that differ do not chase each other
  useEffect(() => {
    // The socket counts up to 100.
    if (news !== null && news !== Math.min(rowCount, 100)) void revalidate();
  }, [news]);
}
