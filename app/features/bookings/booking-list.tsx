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
import type { BookingListView, BookingRowView } from "./list.server.ts";

/** The list of bookings: tabs by status with counts, search, sort, pages. The address is its state. */
export function BookingList({
  title,
  view,
  newHref,
}: {
  title: string;
  view: BookingListView;
  newHref: string | null;
}) {
  const { t } = useText("booking-view");
  const { base, params, rows, page, pageSize, total, isTotalCapped } = view;
  const pageView = { page, pageSize, shown: rows.length, total, isTotalCapped };
  const hrefOfPage = (next: number) => listAddress(base, params, { page: next > 1 ? String(next) : null });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        {newHref ? (
          <p className="flex flex-wrap gap-3">
            <Link to="/booking/template" className={buttonStyle()}>
              {`${t("list.templates")} `}
            </Link>
            <Link to={newHref} className={buttonStyle({ kind: "primary" })}>
              {t("list.book")}
            </Link>
          </p>
        ) : null}
      </div>
      <ModeSearch
        base={base}
        params={params}
        modes={view.modes}
        texts={{
          keyword: t("list.keyword"),
          mode: t("list.mode"),
          anyMode: t("list.anyMode"),
          search: t("list.search"),
        }}
      />
      <StatusTabs label={t("list.statusTabs")} base={base} params={params} tabs={view.tabs} page={pageView} />
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={hrefOfPage} />
      ) : rows.length === 0 && !view.lost ? (
        <NoRows view={view} newHref={newHref} />
      ) : (
        <>
          <DataTable
            lost={view.lost}
            caption={t("list.caption")}
            columns={view.columns.map(({ sort, ...column }) => ({
              ...column,
              sort: sort ? sortLinkOf(base, params, sort) : undefined,
            }))}
          >
            {rows.map((row) => (
              <Row key={row.number} row={row} columns={view.columns} />
            ))}
          </DataTable>
          <p className="text-xs text-quiet">{t("list.zoneNote", { zone: view.zone })}</p>
        </>
      )}
      {rows.length > 0 ? (
        <Pager
          view={pageView}
          sizes={pageSizes}
          hrefOfPage={hrefOfPage}
          hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
        />
      ) : null}
    </div>
  );
}

function Row({ row, columns }: { row: BookingRowView; columns: BookingListView["columns"] }) {
  return (
    <tr>
      <th scope="row">
        {row.href ? (
          <Link to={row.href} className="text-link underline">
            {row.number}
          </Link>
        ) : (
          row.number
        )}{" "}
        {row.quoteNumber ? (
          <span className="block text-xs font-normal text-quiet">{row.quoteNumber}</span>
        ) : null}
      </th>
      <td data-label={columns[1]?.label}>
        <StatusBadge status={row.status} label={row.statusLabel} />
      </td>
      {columns.slice(2).map(({ key, label }, index) => (
        <td key={key} data-label={label}>
          {row.cells[index] ? <ClampedText text={row.cells[index]} /> : null}
        </td>
      ))}
    </tr>
  );
}

function NoRows({ view: { base, params }, newHref }: { view: BookingListView; newHref: string | null }) {
  const { t } = useText("booking-view");
  if (params.status || params.mode || params.keyword) {
    return (
      <EmptyState title={t("list.empty.filteredTitle")} text={t("list.empty.filteredText")}>
        <Link to={base} className={buttonStyle()}>
          {t("list.clear")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("list.empty.noneTitle")}
      text={newHref ? t("list.empty.noneText") : t("list.empty.noneTextReadOnly")}
    >
      {newHref ? (
        <Link to={newHref} className={buttonStyle({ kind: "primary" })}>
          {t("list.book")}
        </Link>
      ) : null}
    </EmptyState>
  );
}
