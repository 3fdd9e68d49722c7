import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE, DESK_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_RESET_LINK_INVALID } from "#app/contract/code.ts";
import type * as contract from "#app/contract/registration.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { hashToken } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { recordSecurity, subjectOf } from "../security-log/record.ts";
import { type MessageKey, mailTexts, message } from "../texts/message.ts";

/** People of the forwarder who get a mail when a company waits for its decision. */
const DESK_TOLD = 20;

/** Finds the registration of a valid link. @throws Refusal for any other, and for an address that has an account by now */
async function registrationOf(db: Kysely<Database>, token: string, now: Date, isLocked: boolean) {
  const row = await db
    .selectFrom("registration")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  const isOpen = row?.status === "UNCONFIRMED" && row.expires_at > now;
  if (!row || !isOpen || (await hasAccount(db, row.email)))
    throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  return row;
}

async function hasAccount(db: Kysely<Database>, email: string): Promise<boolean> {
  const account = await db
    .selectFrom("app_user")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}

async function isTaken(db: Kysely<Database>, userName: string): Promise<boolean> {
  const account = await db
    .selectFrom("app_user")
    .select("id")
    .where(sql`lower(user_name)`, "=", userName.toLowerCase())
    .executeTakeFirst();
  return account !== undefined;
}

/** Tells the forwarder's desk and its administrators, each in their language, that somebody waits. */
async function tellDesk(id: string, company: string, { db, language, now }: CallContext): Promise<void> {
  const people = await db
    .selectFrom("app_user as u")
    .innerJoin("company as c", "c.id", "u.company_id")
    .innerJoin("role as r", "r.id", "u.role_id")
    .select(["u.name", "u.email", "u.language_preference"])
    .where("c.is_forwarder", "=", true)
    .where("r.code", "in", [DESK_ROLE, ADMIN_ROLE])
    .where("u.status", "=", "ACTIVE")
    .where("u.email", "is not", null)
    .orderBy("u.id")
    .limit(DESK_TOLD)
    .execute();
  for (const { name, email, language_preference } of people) {
    const texts = mailTexts("mailRegisterWaiting", language_preference ?? language, { name, company, id });
    await queueMail(db, { recipient: email!, ...texts }, now);
  }
}

/** Tells what the link confirms; changes nothing. */
export async function registerValidate(
  { token }: z.output<typeof contract.registerValidate.request>,
  { db, now }: CallContext,
): Promise<z.input<typeof contract.registerValidate.response>> {
  const row = await registrationOf(db, token, now, false);
  return {
    companyName: row.company_name,
    email: row.email,
    userName: row.user_name,
    isNameTaken: await isTaken(db, row.user_name),
  };
}

/**
 * Uses the link: company and administrator are made, and wait for the forwarder's approval, so that the account name is
 * held by the same index as all others.
 */
export async function registerConfirm(
  input: z.output<typeof contract.registerConfirm.request>,
  context: CallContext,
): Promise<null> {
  const { db, now, language } = context;
  const fault = (code: number, key: MessageKey) =>
    new Refusal(code, key, { data: { fields: [{ path: "userName", message: message(key, language) }] } });
  const row = await registrationOf(db, input.token, now, true);
  const userName = (input.userName ?? row.user_name).normalize("NFKC");
  if (!isAccountName(userName)) throw fault(CODE_INVALID, "accountNameLength");
  // Two registrations of one address, confirmed at once, wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${row.email.toLowerCase()}`}, 0))`.execute(
    db,
  );
  if (await hasAccount(db, row.email)) throw new Refusal(CODE_RESET_LINK_INVALID, "resetLinkInvalid");
  const company = await db
    .insertInto("company")
    .values({
      code: `REG-${row.id}`,
      name: row.company_name,
      country_code: row.country_code,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const admin = await db
    .selectFrom("role")
    .select("id")
    .where("code", "=", "admin")
    .where("company_id", "is", null)
    .executeTakeFirstOrThrow();
  const user = await db
    .insertInto("app_user")
    .values({
      company_id: company.id,
      role_id: admin.id,
      user_name: userName,
      name: row.name,
      email: row.email,
      language_preference: row.language,
      password_hash: row.password_hash,
      password_changed_at: row.created_at,
      status: "AWAITING_APPROVAL",
      created_at: now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(user_name)`).doNothing())
    .returning(["id", "user_name", "company_id"])
    .executeTakeFirst();
  if (!user) throw fault(CODE_CONFLICT, "userNameTaken");
  await db
    .updateTable("registration")
    .set({
      status: "CONFIRMED",
      confirmed_at: now,
      password_hash: null,
      user_name: userName,
      company_id: company.id,
      user_id: user.id,
    })
    .where("id", "=", row.id)
    .execute();
  await recordSecurity(context, "registration.confirmed", subjectOf(user));
  await tellDesk(row.id, row.company_name, context);
  return null;
}
