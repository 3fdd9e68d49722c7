import { sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DocumentCrossCheck, documentCrossCheck } from "#app/contract/document.ts";
import type { CheckedFact } from "#app/contract/document-code.ts";
import { add } from "#app/lib/decimal.ts";
import { comparePapers } from "#app/lib/paper-check.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { readDetail, readPaperLines } from "../shipments/detail.ts";
import { shipmentScopeOf } from "../shipments/filter.ts";

type Row = DocumentCrossCheck["rows"][number];
type Said = Partial<Record<Exclude<keyof Row, "fact" | "verdict">, string | null>>;

const kinds: Record<CheckedFact, Parameters<typeof comparePapers>[1]> = {
  ...{ packages: "number", units: "number", grossWeight: "number", volume: "number" },
  ...{ shipper: "name", consignee: "name", orders: "list" },
};

function rowOf(fact: CheckedFact, said: Said): Row {
  const { booking = null, packingList = null, invoice = null, houseBill = null } = said;
  const values = [booking, packingList, invoice, houseBill];
  return { fact, booking, packingList, invoice, houseBill, verdict: comparePapers(values, kinds[fact]) };
}

/** `document.crossCheck`: what no paper says stays unknown, and nothing is guessed from another one. */
export async function crossCheck(
  { shipmentId }: z.output<typeof documentCrossCheck.request>,
  context: CallerContext,
): Promise<DocumentCrossCheck> {
  const { db, scope } = context;
  const given = { ...context, hasCharges: false };
  const found = await readDetail(db, await shipmentScopeOf(db, scope), shipmentId, given);
  if (!found) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const lines = await readPaperLines(db, shipmentId);
  const parties = await partiesOfBooking(context, found.booking?.id ?? null);
  const booked = found.cargo.find(({ dataType }) => dataType === "O");
  const billed = found.cargo.find(({ dataType }) => dataType === "H");
  const hasLines = lines.length > 0;
  const sum = (key: "pieces" | "cartons") =>
    hasLines ? String(lines.reduce((total, line) => total + line[key], 0)) : null;
  const weights = lines.flatMap(({ grossWeightKg }) => grossWeightKg ?? []);
  const orders = hasLines ? [...new Set(lines.map(({ poNumber }) => poNumber))].sort().join(", ") : null;
  const text = (value: number | string | null | undefined) =>
    value === null || value === undefined || value === "" ? null : String(value);
  const onPapers = (name: string) => (hasLines ? { packingList: name, invoice: name } : {});
  return {
    rows: [
      rowOf("packages", {
        ...{ booking: text(booked?.pieces), packingList: sum("cartons"), houseBill: text(billed?.pieces) },
      }),
      rowOf("units", { packingList: sum("pieces"), invoice: sum("pieces") }),
      rowOf("grossWeight", {
        ...{ booking: text(booked?.grossWeightKg), houseBill: text(billed?.grossWeightKg) },
        packingList: hasLines && weights.length === lines.length ? add(...weights) : null,
      }),
      rowOf("volume", { booking: text(booked?.volumeCbm), houseBill: text(billed?.volumeCbm) }),
      rowOf("shipper", {
        ...onPapers(found.shipperName),
        booking: parties.shipper,
        houseBill: found.shipperName,
      }),
      rowOf("consignee", {
        ...onPapers(found.consigneeName),
        ...{ booking: parties.consignee, houseBill: found.consigneeName },
      }),
      rowOf("orders", { packingList: orders, invoice: orders }),
    ],
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
