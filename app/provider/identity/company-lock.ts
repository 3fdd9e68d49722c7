import { ADMIN_ROLE, DESK_ROLE } from "#app/contract/access.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";

/**
 * Serializes changes of a company's members and of how they sign in, so that two administrators cannot remove each other
 * at the same time. Another company than the caller's own is a customer's, changed by the forwarder's desk.
 */
export async function lockCompany(
  { db, caller }: CallerContext,
  companyId = caller.companyId,
): Promise<void> {
  await db.selectFrom("company").select("id").where("id", "=", companyId).forUpdate().execute();
  const stillAllowed = await db
    .selectFrom("app_user")
    .innerJoin("role", "role.id", "app_user.role_id")
    .select("app_user.id")
    .where("app_user.id", "=", caller.userId)
    .where("role.code", "in", companyId === caller.companyId ? [ADMIN_ROLE] : [ADMIN_ROLE, DESK_ROLE])
    .where("app_user.status", "=", "ACTIVE")
    .executeTakeFirst();
  if (!stillAllowed) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
