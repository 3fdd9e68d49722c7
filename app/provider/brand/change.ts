import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { operationLogEntry } from "#app/contract/quote.ts";
import { instantToWire, minuteToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { type MessageKey, message, personName } from "../texts/message.ts";

type Brand = Selectable<Database["company_brand"]>;

/** @throws Refusal 404 for a company that is none of the forwarder's customers */
export async function customerOf(db: Kysely<Database>, companyId: string) {
  const company = await db
    .selectFrom("company")
    .select(["id", "name"])
    .where("id", "=", companyId)
    .where("is_forwarder", "=", false)
    .executeTakeFirst();
  if (!company) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return company;
}

/** @throws Refusal 400 at one field of the form */
export function refuseField(
  path: string,
  key: MessageKey,
  { language }: Pick<CallerContext, "language">,
  values: Record<string, string> = {},
): never {
  throw new Refusal(CODE_INVALID, "invalid", {
    data: { fields: [{ path, message: message(key, language, values) }] },
  });
}

/**
 * Locks the look of a customer in the version that was seen, and makes the next one.
 * @throws Refusal 404 for no customer, 409 when somebody else has changed it
 */
export async function beginChange(
  { db, caller, now, language }: CallerContext,
  { companyId, version }: { companyId: string; version: number },
): Promise<Brand> {
  await customerOf(db, companyId);
  await db
    .insertInto("company_brand")
    .values({ company_id: companyId, version: 0, changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const brand = await db
    .selectFrom("company_brand")
    .selectAll()
    .where("company_id", "=", companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (brand.version !== version) {
    const by = await db
      .selectFrom("app_user")
      .select("name")
      .where("id", "=", brand.changed_by)
      .executeTakeFirst();
    throw new Refusal(CODE_CONFLICT, "brandChanged", {
      values: { actor: personName(by?.name ?? "", language), time: minuteToWire(brand.changed_at) },
    });
  }
  await db
    .updateTable("company_brand")
    .set({ version: version + 1, changed_at: now, changed_by: caller.userId })
    .where("company_id", "=", companyId)
    .execute();
  return brand;
}

/** Notes who did what; what is the same before and after is no change. */
export async function noteChange(
  { db, caller, now }: CallerContext,
  companyId: string,
  action: string,
  [before, after]: [before: unknown, after: unknown],
): Promise<void> {
  const changes = changesBetween(before, after);
  const isNothing = (before || after) && changes.length === 0;
  if (isNothing) return;
  await db
    .insertInto("company_brand_work")
    .values({
      company_id: companyId,
      at: now,
      actor_id: caller.userId,
      actor_name: caller.name,
      action,
      changes: JSON.stringify(changes),
    })
    .execute();
}

const LOG_LENGTH = 100;

/** The latest entries, the newest first. A person whose account was deleted has no name any more. */
export async function readWork(
  { db, language }: Pick<CallerContext, "db" | "language">,
  companyId: string,
): Promise<z.infer<typeof operationLogEntry>[]> {
  const rows = await db
    .selectFrom("company_brand_work")
    .select(["at", "action", "changes"])
    .select(sql<string>`case when actor_id is null then '' else actor_name end`.as("actor_name"))
    .where("company_id", "=", companyId)
    .orderBy("id", "desc")
    .limit(LOG_LENGTH)
    .execute();
  return rows.map((row) => ({
    at: instantToWire(row.at)!,
    actor: personName(row.actor_name, language),
    isForwarder: true,
    action: row.action,
    changes: row.changes,
  }));
}
