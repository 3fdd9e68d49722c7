import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { ListParams } from "./address.ts";
import { SearchFields, type SearchFieldsView } from "./search-field.tsx";

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
export function KeywordSearch({
  view: { base, params },
  label,
  button,
}: {
  view: Listed;
  label: string;
  button: string;
}) {
  return (
    <ListSearch base={base} params={params} fields={["keyword"]}>
      <SearchInput
        key={params.keyword}
        name="keyword"
        defaultValue={params.keyword}
        label={label}
        className="min-w-0 max-w-narrow flex-1"
      />
      <Button kind="primary">{button}</Button>
    </ListSearch>
  );
}

/** A search with several fields, of which some are folded. */
export function FieldSearch({
  view: { base, params, search, submit },
}: {
  view: Listed & { search: SearchFieldsView; submit: string };
}) {
  return (
    <ListSearch base={base} params={params} fields={search.fields.map(({ name }) => name)}>
      <SearchFields {...search} />
      <Button>{submit}</Button>
    </ListSearch>
  );
}
