import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const SERVER = "tests/support/database.ts";

export const STATEMENTS = "tests/provider/db/statements.test.ts";

/** Migrations, and what depends on how a database searches and sorts: run on a second PostgreSQL as well, whatever the run. */
export const ON_EACH_DATABASE = [
  "tests/provider/db/migrate.test.ts",
  "tests/provider/db/schema.test.ts",
  "tests/provider/messages/search.test.ts",
  "tests/provider/places/places.test.ts",
  "tests/provider/reference/typed-places.test.ts",
  "tests/provider/shipments/list.test.ts",
];

/** Tests of processes, time limits and further days of the demonstration. Other files run their statements too. */
const BEYOND_STATEMENTS = [
  "tests/provider/db/embedded.test.ts",
  "tests/provider/db/pooled-providers.test.ts",
  "tests/provider/db/standby-processes.test.ts",
  "tests/provider/db/standby.test.ts",
  "tests/provider/demo/freight.test.ts",
  "tests/provider/demo/story.test.ts",
  "tests/provider/exports/processes.test.ts",
  "tests/provider/http/pressure.test.ts",
  "tests/provider/http/server.test.ts",
  "tests/provider/identity/sign-in-lock.test.ts",
  "tests/provider/notifications/processes.test.ts",
  "tests/provider/realtime/processes.test.ts",
  "tests/provider/realtime/sockets.test.ts",
  "tests/provider/server.test.ts",
];

/** The test files under a folder that a run on a second PostgreSQL leaves out, since nothing in them depends on it. */
export function leftOutOnSecondDatabase(folder: string): string[] {
  const withoutDatabase = globSync(`${folder}/**/*.test.ts`).filter((file) => !reaches(file, new Set()));
  return [...withoutDatabase, ...BEYOND_STATEMENTS];
}

function reaches(file: string, seen: Set<string>): boolean {
  if (file === SERVER) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((each) => reaches(each, seen));
}

function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, "utf8").matchAll(/from "(#tests\/|\.\.?\/)([^"]+)"/g)];
  return specifiers.map(([, start = "", rest = ""]) =>
    start === "#tests/" ? `tests/${rest}` : normalize(join(dirname(file), start, rest)),
  );
}
