import { Form, Link } from "react-router";
import { ClampedText } from "#app/components/clamped-text.tsx";
import { DataTable } from "#app/components/data-table.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { listAddress, pageSizes, sortLinkOf } from "#app/components/list-address.ts";
import { PageRange, Pager } from "#app/components/pager.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { SearchInput, Select } from "#app/ui/input.tsx";
import { formPaths } from "./booking-fields.ts";
import type { BookingListView, BookingRowView } from "./list.server.ts";

/** The list of bookings: tabs by status with counts, search, sort, pages. The address is its state. */
export function BookingList({
  title,
  view,
  canWrite,
}: {
  title: string;
  view: BookingListView;
  canWrite: boolean;
}) {
  const { t } = useText("booking-view");
  const { base, params, rows, page, pageSize, total, isTotalCapped } = view;
  const pageView = { page, pageSize, shown: rows.length, total, isTotalCapped };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        {canWrite ? (
          <p className="flex flex-wrap gap-3">
            <Link to="/booking/template" className={buttonStyle()}>
              {t("list.templates")}
            </Link>
            <Link to={formPaths.add} className={buttonStyle({ kind: "primary" })}>
              {t("list.book")}
            </Link>
          </p>
        ) : null}
      </div>
      <Search view={view} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <nav aria-label={t("list.statusTabs")} className="flex flex-wrap gap-1">
          {view.tabs.map(({ value, label, count }) => (
            <Link
              key={value}
              to={listAddress(base, params, { status: value })}
              aria-current={(params.status ?? "") === value ? "true" : undefined}
              className="rounded-sm px-2 py-2 aria-[current]:bg-muted aria-[current]:text-foreground"
            >
              {label} <span className="text-quiet">{count}</span>
            </Link>
          ))}
        </nav>
        <p role="status" className="text-quiet">
          <PageRange view={pageView} />
        </p>
      </div>
      {rows.length === 0 ? (
        <NoRows view={view} canWrite={canWrite} />
      ) : (
        <>
          <DataTable
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
      {page > 1 || rows.length > 0 ? (
        <Pager
          view={pageView}
          sizes={pageSizes}
          hrefOfPage={(next) => listAddress(base, params, { page: next > 1 ? String(next) : null })}
          hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
        />
      ) : null}
    </div>
  );
}

function Search({ view: { base, params, modes } }: { view: BookingListView }) {
  const { t } = useText("booking-view");
  const { keyword, mode, ...rest } = params;
  return (
    // The fields follow the address: a link that clears them shows them cleared.
    <Form key={`${keyword} ${mode}`} method="get" action={base} role="search">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap gap-2">
        <SearchInput
          name="keyword"
          defaultValue={keyword}
          label={t("list.keyword")}
          className="min-w-52 max-w-narrow flex-1"
        />
        <div>
          <Select name="mode" defaultValue={mode} aria-label={t("list.mode")}>
            <option value="">{t("list.anyMode")}</option>
            {modes.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <Button kind="primary">{t("list.search")}</Button>
      </div>
    </Form>
  );
}

function Row({ row, columns }: { row: BookingRowView; columns: BookingListView["columns"] }) {
  return (
    <tr>
      <th scope="row">
        <Link to={row.href} className="text-link underline">
          {row.number}
        </Link>
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

function NoRows({
  view: { base, params, page, total },
  canWrite,
}: {
  view: BookingListView;
  canWrite: boolean;
}) {
  const { t } = useText("booking-view");
  if (page > 1 && total > 0) {
    return (
      <EmptyState title={t("list.empty.pageTitle")} text={t("list.empty.pageText")}>
        <Link to={listAddress(base, params)} className={buttonStyle({ kind: "primary" })}>
          {t("list.empty.firstPage")}
        </Link>
      </EmptyState>
    );
  }
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
      text={canWrite ? t("list.empty.noneText") : t("list.empty.noneTextReadOnly")}
    >
      {canWrite ? (
        <Link to={formPaths.add} className={buttonStyle({ kind: "primary" })}>
          {t("list.book")}
        </Link>
      ) : null}
    </EmptyState>
  );
}
