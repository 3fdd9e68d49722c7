import { type Kysely, sql } from "kysely";
import type { RecordCounts } from "#app/contract/forwarder-system.ts";
import { type RecordKind, recordStates, type SystemKind } from "#app/contract/forwarder-system-code.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { judgeMilestones } from "../shipment-desk/import-milestones.ts";
import { judgeShipments } from "../shipment-desk/import-shipments.ts";
import { invoiceFaults, takeInvoices } from "./invoices.ts";
import { judgeInBoth } from "./judge.ts";
import { takeMilestones } from "./milestones.ts";
import {
  faultAt,
  type RecordFault,
  type RunningImport,
  readOwn,
  type SentRecord,
  type SystemRecord,
  type Verdict,
} from "./record.ts";
import { takeShipments } from "./shipments.ts";
import { takeStatuses } from "./statuses.ts";

type TakeKind = (
  records: readonly SystemRecord[],
  running: RunningImport,
  context: CallerContext,
) => Promise<Verdict[]>;

const takers: Record<RecordKind, TakeKind> = {
  SHIPMENT: takeShipments,
  MILESTONE: takeMilestones,
  INVOICE: takeInvoices,
};

const isOwn = (field: string | null) => field === "sourceReference" || field === "updatedAt";

/** What is wrong with records of which none is taken. */
const judges: Record<
  RecordKind,
  (records: readonly SentRecord[], context: CallerContext) => Promise<RecordFault[][]>
> = {
  SHIPMENT: async (records, context) =>
    (await judgeInBoth(context, (asking) => judgeShipments(records, asking))).reasons,
  MILESTONE: async (records, context) =>
    (await judgeInBoth(context, (asking) => judgeMilestones(records, asking))).reasons,
  INVOICE: invoiceFaults,
};

/**
 * Takes or refuses each of the records by itself, in the transaction of the context, and notes both. Imports are carried out one
 * after the other, with those of the desk: two that hold the same record make it once.
 * @returns a verdict for each, in their order
 */
export async function takeRecords(
  sent: readonly SentRecord[],
  running: RunningImport,
  context: CallerContext,
): Promise<Verdict[]> {
  const { db } = context;
  await sql`select pg_advisory_xact_lock(hashtextextended('fairlead desk import', 0)),
    set_config('fairlead.silent', ${running.isFirst ? "on" : "off"}, true)`.execute(db);
  const { kind } = running;
  const verdicts =
    kind === "STATUS"
      ? await takeStatuses(
          sent.map(({ line, statuses = [] }) => ({ line, statuses })),
          context,
        )
      : await takeKnown(sent, { ...running, kind }, context);
  await keepRefused(db, running.id, verdicts);
  return verdicts;
}

/** Records that their sender knows by a reference. */
async function takeKnown(
  sent: readonly SentRecord[],
  running: RunningImport & { kind: RecordKind },
  context: CallerContext,
): Promise<Verdict[]> {
  const { db, caller } = context;
  const verdicts = new Map<number, Verdict>();
  const readable: (SentRecord & { reference: string; updatedAt: Date | null })[] = [];
  const faulty: FaultyRecord[] = [];
  for (const record of sent) {
    const own = readOwn(record);
    if ("faults" in own) faulty.push({ record, ...own });
    else readable.push({ ...record, ...own });
  }
  for (const verdict of await refuseFaulty(faulty, running.kind, context))
    verdicts.set(verdict.line, verdict);
  const known = await readKnown(
    db,
    caller.companyId,
    running.kind,
    readable.map(({ reference }) => reference),
  );
  const seen = new Map<string, number>();
  const current: SystemRecord[] = [];
  for (const record of readable) {
    const { reference, line, updatedAt } = record;
    const before = known.get(reference);
    const twice = seen.get(reference) ?? (before?.import_id === running.id ? before.line : undefined);
    seen.set(reference, twice ?? line);
    if (twice !== undefined)
      verdicts.set(
        line,
        refusedOf(record, reference, [faultAt("sourceReference", "systemTwice", { line: twice })]),
      );
    else if (updatedAt && before?.source_at && updatedAt < before.source_at)
      verdicts.set(line, { ...refusedOf(record, reference, []), state: "older", subject: before.subject });
    else current.push({ ...record, subject: before?.subject ?? null, digest: before?.digest ?? null });
  }
  for (const verdict of await takers[running.kind](current, running, context))
    verdicts.set(verdict.line, verdict);
  await keepRecords(current, verdicts, running, context);
  return sent.map(({ line }) => verdicts.get(line)!);
}

