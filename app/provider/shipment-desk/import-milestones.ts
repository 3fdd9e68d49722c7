import { sql } from "kysely";
import type { ImportFileRow } from "#app/contract/desk-import.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import { type EnteredEvent, enteredEvent } from "#app/contract/shipment-desk.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { type EnteredKind, enteredKinds } from "#app/lib/milestones/entered.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { actorOf, appendMany } from "../operation-log/log.ts";
import { placeCodeOf } from "../reference/place-names.ts";
import { beforeTheirBooking, type SpokenEvent, storeSpokenEvents } from "../shipments/entered-event.ts";
import { message } from "../texts/message.ts";
import { type EventStatement, readEntered, wordsOf } from "./event.ts";
import { zoneOf } from "./fields.ts";
import { type OwnEvent, readOwnEvents } from "./import-corrections.ts";
import { localTimeOf } from "./import-read.ts";
import { type JudgedRow, Telling } from "./import-telling.ts";
import { classifierOf, milestoneOf } from "./import-words.ts";

export interface MilestoneRow extends JudgedRow {
  plan: { shipment: Shipment; said: EventStatement; own: OwnEvent | undefined } | null;
}

/** Ids of the events of rows by line, for rows that are sent again to correct what they said. */
export type EventIds = ReadonlyMap<number, string>;

interface Shipment {
  id: string;
  house_number: string;
  job_mode: JobMode;
  container_numbers: string[];
  log_sequence: number;
  log_hash: Buffer | null;
  customer: string;
  customer_code: string;
}

async function readKnown(rows: readonly ImportFileRow[], eventIds: EventIds, { db }: CallerContext) {
  const keys = rows.map(({ cells }) => referenceKey(cells.houseNumber ?? ""));
  const matches = await sql<Shipment & { key: string }>`
    select r.value_key as key, s.id, s.house_number, s.job_mode, s.container_numbers, s.log_sequence, s.log_hash,
      c.name as customer, c.code as customer_code
    from shipment_reference r join shipment s on s.id = r.shipment_id join company c on c.id = s.company_id
    where r.kind = 'H' and r.value_key = any(${keys}::text[]) order by s.id`.execute(db);
  const shipments = new Map(matches.rows.map(({ key, ...row }) => [key, row]));
  const ids = [...shipments.values()].map(({ id }) => id);
  const milestones = await sql<{
    shipment_id: string;
    vocabulary: string;
    code: string;
    empty_indicator: string | null;
    mode: string | null;
    classifier: string;
    occurred_at: Date;
    is_day_only: boolean;
    place_code: string | null;
    container_number: string | null;
  }>`
    select l.shipment_id, e.vocabulary, e.code, e.empty_indicator, e.mode, e.classifier, e.occurred_at, e.is_day_only,
      e.place_code, e.container_number
    from event_shipment l join event e on e.event_id = l.event_id
    where l.shipment_id = any(${ids}::bigint[])`.execute(db);
  const events = new Set(
    milestones.rows.map((row) =>
      sameness(row.shipment_id, {
        kind: { ...row, emptyIndicator: row.empty_indicator } as unknown as EnteredKind,
        classifier: row.classifier as EventStatement["classifier"],
        at: row.occurred_at,
        isDayOnly: row.is_day_only,
        placeCode: row.place_code,
        containerNumber: row.container_number,
      }),
    ),
  );
  return { shipments, events, own: await readOwnEvents(db, [...eventIds.values()]) };
}

/** Two events of which the second says nothing new. */
const sameness = (
  shipmentId: string,
  { kind, classifier, at, isDayOnly, placeCode, containerNumber }: Omit<EventStatement, "remark">,
): string =>
  JSON.stringify([
    shipmentId,
    kind.vocabulary,
    kind.code,
    kind.emptyIndicator,
    kind.mode,
    classifier,
    at.getTime(),
    isDayOnly,
    placeCode,
    containerNumber && cleanContainerNumber(containerNumber),
  ]);

/** What each row would do. */
export async function judgeMilestones(
  rows: readonly ImportFileRow[],
  context: CallerContext,
  ids: EventIds = new Map(),
): Promise<MilestoneRow[]> {
  const known = await readKnown(rows, ids, context);
  const seen = new Map<string, ImportFileRow>();
  const read: { telling: Telling; plan: MilestoneRow["plan"]; row: ImportFileRow }[] = [];
  for (const row of rows) {
    const telling = new Telling(row.line, row.cells.houseNumber ?? "", context.language);
    telling.judgeCells(row);
    read.push({
      telling,
      plan: await readRow(row, { known, telling, id: ids.get(row.line) }, context),
      row,
    });
  }
  const { early, late } = await beforeTheirBooking(
    context.db,
    read.flatMap(({ plan, row }) =>
      plan ? [spokenOf(plan, { id: String(row.line), source: "", reason: "" }, context)] : [],
    ),
    context.now,
  );
  return read.map(({ telling, plan, row }) => {
    if (!plan) return { ...telling.faulty(), plan };
    if (early.has(String(row.line))) {
      telling.fault("at", "eventBeforeBooking");
      return { ...telling.faulty(), plan: null };
    }
    if (late.has(String(row.line))) telling.warn("at", "eventBeforeBooking");
    const key = sameness(plan.shipment.id, plan.said);
    if (plan.own) return judgeCorrection(plan, key, telling);
    const before = seen.get(key);
    if (known.events.has(key)) return { ...telling.row("same"), plan: null };
    if (before) {
      const isSame = (before.cells.remark ?? "") === (row.cells.remark ?? "");
      return { ...telling.twice(before.line, isSame), plan: null };
    }
    seen.set(key, row);
    return { ...telling.row("added"), plan };
  });
}

