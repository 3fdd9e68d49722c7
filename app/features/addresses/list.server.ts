import type { Visit } from "#app/access/visit.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, listQuery, words } from "#app/components/list/query.server.ts";
import { columnViews, listView } from "#app/components/list/view.server.ts";
import {
  type AddressEntry,
  addressDetail,
  addressExport,
  addressImport,
  addressList,
  addressSave,
  addressSortKeys,
} from "#app/contract/address.ts";
import { addressTypes } from "#app/contract/address-code.ts";
import { countryName } from "#app/lib/country-code.ts";
import { ADDRESSES, editHref } from "./paths.ts";
import { typeText } from "./type-text.server.ts";

const query = listQuery({ type: choice(addressTypes), keyword: words(100) }, addressSortKeys, "name", "asc");

interface AddressRow {
  id: string;
  name: string;
  /** Null for people who may only read. */
  href: string | null;
  /** "Default for pickup", in words. */
  defaults: string[];
  cells: string[];
}
export interface AddressListView extends ListView<AddressRow> {
  keyword: string;
  canAdd: boolean;
  canImport: boolean;
  canExport: boolean;
}

/** The address book for its URL, in the reader's language and zone. */
export async function loadAddresses(
  visit: Visit,
  search: URLSearchParams,
  canWrite: boolean,
): Promise<AddressListView> {
  const { t } = visit;
  const criteria = query.read(search);
  const { filter, ...page } = criteria;
  const addresses = await visit.read(addressList, { ...filter, ...page });
  const canOpen = canWrite && visit.offers(addressDetail);
  return {
    ...listView(visit, { base: ADDRESSES, params: query.params(criteria), ...page }, addresses, {
      columns: columnViews(columns, (key) => t(`addresses:column.${key}`)),
      rows: addresses.rows.map((entry) => rowOf(entry, visit, canOpen)),
      tabs: [
        ["", t("addresses:allTypes")],
        ...addressTypes.map((type) => [type, typeText(type, t)] as [string, string]),
      ],
    }),
    tabName: "type",
    keyword: filter.keyword ?? "",
    canAdd: canWrite && visit.offers(addressSave),
    canImport: canWrite && visit.offers(addressImport),
    canExport: visit.offers(addressExport),
  };
}

const columns = [
  { key: "name", width: "xxl", sort: "name" },
  { key: "type", width: "md" },
  { key: "address", width: "xxl" },
  { key: "country", width: "lg", sort: "country" },
  { key: "contactNumber", width: "lg" },
  { key: "updated", width: "lg", sort: "updated" },
] as const;

function rowOf(entry: AddressEntry, { t, language, stamp }: Visit, canOpen: boolean): AddressRow {
  const { id, name, type, address, postcode, state, countryCode, contactNumber, updatedBy } = entry;
  const defaults = [
    ...(entry.isDefaultPickup ? [t("addresses:field.isDefaultPickup")] : []),
    ...(entry.isDefaultDelivery ? [t("addresses:field.isDefaultDelivery")] : []),
  ];
  return {
    id,
    name,
    defaults,
    href: canOpen ? editHref(id) : null,
    cells: [
      typeText(type, t),
      [address, [postcode, state].filter(Boolean).join(" ")].filter(Boolean).join(", "),
      countryName(countryCode, language),
      contactNumber,
      [stamp(entry.updatedAt ?? null), updatedBy].filter(Boolean).join(" · "),
    ],
  };
}