/** A record whose own fields, by which it is known, are at fault. */
interface FaultyRecord {
  record: SentRecord;
  reference: string;
  faults: Verdict["faults"];
}

/** All that is wrong with them is said at once, not after they came with a reference. */
async function refuseFaulty(
  faulty: readonly FaultyRecord[],
  kind: RecordKind,
  context: CallerContext,
): Promise<Verdict[]> {
  const records = faulty.map(({ record }) => record);
  const others = await judges[kind](records, context);
  return faulty.map(({ record, reference, faults }, index) =>
    refusedOf(record, reference, [...faults, ...others[index]!.filter(({ field }) => !isOwn(field))]),
  );
}

const nameOf = ({ cells }: SentRecord): string =>
  (cells.houseNumber ?? cells.invoiceNumber ?? "").slice(0, 60);

const refusedOf = (record: SentRecord, reference: string, faults: Verdict["faults"]): Verdict => ({
  line: record.line,
  reference,
  name: nameOf(record),
  state: "refused",
  subject: null,
  faults,
});

async function readKnown(
  db: Kysely<Database>,
  companyId: string,
  kind: SystemKind,
  references: readonly string[],
) {
  const rows = await db
    .selectFrom("system_record")
    .select(["reference", "subject", "source_at", "import_id", "line", "digest"])
    .where("company_id", "=", companyId)
    .where("kind", "=", kind)
    .where(sql<boolean>`reference = any(${[...references]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.reference, row]));
}

/** What was taken last under each reference, and when its sender changed it. */
async function keepRecords(
  records: readonly SystemRecord[],
  verdicts: ReadonlyMap<number, Verdict>,
  { id, kind }: RunningImport,
  { db, caller }: CallerContext,
): Promise<void> {
  const rows = records.flatMap(({ line, reference, updatedAt }) => {
    const { state, subject, digest } = verdicts.get(line)!;
    if (state === "refused" || subject === null) return [];
    return { reference, subject, source_at: updatedAt, line, digest: digest?.toString("hex") ?? null };
  });
  if (rows.length === 0) return;
  await sql`
    insert into system_record (company_id, kind, reference, subject, source_at, import_id, line, digest)
    select ${caller.companyId}, ${kind}, reference, subject, source_at, ${id}, line, decode(digest, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      reference text, subject text, source_at timestamptz, line int, digest text)
    on conflict (company_id, kind, reference) do update set subject = excluded.subject,
      source_at = coalesce(excluded.source_at, system_record.source_at), import_id = excluded.import_id,
      line = excluded.line, digest = coalesce(excluded.digest, system_record.digest)`.execute(db);
}

async function keepRefused(
  db: Kysely<Database>,
  importId: string,
  verdicts: readonly Verdict[],
): Promise<void> {
  const rows = verdicts
    .filter(({ state }) => state === "refused")
    .map(({ line, reference, name, faults }) => ({ line, reference, name, faults }));
  const counts = countsOf(verdicts);
  const sums = sql.join(
    recordStates.map((state) => sql`${sql.ref(state)} = ${sql.ref(state)} + ${counts[state]}`),
  );
  await sql`
    with refusals as (
      insert into system_refusal (import_id, line, reference, name, faults)
      select ${importId}, line, reference, name, faults
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (line int, reference text, name text, faults jsonb))
    update system_import set ${sums} where id = ${importId}`.execute(db);
}

export function countsOf(verdicts: readonly Verdict[]): RecordCounts {
  const counts = Object.fromEntries(recordStates.map((state) => [state, 0])) as RecordCounts;
  for (const { state } of verdicts) counts[state]++;
  return counts;
}
