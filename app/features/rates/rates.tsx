import { Form, Link } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { answeredField, inputProps } from "#app/components/field-props.ts";
import { RequestId } from "#app/components/form.tsx";
import { listAddress, pageSizes } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import { Pager } from "#app/components/list/pager.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { ImportView, RatesView } from "./rates.server.ts";

const columns = [
  ["carrier", "xl"],
  ["lane", "xxl"],
  ["charges", "xs"],
  ["currency", "xs"],
  ["days", "xl"],
  ["imported", "xl"],
] as const;

/** The rates in force, by sheet, carrier and lane. */
export function RateList({ view }: { view: RatesView }) {
  const { t } = useText("rate-pages");
  const { rows, page, pageSize, total, base, params } = view;
  const heads = columns.map(([key, width]) => ({ key, width, label: t(`list.${key}`) }));
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t("list.title")}</h2>
      <Form method="get" action={base} role="search" className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 sm:max-w-80">
          <SearchInput name="keyword" label={t("list.keyword")} defaultValue={view.keyword} />
        </div>
        <Button>{t("list.search")}</Button>
      </Form>
      {rows.length === 0 ? (
        <EmptyState title={t(view.isFiltered ? "list.noneFits" : "list.none")} text={t("list.noneText")} />
      ) : (
        <>
          <DataTable
            caption={t("list.title")}
            columns={[{ key: "sheet", width: "lg", label: t("list.sheet") }, ...heads]}
          >
            {rows.map(({ key, sheet, cells }) => (
              <tr key={key}>
                <th scope="row">{sheet}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index]!.key} data-label={heads[index]!.label}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </DataTable>
          <Pager
            view={{ page, pageSize, shown: rows.length, total, isTotalCapped: false }}
            sizes={pageSizes}
            hrefOfPage={(next) => listAddress(base, params, { page: next > 1 ? String(next) : null })}
            hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
          />
        </>
      )}
    </section>
  );
}

export function ChooseFile({
  rules,
  action,
}: {
  rules: { limits: string; columns: string };
  action: string;
}) {
  const { t } = useText("rate-pages");
  const field = answeredField({ id: "file" });
  return (
    <Card>
      <form method="post" encType="multipart/form-data" action={action} className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">{t("import.title")}</h2>
        <p>{t("import.lead")}</p>
        <p className="text-quiet">{rules.columns}</p>
        <label htmlFor={field.id} className="font-medium">
          {t("import.file")}
        </label>
        <p id={field.descriptionId} className="text-xs text-quiet">
          {rules.limits}
        </p>
        <input {...inputProps(field, "file", field.descriptionId)} accept=".csv,.txt,.xlsx" required />
        <p>
          <Button kind="primary">{t("import.read")}</Button>
        </p>
      </form>
    </Card>
  );
}

/** What a file would put in force, or did, and the rows that hold it up. */
export function ImportReport({
  view,
  requestId,
  answer,
  back,
}: {
  view: ImportView;
  requestId: string;
  answer: { fault: string; requestId: string | null } | undefined;
  back: string;
}) {
  const { t } = useText("rate-pages");
  const { isDone, canRun, facts, faulty, more } = view;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="wrap-anywhere text-lg font-semibold">{view.title}</h2>
      <ul className="list-disc ps-5">
        {facts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {faulty.length > 0 ? <Alert kind="warning">{t("import.heldUp")}</Alert> : null}
      <Form method="post" className="flex flex-wrap gap-3">
        <RequestId fresh={requestId} {...(answer ? { answer } : {})} />
        {canRun ? <Button kind="primary">{t("import.run")}</Button> : null}{" "}
        <Link to={back} className={buttonStyle()}>
          {t(isDone ? "import.done" : "import.another")}
        </Link>
      </Form>
      {faulty.length > 0 ? (
        <table className="w-full text-left">
          <caption className="mb-2 text-left font-semibold">{t("import.faulty")}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-quiet">
              <th scope="col" className="pe-3 font-normal">{`${t("import.line")} `}</th>
              <th scope="col" className="font-normal">
                {t("import.why")}
              </th>
            </tr>
          </thead>
          <tbody>
            {faulty.map(({ line, faults }) => (
              <tr key={line} className="border-b border-line align-top">
                <td className="py-1 pe-3">{`${line} `}</td>
                <td className="wrap-anywhere py-1">
                  {faults.map((text) => (
                    <span key={text} className="block">
                      {`${text} `}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {more ? <p className="text-quiet">{more}</p> : null}
    </Card>
  );
}
