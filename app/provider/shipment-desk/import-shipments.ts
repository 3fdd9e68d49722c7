import { type Kysely, sql } from "kysely";
import { type ImportFileRow, type ShipmentColumn, shipmentColumns } from "#app/contract/desk-import.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import { type DeskShipmentFields, deskShipmentFields } from "#app/contract/shipment-desk.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { parseDecimal, round } from "#app/lib/decimal.ts";
import { paymentOf } from "#app/lib/incoterms.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { carrierCodeOf, incotermIn, jobModeOf } from "#app/lib/trade-words.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { placeCodeOf } from "../reference/place-names.ts";
import { type DeskColumns, type Fault, readFields, zoneOf } from "./fields.ts";
import { containersOf } from "./import-containers.ts";
import { readCustomers } from "./import-customers.ts";
import { localTimeOf } from "./import-read.ts";
import { type JudgedRow, Telling } from "./import-telling.ts";
import { type CodeField, codeReaders } from "./import-words.ts";
import type { NewShipment } from "./insert.ts";
import { fieldsOfColumns, storedFieldsOf } from "./stored.ts";

/** A row with what it would write. */
export interface ShipmentRow extends JudgedRow {
  /** Shipment id of the shipment that is there. */
  shipmentId: string | null;
  plan:
    | { isNew: true; columns: DeskColumns; shipment: NewShipment }
    | { isNew: false; known: Known; columns: DeskColumns; parties: Parties }
    | null;
}

type Parties = Pick<NewShipment, "shipper" | "consignee">;

interface Known {
  id: string;
  company_id: string;
  house_number: string;
  job_mode: JobMode;
  log_sequence: number;
  log_hash: Buffer | null;
  shipper: string;
  consignee: string;
}

const textColumns = [
  "masterNumber",
  "carrierBookingNumber",
  "vesselImo",
  "vesselName",
  "voyage",
  "flightNumber",
  "placeOfReceipt",
  "portOfDeparture",
  "portOfArrival",
  "portOfFinalArrival",
  "incoterms",
  "pieces",
  "grossWeightKg",
  "volumeCbm",
] satisfies (ShipmentColumn & keyof DeskShipmentFields)[];
const PARTY_MAX = 200;

const defaults: Record<JobMode, Pick<DeskShipmentFields, "serviceType" | "loadType">> = {
  AIR: { serviceType: "ATA", loadType: "LOOSE" },
  OCEAN: { serviceType: "PTP", loadType: "FCL" },
  TRUCK: { serviceType: "DTD", loadType: "FTL" },
};
const nothingYet = (houseNumber: string, mode: JobMode): DeskShipmentFields => ({
  ...deskShipmentFields.parse({
    ...defaults[mode],
    serviceLevel: "STANDARD",
    paymentType: "PREPAID",
    packageType: "PKG",
  }),
  houseNumber,
});

/** All that the rows name, read at once. */
async function readKnown(
  rows: readonly ImportFileRow[],
  ids: readonly string[],
  { db, language }: CallerContext,
) {
  const carriers = await db.selectFrom("carrier").select(["code", "name"]).execute();
  const vessels = await db
    .selectFrom("vessel")
    .select(["imo", "name"])
    .where(
      sql<boolean>`imo = any(${rows.map(({ cells }) => cells.vesselImo?.replace(/\D/g, "") ?? "")}::text[])`,
    )
    .execute();
  const keys = rows.map(({ cells }) => referenceKey(cells.houseNumber ?? ""));
  const knownRows = await knownShipments(db, keys, ids);
  const shipments = new Map(knownRows.map(({ key, ...row }) => [key, row]));
  return {
    shipments,
    byId: new Map(knownRows.map(({ key: _, ...row }) => [row.id, row])),
    stored: await storedFieldsOf(
      db,
      knownRows.map(({ id }) => id),
      language,
    ),
    companiesOf: await readCustomers(db),
    carrierOf: new Map(
      carriers.flatMap(({ code, name }) => [code, name].map((word) => [word.toLowerCase(), code])),
    ),
    carriers: new Set(carriers.map(({ code }) => code)),
    vesselNames: new Map(vessels.map(({ imo, name }) => [imo.trim(), name])),
  };
}

