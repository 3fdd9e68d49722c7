import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { PageLinks } from "#app/components/list/page-links.tsx";
import { BeyondEnd, isBeyondEnd } from "#app/components/list/pager.tsx";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { type LogRowView, loadLog } from "#app/features/analytics/log.server.ts";
import type { Route } from "./+types/log";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await loadLog(visit, args.url.searchParams);
  return { title: visit.t("analytics:log.title"), view };
}

const pageHref = (page: number) => `${href("/analytics/log")}?page=${page}`;

/** The reports that the person ran (product 2 'search log'). */
export default function SearchLog({ loaderData }: Route.ComponentProps) {
  const { title, view } = loaderData;
  const { rows, columns } = view;
  const pageView = { ...view, rowCount: rows.length };
  return (
    <Page head={{ title }}>
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={pageHref} />
      ) : rows.length === 0 && !view.lost ? (
        <EmptyState {...view.none}>
          <ButtonLink to={view.start.href}>{view.start.text}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className="text-quiet">{view.lead}</p>
          <DataTable caption={view.caption} columns={columns} lost={view.lost}>
            {rows.map((row) => (
              <Run key={row.id} row={row} heads={columns.map(({ label }) => label)} again={view.again} />
            ))}
          </DataTable>
        </>
      )}
      <PageLinks view={pageView} hrefOfPage={pageHref} />
    </Page>
  );
}

function Run({ row, heads, again }: { row: LogRowView; heads: string[]; again: string }) {
  return (
    <tr>
      <th scope="row">{timed(row.time)} </th>
      <td data-label={heads[1]}>{row.mode} </td>
      <td data-label={heads[2]}>
        {`${row.criteria} `}
        <Link to={row.again.href} aria-label={row.again.label} className="text-link underline">
          {again}
        </Link>
      </td>
      <td data-label={heads[3]} className="amount">
        {row.shipments}
      </td>
      <td data-label={heads[4]}>
        {row.file ? (
          <>
            <a href={row.file.href} aria-label={row.file.label} className="text-link underline">
              {row.file.text}
            </a>{" "}
            <span className="block text-xs text-quiet">{timed(row.file.until)}</span>
          </>
        ) : (
          row.note
        )}
      </td>
    </tr>
  );
}
