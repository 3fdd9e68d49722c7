import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { PASSWORD_MAX_LENGTH } from "#app/contract/auth.ts";
import { language } from "#app/contract/user.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { isCountryCode } from "#app/lib/country-code.ts";
import { isAcceptablePassword } from "#app/lib/password-strength.ts";
import type { Database } from "../db/schema.ts";
import { isBreached } from "../identity/breached-passwords.ts";
import { hashPassword } from "../identity/password.ts";
import { giveUsualAccess } from "../identity/usual-access.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { message } from "../texts/message.ts";

const CODE = "FORWARDER";
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal sends for an arrow key must not be kept.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A text of one line as bookings and documents carry it. */
const line = (length: number) =>
  z
    .string()
    .trim()
    .max(length, `give at most ${length} characters`)
    .refine((text) => !CONTROL.test(text), "give a text without control characters");
const needed = (wish: string) => line(100).min(1, wish);

/** What is asked about the forwarder and its first member of staff. The messages complete "give ..." for a person. */
export const forwarderFields = {
  companyName: needed("give the name of your company"),
  address: line(200),
  city: line(100),
  countryCode: line(10)
    .toUpperCase()
    .refine((code) => code === "" || isCountryCode(code), "give a country's code of two letters, such as HK"),
  customerService: line(100),
  userName: line(200)
    .transform((name) => name.normalize("NFKC"))
    .refine(isAccountName, message("accountNameLength", "en")),
  name: needed("give the name of the person"),
  email: line(254).pipe(z.email("give an address of mail such as ada@harbour.example")),
  language: z.enum(language.options, "give en or zh"),
};
const shape = z.object(forwarderFields);
export type Forwarder = z.output<typeof shape> & { password: string };

/** Why a password cannot be the one of this account; null when it can. The same policy as everywhere. */
export function passwordFault(password: string, userName: string): string | null {
  if (password.length > PASSWORD_MAX_LENGTH) return `give at most ${PASSWORD_MAX_LENGTH} characters`;
  if (!isAcceptablePassword(password, userName)) return message("passwordTooSimple", "en");
  return isBreached(password) ? message("passwordBreached", "en") : null;
}

/** The forwarder's company that a database has; null before the set-up. */
export async function findForwarder(db: Kysely<Database>): Promise<{ code: string; name: string } | null> {
  const forwarder = await db
    .selectFrom("company")
    .select(["code", "name"])
    .where("is_forwarder", "=", true)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return forwarder ?? null;
}

/** Whether an account has the name already, in whatever case. */
export async function isNameTaken(db: Kysely<Database>, userName: string): Promise<boolean> {
  const account = await db
    .selectFrom("app_user")
    .select("id")
    .where(sql`lower(user_name)`, "=", userName.toLowerCase())
    .executeTakeFirst();
  return account !== undefined;
}

/** Waits until no other set-up is under way, to the end of the transaction of `db`. */
export async function lockForwarder(db: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('fairlead forwarder', 0))`.execute(db);
}

/**
 * Makes the forwarder's company and its first account, an administrator, who therefore manages colleagues and works at
 * the desk. Call it in a transaction after `lockForwarder`, where no company is a forwarder.
 */
export async function makeForwarder(
  forwarder: Forwarder,
  context: { db: Kysely<Database>; now: Date; clientAddress: string },
): Promise<void> {
  const { db, now } = context;
  const customerService = forwarder.customerService || "Customer Service";
  const company = await db
    .insertInto("company")
    .values({
      code: CODE,
      name: forwarder.companyName,
      is_forwarder: true,
      customer_service: customerService,
      address: forwarder.address || null,
      city: forwarder.city || null,
      created_at: now,
      country_code: forwarder.countryCode || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await giveUsualAccess(db, company.id);
  const department = await db
    .insertInto("department")
    .values({ company_id: company.id, parent_id: null, name: customerService })
    .returning("id")
    .executeTakeFirstOrThrow();
  const admin = await db
    .selectFrom("role")
    .select("id")
    .where("code", "=", ADMIN_ROLE)
    .where("company_id", "is", null)
    .executeTakeFirstOrThrow();
  const user = await db
    .insertInto("app_user")
    .values({
      company_id: company.id,
      role_id: admin.id,
      department_id: department.id,
      user_name: forwarder.userName,
      name: forwarder.name,
      email: forwarder.email,
      language_preference: forwarder.language,
      status: "ACTIVE",
      created_at: now,
      password_hash: await hashPassword(forwarder.password),
      password_changed_at: now,
    })
    .returning(["id", "user_name", "company_id"])
    .executeTakeFirstOrThrow();
  await recordSecurity(context, "member.added", subjectOf(user), { by: "setup", roleTo: admin.id });
}
