import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";

/**
 * Serializes changes of members and of how they sign in, so that two administrators cannot remove each other at the
 * same time.
 */
export async function lockCompany({ db, caller }: CallerContext): Promise<void> {
  await db.selectFrom("company").select("id").where("id", "=", caller.companyId).forUpdate().execute();
  const stillAdmin = await db
    .selectFrom("app_user")
    .innerJoin("role", "role.id", "app_user.role_id")
    .select("app_user.id")
    .where("app_user.id", "=", caller.userId)
    .where("role.code", "=", ADMIN_ROLE)
    .where("app_user.status", "=", "ACTIVE")
    .executeTakeFirst();
  if (!stillAdmin) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
