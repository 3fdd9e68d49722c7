import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Cells } from "#app/components/list/list-rows.tsx";
import { KeywordSearch } from "#app/components/list/list-search.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
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
      search={<KeywordSearch view={view} label={t("keyword")} />}
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
          <Cells columns={view.columns} cells={cells} />
        </tr>
      ))}
    </ListPage>
  );
}
