import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import {
  cellsOf,
  columnViews,
  type ListColumn,
  listView,
  statusTabs,
} from "#app/components/list/view.server.ts";
import { type CustomerRow, customerList, customerStates } from "#app/contract/customer.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";

const query = listQuery(
  { status: choice(customerStates), keyword: words(100) },
  ["name", "created", "lastSignIn"],
  "name",
  "asc",
);

export interface CompanyRow {
  id: string;
  name: string;
  href: string;
  isClosed: boolean;
  state: string;
  cells: string[];
}

export const customerHref = (id: string) => href("/freightForwarder/customer/:id", { id });

/** The list for its URL. Throws as `visit.read`. */
export async function loadCustomers(visit: Visit, search: URLSearchParams): Promise<ListView<CompanyRow>> {
  const criteria = query.read(search);
  const { filter, ...page } = criteria;
  const { t } = visit;
  const found = await visit.read(customerList, { ...page, keyword: filter.keyword, state: filter.status });
  return listView(
    visit,
    { base: href("/freightForwarder/customers"), params: query.params(criteria), ...page },
    found,
    {
      columns: columnViews(columns, (key) => t(`customer-pages:column.${key}`)),
      rows: found.rows.map((row) => ({
        id: row.id,
        name: row.name,
        href: customerHref(row.id),
        isClosed: row.closedAt !== null,
        state: t(row.closedAt === null ? "customers:state.OPEN" : "customers:state.CLOSED"),
        cells: cellsOf(columns, row, visit),
      })),
      tabs: statusTabs(
        t("customers:all"),
        customerStates,
        (state) => t(`customers:state.${state}`),
        found.counts,
      ),
    },
  );
}

/** City and country in the reader's language. */
export const placeText = (
  { language }: Visit,
  { city, countryCode }: Pick<CustomerRow, "city" | "countryCode">,
) =>
  [city, countryCode && isCountryCode(countryCode) ? countryName(countryCode, language) : countryCode]
    .filter(Boolean)
    .join(", ");

const columns = [
  { key: "name", width: "xxl", sort: "name" },
  { key: "state", width: "md" },
  { key: "code", width: "lg", cell: ({ code }) => code },
  { key: "place", width: "xl", cell: (row, visit) => placeText(visit, row) },
  {
    key: "members",
    width: "sm",
    isAmount: true,
    cell: ({ members }, { language }) => members.toLocaleString(language),
  },
  {
    key: "openShipments",
    width: "md",
    isAmount: true,
    cell: ({ openShipments }, { language }) => openShipments.toLocaleString(language),
  },
  {
    key: "lastSignIn",
    width: "xl",
    sort: "lastSignIn",
    cell: ({ lastSignInAt }, { stamp, t }) => stamp(lastSignInAt) || t("customers:never"),
  },
  { key: "created", width: "xl", sort: "created", cell: ({ createdAt }, { stamp }) => stamp(createdAt) },
] as const satisfies readonly ListColumn<CustomerRow, Visit>[];
