import { href } from "react-router";

export const ADDRESSES = href("/account/address");
export const ADDRESS_IMPORT_PAGE = href("/account/addressImport");

/** The form of an address; null for a new one. */
export const editHref = (id: string | null): string =>
  id ? `${href("/account/addressEdit")}?id=${id}` : href("/account/addressEdit");
export const removeHref = (id: string): string => `${href("/account/addressRemove")}?id=${id}`;
export const importHref = (id: string): string => `${ADDRESS_IMPORT_PAGE}?id=${id}`;
