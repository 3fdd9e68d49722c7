import { type Kysely, type RawBuilder, sql } from "kysely";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { lockCompany } from "../identity/company-lock.ts";
import type { Change } from "../operation-log/changes.ts";
import { actorOf, append, lastEntry } from "../operation-log/log.ts";
import { recordSecurity, type SecurityEventKind } from "../security-log/record.ts";
import { type MessageKey, message } from "../texts/message.ts";

/**
 * Condition on a company `c`: it is a customer's. One whose registration waits for its decision is none yet, so that
 * nobody is let in past that decision.
 */
export const isCustomer: RawBuilder<boolean> = sql<boolean>`
  not c.is_forwarder and not exists (
    select from registration g where g.company_id = c.id and g.status = 'CONFIRMED')`;

/** Locks a customer's company for a change. @throws Refusal 404 for the forwarder's own, too */
export async function lockCustomer(context: CallerContext, id: string) {
  const { db, caller } = context;
  if (id === caller.companyId) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await lockCompany(context, id);
  const company = await db
    .selectFrom("company as c")
    .selectAll()
    .where("c.id", "=", id)
    .where(isCustomer)
    .executeTakeFirst();
  if (!company) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return company;
}
export type LockedCustomer = Awaited<ReturnType<typeof lockCustomer>>;

export function refuseClosed({ closed_at }: Pick<LockedCustomer, "closed_at">): void {
  if (closed_at !== null) throw new Refusal(CODE_CONFLICT, "customerClosed");
}

/** What the record says of the company itself, not of its people and roles. */
const OF_COMPANY = ["made", "changed", "closed", "opened", "access", "department"].map(
  (action) => `company.${action}`,
);
const OF_ROLES = ["roleMade", "roleChanged", "roleRemoved"].map((action) => `company.${action}`);

/** @throws Refusal 409 that names who has changed the company since the version that was shown */
export async function mustBeCurrent(
  { db, language }: CallerContext,
  company: LockedCustomer,
  version: number,
): Promise<void> {
  if (company.version === version) return;
  const last = await lastEntry(db, "company", company.id, language, OF_COMPANY);
  throw new Refusal(CODE_CONFLICT, "customerChanged", { values: { actor: last?.actor ?? "" } });
}

export async function refuseOtherRole(
  { db, language }: CallerContext,
  companyId: string,
  role: { version: number },
  version: number,
): Promise<void> {
  if (role.version === version) return;
  const last = await lastEntry(db, "company", companyId, language, OF_ROLES);
  throw new Refusal(CODE_CONFLICT, "roleChanged", { values: { actor: last?.actor ?? "" } });
}

/** Adds an entry to the company's record, which the desk sees. */
export async function note(
  { db, caller, now }: CallerContext,
  companyId: string,
  action: string,
  changes: readonly Change[],
): Promise<void> {
  const head = await db
    .selectFrom("company")
    .select(["log_sequence", "log_hash"])
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  await append(db, head, {
    subject: "company",
    subjectId: companyId,
    actor: actorOf(caller),
    at: now,
    action: `company.${action}`,
    changes,
  });
}

/** Tells the company's administrators in their activity that the forwarder's staff did it. */
export async function tellCompany(
  context: CallerContext,
  companyId: string,
  kind: SecurityEventKind,
  detail: Record<string, string | null> = {},
): Promise<void> {
  const { userId, userName } = context.caller;
  await recordSecurity(
    context,
    kind,
    { userId, userName, companyId },
    { by: userName, byId: userId, ...detail },
  );
}

export function fieldFault(
  code: number,
  path: string,
  key: MessageKey,
  { language }: CallerContext,
): Refusal {
  return new Refusal(code, key, { data: { fields: [{ path, message: message(key, language) }] } });
}

/** A change of the company itself. */
export async function countVersion(db: Kysely<Database>, id: string): Promise<void> {
  await sql`update company set version = version + 1 where id = ${id}`.execute(db);
}

/** The name of a role in both languages, since a record is read in either. */
export const roleText = ({ name, name_zh }: { name: string; name_zh: string }) =>
  name === name_zh ? name : `${name} (${name_zh})`;
