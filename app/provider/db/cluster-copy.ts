import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { ArchiveWriter } from "./archive.ts";
import type { EmbeddedServer } from "./embedded.ts";
import { exists } from "./restore-place.ts";
import { SECRETS_KEY_FILE } from "./secrets-key.ts";

/** A server whose files are copied while it runs. */
export type CopiedServer = Pick<EmbeddedServer, "adminConnection" | "cluster">;

/** Where in the write-ahead log a copy ends: without the log up to there it is of no use. */
export interface CopyEnd {
  /** Name of the log file in which it ends. */
  segment: string;
  /** The copy holds everything that was committed before, and nothing that was committed later. */
  at: Date;
}

/**
 * Copies a running cluster as pg_basebackup does: files that change while they are copied are repaired by the log written
 * meanwhile, which is copied too.
 */
export async function copyCluster(
  archive: ArchiveWriter,
  dataDir: string,
  server: CopiedServer,
): Promise<CopyEnd> {
  const { cluster } = server;
  const admin = new pg.Client({ ...server.adminConnection, application_name: "fairlead-backup" });
  admin.on("error", () => {});
  await admin.connect();
  try {
    await archive.file("postgres/password", join(dataDir, "postgres", "password"));
    // A temporary slot ends with this connection. Until then the server keeps the log that the copy needs.
    const slot = `backup_${randomBytes(4).toString("hex")}`;
    await admin.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    await admin.query("select pg_backup_start('fairlead', fast => true)");
    await archive.folder("postgres/data", cluster, isPartOfBackup);
    await archive.file("postgres/data/global/pg_control", join(cluster, "global", "pg_control"));
    const { rows } = await admin.query<{ label: string; last: string; at: Date }>(
      "select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as at from pg_backup_stop(wait_for_archive => false)",
    );
    const { label, last, at } = rows[0]!;
    await archive.text("postgres/data/backup_label", label);
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)![1]!;
    for (const segment of (await readdir(join(cluster, "pg_wal"))).sort()) {
      if (!/^[0-9A-F]{24}$/.test(segment) || segment < first || segment > last) continue;
      await archive.file(`postgres/data/pg_wal/${segment}`, join(cluster, "pg_wal", segment));
    }
    return { segment: last, at };
  } finally {
    await admin.end().catch(() => {});
  }
}

/** Leaves out what a server creates anew and what is added at the end; the folders themselves are needed. */
function isPartOfBackup(inner: string): boolean {
  return !(
    /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/(?!archive_status$|summaries$)/.test(
      inner,
    ) ||
    /^(postmaster\.pid|postmaster\.opts|backup_label|tablespace_map|global\/pg_control)$/.test(inner) ||
    /(^|\/)(pgsql_tmp|t\d+_\d+)/.test(inner) ||
    /(^|\/)pg_internal\.init/.test(inner)
  );
}

/** Without the key nobody could use their second factor any more. */
export async function copySecretsKey(archive: ArchiveWriter, dataDir: string): Promise<void> {
  const key = join(dataDir, SECRETS_KEY_FILE);
  if (await exists(key)) await archive.file(SECRETS_KEY_FILE, key);
}
