import { Form } from "react-router";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { FileForm } from "./file-form.tsx";
import type { AgeingView, BillingListView } from "./list.server.ts";
import { SheetTable } from "./sheet-table.tsx";

/** Parameters outside a form, which it keeps. */
const ageingNames = ["asOf"];
const filterNames = ["keyword", "from", "to", "currency"];
const listNames = ["status", "sort", "direction", "pageSize"];

export function BillingList({ title, view }: { title: string; view: BillingListView }) {
  const { t } = useText("billing-list");
  return (
    <ListPage
      title={title}
      tools={view.files ? <FileForm {...view.files} /> : null}
      view={view}
      texts="billing-list"
      search={
        <>
          {view.ageing ? <Ageing view={view} ageing={view.ageing} /> : null}
          <Search view={view} />
        </>
      }
      none={{ text: t("empty.noneText") }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}

function Kept({ view, names }: { view: BillingListView; names: readonly string[] }) {
  return names.map((name) =>
    view.params[name] ? <input key={name} type="hidden" name={name} value={view.params[name]} /> : null,
  );
}

function Ageing({ view, ageing }: { view: BillingListView; ageing: AgeingView }) {
  return (
    <section className="mb-3">
      <Form method="get" action={view.base} className="mb-2 flex flex-wrap items-end gap-2 print:hidden">
        <Kept view={view} names={[...filterNames, ...listNames]} />
        <label htmlFor="billing-asOf" className="flex flex-col gap-1">
          {`${ageing.asOf.label} `}
          <Input
            key={ageing.asOf.value}
            id="billing-asOf"
            type="date"
            name="asOf"
            defaultValue={ageing.asOf.value}
          />
        </label>
        <Button>{`${ageing.asOf.submit} `}</Button>
      </Form>
      {ageing.problem ? <Alert kind="danger">{ageing.problem}</Alert> : null}
      <h2 className="mb-2 font-semibold">{ageing.caption}</h2>
      <SheetTable
        caption={ageing.caption}
        heads={ageing.heads}
        rows={ageing.rows.map(({ currency, cells, statement }) => ({
          ...{ key: currency, href: statement },
          cells: [statement ? `${currency}: ${ageing.statement}` : currency, ...cells],
        }))}
        amounts={1}
      />
    </section>
  );
}

function Search({ view }: { view: BillingListView }) {
  return (
    <Form
      method="get"
      action={view.base}
      role="search"
      className="flex flex-wrap items-end gap-2 print:hidden"
    >
      <Kept view={view} names={[...ageingNames, ...listNames]} />
      {view.fields.map(({ name, label, value, type, choices }) => (
        <label key={name} htmlFor={`billing-${name}`} className="flex flex-col gap-1 max-sm:w-full">
          {`${label} `}
          {type === "choice" ? (
            <select
              id={`billing-${name}`}
              key={value}
              name={name}
              defaultValue={value}
              className="rounded-md border border-field bg-card px-3 py-2"
            >
              {choices.map(([code, text]) => (
                <option key={code} value={code}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <Input
              key={value}
              id={`billing-${name}`}
              type={type}
              name={name}
              defaultValue={value}
              maxLength={100}
            />
          )}
        </label>
      ))}
      <Button>{`${view.submit} `}</Button>
    </Form>
  );
}
