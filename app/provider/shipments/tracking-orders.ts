import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { TrackedLine, TrackedOrder, trackingOrders } from "#app/contract/tracking.ts";
import type { Language } from "#app/contract/user.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { cutPage, readCursor, sliceOf } from "../call/page.ts";
import type { Database } from "../db/schema.ts";
import type { ShipmentScope } from "./filter.ts";
import { invoiceTotal, type PaperLine } from "./line-amounts.ts";
import { readRows } from "./row.ts";

/** As in the shipment list: nobody pages further. */
const COUNT_MAX = 1_000;
/** Shipments of one PO that its lines are summed over, and those that are shown. */
const SUMMED_MAX = 500;
const SHOWN_MAX = 20;

type OrdersRequest = z.output<typeof trackingOrders.request>;
interface Order {
  company_id: string;
  value_key: string;
}

/** Orders have no id: their cursor is the company's and the number. */
const CURSOR_NAME = "orders";
const CURSOR_KEY = /^\d{1,18} .{1,100}$/su;
const cursorKey = ({ company_id, value_key }: Order) => `${company_id} ${value_key}`;
function orderOf(key: string): Order {
  const space = key.indexOf(" ");
  return { company_id: key.slice(0, space), value_key: key.slice(space + 1) };
}

/** A page of purchase orders by number, each with its SKU lines summed over the shipments that carry them. */
export async function listOrders(
  db: Kysely<Database>,
  scope: ShipmentScope,
  criteria: OrdersRequest,
  reader: { language: Language; now: Date; hasPrices: boolean },
): Promise<z.infer<typeof trackingOrders.response>> {
  const orders = await findOrders(db, scope, criteria, null);
  const after = readCursor(criteria, CURSOR_NAME, reader.language, CURSOR_KEY);
  const behind = after === null ? orders : await findOrders(db, scope, criteria, orderOf(after));
  const { limit, offset } = sliceOf(criteria);
  const { rows, next } = cutPage(behind.slice(offset, offset + limit), criteria, CURSOR_NAME, cursorKey);
  return {
    rows:
      rows.length > 0 ? await readOrders(db, scope, rows, { ...reader, sku: keyOf(criteria.skuNumber) }) : [],
    total: Math.min(orders.length, COUNT_MAX),
    isTotalCapped: orders.length > COUNT_MAX,
    ...next,
  };
}

const keyOf = (typed: string | undefined) => referenceKey(typed ?? "");

/** PO numbers in order, the highest first, one more than are counted; those after an order when there is one. */
async function findOrders(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  { poNumber, skuNumber }: OrdersRequest,
  after: Order | null,
): Promise<Order[]> {
  const [po, sku] = [keyOf(poNumber), keyOf(skuNumber)];
  if ((poNumber?.trim() && po === "") || (skuNumber?.trim() && sku === "")) return [];
  const within = (key: string) =>
    key === "" ? sql`` : sql`and r.value_key >= ${key} and r.value_key < ${`${key}\u{10FFFF}`}`;
  if (sku === "") {
    const behind = after
      ? sql`and (r.value_key < ${after.value_key}
          or (r.value_key = ${after.value_key} and r.company_id > ${after.company_id}))`
      : sql``;
    const { rows } = await sql<Order>`
      select f.company_id, f.value_key from unnest(${companyIds}::bigint[]) c (id)
      cross join lateral (
        select distinct r.company_id, r.value_key from shipment_reference r
        where r.company_id = c.id and r.kind = 'PO' ${within(po)} ${behind}
        order by r.value_key desc limit ${COUNT_MAX + 1}
      ) f order by f.value_key desc, f.company_id limit ${COUNT_MAX + 1}`.execute(db);
    return rows;
  }
  const { rows } = await sql<{ company_id: string; po_number: string; sku_number: string }>`
    select distinct s.company_id, o.po_number, o.sku_number
    from shipment_reference r
    join shipment s on s.id = r.shipment_id
    join shipment_order_line o on o.shipment_id = s.id
    where r.company_id = any(${companyIds}::bigint[]) and r.kind = 'SKU' ${within(sku)}
    limit ${10 * COUNT_MAX}`.execute(db);
  const orders = rows
    .filter((row) => keyOf(row.sku_number).startsWith(sku) && keyOf(row.po_number).startsWith(po))
    .map((row) => ({ company_id: row.company_id, value_key: keyOf(row.po_number) }));
  const unique = new Map(orders.map((order) => [`${order.company_id} ${order.value_key}`, order]));
  return [...unique.values()]
    .sort(inOrder)
    .filter((order) => after === null || inOrder(order, after) > 0)
    .slice(0, COUNT_MAX + 1);
}

