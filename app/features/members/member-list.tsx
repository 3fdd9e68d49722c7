import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskSections } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import type { DefinedView } from "#app/components/list/define.server.ts";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Cells } from "#app/components/list/list-rows.tsx";
import { KeywordSearch } from "#app/components/list/list-search.tsx";
import type { ListView } from "#app/components/list/list-view.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { MemberRow } from "./list.server.ts";

export function MemberList({
  title,
  view,
  links,
}: {
  title: string;
  view: DefinedView<MemberRow>;
  links: {
    canAdd: boolean;
    hasActivity: boolean;
    hasDelivery: boolean;
    hasSignIn: boolean;
    hasKeys: boolean;
    hasWebhooks: boolean;
  };
}) {
  const { t } = useText("member-pages");
  const add = links.canAdd ? (
    <ButtonLink to={href("/account/memberAdd")} kind="primary">
      {t("add")}
    </ButtonLink>
  ) : null;
  const tools = (
    <span className="flex flex-wrap gap-2">
      <ButtonLink to={href("/account/roles")}>{t("roles")}</ButtonLink>
      {links.hasActivity ? <ButtonLink to={href("/account/activity")}>{t("activity")}</ButtonLink> : null}
      {links.hasDelivery ? <ButtonLink to={href("/account/mailDelivery")}>{t("delivery")}</ButtonLink> : null}
      {links.hasSignIn ? (
        <ButtonLink to={href("/account/companySignIn")}>{t("companySignIn")}</ButtonLink>
      ) : null}
      {links.hasKeys ? <ButtonLink to={href("/account/apiKeys")}>{t("apiKeys")}</ButtonLink> : null}
      {links.hasWebhooks ? <ButtonLink to={href("/account/webhooks")}>{t("webhooks")}</ButtonLink> : null}
      {view.file ? <ExportForm {...view.file} /> : null}
      {add}
    </span>
  );
  return (
    <ListPage
      title={title}
      tools={tools}
      view={view}
      texts="member-pages"
      search={<KeywordSearch view={view} label={t("keyword")} />}
      none={{ text: t("empty.noneText"), action: add }}
    >
      <Rows {...view} />
    </ListPage>
  );
}

/** Members of a customer's company, with the way to see the portal as each does. */
export function CustomerMemberList({
  title,
  view,
  addHref,
  backHref,
}: {
  title: string;
  view: ListView<MemberRow>;
  /** Null while the company is closed. */
  addHref: string | null;
  backHref: string;
}) {
  const { t } = useText("member-pages");
  const add = addHref ? (
    <ButtonLink to={addHref} kind="primary">
      {t("add")}
    </ButtonLink>
  ) : null;
  return (
    <>
      <DeskSections />
      <ListPage
        title={title}
        back={{ href: backHref, text: t("backToCompany") }}
        tools={add}
        view={view}
        texts="member-pages"
        search={<KeywordSearch view={view} label={t("keyword")} />}
        none={{ text: t("empty.noneText"), action: add }}
      >
        <Rows
          {...view}
          actionOf={({ id, userName }) => (
            <Link
              to={withQuery(href("/freightForwarder/seeAs"), { user: id })}
              aria-label={t("seeAsNamed", { name: userName })}
              className="block py-1 font-normal text-link underline"
            >
              {t("seeAs")}
            </Link>
          )}
        />
      </ListPage>
    </>
  );
}

function Rows({
  rows,
  columns,
  actionOf,
}: Pick<ListView<MemberRow>, "rows" | "columns"> & {
  actionOf?: ((row: MemberRow) => React.ReactNode) | undefined;
}) {
  return rows.map((row) => {
    const { id, userName, href, status, cells } = row;
    return (
      <tr key={id}>
        <th scope="row" className="wrap-anywhere">
          <Link to={href} className="inline-block py-1 text-link underline">
            {userName}
          </Link>{" "}
          {actionOf?.(row)}
        </th>
        <td data-label={columns[1]?.label}>
          {status.label ? <Badge kind={status.kind}>{status.label}</Badge> : null}
        </td>
        <Cells columns={columns} cells={cells} />
      </tr>
    );
  });
}