/** A row whose event is there: what it says now takes the place of what it said. */
function judgeCorrection(
  plan: NonNullable<MilestoneRow["plan"]>,
  key: string,
  telling: Telling,
): MilestoneRow {
  const { kind, said: spokenEvent } = plan.own!;
  const isSame =
    key === sameness(plan.shipment.id, { ...spokenEvent, kind }) &&
    (spokenEvent.remark ?? "") === (plan.said.remark ?? "");
  return isSame ? { ...telling.row("same"), plan: null } : { ...telling.row("changed"), plan };
}

async function readRow(
  { cells }: ImportFileRow,
  {
    known,
    telling,
    id = "",
  }: { known: Awaited<ReturnType<typeof readKnown>>; telling: Telling; id: string | undefined },
  { db, language, now }: CallerContext,
): Promise<MilestoneRow["plan"]> {
  const needed = (name: "houseNumber" | "milestone" | "classifier" | "at") =>
    cells[name] ?? telling.fault(name, "cannotBeEmpty") ?? "";
  const shipment = known.shipments.get(referenceKey(needed("houseNumber")));
  if (!shipment && cells.houseNumber) telling.fault("houseNumber", "houseNumberUnknown");
  const classifier = classifierOf(needed("classifier"));
  if (!classifier && cells.classifier) telling.fault("classifier", "deskClassifierUnknown");
  const [milestone, typed] = [needed("milestone"), needed("at")];
  if (!shipment || !classifier) return null;
  if (cells.customer && !isCustomer(cells.customer, shipment)) telling.fault("customer", "deskCustomerOther");
  const code = milestoneOf(milestone, Object.keys(enteredKinds(shipment.job_mode)));
  if (!code && milestone) telling.fault("milestone", "deskMilestoneUnknown");
  const at = localTimeOf(
    typed,
    await zoneOf(db, await placeCodeOf(db, cells.place ?? "", shipment.job_mode)),
  );
  if (at === null && typed) telling.fault("at", "deskTimeUnknown");
  const { place, remark, containerNumber } = cells;
  const enteredCells = readCells(
    { code, classifier, at: at ?? undefined, place, remark, containerNumber },
    telling,
  );
  if (telling.isFaulty || !enteredCells) return null;
  const asking = {
    db,
    language,
    now,
    mode: shipment.job_mode,
    containerNumbers: shipment.container_numbers,
  };
  const read = await readEntered(enteredCells, asking);
  if ("said" in read) return planOf({ shipment, said: read.said, own: known.own.get(id) }, telling);
  for (const { path, message: text } of read.faults) telling.say(path === "code" ? "milestone" : path, text);
  return null;
}

/** An event stays the milestone of the shipment that it is. */
function planOf(plan: NonNullable<MilestoneRow["plan"]>, telling: Telling): MilestoneRow["plan"] {
  const { shipment, said: spokenEvent, own } = plan;
  if (!own || (isSameKind(own.kind, spokenEvent.kind) && own.shipmentIds.includes(shipment.id))) return plan;
  return telling.fault("milestone", "systemMilestoneOther");
}

const isSameKind = (one: EnteredKind, other: EventStatement["kind"]): boolean =>
  one.vocabulary === other.vocabulary &&
  one.code === other.code &&
  (one.emptyIndicator ?? null) === (other.emptyIndicator ?? null);

const isCustomer = (cell: string, { customer, customer_code }: Shipment) =>
  [customer, customer_code].some((name) => name.toLowerCase() === cell.trim().toLowerCase());

function readCells(cells: object, telling: Telling): EnteredEvent | undefined {
  const parsed = enteredEvent.safeParse(cells);
  for (const issue of parsed.error?.issues ?? [])
    if (issue.code === "too_big")
      telling.fault(String(issue.path[0]), "tooLong", { maximum: String(issue.maximum) });
  return parsed.data;
}

function spokenOf(
  { shipment, said: spokenEvent, own }: NonNullable<MilestoneRow["plan"]>,
  { id, source, reason }: { id: string; source: string; reason: string },
  { caller }: CallerContext,
): SpokenEvent {
  const { house_number: houseNumber } = shipment;
  return {
    ...spokenEvent,
    eventId: id,
    houseNumber,
    source,
    by: caller.userId,
    reason,
    before: own?.before ?? null,
  };
}

/** Stores the events in the transaction of the call; their shipments are reckoned once. */
export async function writeMilestones(
  rows: readonly MilestoneRow[],
  { importId, fileName, ids }: { importId: string; fileName: string; ids?: EventIds },
  context: CallerContext,
): Promise<void> {
  const { db, caller, language, now } = context;
  const { name: source } = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  const reason = message("deskImported", language, { file: fileName });
  const plans = rows.flatMap(({ plan, line }) => (plan ? [{ ...plan, line }] : []));
  const spokenPlans = plans.map((plan) => ({
    shipment: plan.shipment,
    own: plan.own,
    spoken: spokenOf(
      plan,
      { id: ids?.get(plan.line) ?? `desk-import-${importId}-${plan.line}`, source, reason },
      context,
    ),
  }));
  await storeSpokenEvents(
    db,
    spokenPlans.map(({ spoken }) => spoken),
    now,
  );
  const entries: Parameters<typeof appendMany>[1][number][] = [];
  for (const { shipment, spoken, own } of spokenPlans)
    entries.push({
      head: shipment,
      entry: {
        subject: "shipment",
        subjectId: shipment.id,
        actor: actorOf(caller),
        at: now,
        action: own ? "shipment.eventCorrected" : "shipment.eventAdded",
        changes: [
          { path: "event", before: own?.words ?? null, after: await wordsOf(spoken, db) },
          { path: "import", before: null, after: fileName },
        ],
      },
    });
  await appendMany(db, entries);
}
