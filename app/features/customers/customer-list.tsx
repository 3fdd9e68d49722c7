import { Form, href } from "react-router";
import { ClampedText } from "#app/components/clamped-text.tsx";
import { DeskSections } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import type { ListView } from "#app/components/list/list-view.ts";
import { KeptParams } from "#app/components/list/search-field.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { CompanyRow } from "./list.server.ts";

/** Customer companies. */
export function CustomerList({ title, view }: { title: string; view: ListView<CompanyRow> }) {
  const { t } = useText("customer-pages");
  const add = (
    <Link to={href("/freightForwarder/customerAdd")} className={buttonStyle({ kind: "primary" })}>
      {t("add")}
    </Link>
  );
  const { base, params } = view;
  return (
    <>
      <DeskSections />
      <ListPage
        title={title}
        tools={add}
        view={view}
        texts="customer-pages"
        search={
          // The key resets the field when a link changes the query.
          <Form key={params.keyword} method="get" action={base} role="search" className="flex gap-2">
            <KeptParams params={params} names={["status", "sort", "direction", "pageSize"]} />
            <SearchInput
              name="keyword"
              defaultValue={params.keyword}
              label={t("keyword")}
              className="min-w-0 max-w-narrow flex-1"
            />
            <Button kind="primary">{t("search")}</Button>
          </Form>
        }
        none={{ text: t("empty.noneText"), action: add }}
      >
        <Rows {...view} />
      </ListPage>
    </>
  );
}

function Rows({ rows, columns }: Pick<ListView<CompanyRow>, "rows" | "columns">) {
  return rows.map(({ id, name, href, isClosed, state, cells }) => (
    <tr key={id}>
      <th scope="row" className="wrap-anywhere">
        <Link to={href} className="text-link underline">
          {name}
        </Link>
      </th>
      <td data-label={columns[1]?.label}>
        <Badge kind={isClosed ? "neutral" : "success"}>{state}</Badge>
      </td>
      {columns.slice(2).map(({ key, label, isAmount }, index) => (
        <td key={key} data-label={label} className={isAmount ? "amount" : undefined}>
          {cells[index] ? <ClampedText text={cells[index]} /> : null}
        </td>
      ))}
    </tr>
  ));
}
