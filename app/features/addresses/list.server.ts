import type { Visit } from "#app/access/visit.server.ts";
import { defineList } from "#app/components/list/define.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, words } from "#app/components/list/query.server.ts";
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
import type { Line } from "#app/lib/moment.ts";
import { ADDRESSES, editHref } from "./paths.ts";
import { typeText } from "./type-text.server.ts";

const addresses = defineList({
  path: ADDRESSES,
  call: addressList,
  filters: { type: choice(addressTypes), keyword: words(100) },
  sorts: addressSortKeys,
  usual: "name",
  usually: "asc",
  columns: [
    { key: "name", width: "xxl", sort: "name" },
    { key: "type", width: "md", cell: ({ type }, { t }) => typeText(type, t) },
    {
      key: "address",
      width: "xxl",
      cell: ({ address, postcode, state }) =>
        [address, [postcode, state].filter(Boolean).join(" ")].filter(Boolean).join(", "),
    },
    {
      key: "country",
      width: "lg",
      sort: "country",
      cell: ({ countryCode }, { language }) => countryName(countryCode, language),
    },
    { key: "contactNumber", width: "lg", cell: ({ contactNumber }) => contactNumber },
    {
      key: "updated",
      width: "lg",
      sort: "updated",
      cell: ({ updatedAt, updatedBy }, { dated }) =>
        dated(updatedAt, (time) => [time, updatedBy].filter(Boolean).join(" · ")),
    },
  ],
  heading: (key, { t }) => t(`addresses:column.${key}`),
  tabs: ({ t }) => [
    ["", t("addresses:allTypes")],
    ...addressTypes.map((type): [string, string] => [type, typeText(type, t)]),
  ],
  tabName: "type",
});

interface AddressRow {
  id: string;
  name: string;
  /** Null for people who may only read. */
  href: string | null;
  /** "Default for pickup", in words. */
  defaults: string[];
  cells: Line[];
}
export interface AddressListView extends ListView<AddressRow> {
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
  const canOpen = canWrite && visit.offers(addressDetail);
  const { view } = await addresses.load(visit, search, {
    row: (entry) => rowOf(entry, visit, canOpen),
  });
  return {
    ...view,
    canAdd: canWrite && visit.offers(addressSave),
    canImport: canWrite && visit.offers(addressImport),
    canExport: visit.offers(addressExport),
  };
}

function rowOf(
  { id, name, isDefaultPickup, isDefaultDelivery }: AddressEntry,
  { t }: Visit,
  canOpen: boolean,
): Omit<AddressRow, "cells"> {
  const defaults = [
    ...(isDefaultPickup ? [t("addresses:field.isDefaultPickup")] : []),
    ...(isDefaultDelivery ? [t("addresses:field.isDefaultDelivery")] : []),
  ];
  return { id, name, defaults, href: canOpen ? editHref(id) : null };
}
