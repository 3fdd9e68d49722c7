import { Form, Link } from "react-router";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { DeliveryListView } from "./list.server.ts";

/** Parameters outside the form, which it keeps. */
const keptNames = ["day", "status", "sort", "direction", "pageSize"];

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
      <Form method="get" action={view.base} role="search" className="flex flex-wrap items-end gap-2">
        {keptNames.map((name) =>
          view.params[name] ? <input key={name} type="hidden" name={name} value={view.params[name]} /> : null,
        )}
        {view.search.map(({ name, label, value, type }) => (
          <label key={name} className="flex flex-col gap-1 max-sm:w-full">
            {`${label} `}
            <Input key={value} type={type} name={name} defaultValue={value} maxLength={50} />
          </label>
        ))}
        <Button>{`${view.submit} `}</Button>
      </Form>
    </div>
  );
}
