import type { ImportSource } from "#app/lib/import-source.ts";
import { folderPlace } from "./folder-place.ts";
import type { ImportPlace } from "./place.ts";

/** The place of `IMPORT_FROM`; for each look anew, since a connection ends when a server is restarted. */
export async function openPlace({ from }: ImportSource): Promise<ImportPlace> {
  if (typeof from === "string") return folderPlace(from);
  // The library is loaded only where it is used.
  const { sftpPlace } = await import("./sftp-place.ts");
  return sftpPlace(from);
}
