import { Form } from "react-router";
import type { NamespaceWith } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { SearchInput, Select } from "#app/ui/input.tsx";
import type { ListParams } from "./address.ts";
import type { Choice } from "./list-view.ts";

/** Search by text and transport mode; other parameters are kept. */
export function ModeSearch({
  base,
  params,
  modes,
  texts,
}: {
  base: string;
  params: ListParams;
  modes: readonly Choice[];
  texts: NamespaceWith<{ keyword: string; mode: string; anyMode: string; search: string }>;
}) {
  const { t } = useText(texts as "quote-list");
  const { keyword, mode, ...rest } = params;
  return (
    // The key resets the fields when a link changes the query.
    <Form key={`${keyword} ${mode}`} method="get" action={base} role="search">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap gap-2">
        <SearchInput
          name="keyword"
          defaultValue={keyword}
          label={t("keyword")}
          className="min-w-52 max-w-narrow flex-1"
        />
        <div>
          <Select name="mode" defaultValue={mode} aria-label={t("mode")}>
            <option value="">{t("anyMode")}</option>
            {modes.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <Button kind="primary">{t("search")}</Button>
      </div>
    </Form>
  );
}
