import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type {
  AddressFields,
  addressConflict,
  addressDetail,
  addressEntry,
  addressList,
  addressRemove,
  addressSave,
} from "#app/contract/address.ts";
import type { BookingContent } from "#app/contract/booking.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { partyRoles } from "#app/contract/freight-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { cutPage, readCursor, sliceOf } from "../call/page.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";
import { message } from "../texts/message.ts";
import { addressFaults, fieldFaults } from "./check.ts";

/** The type of the addresses that a booking's parties have (product 3.4). */
const typeOfRole = { shipper: "2", consignee: "3", notifyParty: "4" } as const;

/**
 * Adds parties of a booking. An address that is known by name and address stays as it is, and one that is both
 * fetched from and delivered to becomes of type 4.
 */
export async function addToAddressBook(
  db: Kysely<Database>,
  companyId: string,
  parties: Partial<Pick<BookingContent, (typeof partyRoles)[number]>>,
  now: Date,
): Promise<void> {
  for (const role of ["shipper", "consignee", "notifyParty"] as const) {
    const party = parties[role];
    const [name, address] = [party?.name.trim(), party?.address.trim()];
    if (!party || !name || !address) continue;
    await db
      .insertInto("address_entry")
      .values({
        company_id: companyId,
        name,
        address,
        address_type: typeOfRole[role],
        created_at: now,
        postcode: party.postcode.trim(),
        state: party.state.trim(),
        country_code: party.countryCode.trim().toUpperCase(),
        contact_number: party.contactNumber.trim(),
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`company_id, lower(name), lower(address)`)
          .doUpdateSet({ address_type: "4", version: sql`address_entry.version + 1` })
          .whereRef("address_entry.address_type", "<>", "excluded.address_type")
          .where("address_entry.address_type", "<>", "4"),
      )
      .execute();
  }
}

const CURSOR_NAME = "addresses";

