import { useLayoutEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { ButtonLink } from "../button-link.tsx";
import { Late, latePart } from "../late-part.tsx";
import { type ListParams, listAddress } from "./address.ts";
import type { FilteredView } from "./list-view.ts";

const FilterPanel = latePart(() => import("./filter-panel.tsx"));

/** Search box and filter panel: one GET form, whose fields are the list's query. */
export function FilterForm({ view }: { view: FilteredView }) {
  const { t } = useText();
  const {
    base,
    params,
    panel,
    chips,
    box: [name, label],
  } = view;
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const submit = useSubmit();
  // Whatever has no field here is kept: sorting and columns, and filters that only links set.
  const fields = [name, ...(panel ?? []).flatMap((group) => group.fields.map(({ name }) => name))];
  useFieldsOf(params, form);
  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The panel closes with the pressed button; the focus moves to the button that opens it.
    if (document.activeElement?.closest(".panel")) opener.current?.focus();
    const filled = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "");
    submit(filled as [string, string][], { action: base });
  };
  return (
    <Form ref={form} method="get" action={base} role="search" onSubmit={onSubmit}>
      {Object.entries(params).map(([name, value]) =>
        fields.includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div className="flex gap-2">
        <Input
          type="search"
          name={name}
          defaultValue={params[name]}
          aria-label={label}
          placeholder={label}
          maxLength={100}
          className="w-0 max-w-narrow flex-1"
        />
        <Button>{t("filters.search")}</Button>
        {panel === undefined ? null : (
          <ButtonLink
            ref={opener}
            to={listAddress(base, params, { panel: panel ? null : "filters" })}
            preventScrollReset
            aria-expanded={panel !== null}
          >
            {chips.length > 0 ? t("filters.moreInUse", { count: chips.length }) : t("filters.more")}
          </ButtonLink>
        )}
      </div>
      {panel ? (
        <Late>
          <FilterPanel {...view} groups={panel} />
        </Late>
      ) : null}
    </Form>
  );
}

/** The filters in use, each a link that takes it away. */
export function FilterChips({ view: { base, params, chips } }: { view: FilteredView }) {
  const { t } = useText();
  return chips.length > 0 ? (
    <ul className="flex flex-wrap gap-2" aria-label={t("filters.inUse")}>
      {chips.map(({ names, text }) => (
        <li key={text}>
          <ButtonLink
            to={listAddress(base, params, Object.fromEntries(names.map((name) => [name, null])))}
            size="small"
          >
            {text} <span aria-hidden="true">×</span> <span className="sr-only">{t("filters.remove")}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  ) : null;
}

/** A link may change the query while the form is shown: the fields are updated, and the focus stays. */
function useFieldsOf(params: ListParams, form: React.RefObject<HTMLFormElement | null>): void {
  // Fresh data for the same query, or a restored page, must not reset fields.
  const address = JSON.stringify(params);
  const lastAddress = useRef(address);
  useLayoutEffect(() => {
    if (lastAddress.current === address) return;
    lastAddress.current = address;
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const value = params[field.name] ?? "";
      if (field.type === "checkbox") (field as HTMLInputElement).checked = value !== "";
      else if (field.type !== "hidden") field.value = value;
    }
  }, [address, params, form]);
}
