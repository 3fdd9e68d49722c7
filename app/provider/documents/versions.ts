import { type Kysely, sql } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import type { StoredFile } from "../files/stored-file.ts";

/** A file of an uploaded document. */
export interface Version
  extends Pick<
    StoredFile,
    | ("id" | "subject_id" | "message_id" | "file_name" | "storage_key" | "size" | "content_type")
    | ("uploaded_by" | "uploaded_by_name" | "uploaded_at" | "scanned_at" | "is_of_forwarder")
  > {
  version: number;
}

/**
 * The versions of a document that were not removed, the first first. A number is the place in the order in
 * which files came, removed ones included, so that it stays when another is removed.
 */
export async function versionsOf(db: Kysely<Database>, id: string): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select * from (
      select f.*, row_number() over (order by f.id)::int as version
      from stored_file f where f.document_id = ${id}) numbered
    where removed_at is null order by id`.execute(db);
  return rows;
}

/** @throws Refusal CODE_NOT_FOUND, also for a version that was removed */
export async function versionOf(db: Kysely<Database>, id: string, version: number): Promise<Version> {
  const fileVersion = (await versionsOf(db, id)).find((each) => each.version === version);
  if (!fileVersion) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return fileVersion;
}

/** Until the transaction ends, no version comes or goes, and nothing that was read of one is kept. */
export async function lockDocument(trx: Kysely<Database>, id: string): Promise<void> {
  await sql`select from shipment_document where id = ${id} for update`.execute(trx);
}
