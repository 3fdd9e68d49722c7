import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { PageLinks } from "#app/components/list/page-links.tsx";
import { BeyondEnd, isBeyondEnd } from "#app/components/list/pager.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { calendarState } from "#app/contract/calendar.ts";
import { FollowForm } from "#app/features/notifications/follow-form.tsx";
import { subscriptionNeeds } from "#app/features/notifications/permission.ts";
import { handleSubscriptions, loadSubscriptions } from "#app/features/notifications/subscriptions.server.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/subscriptions";

export const handle: PageHandle = { texts: ["subscriptions"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args, subscriptionNeeds);
  const view = await loadSubscriptions(visit, rights, args.url.searchParams);
  const hasRules = hasMenu(rights, "NOTIFICATIONTRACKING");
  const hasCalendar = hasMenu(rights, "SHIPMENTS") && visit.offers(calendarState);
  return {
    title: visit.t("subscriptions:title"),
    calendarLabel: hasCalendar ? visit.t("calendar:link") : null,
    view,
    hasRules,
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, subscriptionNeeds);
  return handleSubscriptions(visit, await args.request.formData());
}

export default function Subscriptions({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("subscriptions");
  const { title, view, hasRules, requestId } = loaderData;
  const { rows, places, required } = view;
  const pageView = { ...view, rowCount: rows.length };
  const path = href("/account/shipmentsSubscription");
  const pageHref = (page: number) => withQuery(path, { page: String(page) });
  return (
    <Page head={{ title }} layout="text" fault={actionData?.fault}>
      <p className="text-quiet">
        {t("lead")}{" "}
        {loaderData.calendarLabel ? (
          <Link to={href("/account/calendar")} className="text-link underline">
            {loaderData.calendarLabel}
          </Link>
        ) : null}
      </p>
      {view.lost ? <Alert kind="warning">{view.lost}</Alert> : null}
      <FollowForm requestId={requestId} required={required} places={places} answer={actionData} />
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={pageHref} />
      ) : rows.length === 0 ? (
        <EmptyState title={t("noneTitle")} text={t("noneText")} />
      ) : (
        <Section title={t("list")} layout="text">
          <PostForm requestId={requestId} layout="plain">
            <ul>
              {rows.map(({ id, number, about, status }) => (
                <li
                  key={id}
                  className="flex items-center justify-between gap-2 border-b border-line py-2 last:border-0"
                >
                  <span className="min-w-0 wrap-anywhere">
                    <Link to={href("/shipments/detail/:id", { id })} className="text-link underline">
                      {number}
                    </Link>{" "}
                    <span className="block text-xs text-quiet">{`${about} · ${status} `}</span>
                  </span>
                  <Button
                    name="unfollow"
                    value={id}
                    kind="quiet"
                    size="small"
                    aria-label={t("unfollowNamed", { number })}
                  >
                    {t("unfollow")}
                  </Button>
                </li>
              ))}
            </ul>
          </PostForm>
        </Section>
      )}
      <PageLinks view={pageView} hrefOfPage={pageHref} />
      {hasRules ? (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-quiet">{t("mailText")}</p>
          <ButtonLink to={`${href("/account/notificationEdit")}?scope=FOLLOWED`}>{t("mail")}</ButtonLink>
        </Card>
      ) : null}
    </Page>
  );
}
