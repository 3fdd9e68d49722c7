import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { listAddress, pageSizes } from "#app/components/list/address.ts";
import { DataTable, type TableColumn } from "#app/components/list/data-table.tsx";
import { cellOf } from "#app/components/list/list-rows.tsx";
import { ListNote, Pager } from "#app/components/list/pager.tsx";
import { StatusTabs } from "#app/components/list/status-tabs.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { Badge } from "#app/ui/badge.tsx";
import type { ShareListView } from "./list.server.ts";

const widths = [
  ["label", "xl"],
  ["state", "sm"],
  ["shipments", "xxl"],
  ["shows", "xl"],
  ["until", "lg"],
  ["seen", "xl"],
  ["owner", "md"],
] as const;

/** The links with state and use; each leads to the page that renews or revokes it. */
export function ShareList({ view }: { view: ShareListView }) {
  const { words, labels, rows, base, params, page, pageSize, total, isTotalCapped } = view;
  const columns = widths.map(([key, width]): TableColumn => ({ key, width, label: labels[key] }));
  const pageView = { page, pageSize, rowCount: rows.length, total, isTotalCapped };
  const make = (
    <ButtonLink to={href("/shipments/share")} kind="primary">
      {words.make}
    </ButtonLink>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} actions={make} />
      <StatusTabs label={words.filter} name="state" base={base} params={params} tabs={view.tabs} />
      {rows.length === 0 && !view.lost ? (
        <EmptyState title={words.caption} text={words.none}>
          {make}
        </EmptyState>
      ) : (
        <>
          <DataTable caption={words.caption} columns={columns} lost={view.lost}>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className="wrap-anywhere">
                  <Link to={row.href} className="text-link underline">
                    {row.label}
                  </Link>
                </th>
                <td data-label={labels.state}>
                  <Badge kind={row.state.kind}>{row.state.label}</Badge>
                </td>
                {(["shipments", "shows", "until", "seen", "owner"] as const).map((key) => (
                  <td key={key} data-label={labels[key]}>
                    {cellOf(row[key])}
                  </td>
                ))}
              </tr>
            ))}
          </DataTable>
          <ListNote view={pageView} />
        </>
      )}
      <Pager
        view={pageView}
        sizes={pageSizes}
        hrefOfPage={(next) => listAddress(base, params, { page: next > 1 ? String(next) : null })}
        hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
      />
      <p className="text-xs text-quiet">{words.text}</p>
    </div>
  );
}
