import { readdirSync } from "node:fs";
import type { Migration } from "kysely/migration";

const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-[\w-]+\.ts$/.test(file));

/**
 * The files of this folder in the order of their numbers, in which they are applied; `0004-open-shipments.ts` is noted in the
 * database as `0004_open_shipments`. A number that has landed is never changed: add the next one.
 */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(
    files
      .sort()
      .map(async (file) => [
        file.slice(0, -".ts".length).replaceAll("-", "_"),
        (await import(new URL(file, import.meta.url).href)) as Migration,
      ]),
  ),
);
