import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import { ButtonLink } from "../button-link.tsx";
import { listAddress } from "./address.ts";
import type { FilteredView, FilterField, FilterGroup } from "./list-view.ts";

/** The filters besides search box and status: fields of the surrounding form. */
export default function FilterPanel({
  groups,
  base,
  params,
  problems,
}: Omit<FilteredView, "panel" | "chips" | "box"> & { groups: readonly FilterGroup[] }) {
  const { t } = useText();
  return (
    <div className="panel">
      {groups.map(({ legend, fields, note }) => (
        <fieldset key={legend}>
          <legend>{legend}</legend>
          {fields.map((field) =>
            field.kind === "flag" ? (
              <Checkbox
                key={field.name}
                size="small"
                name={field.name}
                value="true"
                defaultChecked={params[field.name] === "true"}
              >
                {field.label}
              </Checkbox>
            ) : (
              <Field
                key={field.name}
                field={field}
                value={params[field.name]}
                any={t("filters.any")}
                error={problems.find((problem) => problem.field === field.name)?.text}
              />
            ),
          )}
          {note ? <p className="text-xs text-quiet">{note}</p> : null}
        </fieldset>
      ))}
      <p className="flex flex-wrap gap-2">
        <Button kind="primary">{t("filters.apply")}</Button>
        <ButtonLink to={base}>{t("filters.clear")}</ButtonLink>
        <ButtonLink to={listAddress(base, params, { panel: null })} preventScrollReset>
          {t("flash.dismiss")}
        </ButtonLink>
      </p>
    </div>
  );
}

function Field({
  field: { kind, name, label, max, choices, offered },
  value,
  any,
  error,
}: {
  field: FilterField;
  value: string | undefined;
  any: string;
  error: string | undefined;
}) {
  const id = `filter-${name}`;
  const errorId = error && `${id}-error`;
  const control = {
    id,
    name,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": errorId,
    defaultValue: value,
  };
  const listId = offered && `${id}-ports`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {kind === "choice" ? (
        <Select {...control}>
          <option value="">{any}</option>
          {choices?.map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </Select>
      ) : kind === "day" ? (
        <Input {...control} type="date" />
      ) : (
        <Input {...control} maxLength={max} list={listId} />
      )}
      {offered ? (
        <datalist id={listId}>
          {offered.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ) : null}
      {error ? (
        <p id={errorId} className="text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
