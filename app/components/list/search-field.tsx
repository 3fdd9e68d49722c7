import { Collapsible } from "#app/ui/collapsible.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { ListParams } from "./address.ts";
import type { Choice } from "./list-view.ts";

/** A field above a list, whose name is a parameter of the list's address. */
export interface SearchFieldView {
  name: string;
  label: string;
  value: string;
  type: "search" | "date" | "choice";
  /** What can be chosen. */
  choices?: Choice[];
  /** Characters; 100 by default. */
  max?: number;
}

export function SearchField({ name, label, value, type, choices = [], max = 100 }: SearchFieldView) {
  const className = "max-sm:w-full";
  // The key resets the field when a link changes the query.
  return type === "choice" ? (
    <Field label={label} className={className}>
      <Select key={value} name={name} defaultValue={value}>
        {choices.map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  ) : (
    <Field label={label} className={className}>
      <Input key={value} type={type} name={name} defaultValue={value} maxLength={max} />
    </Field>
  );
}

/** The fields of a list's search: the first ones always show, the rest is folded while it is empty. */
export interface SearchFieldsView {
  fields: SearchFieldView[];
  /** How many always show. */
  always: number;
  /** The words that unfold the rest. */
  more: string;
}

export function SearchFields({ fields, always, more }: SearchFieldsView) {
  const folded = fields.slice(always);
  return (
    <>
      {fields.slice(0, always).map((field) => (
        <SearchField key={field.name} {...field} />
      ))}
      <Collapsible
        open={folded.some(({ value }) => value !== "")}
        className="max-sm:w-full"
        kind="quiet"
        summary={more}
      >
        <div className="flex flex-wrap items-end gap-2">
          {folded.map((field) => (
            <SearchField key={field.name} {...field} />
          ))}
        </div>
      </Collapsible>
    </>
  );
}

/** Parameters that have no field in a form, which it keeps. */
export function KeptParams({ params, names }: { params: ListParams; names: readonly string[] }) {
  return names.map((name) =>
    params[name] ? <input key={name} type="hidden" name={name} value={params[name]} /> : null,
  );
}
