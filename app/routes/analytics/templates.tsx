import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadTemplates } from "#app/features/analytics/templates.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/templates";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return { title: visit.t("analytics:template.title"), view: await loadTemplates(visit) };
}

/** Saved reports: own ones and those that colleagues share. */
export default function SavedReports({ loaderData }: Route.ComponentProps) {
  const { title, view } = loaderData;
  const start = <ButtonLink to={view.start.href}>{view.start.text}</ButtonLink>;
  return (
    <Page head={{ title, actions: view.rows.length > 0 ? start : null }}>
      {view.lost ? <Alert kind="warning">{view.lost}</Alert> : null}
      {view.rows.length === 0 ? (
        <EmptyState {...view.none}>{start}</EmptyState>
      ) : (
        <>
          <p className="text-quiet">{view.lead}</p>
          <Card>
            <ul>
              {view.rows.map((row) => (
                <li
                  key={row.id}
                  className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
                >
                  <span className="min-w-0">
                    <Link to={row.open} className="wrap-anywhere font-medium text-link underline">
                      {row.name}
                    </Link>{" "}
                    {row.shared ? <Badge kind="info">{row.shared}</Badge> : null}
                    <span className="block text-xs text-quiet">{`${row.about} `}</span>
                    {row.sent ? <span className="block text-xs">{`${row.sent} `}</span> : null}
                  </span>
                  <span className="flex flex-wrap gap-2">
                    {row.links.map(({ text, label, href }) => (
                      <ButtonLink key={href} to={href} aria-label={label} kind="quiet" size="small">
                        {text}
                      </ButtonLink>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
    </Page>
  );
}
