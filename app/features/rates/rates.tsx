import { Form } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { listAddress, pageSizes } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import { Pager } from "#app/components/list/pager.tsx";
import { timed } from "#app/components/moment.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { RatesView } from "./rates.server.ts";

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
    <Section title={t("list.title")} layout="close" isPlain>
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
                    {timed(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </DataTable>
          <Pager
            view={{ page, pageSize, rowCount: rows.length, total, isTotalCapped: false }}
            sizes={pageSizes}
            hrefOfPage={(next) => listAddress(base, params, { page: next > 1 ? String(next) : null })}
            hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
          />
        </>
      )}
    </Section>
  );
}
