import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SearchInput } from "#app/ui/input.tsx";

/** A search field with its button, by GET. `children` are hidden fields that keep other parameters. */
export function SearchForm({
  action,
  name,
  words,
  label,
  hint,
  button,
  children,
}: {
  action: string;
  name: string;
  words: string | undefined;
  /** Label; `hint` describes what is searched. */
  label: string;
  hint: string;
  button: string;
  children?: React.ReactNode;
}) {
  return (
    <Form key={words} method="get" action={action} role="search" aria-label={label} className="flex gap-2">
      {children}
      <SearchInput name={name} defaultValue={words} label={hint} />
      <Button className="whitespace-nowrap">{button}</Button>
    </Form>
  );
}
