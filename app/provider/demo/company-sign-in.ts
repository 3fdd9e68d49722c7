import type { Kysely } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";

/** A sign-in by the company's own service that is prepared and not switched on: nobody answers at its address. */
export async function addDemoCompanySignIn(
  db: Kysely<Database>,
  company_id: string,
  today: Date,
): Promise<void> {
  const roles = await db.selectFrom("role").select(["id", "code"]).where("company_id", "is", null).execute();
  const roleOf = (code: string) => roles.find((role) => role.code === code)?.id ?? roles[0]!.id;
  await db
    .insertInto("company_sign_in")
    .values({
      company_id,
      link_key: "meridian-demo",
      issuer: "https://login.meridian-retail.example",
      client_id: "freight-portal",
      name_claim: "name",
      role_claim: "groups",
      role_map: JSON.stringify([
        { roleId: roleOf("admin"), values: ["freight-admins"] },
        { roleId: roleOf("booker"), values: ["freight-booking", "imports"] },
      ]),
      default_role_id: roleOf("viewer"),
      makes_accounts: true,
      changed_at: new Date(today.getTime() - 3 * DAY_MS),
    })
    .execute();
  const claimed = { company_id, created_at: new Date(today.getTime() - 3 * DAY_MS) };
  await db
    .insertInto("company_domain")
    .values([
      {
        ...claimed,
        domain: "meridian-retail.example",
        dns_token: "demo-1f6c0b9a4e72",
        proved_at: new Date(today.getTime() - 2 * DAY_MS),
        proved_by: "DNS",
      },
      { ...claimed, domain: "meridian-outlet.example", dns_token: "demo-8a51d3c7e904" },
    ])
    .execute();
}
