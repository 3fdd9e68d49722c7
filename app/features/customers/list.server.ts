import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { defineList } from "#app/components/list/define.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, words } from "#app/components/list/query.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import { type CustomerRow, customerList, customerStates } from "#app/contract/customer.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";
import type { Line } from "#app/lib/moment.ts";

const customers = defineList({
  path: href("/freightForwarder/customers"),
  call: customerList,
  filters: { status: choice(customerStates), keyword: words(100) },
  sorts: ["name", "created", "lastSignIn"],
  usual: "name",
  usually: "asc",
  request: ({ status, keyword }) => ({ state: status, keyword }),
  columns: [
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
      cell: ({ lastSignInAt }, { time, t }) => time(lastSignInAt) || t("customers:never"),
    },
    { key: "created", width: "xl", sort: "created", cell: ({ createdAt }, { time }) => time(createdAt) },
  ],
  heading: (key, { t }) => t(`customer-pages:column.${key}`),
  tabs: ({ t }, { counts }) =>
    statusTabs(t("customers:all"), customerStates, (state) => t(`customers:state.${state}`), counts),
});

export interface CompanyRow {
  id: string;
  name: string;
  href: string;
  isClosed: boolean;
  state: string;
  cells: Line[];
}

export const customerHref = (id: string) => href("/freightForwarder/customer/:id", { id });

/** The list for its URL. Throws as `visit.read`. */
export async function loadCustomers(visit: Visit, search: URLSearchParams): Promise<ListView<CompanyRow>> {
  const { view } = await customers.load(visit, search, {
    row: (row) => ({
      id: row.id,
      name: row.name,
      href: customerHref(row.id),
      isClosed: row.closedAt !== null,
      state: visit.t(row.closedAt === null ? "customers:state.OPEN" : "customers:state.CLOSED"),
    }),
  });
  return view;
}

/** City and country in the reader's language. */
export const placeText = (
  { language }: Visit,
  { city, countryCode }: Pick<CustomerRow, "city" | "countryCode">,
) =>
  [city, countryCode && isCountryCode(countryCode) ? countryName(countryCode, language) : countryCode]
    .filter(Boolean)
    .join(", ");
