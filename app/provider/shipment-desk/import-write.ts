import type { CallerContext } from "../call/context.ts";
import { type Change, changesBetween } from "../operation-log/changes.ts";
import { actorOf, insertEntries } from "../operation-log/log.ts";
import { attachWaitingEvents, relinkEvents } from "../shipments/event-store.ts";
import { recomputeShipments } from "../shipments/recompute.ts";
import { indexReferences } from "../shipments/reference.ts";
import { correctRows } from "./change.ts";
import { keepVessels } from "./fields.ts";
import type { ShipmentRow } from "./import-shipments.ts";
import { insertShipments, type NewShipment, putParties } from "./insert.ts";
import { fieldsOfColumns } from "./stored.ts";

/**
 * Writes the rows in the transaction of the call. Their shipments are reckoned at once, so that sockets tell of them once.
 * @returns ids of the new ones by house number
 */
export async function writeShipments(
  rows: readonly ShipmentRow[],
  fileName: string,
  context: CallerContext,
): Promise<Map<string, string>> {
  const { db, caller, now } = context;
  const plans = rows.flatMap((row) => (row.plan ? [{ ...row.plan, changes: row.changes }] : []));
  const fresh = plans.flatMap((plan) => (plan.isNew ? [plan.shipment] : []));
  await keepVessels(
    db,
    plans.map(({ columns }) => columns),
  );
  const origin = { path: "import", before: null, after: fileName };
  const entry = { subject: "shipment", actor: actorOf(caller), at: now } as const;
  const changesOf = new Map<NewShipment, Change[]>();
  for (const shipment of fresh) {
    const { columns } = shipment;
    changesOf.set(
      shipment,
      changesBetween(null, await fieldsOfColumns(columns, columns.vesselName, context)),
    );
  }
  const made = await insertShipments(db, fresh, now, (shipment, subjectId) => ({
    ...entry,
    subjectId,
    action: "shipment.made",
    changes: [origin, ...changesOf.get(shipment)!],
  }));
  const changed = plans.flatMap((plan) => (plan.isNew ? [] : [plan]));
  const ends = await insertEntries(
    db,
    changed.map(({ known, changes }) => ({
      head: known,
      entry: { ...entry, subjectId: known.id, action: "shipment.changed", changes: [...changes, origin] },
    })),
  );
  await correctRows(
    db,
    changed.map(({ known, columns }) => ({ row: known, columns, end: ends.get(known.id) })),
    now,
  );
  const renamed = changed.filter(({ changes }) =>
    changes.some(({ path }) => path === "shipper" || path === "consignee"),
  );
  await putParties(
    db,
    renamed.map(({ known, parties }) => ({ id: known.id, companyId: known.company_id, ...parties })),
  );
  const ids = [...made.values()];
  const corrected = changed.map(({ known }) => known.id);
  await indexReferences(db, [...ids, ...corrected]);
  await attachWaitingEvents(db, ids, now);
  await recomputeShipments(db, ids, now, { isTold: true });
  if (corrected.length > 0) await relinkEvents(db, corrected, now);
  return made;
}
