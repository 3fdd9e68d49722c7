import { Form } from "react-router";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { SearchField } from "#app/components/list/search-field.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SheetTable } from "./sheet-table.tsx";
import type { StatementView } from "./statement.server.ts";

const FIRST_AMOUNT = 4;

export function StatementPage({ view }: { view: StatementView }) {
  return (
    <Page head={{ title: view.title }} fault={view.problem}>
      <Form method="get" role="search" className="flex flex-wrap items-end gap-2 print:hidden">
        {view.form.map((field) => (
          <SearchField key={field.name} {...field} />
        ))}
        <Button>{view.submit}</Button>
      </Form>
      {view.file ? <ExportForm {...view.file} /> : null}
      <Card>
        <Balance {...view.opening} />
        {view.rows.length === 0 ? (
          <p className="py-2">{view.none}</p>
        ) : (
          <SheetTable
            caption={view.title}
            heads={view.heads}
            rows={view.rows}
            amounts={FIRST_AMOUNT}
            linked={2}
          />
        )}
        <Balance {...view.closing} />
      </Card>
    </Page>
  );
}

function Balance({ label, value }: { label: string; value: string }) {
  return (
    <p className="flex justify-between gap-x-4 py-1 font-semibold">
      <span>{label}</span> <span className="amount">{value}</span>
    </p>
  );
}
