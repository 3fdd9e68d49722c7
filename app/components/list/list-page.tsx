import type { NamespaceWith } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "../button-link.tsx";
import { EmptyState } from "../empty-state.tsx";
import { PageHead } from "../page/head.tsx";
import { listAddress, pageSizes, sortLinkOf } from "./address.ts";
import { DataTable } from "./data-table.tsx";
import type { ListView } from "./list-view.ts";
import { BeyondEnd, isBeyondEnd, ListNote, Pager } from "./pager.tsx";
import { StatusTabs } from "./status-tabs.tsx";

/** The namespaces that have the texts of a list. */
export type ListNamespace = NamespaceWith<{
  caption: string;
  statusTabs: string;
  clear: string;
  empty: { noneTitle: string; filteredTitle: string; filteredText: string };
}>;

/** Parameters that do not filter. */
const looks = ["sort", "direction", "pageSize", "columns", "rows"];

/** A list: title, search, status tabs, table, pager. Its state is in the URL. */
export function ListPage({
  title,
  back,
  tools,
  view,
  texts,
  search,
  chips,
  form,
  none,
  beyondText,
  children,
}: {
  title: string;
  back?: React.ComponentProps<typeof PageHead>["back"];
  /** Actions beside the title. */
  tools: React.ReactNode;
  view: ListView<unknown>;
  texts: ListNamespace;
  /** Beside the tabs. */
  search: React.ReactNode;
  /** Below them: filters in use, and what is wrong with them. */
  chips?: React.ReactNode;
  /** A form that buttons of the rows post. */
  form?: React.ReactNode;
  /** For an empty list without filters: what to do, with a link. */
  none: { text: string; action?: React.ReactNode };
  /** For a page after the last one, when there is more to say. */
  beyondText?: string;
  /** The rows: `ListRows`, or rows of their own. */
  children: React.ReactNode;
}) {
  const { t } = useText(texts as "quote-list");
  const { base, params, columns, rows, lost, page, pageSize, total, isTotalCapped } = view;
  const pageView = { page, pageSize, rowCount: rows.length, total, isTotalCapped };
  const hrefOfPage = (next: number) => listAddress(base, params, { page: next > 1 ? String(next) : null });
  const isFiltered = Object.keys(params).some((name) => !looks.includes(name));
  return (
    <div className="flex flex-col gap-2 max-sm:gap-1">
      <PageHead title={title} back={back} actions={tools} />
      <div className="list-bar">
        <StatusTabs
          label={t("statusTabs")}
          base={base}
          params={params}
          tabs={view.tabs}
          name={view.tabName}
        />
        {search}
      </div>
      {chips}
      {form}
      {isBeyondEnd(pageView) ? (
        <BeyondEnd view={pageView} hrefOfPage={hrefOfPage} text={beyondText} />
      ) : rows.length > 0 || lost ? (
        <>
          <DataTable
            lost={lost}
            look={view.look}
            caption={t("caption")}
            columns={columns.map(({ sort, ...column }) => ({
              ...column,
              sort: sort ? sortLinkOf(base, params, sort) : undefined,
            }))}
          >
            {children}
          </DataTable>
          <ListNote note={view.note} order={view.order} view={pageView} />
        </>
      ) : isFiltered ? (
        <EmptyState title={t("empty.filteredTitle")} text={t("empty.filteredText")}>
          <ButtonLink to={base}>{t("clear")}</ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState title={t("empty.noneTitle")} text={none.text}>
          {none.action}
        </EmptyState>
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
