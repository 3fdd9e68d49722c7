import type { Kysely } from "kysely";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";
import { switchOff } from "./switch.ts";

/** Companies with a sign-in of their own, for the operator. */
export function listCompanySignIns(db: Kysely<Database>) {
  return db
    .selectFrom("company_sign_in as s")
    .innerJoin("company as c", "c.id", "s.company_id")
    .leftJoin("app_user as u", "u.id", "s.password_account_id")
    .select(["c.code as company", "c.name", "s.issuer", "s.is_on as isOn", "u.user_name as keepsPassword"])
    .orderBy("c.code")
    .execute();
}

/** Switches it off for a company that is locked out. @returns whether it was on */
export function companySignInOff(db: Kysely<Database>, code: string, now: Date): Promise<boolean> {
  return transaction(db, async (trx) => {
    const company = await trx.selectFrom("company").select("id").where("code", "=", code).executeTakeFirst();
    if (!company || !(await switchOff(trx, company.id))) return false;
    const context = { db: trx, now, clientAddress: "command line" };
    await recordSecurity(context, "companySignIn.off", null, { companyId: company.id, by: "operator" });
    return true;
  });
}