/** By two indexes: a condition that joined both with "or" would read all shipments. */
async function knownShipments(db: Kysely<Database>, keys: readonly string[], ids: readonly string[]) {
  const { rows } = await sql<Known & { key: string }>`
    select r.value_key as key, s.id, s.company_id, s.house_number, s.job_mode, s.log_sequence, s.log_hash,
      shipper.name as shipper, consignee.name as consignee
    from (
      select shipment_id, value_key from shipment_reference
      where kind = 'H' and value_key = any(${[...keys]}::text[])
      union
      select shipment_id, value_key from shipment_reference
      where kind = 'H' and shipment_id = any(${[...ids]}::bigint[])
    ) r join shipment s on s.id = r.shipment_id
    join party shipper on shipper.id = s.shipper_id join party consignee on consignee.id = s.consignee_id
    order by s.id`.execute(db);
  return rows;
}

/** Locks the shipments that the rows name, so that nobody changes them between judging and writing. */
export async function lockKnown(
  db: Kysely<Database>,
  rows: readonly ImportFileRow[],
  ids: readonly string[] = [],
): Promise<void> {
  const keys = rows.map(({ cells }) => referenceKey(cells.houseNumber ?? ""));
  await sql`
    select id from shipment where id in (
      select shipment_id from shipment_reference where kind = 'H' and value_key = any(${keys}::text[])
      union all select unnest(${[...ids]}::bigint[]))
    order by id for update`.execute(db);
}

/** What each row would do. @param owned ids of shipments by line, for rows that are known to be of one; its number may change */
export async function judgeShipments(
  rows: readonly ImportFileRow[],
  context: CallerContext,
  owned: ReadonlyMap<number, string> = new Map(),
): Promise<ShipmentRow[]> {
  const known = await readKnown(rows, [...owned.values()], context);
  const seen = new Map<string, ImportFileRow>();
  const judged: ShipmentRow[] = [];
  for (const row of rows)
    judged.push(await judgeRow(row, { known, seen, ownId: owned.get(row.line) ?? null }, context));
  return judged;
}

type KnownRows = Awaited<ReturnType<typeof readKnown>>;

async function judgeRow(
  row: ImportFileRow,
  { known, seen, ownId }: { known: KnownRows; seen: Map<string, ImportFileRow>; ownId: string | null },
  context: CallerContext,
): Promise<ShipmentRow> {
  const { db, language, now } = context;
  const { line, cells } = row;
  const telling = new Telling(line, cells.houseNumber ?? "", language);
  telling.judgeCells(row);
  const key = referenceKey(cells.houseNumber ?? "");
  const companyId = customerOf(cells.customer, known, telling);
  const { there, isRenamed } = findThere(cells, { known, ownId, companyId }, telling);
  const shipmentId = there?.id ?? null;
  const idle = (judged: JudgedRow): ShipmentRow => ({ ...judged, shipmentId, plan: null });
  const named = modeIn(cells.mode, there, telling);
  // A row without a mode is read to its end as well, so that all that is wrong with it is said at once.
  const mode = named ?? there?.job_mode ?? "OCEAN";
  const stored = there && known.stored.get(there.id);
  const asking = { known, mode, telling, db };
  const fields = await fieldsOf(cells, stored ?? nothingYet(cells.houseNumber ?? "", mode), asking);
  if (!stored && cells.paymentType === undefined) fields.paymentType = paymentOf(fields.incoterms);
  if (isRenamed) fields.houseNumber = cells.houseNumber ?? "";
  const parties = partiesOf(cells, there, telling);
  const read = await readFields(fields, {
    db,
    mode,
    language,
    now,
    ownId: there?.id ?? null,
    known: { isCarrier: (code) => known.carriers.has(code), isTaken: () => false },
  });
  if ("faults" in read) sayOthers(read.faults, telling);
  if (telling.isFaulty || "faults" in read) return idle(telling.faulty());
  const before = seen.get(key);
  if (before) return idle(telling.twice(before.line, saysSame(before, row)));
  seen.set(key, row);
  warn(fields, { cells, mode }, telling);
  const { columns } = read;
  if (!there || !stored) {
    const shipment = { mode, columns, ...parties, goods: cells.goods ?? "", booking: null };
    return {
      ...telling.row("added"),
      shipmentId,
      plan: { isNew: true, columns, shipment: { companyId: companyId!, ...shipment } },
    };
  }
  const after = await fieldsOfColumns(columns, fields.vesselName, context);
  const changes = [
    ...changesBetween(comparable(stored), comparable(after)),
    ...changesBetween({ shipper: there.shipper, consignee: there.consignee }, parties),
  ];
  if (changes.length === 0) return idle(telling.row("same"));
  const plan = { isNew: false, known: there, columns, parties } as const;
  return { ...telling.row("changed", changes), shipmentId, plan };
}

