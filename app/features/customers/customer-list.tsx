import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskSections } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Cells } from "#app/components/list/list-rows.tsx";
import { KeywordSearch } from "#app/components/list/list-search.tsx";
import type { ListView } from "#app/components/list/list-view.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { CompanyRow } from "./list.server.ts";

/** Customer companies. */
export function CustomerList({ title, view }: { title: string; view: ListView<CompanyRow> }) {
  const { t } = useText("customer-pages");
  const add = (
    <ButtonLink to={href("/freightForwarder/customerAdd")} kind="primary">
      {t("add")}
    </ButtonLink>
  );
  return (
    <>
      <DeskSections />
      <ListPage
        title={title}
        tools={add}
        view={view}
        texts="customer-pages"
        search={<KeywordSearch view={view} label={t("keyword")} />}
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
      <Cells columns={columns} cells={cells} />
    </tr>
  ));
}
