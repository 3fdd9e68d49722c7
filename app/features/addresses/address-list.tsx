import { Form, href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ClampedText } from "#app/components/clamped-text.tsx";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { AddressListView } from "./list.server.ts";
import { ADDRESS_IMPORT_PAGE, editHref } from "./paths.ts";

const FILES = href("/account/addressFile");

export function AddressList({ title, view }: { title: string; view: AddressListView }) {
  const { t } = useText("address-book");
  const add = view.canAdd ? (
    <ButtonLink to={editHref(null)} kind="primary">
      {t("add")}
    </ButtonLink>
  ) : null;
  return (
    <ListPage
      title={title}
      view={view}
      texts="address-book"
      tools={
        <Actions className="print:hidden">
          {view.canExport
            ? (["csv", "xlsx"] as const).map((format) => (
                <ButtonLink key={format} href={`${FILES}?format=${format}`} download>
                  {t(`export.${format}`)}
                </ButtonLink>
              ))
            : null}
          {view.canImport ? <ButtonLink to={ADDRESS_IMPORT_PAGE}>{t("import.open")}</ButtonLink> : null}
          {add}
        </Actions>
      }
      search={<Search view={view} />}
      none={{ text: t(view.canAdd ? "empty.noneText" : "empty.noneTextReadOnly"), action: add }}
    >
      {view.rows.map(({ id, name, href: to, defaults, cells }) => (
        <tr key={id}>
          <th scope="row">
            {to ? (
              <Link to={to} className="wrap-anywhere text-link underline">
                {name}
              </Link>
            ) : (
              <span className="wrap-anywhere">{name}</span>
            )}
            {defaults.map((text) => (
              <span key={text} className="block">
                {" "}
                <Badge kind="info">{text}</Badge>
              </span>
            ))}
          </th>
          {view.columns.slice(1).map(({ key, label }, index) => (
            <td key={key} data-label={label}>
              {cells[index] ? <ClampedText text={cells[index]} /> : null}
            </td>
          ))}
        </tr>
      ))}
    </ListPage>
  );
}

function Search({ view: { base, params, keyword } }: { view: AddressListView }) {
  const { t } = useText("address-book");
  const { keyword: _, ...rest } = params;
  return (
    // The key resets the field when a link changes the query.
    <Form key={keyword} method="get" action={base} role="search">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex gap-2">
        <SearchInput
          name="keyword"
          defaultValue={keyword}
          label={t("keyword")}
          className="min-w-40 max-w-narrow flex-1"
        />
        <Button kind="primary">{t("search")}</Button>
      </div>
    </Form>
  );
}
