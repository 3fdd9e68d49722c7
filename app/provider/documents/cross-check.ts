import { sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DocumentCrossCheck, documentCrossCheck } from "#app/contract/document.ts";
import {
  type CheckedFact,
  type ComparedPaper,
  checkedFacts,
  comparedPapers,
  type ReadPaper,
} from "#app/contract/document-code.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { add } from "#app/lib/decimal.ts";
import { comparePapers, type FactKind } from "#app/lib/paper-check.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { readDetail, readPaperLines } from "../shipments/detail.ts";
import { shipmentScopeOf } from "../shipments/filter.ts";
import { paperOf, type UploadedPaper, uploadedPapers } from "./uploaded-papers.ts";

const kinds: Record<CheckedFact, FactKind> = {
  packages: "number",
  units: "number",
  grossWeight: "number",
  volume: "number",
  shipper: "name",
  consignee: "name",
  orders: "list",
};

type State = DocumentCrossCheck["papers"][number]["state"];
/** A value with where it is from: two papers that are made from one record confirm nothing. */
interface Stated {
  value: string | null;
  source: string;
}
interface Column {
  paper: ComparedPaper;
  state: State;
  stored: Partial<Record<CheckedFact, Stated>>;
  uploads: readonly UploadedPaper[];
}

/** `document.crossCheck`: what no paper says stays unknown, and nothing is guessed from another one. */
export async function crossCheck(
  { shipmentId }: z.output<typeof documentCrossCheck.request>,
  context: CallerContext,
): Promise<DocumentCrossCheck> {
  const { db, scope } = context;
  const shipment = await readDetail(db, await shipmentScopeOf(db, scope), shipmentId, {
    ...context,
    hasCharges: false,
  });
  if (!shipment) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const uploads = await uploadedPapers(shipment.id, context);
  const made = await madeOf(shipment, context);
  const columns = comparedPapers.map((paper): Column => {
    const own = uploads.filter((each) => each.paper === paper);
    // The paper that somebody has sent is the paper; ours is made from the data.
    if (own.length > 0) return { paper, state: "uploaded", stored: {}, uploads: own };
    const known = made[paper];
    return { paper, state: known?.state ?? "none", stored: known?.stored ?? {}, uploads: [] };
  });
  return {
    papers: columns.map(({ paper, state, uploads: files }) => ({
      paper,
      state,
      files: files.map(({ id, fileName, reading }) => ({ documentId: id, fileName, reading })),
    })),
    rows: checkedFacts.map((fact) => rowOf(fact, columns)),
  };
}

function rowOf(fact: CheckedFact, columns: readonly Column[]): DocumentCrossCheck["rows"][number] {
  const compared = columns.map((column) => comparedOf(fact, column));
  const [booking = null, packingList = null, invoice = null, houseBill = null] = compared.map(
    ({ values, hasSeveralFiles }) =>
      hasSeveralFiles && new Set(values).size > 1 ? null : (values[0] ?? null),
  );
  return {
    fact,
    booking,
    packingList,
    invoice,
    houseBill,
    verdict: comparePapers(compared, kinds[fact]),
    read: columns.flatMap(({ paper, uploads }) =>
      uploads.flatMap(({ id, sayings }) => {
        const { value, text } = sayings[fact] ?? {};
        return value && text ? [{ paper, documentId: id, value, text }] : [];
      }),
    ),
  };
}

function comparedOf(fact: CheckedFact, { paper, stored, uploads }: Column) {
  const { value = null, source = paper } = stored[fact] ?? {};
  const read = uploads.flatMap(({ sayings }) => sayings[fact]?.value ?? []);
  return {
    values: value === null || value === "" ? read : [value, ...read],
    source,
    hasSeveralFiles: uploads.length > 1,
  };
}

type Made = Partial<Record<ComparedPaper, Pick<Column, "state" | "stored">>>;

/** What is stored of the booking and the house bill, and what documents say that are made from the shipment. */
async function madeOf(shipment: ShipmentDetailData, context: CallerContext): Promise<Made> {
  const made: Made = {};
  const booked = shipment.cargo.find(({ dataType }) => dataType === "O");
  if (shipment.booking) {
    const parties = await partiesOfBooking(context, shipment.booking.id);
    made.booking = {
      state: "stored",
      stored: {
        ...amountsOf(booked),
        shipper: { value: parties.shipper, source: "booking" },
        consignee: { value: parties.consignee, source: "booking" },
      },
    };
  }
  const lines = linesOf(await readPaperLines(context.db, shipment.id));
  const parties = {
    shipper: { value: shipment.shipperName, source: "shipment" },
    consignee: { value: shipment.consigneeName, source: "shipment" },
  };
  const is = (paper: ReadPaper) =>
    shipment.documents.some(({ documentType }) => paperOf(documentType) === paper);
  const { units, orders } = lines;
  if (is("packingList")) made.packingList = { state: "made", stored: { ...parties, ...lines } };
  if (is("invoice")) made.invoice = { state: "made", stored: { ...parties, units, orders } };
  const billed = shipment.cargo.find(({ dataType }) => dataType === "H");
  // A bill is made from the first cargo while none of its own is known.
  if (is("houseBill"))
    made.houseBill = { state: "made", stored: { ...parties, ...amountsOf(billed ?? shipment.cargo[0]) } };
  else if (billed) made.houseBill = { state: "stored", stored: amountsOf(billed) };
  return made;
}

function amountsOf(cargo: ShipmentDetailData["cargo"][number] | undefined): Column["stored"] {
  if (!cargo) return {};
  const source = `cargo ${cargo.dataType}`;
  const of = (value: string | number | null) => ({ value: value === null ? null : String(value), source });
  return { packages: of(cargo.pieces), grossWeight: of(cargo.grossWeightKg), volume: of(cargo.volumeCbm) };
}

/** Sums over order lines, from which packing list and invoice are made; a weight that one lacks has none. */
function linesOf(lines: Awaited<ReturnType<typeof readPaperLines>>) {
  const of = (value: string) => ({ value: lines.length > 0 ? value : null, source: "order lines" });
  const sum = (key: "pieces" | "cartons") => of(String(lines.reduce((total, line) => total + line[key], 0)));
  const weights = lines.flatMap(({ grossWeightKg }) => grossWeightKg ?? []);
  const orders = [...new Set(lines.map(({ poNumber }) => poNumber))].sort().join(", ");
  return {
    packages: sum("cartons"),
    units: sum("pieces"),
    orders: of(orders),
    grossWeight: weights.length === lines.length ? of(add(...weights)) : of(""),
  };
}

async function partiesOfBooking(
  { db, scope }: CallerContext,
  id: string | null,
): Promise<{ shipper: string | null; consignee: string | null }> {
  if (id === null) return { shipper: null, consignee: null };
  const { rows } = await sql<{ shipper: string | null; consignee: string | null }>`
    select nullif(b.shipper_name, '') as shipper, nullif(b.consignee_name, '') as consignee
    from booking b where b.id = ${id} and ${seenBookings(scope, "b")}`.execute(db);
  return rows[0] ?? { shipper: null, consignee: null };
}
