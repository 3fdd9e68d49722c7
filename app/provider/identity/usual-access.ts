import type { Kysely } from "kysely";
import type { ResourceCode } from "#app/contract/access.ts";
import type { Database } from "../db/schema.ts";

/** What a new company is given; the forwarder's desk gives more, or takes it away. */
const USUAL: readonly ResourceCode[] = ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD", "MEMBER_MANAGE"];

export async function giveUsualAccess(db: Kysely<Database>, companyId: string): Promise<void> {
  await db
    .insertInto("company_access")
    .values(USUAL.map((res_code) => ({ company_id: companyId, res_code })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
