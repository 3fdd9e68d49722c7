import { Form } from "react-router";
import type { ListParams } from "./address.ts";
import { FilterForm } from "./filter-form.tsx";

interface Listed {
  base: string;
  params: ListParams;
}

/**
 * A form above a list. Its `fields` are parameters of the list's address; all others stay. A field needs its value as key, so that
 * a link which changes the address resets it.
 */
export function ListSearch({
  base,
  params,
  fields,
  children,
}: Listed & { fields: readonly string[]; children: React.ReactNode }) {
  return (
    <Form method="get" action={base} role="search" className="flex flex-wrap items-end gap-2 print:hidden">
      {Object.entries(params).map(([name, value]) =>
        fields.includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </Form>
  );
}

/** A search for words alone. */
export const KeywordSearch = ({ view, label }: { view: Listed; label: string }) => (
  <FilterForm view={{ ...view, box: ["keyword", label], panel: undefined, chips: [], problems: [] }} />
);
