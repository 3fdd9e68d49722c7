import { resolve } from "node:path";

interface Variables {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  ARCHIVE_TO?: string | undefined;
}

/** Why these settings do not go together, in one line that says what to do; undefined when they do. `dataDir` is absolute. */
export function databaseFault(value: Variables, dataDir: string): string | undefined {
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const)
    if (value[name] && !value.DATABASE_URL)
      return `${name} is set without DATABASE_URL: set both, or neither for the embedded database`;
  if (!value.ARCHIVE_TO) return undefined;
  if (value.DATABASE_URL)
    return "ARCHIVE_TO is for the embedded database: leave it out with DATABASE_URL, and archive that server with its own tools, such as pgBackRest";
  if (`${resolve(value.ARCHIVE_TO)}/`.startsWith(`${dataDir}/`))
    return "ARCHIVE_TO lies in DATA_DIR, with which it would be lost: give a folder on another disk, or a bucket";
  return undefined;
}
