import type { NamespaceWith } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { ButtonLink } from "../button-link.tsx";
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
}>;

export interface ToolProps {
  view: {
    base: string;
    params: ListParams;
    allColumns: ColumnChoices | null;
    rowChoices: ColumnChoices | null;
  };
  texts: ToolNamespace;
}

/**
 * Beside the title: the column panel, and the present query as a spreadsheet, which the browser itself fetches: the
 * row has no place for more on a phone, and the first visit none for a script. The panel has the other formats.
 */
export function ListTools({
  view,
  texts,
  save,
  children,
}: ToolProps & { save: { action: string; label: string } | null; children?: React.ReactNode }) {
  const { t } = useText(texts);
  const { requestId } = useRootData();
  const { base, params, allColumns } = view;
  return (
    <div className="flex gap-2 print:hidden max-sm:gap-1 max-sm:[&_:is(a,button)]:px-1.5">
      <ButtonLink
        to={listAddress(base, params, { panel: allColumns ? null : "columns" })}
        preventScrollReset
        size="small"
      >
        {t("columns")}
      </ButtonLink>
      {save ? (
        // Not `Form`: the answer is a file.
        <form method="post" action={save.action}>
          <input type="hidden" name="requestId" value={requestId} />
          <Button size="small">{save.label}</Button>
        </form>
      ) : null}
      {children}
    </div>
  );
}