/** Columns of which nothing was said before: a cell that could not be read is not missing as well. */
function sayOthers(faults: readonly Fault[], telling: Telling): void {
  for (const { path, message } of faults) {
    const column = path.split(".")[0]!;
    if (!telling.has(column)) telling.say(column, message);
  }
}

/** Whether two rows of one house number agree in every other cell. */
const saysSame = (one: ImportFileRow, other: ImportFileRow): boolean =>
  shipmentColumns.every((name) => name === "houseNumber" || one.cells[name] === other.cells[name]);

/** The shipment that a row is about: the one that is known to be its own, else the one with its house number. */
function findThere(
  cells: ImportFileRow["cells"],
  { known, ownId, companyId }: { known: KnownRows; ownId: string | null; companyId: string | null },
  telling: Telling,
): { there: Known | undefined; isRenamed: boolean } {
  const key = referenceKey(cells.houseNumber ?? "");
  const named = known.shipments.get(key);
  const there = (ownId === null ? undefined : known.byId.get(ownId)) ?? named;
  const isOthers = named !== undefined && named.id !== there?.id;
  if (isOthers || (there && companyId && there.company_id !== companyId))
    telling.fault("houseNumber", "houseNumberTaken", { number: cells.houseNumber ?? "" });
  return { there, isRenamed: there !== undefined && named === undefined && key !== "" };
}

/** The cells over what is there: an empty cell leaves it. */
async function fieldsOf(
  cells: ImportFileRow["cells"],
  stored: DeskShipmentFields,
  asking: { known: KnownRows; mode: JobMode; telling: Telling; db: Kysely<Database> },
): Promise<DeskShipmentFields> {
  const { known, mode, telling, db } = asking;
  const fields = { ...stored };
  for (const name of textColumns) if (cells[name] !== undefined) fields[name] = cells[name];
  readCodes(cells, fields, telling);
  if (cells.carrierCode) fields.carrierCode = carrierIn(cells.carrierCode, known);
  readIncoterms(cells, fields, telling);
  for (const [name, port] of [
    ["etd", "portOfDeparture"],
    ["eta", "portOfArrival"],
  ] as const) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const time = localTimeOf(cell, await zoneOf(db, await placeCodeOf(db, fields[port], mode)));
    if (time === null) telling.fault(name, "deskTimeUnknown");
    else fields[name] = time;
  }
  if (cells.containers !== undefined)
    fields.containers = containersOf(cells.containers, fields.containers, telling);
  const imo = checkVesselImo(fields.vesselImo).number;
  fields.vesselName = known.vesselNames.get(imo) ?? fields.vesselName;
  for (const issue of deskShipmentFields.safeParse(fields).error?.issues ?? [])
    if (issue.code === "too_big")
      telling.fault(String(issue.path[0]), "tooLong", { maximum: String(issue.maximum) });
    else telling.fault(String(issue.path[0]), "formatError");
  if ((cells.goods ?? "").length > LIMITS.goodsDescription)
    telling.fault("goods", "tooLong", { maximum: LIMITS.goodsDescription });
  return fields;
}

