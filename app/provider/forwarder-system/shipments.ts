import { type Kysely, sql } from "kysely";
import type { ShipmentRecord } from "#app/contract/forwarder-system.ts";
import type { SystemKind } from "#app/contract/forwarder-system-code.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { judgeShipments, lockKnown } from "../shipment-desk/import-shipments.ts";
import { writeShipments } from "../shipment-desk/import-write.ts";
import { judgeInBoth, stateOf } from "./judge.ts";
import {
  cellsOf,
  faultAt,
  type RunningImport,
  type SentRecord,
  type SystemRecord,
  type Verdict,
  withNumbers,
} from "./record.ts";

/** A record of a call as a row of a file has it: containers stand in one cell. */
export function shipmentOf({ containers, ...record }: ShipmentRecord, index: number): SentRecord {
  const cell = Array.isArray(containers)
    ? containers
        .map(cellsOf)
        .map((box) =>
          [box.containerNumber, box.containerType, box.sealNumber].map((part) => unparted(part)).join("/"),
        )
        .join("; ")
    : containers;
  return { line: index + 1, ...withNumbers("SHIPMENT", cellsOf({ ...record, containers: cell })) };
}

/** What parts a cell of containers is no part of a number. */
const unparted = (text = "") => text.replace(/[;,；，、/\r\n]/g, " ");

/** Makes and changes shipments by the rules of the desk's files. */
export async function takeShipments(
  records: readonly SystemRecord[],
  running: RunningImport,
  context: CallerContext,
): Promise<Verdict[]> {
  const { db, now } = context;
  const owned = new Map(
    records.flatMap(({ line, subject }) => (subject === null ? [] : [[line, subject] as const])),
  );
  await lockKnown(db, records, [...owned.values()]);
  const { rows, reasons } = await judgeInBoth(context, (asking) => judgeShipments(records, asking, owned));
  const holders = await holdersOf(
    db,
    "SHIPMENT",
    rows.flatMap(({ shipmentId }) => shipmentId ?? []),
  );
  const verdicts = records.map((record, index): Verdict => {
    const row = rows[index]!;
    const holder = row.shipmentId === null ? undefined : holders.get(row.shipmentId);
    const faults =
      holder !== undefined && holder !== record.reference && reasons[index]!.length === 0
        ? [faultAt("houseNumber", "systemOtherRecord", { reference: holder })]
        : reasons[index]!;
    const state = faults.length > 0 ? "refused" : stateOf(row);
    const { line, reference } = record;
    return { line, reference, name: row.name, state, subject: row.shipmentId, faults };
  });
  const written = rows.filter((_, index) => verdicts[index]!.state !== "refused");
  const made = await writeShipments(written, running.source, context);
  for (const [index, verdict] of verdicts.entries()) {
    const plan = rows[index]!.plan;
    if (verdict.state === "added" && plan) verdict.subject = made.get(plan.columns.row.house_number)!;
  }
  if (running.isFirst) await markBrought(db, [...made.values()], now);
  return verdicts;
}

/** The references that things have already, by what they are of. */
async function holdersOf(
  db: Kysely<Database>,
  kind: SystemKind,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("system_record")
    .select(["subject", "reference"])
    .where("kind", "=", kind)
    .where(sql<boolean>`subject = any(${[...subjects]}::text[])`)
    .execute();
  return new Map(rows.map(({ subject, reference }) => [subject, reference]));
}

/** No notification tells of what was heard of these shipments until now. */
async function markBrought(db: Kysely<Database>, ids: readonly string[], now: Date): Promise<void> {
  await sql`update shipment set brought_at = ${now} where id = any(${[...ids]}::bigint[])`.execute(db);
}
