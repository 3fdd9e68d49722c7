import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { inScope, type ShipmentScope } from "./filter.ts";

/**
 * Follows or unfollows a shipment; repeating it changes nothing. False when the scope has no such shipment.
 */
export async function setFollowed(
  db: Kysely<Database>,
  scope: ShipmentScope,
  id: string,
  isFollowed: boolean,
): Promise<boolean> {
  const shipment = await db
    .selectFrom("shipment as s")
    .select("s.id")
    .where("s.id", "=", id)
    .where(sql<boolean>`${inScope(scope)}`)
    .executeTakeFirst();
  if (!shipment) return false;
  if (isFollowed) {
    await db
      .insertInto("shipment_follow")
      .values({ user_id: scope.userId, shipment_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db
      .deleteFrom("shipment_follow")
      .where("user_id", "=", scope.userId)
      .where("shipment_id", "=", id)
      .execute();
  }
  return true;
}