/** By its code or name here, else by what others call it. */
function carrierIn(cell: string, { carrierOf, carriers }: KnownRows): string {
  const named = carrierOf.get(cell.toLowerCase()) ?? carrierCodeOf(cell);
  return named !== undefined && carriers.has(named) ? named : cell;
}

function customerOf(cell: string | undefined, known: KnownRows, telling: Telling): string | null {
  if (cell === undefined) return telling.fault("customer", "cannotBeEmpty");
  const customers = known.companiesOf(cell);
  if (customers.length === 1) return customers[0]!.id;
  return telling.fault("customer", customers.length === 0 ? "deskCustomerUnknown" : "deskCustomerTwice");
}

function modeIn(cell: string | undefined, there: Known | undefined, telling: Telling): JobMode | null {
  const mode = cell === undefined ? there?.job_mode : jobModeOf(cell);
  if (!mode) return telling.fault("mode", cell === undefined ? "cannotBeEmpty" : "deskModeUnknown");
  if (there && mode !== there.job_mode) return telling.fault("mode", "deskModeChange");
  return mode;
}

function readCodes(cells: ImportFileRow["cells"], fields: DeskShipmentFields, telling: Telling): void {
  for (const [name, read] of Object.entries(codeReaders) as [
    CodeField,
    (cell: string) => string | undefined,
  ][]) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const code = read(cell);
    if (code === undefined) telling.fault(name, "deskCodeUnknown");
    else Object.assign(fields, { [name]: code });
  }
}

/** A term may have its place behind it. */
function readIncoterms(
  { incoterms: cell = "" }: ImportFileRow["cells"],
  fields: DeskShipmentFields,
  telling: Telling,
): void {
  const term = incotermIn(cell);
  if (!term) return;
  fields.incoterms = term;
  if (term !== cell.toUpperCase()) telling.warn("incoterms", "wordRead", { word: cell, code: term });
}

/** Who sends and gets the goods; an empty cell leaves whom a shipment has. Parties are found without regard to capitals. */
function partiesOf(cells: ImportFileRow["cells"], there: Known | undefined, telling: Telling): Parties {
  const party = (name: keyof Parties) => {
    const cell = cells[name];
    if (there && (cell === undefined || cell.toLowerCase() === there[name].toLowerCase())) return there[name];
    if (cell === undefined) telling.fault(name, "cannotBeEmpty");
    else if (cell.length > PARTY_MAX) telling.fault(name, "tooLong", { maximum: PARTY_MAX });
    return cell ?? "";
  };
  return { shipper: party("shipper"), consignee: party("consignee") };
}

/** Check digits: numbers without a right one exist, so nothing is held up (trade 1, 3). */
function warn(
  fields: DeskShipmentFields,
  { cells, mode }: { cells: ImportFileRow["cells"]; mode: JobMode },
  telling: Telling,
): void {
  if (mode === "AIR" && cells.masterNumber !== undefined)
    telling.warnAirWaybill("masterNumber", cells.masterNumber);
  if (cells.containers !== undefined)
    for (const { containerNumber } of fields.containers)
      telling.warnDigit("containers", checkContainerNumber(containerNumber));
  if (cells.vesselImo !== undefined) telling.warnDigit("vesselImo", checkVesselImo(fields.vesselImo));
}

const weight = (text: string) => {
  const number = parseDecimal(text);
  return number === null ? text : round(number, 3);
};
const comparable = (fields: DeskShipmentFields): DeskShipmentFields => ({
  ...fields,
  grossWeightKg: weight(fields.grossWeightKg),
  volumeCbm: weight(fields.volumeCbm),
  containers: fields.containers.map((container) => ({
    ...container,
    grossWeightKg: weight(container.grossWeightKg),
    volumeCbm: weight(container.volumeCbm),
  })),
});
