import pg from "pg";
import type { EmbeddedServer } from "../db/embedded.ts";
import { folderArchive } from "./folder.ts";
import { s3Archive } from "./s3.ts";
import { releaseLog } from "./segments.ts";
import type { ArchiveStore } from "./store.ts";

/** The archive of `ARCHIVE_TO`: a folder, or a bucket of an S3-compatible store. */
export function openArchive(address: string): ArchiveStore {
  return /^https?:/.test(address) ? s3Archive(address) : folderArchive(address);
}

/** The server keeps no log for an archive any more. */
export async function endArchive(server: Pick<EmbeddedServer, "adminConnection">): Promise<void> {
  const admin = new pg.Client({ ...server.adminConnection, application_name: "fairlead-archive" });
  admin.on("error", () => {});
  await admin.connect();
  await releaseLog(admin).finally(() => admin.end());
}
