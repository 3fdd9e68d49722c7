import { readdirSync } from "node:fs";
import type { Migration } from "kysely/migration";

export interface LandedMigration extends Migration {
  /** The version before works on the schema that this migration leaves, and may be returned to (`step-back.ts`). */
  staysForOlder?: boolean;
}

const files = readdirSync(import.meta.dirname).filter(migrationName);

/** The name under which a file's migration is noted in the database; undefined for another file. */
export function migrationName(file: string): string | undefined {
  return /^\d{4}-[\w-]+\.ts$/.test(file) ? file.slice(0, -".ts".length).replaceAll("-", "_") : undefined;
}

/**
 * The files of this folder in the order of their numbers, in which they are applied; `0004-open-shipments.ts` is noted in the
 * database as `0004_open_shipments`. A number that has landed is never changed: add the next one,
 * so that the version before works on the schema that it leaves (`staysForOlder`).
 */
export const migrations: Record<string, LandedMigration> = Object.fromEntries(
  await Promise.all(
    files
      .sort()
      .map(async (file) => [
        migrationName(file)!,
        (await import(new URL(file, import.meta.url).href)) as LandedMigration,
      ]),
  ),
);
