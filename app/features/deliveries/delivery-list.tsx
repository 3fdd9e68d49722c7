import { ExportForm } from "#app/components/list/export-form.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { DeliveryListView } from "./list.server.ts";

export function DeliveryList({ title, view }: { title: string; view: DeliveryListView }) {
  const { t } = useText("delivery-list");
  return (
    <ListPage
      title={title}
      tools={view.file ? <ExportForm {...view.file} /> : null}
      view={view}
      texts="delivery-list"
      search={<FilterForm view={view.filters} />}
      chips={<FilterChips view={view.filters} />}
      none={{ text: t("empty.noneText") }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}
