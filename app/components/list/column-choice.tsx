import { Form } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, Radio } from "#app/ui/checkbox.tsx";
import { ButtonLink } from "../button-link.tsx";
import { listAddress } from "./address.ts";
import { ExportForm, type ExportView } from "./export-form.tsx";
import type { ToolProps } from "./list-tools.tsx";

/** The open column panel. The first column is always shown. Files have the columns of the list. */
export function ColumnChoice({
  view: { base, params, allColumns, rowChoices },
  texts,
  file,
}: ToolProps & { file: ExportView | null }) {
  const { t } = useText(texts);
  const { t: common } = useText();
  return (
    <div className="panel">
      <Form method="get" action={base}>
        {Object.entries(params).map(([name, value]) =>
          name === "columns" || name === "rows" ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        <fieldset className="wide">
          <legend>{t("columnsLegend")}</legend>
          {allColumns?.map(([value, label, isShown], index) => (
            <Checkbox
              key={value}
              size="small"
              name="columns"
              value={value}
              defaultChecked={isShown}
              disabled={index === 0}
            >
              {label}
            </Checkbox>
          ))}
        </fieldset>
        <fieldset className="wide">
          <legend>{t("rowsLegend")}</legend>
          {rowChoices?.map(([value, label, isShown]) => (
            <Radio key={value} size="small" name="rows" value={value} defaultChecked={isShown}>
              {label}
            </Radio>
          ))}
        </fieldset>
        <p className="flex flex-wrap gap-2">
          <Button kind="primary">{t("columnsApply")}</Button>
          <ButtonLink to={listAddress(base, params, { columns: "usual", rows: "standard" })}>
            {t("columnsDefault")}
          </ButtonLink>
          <ButtonLink to={listAddress(base, params, { panel: null })} preventScrollReset>
            {common("flash.dismiss")}
          </ButtonLink>
        </p>
      </Form>
      {file ? <ExportForm {...file} /> : null}
    </div>
  );
}