export async function listAddresses(
  criteria: z.output<typeof addressList.request>,
  { db, caller, language }: CallerContext,
): Promise<z.input<typeof addressList.response>> {
  const { keyword, type, sort, direction } = criteria;
  const wanted = keyword?.trim();
  const matching = ownAddresses(db, caller.companyId)
    .$if(Boolean(wanted), (query) =>
      query.where((eb) =>
        eb.or([
          eb("entry.name", "ilike", containing(wanted!)),
          eb("entry.address", "ilike", containing(wanted!)),
        ]),
      ),
    )
    .$if(type !== undefined, (query) => query.where("entry.address_type", "=", type!));
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const order = {
    name: sql`lower(entry.name)`,
    country: sql`entry.country_code`,
    updated: sql`coalesce(entry.updated_at, entry.created_at)`,
  };
  const isDefault = sql`(entry.is_default_pickup or entry.is_default_delivery)`;
  const after = readCursor(criteria, CURSOR_NAME, language);
  const { limit, offset } = sliceOf(criteria);
  const entries = await matching
    .$if(after !== null, (query) => query.where("entry.id", ">", after!))
    .$if(criteria.cursor === undefined, (query) =>
      query.orderBy(sort ? order[sort] : isDefault, sort ? direction : "desc").orderBy(order.name),
    )
    .orderBy("entry.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const { rows, next } = cutPage(entries, criteria, CURSOR_NAME, ({ id }) => id);
  return { rows: rows.map(toEntry), total: Number(total), isTotalCapped: false, ...next };
}

const ownAddresses = (db: Kysely<Database>, companyId: string) =>
  db
    .selectFrom("address_entry as entry")
    .leftJoin("app_user as editor", "editor.id", "entry.updated_by")
    .selectAll("entry")
    .select("editor.name as updated_by_name")
    .where("entry.company_id", "=", companyId);

type EntryRow = Selectable<Database["address_entry"]> & { updated_by_name: string | null };

function toEntry(row: EntryRow): z.input<typeof addressEntry> {
  return {
    id: row.id,
    ...fieldsOf(row),
    version: row.version,
    updatedAt: instantToWire(row.updated_at ?? row.created_at),
    updatedBy: row.updated_by_name,
  };
}

/** The fields of a row under the names of the contract. */
export const fieldsOf = (row: Selectable<Database["address_entry"]>): AddressFields => ({
  type: row.address_type,
  name: row.name,
  address: row.address,
  postcode: row.postcode,
  state: row.state,
  countryCode: row.country_code,
  contactNumber: row.contact_number,
  isDefaultPickup: row.is_default_pickup,
  isDefaultDelivery: row.is_default_delivery,
});

const columnsOf = (fields: AddressFields) => ({
  address_type: fields.type,
  name: fields.name,
  address: fields.address,
  postcode: fields.postcode,
  state: fields.state,
  country_code: fields.countryCode,
  contact_number: fields.contactNumber,
  is_default_pickup: fields.isDefaultPickup,
  is_default_delivery: fields.isDefaultDelivery,
});

export async function readAddress(
  { id }: z.output<typeof addressDetail.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof addressDetail.response>> {
  return toEntry(await findAddress(db, caller.companyId, id));
}

async function findAddress(db: Kysely<Database>, companyId: string, id: string): Promise<EntryRow> {
  const row = await ownAddresses(db, companyId).where("entry.id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

/** Serializes changes of a company's address book: names and defaults are unique in it. */
export async function lockAddressBook(db: Kysely<Database>, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fairlead address book'), ${companyId}::bigint::int)`.execute(
    db,
  );
}

export async function saveAddress(
  { id, version, ...enteredFields }: z.output<typeof addressSave.request>,
  context: CallerContext,
): Promise<z.input<typeof addressSave.response>> {
  const { db, caller, language } = context;
  const fields = trimmed(enteredFields);
  const faults = addressFaults(fields, language);
  if (faults.length > 0) throw new Refusal(CODE_INVALID, "invalid", { data: fieldFaults(faults) });
  await lockAddressBook(db, caller.companyId);
  const stored = id === null ? null : await findAddress(db, caller.companyId, id);
  if (stored && stored.version !== version && !isSame(fieldsOf(stored), fields))
    throw changed(stored, context);
  if (stored && isSame(fieldsOf(stored), fields)) return { id: stored.id };
  const twin = await findTwin(db, caller.companyId, fields);
  if (twin && twin !== id) {
    const text = message("addressKnown", language);
    throw new Refusal(CODE_INVALID, "invalid", { data: fieldFaults([{ field: "name", message: text }]) });
  }
  return { id: await writeAddress(context, id, fields) };
}

/** Free text without blanks around it; a country as its code in capitals. */
export function trimmed(fields: AddressFields): AddressFields {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  const enteredFields = Object.fromEntries(texts) as AddressFields;
  return { ...enteredFields, countryCode: enteredFields.countryCode.toUpperCase() };
}

export const isSame = (a: AddressFields, b: AddressFields): boolean =>
  Object.entries(a).every(([name, value]) => b[name as keyof AddressFields] === value);

function changed(stored: EntryRow, { caller }: CallerContext): Refusal {
  const isOwn = stored.updated_by === caller.userId;
  const data: z.input<typeof addressConflict> = { conflict: { ...toEntry(stored), isOwn } };
  const values = { name: stored.updated_by_name ?? "–" };
  return new Refusal(CODE_CONFLICT, isOwn ? "addressChangedByYou" : "addressChanged", { data, values });
}

/** The id of the address with this name and address, in any case. */
async function findTwin(
  db: Kysely<Database>,
  companyId: string,
  { name, address }: AddressFields,
): Promise<string | null> {
  const twin = await db
    .selectFrom("address_entry")
    .select("id")
    .where("company_id", "=", companyId)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .where(sql`lower(address)`, "=", sql`lower(${address})`)
    .executeTakeFirst();
  return twin?.id ?? null;
}

/** Stores fields without faults, new (`id` null) or known. Call it under `lockAddressBook`. @returns the id */
export async function writeAddress(
  { db, caller, now }: CallerContext,
  id: string | null,
  fields: AddressFields,
): Promise<string> {
  for (const column of ["is_default_pickup", "is_default_delivery"] as const) {
    if (!columnsOf(fields)[column]) continue;
    await db
      .updateTable("address_entry")
      .set((eb) => ({ [column]: false, version: eb("version", "+", 1) }))
      .where("company_id", "=", caller.companyId)
      .where(column, "=", true)
      .$if(id !== null, (query) => query.where("id", "<>", id!))
      .execute();
  }
  const columns = { ...columnsOf(fields), updated_at: now, updated_by: caller.userId };
  if (id === null) {
    const made = await db
      .insertInto("address_entry")
      .values({ ...columns, company_id: caller.companyId, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return made.id;
  }
  await db
    .updateTable("address_entry")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("company_id", "=", caller.companyId)
    .where("id", "=", id)
    .execute();
  return id;
}

export async function removeAddress(
  { id }: z.output<typeof addressRemove.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  await lockAddressBook(db, caller.companyId);
  await findAddress(db, caller.companyId, id);
  await db
    .deleteFrom("address_entry")
    .where("company_id", "=", caller.companyId)
    .where("id", "=", id)
    .execute();
  return null;
}
