import { type Kysely, sql } from "kysely";

/**
 * Sessions in which the forwarder's staff see the portal as a customer's person does: each belongs to a session of
 * theirs, and ends with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table auth_token add column seen_by_token bytea references auth_token (token_hash) on delete cascade`.execute(
    db,
  );
  await sql`
    create index auth_token_seen_by on auth_token (seen_by_token) where seen_by_token is not null`.execute(
    db,
  );
}
