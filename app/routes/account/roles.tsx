import { href } from "react-router";
import { DataTable } from "#app/components/list/data-table.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { loadRights } from "#app/features/members/rights.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/roles";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return { title: visit.t("members:title.roles"), table: await loadRights(visit) };
}

/** What each role may do, from the rights that the provider holds. */
export default function Roles({ loaderData }: Route.ComponentProps) {
  const { t } = useText("member-pages");
  const { title, table } = loaderData;
  return (
    <Page head={{ title, back: { href: href("/account/members"), text: t("back") } }}>
      {table.rows.length === 0 ? (
        <p className="text-quiet">{t("rolesUnknown")}</p>
      ) : (
        <DataTable
          caption={t("roleOf")}
          columns={[
            { key: "right", label: t("right"), width: "xxl" },
            ...table.roles.map(({ id, name }) => ({ key: id, label: name, width: "lg" as const })),
          ]}
        >
          {table.rows.map(({ right, held }) => (
            <tr key={right}>
              <th scope="row">{right}</th>
              {held.map((isHeld, index) => (
                // As a card the row names who may alone: with all who may not it is a screen for each right.
                <td
                  key={table.roles[index]?.id}
                  data-label={table.roles[index]?.name}
                  className={isHeld ? "" : "max-md:hidden!"}
                >
                  <span aria-hidden="true">{isHeld ? "✓" : "–"}</span>
                  <span className="sr-only">{` ${t(isHeld ? "yes" : "no")}`}</span>
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      )}
    </Page>
  );
}
