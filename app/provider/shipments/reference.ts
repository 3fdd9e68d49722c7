import { type Kysely, sql } from "kysely";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";

/** Kinds of `shipment_reference` that the search box searches. */
export const KEYWORD_KINDS = ["H", "M", "PO", "CNTR"] as const;

/**
 * Rebuilds all numbers by which shipments can be found, from shipments and order lines. Only what differs is written: each version of
 * a shipment's row costs an entry in all of its indexes.
 */
export async function indexReferences(db: Kysely<Database>, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  const ids = sql`${[...shipmentIds]}::bigint[]`;
  await sql`
    update shipment s set
      container_numbers = n.container_numbers, po_numbers = n.po_numbers, sku_numbers = n.sku_numbers
    from (
      select given.id,
        array(
          select c.container_number from shipment_container c where c.shipment_id = given.id order by c.line
        ) as container_numbers,
        array(
          select o.po_number from shipment_order_line o where o.shipment_id = given.id and o.po_number <> ''
          group by o.po_number order by min(o.line)) as po_numbers,
        array(
          select o.sku_number from shipment_order_line o where o.shipment_id = given.id and o.sku_number <> ''
          group by o.sku_number order by min(o.line)) as sku_numbers
      from unnest(${ids}) given (id)
    ) n
    where s.id = n.id and (s.container_numbers, s.po_numbers, s.sku_numbers)
      is distinct from (n.container_numbers, n.po_numbers, n.sku_numbers)`.execute(db);
  const { rows } = await sql<{ shipment_id: string; company_id: string; kind: string; number: string }>`
    select s.id as shipment_id, s.company_id, n.kind, n.number from shipment s
    cross join lateral (
      select 'H' as kind, s.house_number as number
      union all select 'M', s.master_number
      union all select 'BKG', s.booking_number
      union all select 'BKG', s.carrier_booking_number
      union all select 'CI', s.commercial_invoice_number
      union all select 'CNTR', unnest(s.container_numbers)
      union all select 'PO', unnest(s.po_numbers)
      union all select 'SKU', unnest(s.sku_numbers)
      -- Of shipments that have gone over to it.
      union all select n->>'kind', n->>'number' from shipment_merge m, jsonb_array_elements(m.numbers) n
        where m.kept_id = s.id
    ) n
    where s.id = any(${ids}) and n.number is not null`.execute(db);
  const named = rows
    .map((row) => ({ ...row, key: referenceKey(row.number) }))
    .filter(({ key }) => key !== "");
  const wanted = sql`unnest(
    ${named.map((row) => row.shipment_id)}::bigint[], ${named.map((row) => row.company_id)}::bigint[],
    ${named.map((row) => row.kind)}::text[], ${named.map((row) => row.key)}::text[])`;
  await sql`
    delete from shipment_reference r where r.shipment_id = any(${ids}) and not exists (
      select from ${wanted} w (shipment_id, company_id, kind, value_key)
      where w.shipment_id = r.shipment_id and w.company_id = r.company_id and w.kind = r.kind
        and w.value_key = r.value_key)`.execute(db);
  await sql`
    insert into shipment_reference (shipment_id, company_id, kind, value_key)
    select * from ${wanted} on conflict do nothing`.execute(db);
}
