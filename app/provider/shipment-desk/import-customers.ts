import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Finds customers by code or name. @returns several where more than one has the name */
export async function readCustomers(
  db: Kysely<Database>,
): Promise<(cell: string) => readonly { id: string }[]> {
  const companies = await db
    .selectFrom("company")
    .select(["id", "name", "code"])
    .where("is_forwarder", "=", false)
    .execute();
  const byName = Map.groupBy(companies, ({ name }) => name.trim().toLowerCase());
  const byCode = new Map(companies.map((company) => [company.code.toLowerCase(), company]));
  return (cell) => {
    const word = cell.trim().toLowerCase();
    const coded = byCode.get(word);
    return coded ? [coded] : (byName.get(word) ?? []);
  };
}
