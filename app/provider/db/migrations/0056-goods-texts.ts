import { type Kysely, sql } from "kysely";

/** Descriptions of goods for the search of documents: each text once, however many shipments have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table goods_text (
      -- The MD5 digest of the description as written, since a long text cannot be an index key.
      key text primary key,
      -- Normalized for searching.
      search_text text not null,
      grams integer[] not null
    );
    create index goods_text_grams on goods_text using gin (grams);
    create index shipment_cargo_goods on shipment_cargo ((md5(description)));
    create index shipment_order_line_goods on shipment_order_line ((md5(description)));

    -- Shipments whose descriptions are not read yet. Imports only add rows, so that none waits for another.
    create table goods_unread (shipment_id bigint primary key);
    create function note_goods() returns trigger language plpgsql as $$
    begin
      insert into goods_unread (shipment_id) select distinct shipment_id from changed order by 1
      on conflict do nothing;
      return null;
    end $$;
    create trigger shipment_cargo_added after insert on shipment_cargo
      referencing new table as changed for each statement execute function note_goods();
    create trigger shipment_cargo_changed after update on shipment_cargo
      referencing new table as changed for each statement execute function note_goods();
    create trigger shipment_order_line_added after insert on shipment_order_line
      referencing new table as changed for each statement execute function note_goods();
    create trigger shipment_order_line_changed after update on shipment_order_line
      referencing new table as changed for each statement execute function note_goods();
    insert into goods_unread select id from shipment;
  `.execute(db);
}
