import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { addressList, BookingParty } from "#app/contract/booking.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { containing } from "../db/search-text.ts";

/** Adds a party, unless the address book has one of the same name and address: the first entry stays. */
export async function addToAddressBook(
  db: Kysely<Database>,
  companyId: string,
  parties: readonly BookingParty[],
  now: Date,
): Promise<void> {
  const entries = parties
    .map((party) => ({
      company_id: companyId,
      name: party.name.trim(),
      address: party.address.trim(),
      postcode: party.postcode.trim(),
      state: party.state.trim(),
      country_code: party.countryCode.trim().toUpperCase(),
      contact_number: party.contactNumber.trim(),
      created_at: now,
    }))
    .filter(({ name, address }) => name !== "" && address !== "");
  if (entries.length === 0) return;
  await db
    .insertInto("address_entry")
    .values(entries)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listAddresses(
  { page, pageSize, keyword }: z.output<typeof addressList.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof addressList.response>> {
  const wanted = keyword?.trim();
  const matching = db
    .selectFrom("address_entry")
    .where("company_id", "=", caller.companyId)
    .$if(Boolean(wanted), (query) =>
      query.where((eb) =>
        eb.or([eb("name", "ilike", containing(wanted!)), eb("address", "ilike", containing(wanted!))]),
      ),
    );
  const { total } = await matching
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      address: row.address,
      postcode: row.postcode,
      state: row.state,
      countryCode: row.country_code,
      contactNumber: row.contact_number,
    })),
    total: Number(total),
    isTotalCapped: false,
  };
}
