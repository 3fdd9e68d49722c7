import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const SERVER = "tests/support/database.ts";

/** Test files under a folder whose imports, in `tests/`, do not lead to a database server. */
export function filesWithoutDatabase(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`).filter((file) => !reaches(file, new Set()));
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
