import { Form, Link } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { type ListParams, listAddress, pageSizes, sortLinkOf } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import { BeyondEnd, isBeyondEnd, Pager } from "#app/components/list/pager.tsx";
import { StatusTabs } from "#app/components/list/status-tabs.tsx";
import { useRootData } from "#app/components/root-data.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { FollowForm } from "./follow-button.tsx";
import type { ListView } from "./list.server.ts";
import { ListFilters } from "./list-filters.tsx";
import { SHIPMENT_LIST } from "./list-link.ts";
import { ShipmentRows } from "./shipment-rows.tsx";

/** The shipment list: filters, status tabs, table, pages. The address is its state. */
export function ShipmentList({
  title,
  view,
  canExport,
  fault,
}: {
  title: string;
  view: ListView;
  canExport: boolean;
  fault?: string;
}) {
  const { t } = useText("shipment-list");
  const { params, rows, page, pageSize, total, isTotalCapped } = view;
  const pageView = { page, pageSize, shown: rows.length, total, isTotalCapped };
  const hrefOfPage = (next: number) =>
    listAddress(SHIPMENT_LIST, params, { page: next > 1 ? String(next) : null });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        <Tools params={params} isChoosing={view.allColumns !== null} canExport={canExport} />
      </div>
      {fault ? <Alert kind="danger">{fault}</Alert> : null}
      {view.problems.map(({ field, kind }) => (
        <Alert key={field} kind="warning">
          <a href={`#filter-${field}`} className="underline">
            {t(`problem.${kind}`)}
          </a>
        </Alert>
      ))}
      <ListFilters view={view} />
      {view.allColumns ? <ColumnChoice params={params} columns={view.allColumns} /> : null}
      <StatusTabs
        label={t("statusTabs")}
        base={SHIPMENT_LIST}
        params={params}
        tabs={view.tabs.map(([value, label]) => ({ value, label }))}
        page={pageView}
      />
      <FollowForm />
      {isBeyondEnd(pageView) ? (
        <BeyondEnd
          view={pageView}
          hrefOfPage={hrefOfPage}
          text={isTotalCapped ? t("empty.depthText") : undefined}
        />
      ) : rows.length === 0 && !view.lost ? (
        <NoRows view={view} />
      ) : (
        <>
          <DataTable
            lost={view.lost}
            caption={t("caption")}
            columns={view.columns.map(({ sort, ...column }) => ({
              ...column,
              sort: sort ? sortLinkOf(SHIPMENT_LIST, params, sort) : undefined,
            }))}
          >
            <ShipmentRows {...view} />
          </DataTable>
          <p className="text-xs text-quiet">{view.clockNote}</p>
        </>
      )}
      {rows.length > 0 ? (
        <Pager
          view={pageView}
          sizes={pageSizes}
          hrefOfPage={hrefOfPage}
          hrefOfSize={(size) => listAddress(SHIPMENT_LIST, params, { pageSize: String(size) })}
        />
      ) : null}
    </div>
  );
}

function Tools({
  params,
  isChoosing,
  canExport,
}: {
  params: ListParams;
  isChoosing: boolean;
  canExport: boolean;
}) {
  const { t } = useText("shipment-list");
  const { requestId } = useRootData();
  return (
    <div className="flex gap-2">
      <Link
        to={listAddress(SHIPMENT_LIST, params, { panel: isChoosing ? null : "columns" })}
        preventScrollReset
        className={buttonStyle({ size: "small" })}
      >
        {t("columns")}
      </Link>
      {canExport ? (
        <form method="post" action={listAddress(SHIPMENT_LIST, params).replace("/index", "/export")}>
          <input type="hidden" name="requestId" value={requestId} />
          <Button size="small">{t("export")}</Button>
        </form>
      ) : null}
    </div>
  );
}

function ColumnChoice({
  params,
  columns,
}: {
  params: ListParams;
  columns: NonNullable<ListView["allColumns"]>;
}) {
  const { t } = useText("shipment-list");
  return (
    <Form method="get" action="/shipments/index" className="panel">
      {Object.entries(params).map(([name, value]) =>
        name === "columns" ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <fieldset className="wide">
        <legend>{t("columnsLegend")}</legend>
        {columns.map(([value, label, isShown]) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="checkbox"
              name="columns"
              value={value}
              defaultChecked={isShown}
              disabled={value === "houseNumber"}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <p className="flex flex-wrap gap-2">
        <Button kind="primary">{t("columnsApply")}</Button>
        <Link to={listAddress(SHIPMENT_LIST, params, { columns: "usual" })} className={buttonStyle()}>
          {t("columnsDefault")}
        </Link>
      </p>
    </Form>
  );
}

function NoRows({ view: { params } }: { view: ListView }) {
  const { t } = useText("shipment-list");
  const { sort, direction, pageSize, columns, ...filters } = params;
  if (Object.keys(filters).length === 0)
    return <EmptyState title={t("empty.noneTitle")} text={t("empty.noneText")} />;
  return (
    <EmptyState title={t("empty.filteredTitle")} text={t("empty.filteredText")}>
      <Link to="/shipments/index" className={buttonStyle()}>
        {t("panel.clear")}
      </Link>
    </EmptyState>
  );
}
