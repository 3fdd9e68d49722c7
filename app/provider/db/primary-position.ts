import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** How far the log of the primary was written at a moment: all that was visible then was committed before this place. */
export interface Position {
  /** Place in the log, in bytes. */
  lsn: bigint;
  /** The server whose log it is, from its start to its end: after a takeover another server counts on from an earlier place. */
  server: string;
}

/** SQL that names the server that runs it. */
export const SERVER = "extract(epoch from pg_postmaster_start_time())::text";

/**
 * SQL of the place. A commit is visible when its record is on the disk, unless commits do not wait for it. Null on a server
 * that only reads.
 */
const WRITTEN = `case when pg_is_in_recovery() then null
  when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end`;

const POSITION = `${WRITTEN} || '@' || ${SERVER}`;

/** A column `position` of a statement that is run on the primary anyway; nothing where no standby is read. */
export const positionColumn = (isWanted: boolean) =>
  isWanted ? sql.raw(`, ${POSITION} as position`) : sql.raw("");

/** Null where the statement was not run by the primary. */
export function positionOf(text: string | null | undefined): Position | null {
  const [lsn, server] = text?.split("@") ?? [];
  return lsn && server ? { lsn: lsnOf(lsn), server } : null;
}

/** Of the server's form of it, such as `16/B374D848`. */
export function lsnOf(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** What a standby has to show that follows the primary. */
export interface PrimaryLine extends Position {
  mark: string;
}

/** Asks the primary, which makes its mark when it has none. Undefined where only a standby is reached. */
export async function readLine(primary: Kysely<Database>): Promise<PrimaryLine | undefined> {
  const { rows } = await sql<{ position: string | null; marked: string | null; mark: string | null }>`
    select ${sql.raw(POSITION)} as position, m.server as marked, m.mark
    from (select) as one left join primary_mark as m on true`.execute(primary);
  const { position: text, marked, mark } = rows[0]!;
  const position = positionOf(text);
  if (!position) return undefined;
  if (mark !== null && marked === position.server) return { ...position, mark };
  // Of several processes that find a new server at the same time, the first makes the mark.
  await sql`
    insert into primary_mark as m (server, mark) values (${sql.raw(SERVER)}, gen_random_uuid()::text)
    on conflict (is_only) do update set server = excluded.server, mark = excluded.mark
    where m.server <> excluded.server`.execute(primary);
  return readLine(primary);
}
