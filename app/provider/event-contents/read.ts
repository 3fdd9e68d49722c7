import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { ContentDamaged, type ContentLine, readLines } from "./content-file.ts";
import { FILE_FIELD } from "./kept-part.ts";

/** What was sent as one version of an event. */
export interface SentVersion extends ContentLine {
  /** Null: the present version. */
  replacedAt: string | null;
  /** The file that the content was read from; null: it is in the database. */
  file: string | null;
}

/** The file with a content is not there, not what was written, or its store does not answer. */
export class ContentUnreadable extends Error {
  override name = "ContentUnreadable";
  constructor(key: string, cause: Error) {
    super(`The file ${key} with what was sent cannot be read (${cause.name})`, { cause });
  }
}

/** Instants with all digits that the database has, as files name them. */
export const exactly = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * All versions of an event as they were sent, the latest first, wherever their contents are.
 * @throws ContentUnreadable
 */
export async function readSent(
  db: Kysely<Database>,
  files: FileStore,
  eventId: string,
): Promise<SentVersion[]> {
  const { rows } = await sql<SentVersion & { fileId: string | null }>`
    select t."eventId", ${exactly("t.stored_at")} as "storedAt", t.version, t.sent::text as sent,
      ${exactly("t.replaced_at")} as "replacedAt", t.sent ->> ${sql.lit(FILE_FIELD)} as "fileId"
    from (
      select event_id as "eventId", stored_at, version, payload as sent, null::timestamptz as replaced_at
      from event where event_id = ${eventId}
      union all
      select event_id, stored_at, version, payload, replaced_at from event_replaced where event_id = ${eventId}
    ) t order by t.replaced_at desc nulls first`.execute(db);
  const versions: SentVersion[] = [];
  for (const { fileId, ...row } of rows) versions.push(await wholeOf(db, files, { ...row, file: fileId }));
  return versions;
}

async function wholeOf(
  db: Kysely<Database>,
  files: FileStore,
  { file, ...row }: SentVersion,
): Promise<SentVersion> {
  // A carrier may have sent the field itself.
  const known = /^\d{1,18}$/.test(file ?? "")
    ? await db.selectFrom("event_file").selectAll().where("id", "=", file!).executeTakeFirst()
    : undefined;
  if (!known) return { ...row, file: null };
  const lines = await readLines(files, known).catch((error: Error) => {
    throw new ContentUnreadable(known.storage_key, error);
  });
  const line = lines.find(
    ({ eventId, storedAt, version }) =>
      eventId === row.eventId && storedAt === row.storedAt && version === row.version,
  );
  if (!line) throw new ContentUnreadable(known.storage_key, new ContentDamaged());
  return { ...row, sent: line.sent, file: known.storage_key };
}
