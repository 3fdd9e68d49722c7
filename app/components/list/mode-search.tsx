import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SearchInput, Select } from "#app/ui/input.tsx";
import type { ListParams } from "./address.ts";

/** Search by words and by transport mode; what else the address holds stays. */
export function ModeSearch({
  base,
  params,
  modes,
  texts,
}: {
  base: string;
  params: ListParams;
  modes: readonly (readonly [value: string, label: string])[];
  texts: { keyword: string; mode: string; anyMode: string; search: string };
}) {
  const { keyword, mode, ...rest } = params;
  return (
    // The fields follow the address: a link that clears them shows them cleared.
    <Form key={`${keyword} ${mode}`} method="get" action={base} role="search">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap gap-2">
        <SearchInput
          name="keyword"
          defaultValue={keyword}
          label={texts.keyword}
          className="min-w-52 max-w-narrow flex-1"
        />
        <div>
          <Select name="mode" defaultValue={mode} aria-label={texts.mode}>
            <option value="">{texts.anyMode}</option>
            {modes.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <Button kind="primary">{texts.search}</Button>
      </div>
    </Form>
  );
}
