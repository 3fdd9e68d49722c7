import type { Kysely } from "kysely";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import type { Change } from "../operation-log/changes.ts";
import { actorOf, append, lastEntry } from "../operation-log/log.ts";
import type { Fault } from "./fields.ts";

/** The row of a shipment of any company, locked for a change. */
export async function lockShipment(db: Kysely<Database>, id: string) {
  const row = await db.selectFrom("shipment").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}
export type LockedShipment = Awaited<ReturnType<typeof lockShipment>>;

export const invalid = (fields: Fault[]) => new Refusal(CODE_INVALID, "invalid", { data: { fields } });

/** @throws Refusal 409 that names who changed the shipment since the given version */
export async function mustBeCurrent(
  { db, language }: CallerContext,
  row: LockedShipment,
  version: number,
): Promise<void> {
  if (row.log_sequence === version) return;
  const last = await lastEntry(db, "shipment", row.id, language);
  throw new Refusal(CODE_CONFLICT, "shipmentChanged", { values: { actor: last?.actor ?? "" } });
}

/** Adds an entry to the shipment's log, which only the desk sees. */
export async function note(
  { db, caller, now }: CallerContext,
  row: LockedShipment,
  action: string,
  changes: readonly Change[],
): Promise<void> {
  await append(db, row, {
    subject: "shipment",
    subjectId: row.id,
    actor: actorOf(caller),
    at: now,
    action,
    changes,
  });
}
