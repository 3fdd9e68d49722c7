import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskPage } from "#app/components/desk-page.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { listAddress, pageSizes, sortLinkOf } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { BeyondEnd, isBeyondEnd, ListNote, Pager } from "#app/components/list/pager.tsx";
import { StatusTabs } from "#app/components/list/status-tabs.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { DeskListView } from "./list.server.ts";

/** Invoices of all customers, and drafts. */
export function DeskInvoices({ title, view }: { title: string; view: DeskListView }) {
  const { t } = useText("invoice-desk");
  const { base, params, page, pageSize, total, isTotalCapped, rows } = view;
  const pageView = { page, pageSize, rowCount: rows.length, total, isTotalCapped };
  const hrefOfPage = (next: number) => listAddress(base, params, { page: next > 1 ? String(next) : null });
  return (
    <DeskPage
      title={title}
      tools={
        <span className="flex flex-wrap gap-2">
          <ButtonLink to={href("/freightForwarder/invoiceSeries")}>{t("series.link")}</ButtonLink>
          <ButtonLink to={href("/freightForwarder/invoiceAdd")} kind="primary">
            {t("new")}
          </ButtonLink>
        </span>
      }
    >
      <div className="list-bar">
        <StatusTabs label={t("statusTabs")} base={base} params={params} tabs={view.tabs} />
        <FilterForm view={view.filters} />
      </div>
      <FilterChips view={view.filters} />
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={hrefOfPage} text={undefined} />
      ) : rows.length > 0 || view.lost ? (
        <>
          <DataTable
            lost={view.lost}
            caption={t("caption")}
            columns={view.columns.map(({ sort, ...column }) => ({
              ...column,
              sort: sort ? sortLinkOf(base, params, sort) : undefined,
            }))}
          >
            <ListRows {...view} />
          </DataTable>
          <ListNote note={view.note} view={pageView} />
        </>
      ) : (
        <Nothing view={view} />
      )}
      {rows.length > 0 ? (
        <Pager
          view={pageView}
          sizes={pageSizes}
          hrefOfPage={hrefOfPage}
          hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
        />
      ) : null}
    </DeskPage>
  );
}

function Nothing({ view }: { view: DeskListView }) {
  const { t } = useText("invoice-desk");
  const kind = view.isFiltered ? "filtered" : view.isOfDrafts ? "drafts" : "none";
  return (
    <EmptyState title={t(`empty.${kind}Title`)} text={t(`empty.${kind}Text`)}>
      {view.isFiltered ? <ButtonLink to={view.base}>{t("clear")}</ButtonLink> : null}
    </EmptyState>
  );
}
