import { Link } from "#app/components/link.tsx";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { FieldSearch } from "#app/components/list/list-search.tsx";
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
      search={<Search view={view} />}
      none={{ text: t("empty.noneText") }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}

function Search({ view }: { view: DeliveryListView }) {
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <p className="flex flex-wrap gap-x-4">
        {view.days.map(({ label, href, isCurrent }) => (
          <Link
            key={href}
            to={href}
            aria-current={isCurrent ? "true" : undefined}
            className="py-2 text-link underline"
          >
            {`${label} `}
          </Link>
        ))}
      </p>
      <FieldSearch view={view} />
    </div>
  );
}
