import type { Kysely } from "kysely";
import type { Party } from "#app/contract/invoice-issuer.ts";
import type { Language } from "#app/contract/user.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";
import type { Database } from "../db/schema.ts";

/** A company as a party. */
export const partyOf = (company: {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  country_code: string | null;
  tax_number: string | null;
}): Party => ({
  name: company.name,
  address: [company.address, [company.city, company.state].filter(Boolean).join(", ")]
    .filter(Boolean)
    .join("\n"),
  countryCode: company.country_code,
  taxNumber: company.tax_number ?? "",
});

/** The customer as it is today. */
export async function customerOf(db: Kysely<Database>, companyId: string): Promise<Party> {
  const company = await db
    .selectFrom("company")
    .selectAll()
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return partyOf(company);
}

/** Name, address and country of a party below each other, then its tax number under its label. */
export const partyText = (party: Party, language: Language, taxLabel: string): string =>
  [
    party.name,
    party.address,
    party.countryCode && isCountryCode(party.countryCode)
      ? countryName(party.countryCode, language)
      : party.countryCode,
    party.taxNumber && `${taxLabel} ${party.taxNumber}`,
  ]
    .filter(Boolean)
    .join("\n");
