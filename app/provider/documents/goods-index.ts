import { type Kysely, sql } from "kysely";
import { transaction } from "../db/database.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { spacedText } from "./spaced-text.ts";

/** Shipments in one transaction. */
const BATCH = 500;

/**
 * Reads the descriptions of goods of some shipments for the search; any number of processes may do so.
 * @returns false when none is waiting
 */
export function indexGoods(db: Kysely<Database>): Promise<boolean> {
  return transaction(
    db,
    async (trx) => {
      const { rows } = await sql<{ shipment_id: string }>`
        delete from goods_unread where shipment_id in (
          select shipment_id from goods_unread order by shipment_id limit ${BATCH}::int for update skip locked)
        returning shipment_id`.execute(trx);
      if (rows.length === 0) return false;
      const ids = rows.map((row) => row.shipment_id);
      const fresh = await sql<{ description: string }>`
        select description from (
          select description from shipment_cargo where shipment_id = any(${ids}::bigint[])
          union
          select description from shipment_order_line where shipment_id = any(${ids}::bigint[])) t
        where not exists (select from goods_text g where g.key = md5(t.description))
        order by md5(description)`.execute(trx);
      const texts = fresh.rows.map(({ description }) => ({ description, text: spacedText(description) }));
      await sql`
        insert into goods_text (key, search_text, grams)
        select md5(x.description), x.search_text, x.grams::integer[]
        from unnest(${texts.map(({ description }) => description)}::text[], ${texts.map(({ text }) => text)}::text[],
          ${texts.map(({ text }) => arrayOf(gramsOf(text)))}::text[]) as x (description, search_text, grams)
        on conflict do nothing`.execute(trx);
      return true;
    },
    { isRepeatable: true },
  );
}
