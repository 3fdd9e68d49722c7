import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import pg from "pg";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";

/** Databases of versions that landed, made by `dump-landed.ts`. */

/** `SECRETS_KEY` of all of them. */
export const LANDED_SECRETS_KEY = "0123456789abcdef0123456789abcdef";

const FOLDER = join(import.meta.dirname, "../fixtures/landed");

export interface LandedVersion {
  /** Number of its newest migration. */
  migration: string;
  commit: string;
  file: string;
}

/** The oldest first: one of each set of migrations that ever landed. */
export function landedVersions(): LandedVersion[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const [migration, commit] = file.replace(".sql.zst", "").split("-") as [string, string];
      return { migration, commit, file: join(FOLDER, file) };
    });
}

/** Fills a database without tables with that of a version. */
export async function restoreLanded(connection: ConnectionSettings, { file }: LandedVersion): Promise<void> {
  // The newer pg_dump writes commands of psql around its statements.
  const dump = zstdDecompressSync(readFileSync(file))
    .toString()
    .replaceAll(/^\\.*$/gm, "");
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
