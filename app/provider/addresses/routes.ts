import { iso31662 } from "iso-3166";
import * as contract from "#app/contract/address.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { handleList } from "../output/list-route.ts";
import { listAddresses, readAddress, removeAddress, saveAddress } from "./address-book.ts";
import { exportAddresses } from "./export.ts";
import { chooseEncoding, prepareImport, reportImport, runImport } from "./import.ts";

const forms = ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"] as const;
/** The forms that pick addresses, and the menus that open the address book (product 2.5 and 2.6). */
const read = {
  reach: "company",
  anyOf: ["BOOKING", "ACCOUNT", "ADDRESSBOOK", ...forms],
} as const satisfies Needs;
/** Not the menu of the account alone, which readers have too. */
const write = { reach: "company", anyOf: ["BOOKING", "ADDRESSBOOK"] } as const satisfies Needs;

/** The company's address book. */
export const addressRoutes: Route[] = [
  handleRead(contract.addressList, read, listAddresses),
  handle(contract.addressDetail, read, readAddress),
  handle(contract.addressSave, write, saveAddress),
  handle(contract.addressRemove, write, removeAddress),
  handleList(contract.addressExport, read, "addresses", exportAddresses),
  handle(contract.addressImport, write, prepareImport),
  handle(contract.addressImportReport, write, reportImport),
  handle(contract.addressImportEncoding, write, chooseEncoding),
  handle(contract.addressImportRun, write, runImport),
  handle(contract.addressRegions, read, async ({ countryCode }) => ({
    names: iso31662.filter(({ parent }) => parent === countryCode).map(({ name }) => name),
  })),
];
