import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { PageLinks } from "#app/components/list/page-links.tsx";
import { BeyondEnd, isBeyondEnd } from "#app/components/list/pager.tsx";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { TEMPLATES, templateEditHref } from "#app/features/bookings/booking-fields.ts";
import { newBookingHref } from "#app/features/bookings/permission.ts";
import { loadTemplates } from "#app/features/bookings/templates.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/templates";

export const handle: PageHandle = { texts: ["booking-view"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const newHref = newBookingHref(rights);
  const view = await loadTemplates(visit, newHref, args.url.searchParams);
  return { title: visit.t("bookings:title.templates"), view, canWrite: newHref !== null };
}

const pageHref = (page: number) => `${TEMPLATES}?page=${page}`;

export default function Templates({ loaderData }: Route.ComponentProps) {
  const { t } = useText("booking-view");
  const { title, view, canWrite } = loaderData;
  const { rows } = view;
  const pageView = { ...view, rowCount: rows.length };
  const add = (
    <ButtonLink to={templateEditHref(null)} kind="primary">
      {t("templates.add")}
    </ButtonLink>
  );
  return (
    <Page head={{ title, actions: canWrite && rows.length > 0 ? add : null }}>
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={pageHref} />
      ) : rows.length === 0 ? (
        <EmptyState title={t("templates.noneTitle")} text={t("templates.noneText")}>
          {canWrite ? add : null}
        </EmptyState>
      ) : (
        <Card>
          <ul>
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
              >
                <span>
                  <span className="wrap-anywhere font-medium">{row.name}</span>{" "}
                  <span className="block text-xs text-quiet">{timed(row.about)} </span>
                </span>
                {canWrite ? (
                  <span className="flex flex-wrap gap-2">
                    <ButtonLink
                      to={row.useHref}
                      size="small"
                      aria-label={t("templates.useNamed", { name: row.name })}
                    >
                      {t("templates.use")}
                    </ButtonLink>
                    <ButtonLink
                      to={row.editHref}
                      kind="quiet"
                      size="small"
                      aria-label={t("templates.editNamed", { name: row.name })}
                    >
                      {t("templates.edit")}
                    </ButtonLink>
                    <ButtonLink
                      to={row.removeHref}
                      kind="quiet"
                      size="small"
                      aria-label={t("templates.removeNamed", { name: row.name })}
                    >
                      {t("templates.remove")}
                    </ButtonLink>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <PageLinks view={pageView} hrefOfPage={pageHref} />
    </Page>
  );
}
