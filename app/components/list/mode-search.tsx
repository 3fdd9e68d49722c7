import type { NamespaceWith } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { SearchInput, Select } from "#app/ui/input.tsx";
import type { ListParams } from "./address.ts";
import { ListSearch } from "./list-search.tsx";
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
  const { keyword, mode } = params;
  return (
    <ListSearch base={base} params={params} fields={["keyword", "mode"]}>
      <SearchInput
        key={keyword}
        name="keyword"
        defaultValue={keyword}
        label={t("keyword")}
        className="min-w-52 max-w-narrow flex-1"
      />
      <div>
        <Select key={mode} name="mode" defaultValue={mode} aria-label={t("mode")}>
          <option value="">{t("anyMode")}</option>
          {modes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <Button kind="primary">{t("search")}</Button>
    </ListSearch>
  );
}
