import { type Kysely, sql } from "kysely";

/** Shipments that were there twice: the one that went, as it stood, and where it is found now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shipment_merge (
      gone_id bigint primary key,
      kept_id bigint not null references shipment on delete cascade,
      company_id bigint not null references company on delete cascade,
      house_number text not null,
      -- [{ kind, number }]: by which it is found, as in shipment_reference.
      numbers jsonb not null,
      -- Its rows as they stood, by table.
      record jsonb not null,
      reason text not null,
      merged_by bigint references app_user on delete set null,
      merged_by_name text not null,
      merged_at timestamptz not null,
      -- The end of its chain in the operation log.
      log_sequence integer not null,
      log_hash bytea
    );
    create index shipment_merge_kept on shipment_merge (kept_id);
    create index shipment_merge_company on shipment_merge (company_id);
  `.execute(db);
}
