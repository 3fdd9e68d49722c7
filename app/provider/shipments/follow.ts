import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { shipmentFollowMany } from "#app/contract/shipment-follow.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { placeCodesOf } from "../reference/place-names.ts";
import { inScope, type ShipmentScope } from "./filter.ts";

/** Most shipments that are followed at once, the latest first. */
const FOLLOWED_AT_ONCE = 200;
const KIND_OF = { houseNumber: "H", poNumber: "PO", containerNumber: "CNTR" } as const;

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

/** Follows every shipment of the scope with a number, or every open one of a lane. */
export async function followMany(
  db: Kysely<Database>,
  scope: ShipmentScope,
  input: z.output<typeof shipmentFollowMany.request>,
): Promise<z.input<typeof shipmentFollowMany.response>> {
  const condition = await conditionOf(db, input);
  if (!condition) return { found: 0, added: 0 };
  const { rows } = await sql<{ found: number; added: number }>`
    with found as (
      select s.id from shipment s where ${inScope(scope)} and ${condition}
      order by s.updated_at desc, s.id desc limit ${FOLLOWED_AT_ONCE}
    ), added as (
      insert into shipment_follow (user_id, shipment_id) select ${scope.userId}, id from found
      on conflict do nothing returning 1
    )
    select (select count(*)::int from found) as found, (select count(*)::int from added) as added`.execute(
    db,
  );
  return rows[0]!;
}

/** Null when the typed places are not known. */
async function conditionOf(
  db: Kysely<Database>,
  { by, value, destination = "" }: z.output<typeof shipmentFollowMany.request>,
): Promise<RawBuilder<unknown> | null> {
  if (by !== "lane")
    return sql`exists (select from shipment_reference r
      where r.shipment_id = s.id and r.kind = ${KIND_OF[by]} and r.value_key = ${referenceKey(value)})`;
  const [from, to] = [await placeCodesOf(db, value), await placeCodesOf(db, destination)];
  if (from.length === 0 || to.length === 0) return null;
  return sql`s.status <> 'COMPLETED' and ${from}::text[] && array[s.port_of_departure, s.place_of_receipt]
    and ${to}::text[] && array[s.port_of_arrival, s.port_of_final_arrival]`;
}