function inOrder(a: Order, b: Order): number {
  if (a.value_key === b.value_key) return Number(a.company_id) - Number(b.company_id);
  return a.value_key < b.value_key ? 1 : -1;
}

interface LineRow extends Order {
  shipment_id: string;
  has_left: boolean;
  shipper_name: string;
  po_number: string;
  sku_number: string;
  description: string;
  pieces: number;
  cartons: number;
  unit_price: string | null;
  currency: string | null;
}

async function readOrders(
  db: Kysely<Database>,
  scope: ShipmentScope,
  page: readonly Order[],
  { hasPrices, sku, ...reader }: { language: Language; now: Date; hasPrices: boolean; sku: string },
): Promise<TrackedOrder[]> {
  const [companyIds, keys] = [page.map((order) => order.company_id), page.map((order) => order.value_key)];
  const { rows } = await sql<LineRow & { total: number; rank: number }>`
    with carrying as (
      select a.company_id, a.value_key, f.* from unnest(${companyIds}::bigint[], ${keys}::text[]) a (company_id, value_key)
      cross join lateral (
        select s.id as shipment_id, s.shipper_id, s.status = 'COMPLETED' or coalesce('atd' = any(s.reached), false) as has_left,
          row_number() over (order by s.updated_at desc, s.id desc)::int as rank, count(*) over ()::int as total
        from shipment_reference r join shipment s on s.id = r.shipment_id
        where r.company_id = a.company_id and r.kind = 'PO' and r.value_key = a.value_key
      ) f where f.rank <= ${SUMMED_MAX}
    )
    select c.company_id, c.value_key, c.shipment_id, c.has_left, c.rank, c.total, p.name as shipper_name, o.po_number,
      o.sku_number, o.description, o.pieces, o.cartons, o.unit_price, o.currency
    from carrying c join party p on p.id = c.shipper_id
    join shipment_order_line o on o.shipment_id = c.shipment_id
    order by c.rank, o.line`.execute(db);
  // A shipment carries lines of several POs: only those of this one count.
  const own = rows.filter((row) => keyOf(row.po_number) === row.value_key);
  const byOrder = Map.groupBy(own, (row) => `${row.company_id} ${row.value_key}`);
  const shownIds = own.filter(({ rank }) => rank <= SHOWN_MAX).map((row) => row.shipment_id);
  const shipments = await readRows(db, [...new Set(shownIds)], scope.userId, reader);
  return page.flatMap((order): TrackedOrder[] => {
    const lines = byOrder.get(`${order.company_id} ${order.value_key}`);
    if (!lines) return [];
    const ids = new Set(lines.map((line) => line.shipment_id));
    return [
      {
        poNumber: lines[0]!.po_number,
        lines: linesOf(lines, hasPrices).filter(({ skuNumber }) => keyOf(skuNumber).startsWith(sku)),
        shipments: shipments.filter(({ id }) => ids.has(id)).slice(0, SHOWN_MAX),
        shipmentTotal: lines[0]!.total,
      },
    ];
  });
}

function linesOf(rows: readonly LineRow[], hasPrices: boolean): TrackedLine[] {
  const bySku = Map.groupBy(rows, ({ sku_number }) => keyOf(sku_number));
  return [...bySku.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, lines]) => {
      const shipped = lines.filter((line) => line.has_left);
      return {
        skuNumber: lines[0]!.sku_number,
        description: lines[0]!.description,
        shipperNames: [...new Set(lines.map((line) => line.shipper_name))].sort(),
        ordered: quantityOf(lines),
        shipped: quantityOf(shipped),
        orderedAmount: hasPrices ? invoiceTotal(lines.map(paperLine)) : null,
        shippedAmount: hasPrices ? invoiceTotal(shipped.map(paperLine)) : null,
        shipmentIds: [...new Set(lines.map((line) => line.shipment_id))].slice(0, SHOWN_MAX),
      };
    });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const quantityOf = (lines: readonly LineRow[]) => ({
  pieces: sum(lines.map(({ pieces }) => pieces)),
  cartons: sum(lines.map(({ cartons }) => cartons)),
});

const paperLine = (line: LineRow): Pick<PaperLine, "pieces" | "price"> => ({
  pieces: line.pieces,
  price:
    line.unit_price === null || line.currency === null
      ? null
      : { unit: line.unit_price, currency: line.currency },
});
