import { Link } from "react-router";
import { ClampedText } from "#app/components/clamped-text.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { listAddress, pageSizes, sortLinkOf } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import { ModeSearch } from "#app/components/list/mode-search.tsx";
import { BeyondEnd, isBeyondEnd, Pager } from "#app/components/list/pager.tsx";
import { StatusTabs } from "#app/components/list/status-tabs.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
import type { QuoteColumnView, QuoteListView, QuoteRowView } from "./list.server.ts";
import { QUOTE_LIST } from "./list-link.ts";
import { useTick } from "./use-tick.ts";

/** The list of quotes: tabs by status with counts, search, sort, pages. The address is its state. */
export function QuoteList({
  title,
  view,
  canRequest,
}: {
  title: string;
  view: QuoteListView;
  canRequest: boolean;
}) {
  const { t } = useText("quote-list");
  const { params, rows, page, pageSize, total, isTotalCapped } = view;
  useTick(view);
  const pageView = { page, pageSize, shown: rows.length, total, isTotalCapped };
  const hrefOfPage = (next: number) =>
    listAddress(QUOTE_LIST, params, { page: next > 1 ? String(next) : null });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        {canRequest ? (
          <Link to="/quote/add" className={buttonStyle({ kind: "primary" })}>
            {t("request")}
          </Link>
        ) : null}
      </div>
      <ModeSearch
        base={QUOTE_LIST}
        params={params}
        modes={view.modes}
        texts={{
          keyword: t("keyword"),
          mode: t("mode"),
          anyMode: t("anyMode"),
          search: t("search"),
        }}
      />
      <StatusTabs
        label={t("statusTabs")}
        base={QUOTE_LIST}
        params={params}
        tabs={view.tabs}
        page={pageView}
      />
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={hrefOfPage} />
      ) : rows.length === 0 && !view.lost ? (
        <NoRows view={view} canRequest={canRequest} />
      ) : (
        <>
          <DataTable
            lost={view.lost}
            caption={t("caption")}
            columns={view.columns.map(({ sort, ...column }) => ({
              ...column,
              sort: sort ? sortLinkOf(QUOTE_LIST, params, sort) : undefined,
            }))}
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} columns={view.columns} />
            ))}
          </DataTable>
          <p className="text-xs text-quiet">{t("zoneNote", { zone: view.zone })}</p>
        </>
      )}
      {rows.length > 0 ? (
        <Pager
          view={pageView}
          sizes={pageSizes}
          hrefOfPage={hrefOfPage}
          hrefOfSize={(size) => listAddress(QUOTE_LIST, params, { pageSize: String(size) })}
        />
      ) : null}
    </div>
  );
}

function Row({ row, columns }: { row: QuoteRowView; columns: readonly QuoteColumnView[] }) {
  const { clock } = row;
  return (
    <tr>
      <th scope="row">
        {row.canOpen ? (
          <Link to={`/quote/detail?id=${row.id}`} className="text-link underline">
            {row.number}
          </Link>
        ) : (
          row.number
        )}{" "}
        {row.tag ? (
          <span className="block text-xs font-normal text-quiet">
            <ClampedText text={row.tag} />
          </span>
        ) : null}
      </th>
      <td data-label={columns[1]?.label}>
        <StatusBadge status={row.status} label={row.statusLabel} />{" "}
        {clock ? (
          <span
            className={`block text-xs ${clock.isLate ? "text-danger" : clock.isSoon ? "text-warning" : "text-quiet"}`}
          >
            {clock.text}
          </span>
        ) : null}
      </td>
      {columns.slice(2).map(({ key, label, isAmount }, index) => (
        <td key={key} data-label={label} className={isAmount ? "amount" : undefined}>
          {row.cells[index] ? <ClampedText text={row.cells[index]} /> : null}
        </td>
      ))}
    </tr>
  );
}

function NoRows({ view: { params }, canRequest }: { view: QuoteListView; canRequest: boolean }) {
  const { t } = useText("quote-list");
  if (params.status || params.mode || params.keyword) {
    return (
      <EmptyState title={t("empty.filteredTitle")} text={t("empty.filteredText")}>
        <Link to={QUOTE_LIST} className={buttonStyle()}>
          {t("clear")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("empty.noneTitle")}
      text={canRequest ? t("empty.noneText") : t("empty.noneTextReadOnly")}
    >
      {canRequest ? (
        <Link to="/quote/add" className={buttonStyle({ kind: "primary" })}>
          {t("request")}
        </Link>
      ) : null}
    </EmptyState>
  );
}
