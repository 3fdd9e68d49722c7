import { Form, Link } from "react-router";
import type { NamespaceWith } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { useRootData } from "../root-data.ts";
import { type ListParams, listAddress } from "./address.ts";
import type { ColumnChoices } from "./list-view.ts";

/** The namespaces that have the texts of a list with selectable columns. */
type ToolNamespace = NamespaceWith<{
  columns: string;
  columnsLegend: string;
  rowsLegend: string;
  columnsApply: string;
  columnsDefault: string;
  export: string;
}>;

interface Given {
  view: {
    base: string;
    params: ListParams;
    allColumns: ColumnChoices | null;
    rowChoices: ColumnChoices | null;
  };
  texts: ToolNamespace;
}

/** Beside the title: the column panel, and the export of the present query. */
export function ListTools({ view, texts, exportPath }: Given & { exportPath: string | null }) {
  const { t } = useText(texts);
  const { requestId } = useRootData();
  const { base, params, allColumns } = view;
  return (
    <div className="flex gap-2">
      <Link
        to={listAddress(base, params, { panel: allColumns ? null : "columns" })}
        preventScrollReset
        className={buttonStyle({ size: "small" })}
      >
        {t("columns")}
      </Link>
      {exportPath ? (
        <form method="post" action={listAddress(exportPath, params)}>
          <input type="hidden" name="requestId" value={requestId} />
          <Button size="small">{t("export")}</Button>
        </form>
      ) : null}
    </div>
  );
}

/** The open column panel. The first column is always shown. */
export function ColumnChoice({ view: { base, params, allColumns, rowChoices }, texts }: Given) {
  const { t } = useText(texts);
  if (!allColumns) return null;
  return (
    <Form method="get" action={base} className="panel">
      {Object.entries(params).map(([name, value]) =>
        name === "columns" || name === "rows" ? null : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <fieldset className="wide">
        <legend>{t("columnsLegend")}</legend>
        {allColumns.map(([value, label, isShown], index) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="checkbox"
              name="columns"
              value={value}
              defaultChecked={isShown}
              disabled={index === 0}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset className="wide">
        <legend>{t("rowsLegend")}</legend>
        {rowChoices?.map(([value, label, isShown]) => (
          <label key={value} className="flex items-center gap-2">
            <input type="radio" name="rows" value={value} defaultChecked={isShown} />
            {label}
          </label>
        ))}
      </fieldset>
      <p className="flex flex-wrap gap-2">
        <Button kind="primary">{t("columnsApply")}</Button>
        <Link
          to={listAddress(base, params, { columns: "usual", rows: "standard" })}
          className={buttonStyle()}
        >
          {t("columnsDefault")}
        </Link>
      </p>
    </Form>
  );
}
