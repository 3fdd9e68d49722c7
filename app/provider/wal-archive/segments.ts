import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type pg from "pg";
import { HISTORY, lsnText, nextSegment, readLsn, SEGMENT, stampOf, startOf } from "./layout.ts";
import type { ArchiveStore } from "./store.ts";

/**
 * Beginning of the name of the replication slot that keeps the log for the archive, up to the server's
 * `max_slot_wal_keep_size`; nobody streams from it. The rest of its name is that of the line. Neither a backup nor a copy
 * of the archive has the slot, so that what is restored begins another line.
 */
export const SLOT = "fairlead_archive_";

/** Up to where the log is on disk. */
export interface LogEnd {
  /** Everything that was committed before is in the log up to there. */
  at: Date;
  lsn: string;
  segment: string;
}

export async function logEnd(admin: pg.Client): Promise<LogEnd> {
  const { rows } = await admin.query<LogEnd>(`
    select at, lsn::text as lsn, pg_walfile_name(lsn) as segment
    from (select statement_timestamp() as at, pg_current_wal_flush_lsn() as lsn) f`);
  return rows[0]!;
}

/**
 * Makes sure that the server keeps the log for the archive, from the first moment of a line on.
 * @returns the line's part of its name: another one than before where log was lost
 */
export async function holdLog(admin: pg.Client, now: Date): Promise<string> {
  const { rows } = await admin.query<{ slot_name: string; wal_status: string | null }>(
    "select slot_name, wal_status from pg_replication_slots where starts_with(slot_name, $1)",
    [SLOT],
  );
  const [slot, ...others] = rows;
  if (slot && others.length === 0 && slot.wal_status !== "lost") return slot.slot_name.slice(SLOT.length);
  await releaseLog(admin);
  const stamp = stampOf(now);
  await admin.query("select pg_create_physical_replication_slot($1, true)", [SLOT + stamp]);
  return stamp;
}

/** The server no longer keeps log for an archive. */
export async function releaseLog(admin: pg.Client): Promise<void> {
  await admin.query(
    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1) and not active",
    [SLOT],
  );
}

/**
 * Stores the log that the archive does not have yet: every finished segment, and of the one that is being written what is on
 * disk. Then the server may remove what is stored.
 * @param known names in the archive's `wal/`, which grow
 */
export async function storeLog(
  options: { admin: pg.Client; cluster: string; store: ArchiveStore; line: string; known: Set<string> },
  end: LogEnd,
): Promise<void> {
  const { admin, cluster, store, line, known } = options;
  const slot = SLOT + line.split("/")[1];
  const { rows } = await admin.query<{ restart_lsn: string }>(
    "select restart_lsn::text from pg_replication_slots where slot_name = $1",
    [slot],
  );
  const held = readLsn(rows[0]!.restart_lsn);
  const put = async (name: string, path: string, bytes: number) => {
    const packed = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const fed = pipeline(Readable.from(firstBytes(path, bytes)), packed);
    fed.catch(() => {});
    try {
      await store.put(`${line}/wal/${name}`, packed);
    } finally {
      packed.destroy();
    }
    known.add(name);
  };
  const folder = join(cluster, "pg_wal");
  for (const file of (await readdir(folder)).sort()) {
    const isFinished = SEGMENT.test(file) && file < end.segment && startOf(nextSegment(file)) > held;
    if (!isFinished && !HISTORY.test(file)) continue;
    if (!known.has(`${file}.zst`)) await put(`${file}.zst`, join(folder, file), Number.POSITIVE_INFINITY);
    const partial = `${file}.partial.zst`;
    if (known.delete(partial)) await store.remove(`${line}/wal/${partial}`);
  }
  const from = startOf(end.segment);
  const written = Number(readLsn(end.lsn) - from);
  // At the end of a segment the next has no file yet.
  if (written > 0) await put(`${end.segment}.partial.zst`, join(folder, end.segment), written);
  if (from > held) await admin.query("select pg_replication_slot_advance($1, $2)", [slot, lsnText(from)]);
}

/** What follows the bytes in a segment is left over from its earlier use. */
async function* firstBytes(path: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  try {
    const chunk = 1024 * 1024;
    for (let at = 0; at < bytes; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(chunk), 0, Math.min(chunk, bytes - at), at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
