import { sql } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type * as contract from "#app/contract/customer.ts";
import { isCountryCode } from "#app/lib/country-code.ts";
import type { CallerContext } from "../call/context.ts";
import { endTokens } from "../identity/session.ts";
import { giveUsualAccess } from "../identity/usual-access.ts";
import { addMember } from "../members/change.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { countVersion, fieldFault, lockCustomer, mustBeCurrent, note, tellCompany } from "./store.ts";

type Facts = Pick<
  z.output<typeof contract.customerSave.request>,
  "name" | "code" | "address" | "city" | "state" | "taxNumber" | "countryCode"
>;

const factsOf = ({ name, code, address, city, state, taxNumber, countryCode }: Facts) => ({
  name,
  code,
  address: address || null,
  city: city || null,
  state: state || null,
  tax_number: taxNumber || null,
  country_code: countryCode,
});

async function checkFacts({ code, countryCode }: Facts, context: CallerContext, ownId = "0"): Promise<void> {
  if (countryCode !== null && !isCountryCode(countryCode))
    throw fieldFault(CODE_INVALID, "countryCode", "formatError", context);
  // Two people who choose one code at once wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`company ${code.toLowerCase()}`}, 0))`.execute(
    context.db,
  );
  const other = await context.db
    .selectFrom("company")
    .select("id")
    .where(sql`lower(code)`, "=", code.toLowerCase())
    .where("id", "<>", ownId)
    .limit(1)
    .executeTakeFirst();
  if (other) throw fieldFault(CODE_CONFLICT, "code", "customerCodeTaken", context);
}

/** Makes a company with what companies are given when they are approved, and invites its first administrator. */
export async function makeCustomer(
  { userName, personName, email, ...facts }: z.output<typeof contract.customerMake.request>,
  context: CallerContext,
): Promise<{ id: string }> {
  const { db, now } = context;
  await checkFacts(facts, context);
  const { id } = await db
    .insertInto("company")
    .values({ ...factsOf(facts), created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await giveUsualAccess(db, id);
  const admin = await db
    .selectFrom("role")
    .select("id")
    .where("code", "=", ADMIN_ROLE)
    .where("company_id", "is", null)
    .executeTakeFirstOrThrow();
  const of = { companyId: id, isForwarder: false };
  const member = { userName, name: personName, email, roleId: admin.id, departmentId: null };
  await tellCompany(context, id, "company.made");
  const { userId } = await addMember(member, context, of);
  await note(context, id, "made", [
    ...changesBetween({}, facts),
    { path: "administrator", before: null, after: userId },
  ]);
  return { id };
}

export async function saveCustomer(
  { id, version, ...facts }: z.output<typeof contract.customerSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db } = context;
  const company = await lockCustomer(context, id);
  await mustBeCurrent(context, company, version);
  await checkFacts(facts, context, id);
  const { name, code, address, city, state, tax_number: taxNumber, country_code: countryCode } = company;
  const changes = changesBetween({ name, code, address, city, state, taxNumber, countryCode }, facts);
  if (changes.length === 0) return null;
  await db
    .updateTable("company")
    .set({ ...factsOf(facts), version: version + 1 })
    .where("id", "=", id)
    .execute();
  await note(context, id, "changed", changes);
  await tellCompany(context, id, "company.changed");
  return null;
}

/**
 * Closes a company: its people are disabled, so that nobody signs in, is mailed, or opens what is theirs, and all their
 * sessions end at once. Opened again, each is what they were.
 */
export async function closeCustomer(
  { id, version, isClosed, reason }: z.output<typeof contract.customerClose.request>,
  context: CallerContext,
): Promise<null> {
  const { db, now } = context;
  const company = await lockCustomer(context, id);
  await mustBeCurrent(context, company, version);
  if (isClosed === (company.closed_at !== null)) return null;
  if (isClosed) {
    const tokens = await db
      .selectFrom("auth_token as t")
      .innerJoin("app_user as u", "u.id", "t.user_id")
      .select("t.token_hash")
      .where("u.company_id", "=", id)
      .where("t.revoked_at", "is", null)
      .execute();
    await sql`update app_user set status_when_open = status, status = 'DISABLED' where company_id = ${id}`.execute(
      db,
    );
    await endTokens(
      db,
      tokens.map(({ token_hash }) => token_hash),
      now,
    );
  }
  await db
    .updateTable("company")
    .set({ closed_at: isClosed ? now : null, closed_reason: isClosed ? reason : null, version: version + 1 })
    .where("id", "=", id)
    .execute();
  if (!isClosed)
    await sql`
      update app_user set status = status_when_open, status_when_open = null
      where company_id = ${id} and status_when_open is not null`.execute(db);
  await note(context, id, isClosed ? "closed" : "opened", [{ path: "reason", before: null, after: reason }]);
  await tellCompany(context, id, isClosed ? "company.closed" : "company.opened");
  return null;
}

/** What the company has been given counts from the next call of its people. */
export async function saveAccess(
  { id, version, codes }: z.output<typeof contract.customerAccess.request>,
  context: CallerContext,
): Promise<null> {
  const { db } = context;
  const company = await lockCustomer(context, id);
  await mustBeCurrent(context, company, version);
  const held = await db
    .selectFrom("company_access")
    .select("res_code")
    .where("company_id", "=", id)
    .execute();
  const had = new Set(held.map(({ res_code }) => res_code));
  const added = [...new Set<string>(codes)].filter((code) => !had.has(code)).sort();
  const taken = [...had].filter((code) => !codes.some((each) => each === code)).sort();
  if (added.length + taken.length === 0) return null;
  if (taken.length > 0)
    await db
      .deleteFrom("company_access")
      .where("company_id", "=", id)
      .where("res_code", "in", taken)
      .execute();
  if (added.length > 0)
    await db
      .insertInto("company_access")
      .values(added.map((res_code) => ({ company_id: id, res_code })))
      .execute();
  await countVersion(db, id);
  await note(context, id, "access", rightsChanged(added, taken));
  await tellCompany(context, id, "company.access", { given: added.join(" "), taken: taken.join(" ") });
  return null;
}

/** What was given and what was taken away, for the record. */
export const rightsChanged = (granted: readonly string[], taken: readonly string[]) => [
  ...(granted.length > 0 ? [{ path: "rightsGiven", before: null, after: granted.join(", ") }] : []),
  ...(taken.length > 0 ? [{ path: "rightsTaken", before: null, after: taken.join(", ") }] : []),
];
