import { requireUser } from "#app/access/guard.server.ts";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { BeyondEnd, isBeyondEnd, PageRange } from "#app/components/list/pager.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { TEMPLATES, templateEditHref } from "#app/features/bookings/booking-fields.ts";
import { newBookingHref } from "#app/features/bookings/permission.ts";
import { loadTemplates } from "#app/features/bookings/templates.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
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

export default function Templates({ loaderData }: Route.ComponentProps) {
  const { t } = useText(["booking-view", "shell"]);
  const { title, view, canWrite } = loaderData;
  const { rows, page, pageSize, total } = view;
  const pageView = { ...view, shown: rows.length };
  const add = (
    <Link to={templateEditHref(null)} className={buttonStyle({ kind: "primary" })}>
      {t("templates.add")}
    </Link>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={title} actions={canWrite && rows.length > 0 ? add : null} />
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={(next) => `${TEMPLATES}?page=${next}`} />
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
                  <span className="block text-xs text-quiet">{row.about} </span>
                </span>
                {canWrite ? (
                  <span className="flex flex-wrap gap-2">
                    <Link
                      to={row.useHref}
                      className={buttonStyle({ size: "small" })}
                      aria-label={t("templates.useNamed", { name: row.name })}
                    >
                      {`${t("templates.use")} `}
                    </Link>
                    <Link
                      to={row.editHref}
                      className={buttonStyle({ kind: "quiet", size: "small" })}
                      aria-label={t("templates.editNamed", { name: row.name })}
                    >
                      {`${t("templates.edit")} `}
                    </Link>
                    <Link
                      to={row.removeHref}
                      className={buttonStyle({ kind: "quiet", size: "small" })}
                      aria-label={t("templates.removeNamed", { name: row.name })}
                    >
                      {t("templates.remove")}
                    </Link>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {rows.length > 0 && total > pageSize ? (
        <Actions>
          {page > 1 ? (
            <Link to={`${TEMPLATES}?page=${page - 1}`} rel="prev" className={buttonStyle()}>
              {t("shell:pager.previous")}
            </Link>
          ) : null}
          <span className="text-quiet">
            <PageRange view={pageView} />
          </span>
          {page * pageSize < total ? (
            <Link to={`${TEMPLATES}?page=${page + 1}`} rel="next" className={buttonStyle()}>
              {t("shell:pager.next")}
            </Link>
          ) : null}
        </Actions>
      ) : null}
    </div>
  );
}
