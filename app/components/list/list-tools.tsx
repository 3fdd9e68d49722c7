import { Link } from "react-router";
import type { NamespaceWith } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
import { type ListParams, listAddress } from "./address.ts";
import { ExportForm, type ExportView } from "./export-form.tsx";
import type { ColumnChoices } from "./list-view.ts";

/** The namespaces that have the texts of a list with selectable columns. */
export type ToolNamespace = NamespaceWith<{
  columns: string;
  columnsLegend: string;
  rowsLegend: string;
  columnsApply: string;
  columnsDefault: string;
}>;

export interface Given {
  view: {
    base: string;
    params: ListParams;
    allColumns: ColumnChoices | null;
    rowChoices: ColumnChoices | null;
  };
  texts: ToolNamespace;
}

/** Beside the title: the column panel, and the export of the present query. */
export function ListTools({
  view,
  texts,
  file,
  children,
}: Given & { file: ExportView | null; children?: React.ReactNode }) {
  const { t } = useText(texts);
  const { base, params, allColumns } = view;
  return (
    <div className="flex gap-2 print:hidden max-sm:gap-1 max-sm:[&_:is(a,button)]:px-1.5">
      <Link
        to={listAddress(base, params, { panel: allColumns ? null : "columns" })}
        preventScrollReset
        className={buttonStyle({ size: "small" })}
      >
        {t("columns")}
      </Link>
      {file ? <ExportForm {...file} /> : null}
      {children}
    </div>
  );
}
