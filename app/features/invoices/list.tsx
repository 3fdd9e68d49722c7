import { Form } from "react-router";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { KeptParams, SearchField } from "#app/components/list/search-field.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { AgeingView, BillingListView } from "./list.server.ts";
import { SheetTable } from "./sheet-table.tsx";

/** Parameters that the choice of a day keeps. */
const keptNames = ["keyword", "from", "to", "currency", "status", "sort", "direction", "pageSize"];

export function BillingList({ title, view }: { title: string; view: BillingListView }) {
  const { t } = useText("billing-list");
  return (
    <ListPage
      title={title}
      tools={view.file ? <ExportForm {...view.file} /> : null}
      view={view}
      texts="billing-list"
      search={<FilterForm view={view.filters} />}
      chips={
        <>
          <FilterChips view={view.filters} />
          {view.ageing ? <Ageing view={view} ageing={view.ageing} /> : null}
        </>
      }
      none={{ text: t("empty.noneText") }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}

function Ageing({ view, ageing }: { view: BillingListView; ageing: AgeingView }) {
  return (
    <section className="min-w-0">
      {ageing.problem ? <Alert kind="danger">{ageing.problem}</Alert> : null}
      <h2 className="font-semibold">{ageing.caption}</h2>
      <details open={ageing.asOf.value !== ""} className="mb-2 print:hidden">
        <summary className="py-1.5 text-link">{ageing.other}</summary>
        <Form method="get" action={view.base} className="flex flex-wrap items-end gap-2">
          <KeptParams params={view.params} names={keptNames} />
          <SearchField {...ageing.asOf} />
          <Button>{ageing.submit}</Button>
        </Form>
      </details>
      <SheetTable
        caption={ageing.caption}
        heads={ageing.heads}
        rows={ageing.rows.map(({ currency, cells, statement }) => ({
          key: currency,
          href: statement,
          cells: [statement ? `${currency}: ${ageing.statement}` : currency, ...cells],
        }))}
        amounts={1}
      />
    </section>
  );
}
