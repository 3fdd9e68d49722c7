import type { z } from "zod";
import type { AddressFields, addressExport } from "#app/contract/address.ts";
import { type AddressFieldName, addressFieldNames } from "#app/contract/address-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { TooManyRows } from "../db/listed-ids.ts";
import { tableFile } from "../output/table-file.ts";
import { fieldsOf } from "./address-book.ts";
import { columnHeads, fileTitle, typeWords, yesWords } from "./file-words.ts";

const widths: Record<AddressFieldName, number> = {
  type: 18,
  name: 30,
  address: 44,
  postcode: 12,
  state: 18,
  countryCode: 10,
  contactNumber: 20,
  isDefaultPickup: 18,
  isDefaultDelivery: 18,
};

/** All addresses of the company; every cell is text, so that "+86" and leading zeros stay. */
export async function exportAddresses(
  { format }: z.output<typeof addressExport.request>,
  { db, caller, language, streamedRows = Number.POSITIVE_INFINITY }: CallerContext,
): Promise<FileAnswer> {
  const entries = await db
    .selectFrom("address_entry")
    .selectAll()
    .where("company_id", "=", caller.companyId)
    .orderBy("name")
    .orderBy("id")
    .execute();
  if (entries.length > streamedRows) throw new TooManyRows();
  return tableFile(format, {
    fileName: fileTitle[language],
    sheetName: fileTitle[language],
    columns: addressFieldNames.map((name) => ({ heading: columnHeads[name][language], width: widths[name] })),
    batches: batches(entries.map((row) => cellsOf(fieldsOf(row), language))),
  });
}

async function* batches(rows: string[][]) {
  yield rows;
}

function cellsOf(fields: AddressFields, language: Language): string[] {
  const flag = (isSet: boolean) => (isSet ? yesWords[language] : "");
  return addressFieldNames.map((name) => {
    if (name === "type") return typeWords[fields.type][language];
    const value = fields[name];
    return typeof value === "boolean" ? flag(value) : value;
  });
}
