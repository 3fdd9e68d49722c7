import { globSync, readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/provider/db/schema.ts";

/** A line of a log that says what no log may say. */
export interface Leak {
  what: string;
  line: string;
}

/** Tables of what everybody may know: ports, carriers, factors; and of the code's own words. */
const PUBLIC_TABLES =
  /^(kysely_|place|port|airport|carrier(_name)?$|carrier_lane|sea_|emission_factor|currency|country|menu|resource|role_resource|distance)/;
const LEAST_LENGTH = 6;
const MOST_LENGTH = 200;

/**
 * All texts that the database holds about somebody, of whatever table: who adds a column adds its texts. Words of the code and
 * short ones are left out, as any line may have them.
 */
export async function textsOfDatabase(db: Kysely<Database>): Promise<Set<string>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying') and is_generated = 'NEVER'`.execute(
    db,
  );
  const texts = new Set<string>();
  for (const { table, column } of columns) {
    if (PUBLIC_TABLES.test(table)) continue;
    const { rows } = await sql<{
      text: string;
    }>`select distinct ${sql.id(column)} as "text" from ${sql.id(table)}
      where length(${sql.id(column)}) between ${LEAST_LENGTH} and ${MOST_LENGTH}`.execute(db);
    for (const { text } of rows) if (isTelling(text)) texts.add(text);
  }
  return texts;
}

/** What the tests type into forms: it stands in no database where a form was refused. */
export function textsOfTests(folder: string): Set<string> {
  const typed = globSync(`${folder}/**/*.ts`).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\.(?:fill|type|pressSequentially)\(\s*"([^"\n]+)"/g)].map(
      ([, text = ""]) => text,
    ),
  );
  return new Set(typed.filter((text) => text.length >= LEAST_LENGTH && isTelling(text)));
}

/** Names of several words, addresses, numbers, Chinese; not a word or a code such as `IN_TRANSIT`, a date or a path of ours. */
function isTelling(text: string): boolean {
  if (/^\d{1,8}$|^\d{4}-\d\d-\d\d|^\/[\w/]*$|^[A-Z_]+$|^[\da-f]{32}$/.test(text)) return false;
  return /[\s@\d]|[^\x20-\x7e]|\w\.\w/.test(text.trim());
}

/** Of what is no text of the database: forms that secrets and addresses have. */
const FORMS: [what: string, form: RegExp][] = [
  ["an e-mail address", /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ["a telephone number", /\+\d[\d\s()-]{7,}\d/],
  ["a bearer token", /\bbearer\s+[\w.~+/-]{8,}/i],
  ["a JSON web token", /\beyJ[\w-]{8,}\.[\w-]{8,}/],
  ["a session's cookie", /\b(?:session|set-cookie)\s*[=:]\s*[\w%."{-]{8,}/i],
  ["a query string", /\s\/[\w/.-]*\?\w+=/],
  ["a container's number", /\b[A-Z]{3}[UJZ]\d{7}\b/],
  ["an address of the network", /"requestId".*(?:\b(?!0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}\b|::1|::ffff)/],
];
/** Random texts such as keys; ids of requests are known, and names of built files have a point and their ending. */
const SECRET_FORM = /(?<![\w./-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22,}(?![\w.-])/;

/** `log:` prints mails for the demonstration, and the launcher its accounts: lines that can be told by how they begin. */
const SAID_ON_PURPOSE = [
  /"msg":"mail to /,
  /"msg":"Server listening at /,
  /^Demo(?:nstration)? accounts?\b/,
  /^Ready: /,
];

/** Lines that tell anything of the texts, or have the form of a secret. */
export function leaksIn(log: string, texts: Iterable<string>): Leak[] {
  const lines = log.split("\n").filter((line) => line && !SAID_ON_PURPOSE.some((form) => form.test(line)));
  const leaks = new Map<string, Leak>();
  const note = (what: string, line: string) =>
    leaks.set(`${what} ${line.replace(/\d+/g, "0")}`, { what, line });
  for (const line of lines) {
    for (const [what, form] of FORMS) if (form.test(line)) note(what, line);
    if (SECRET_FORM.test(line.replace(/"stack":"(?:[^"\\]|\\.)*"/, ""))) note("a secret", line);
  }
  // A text can be in the log only if all of its words are: few are then left to be looked for.
  const words = new Set(wordsOf(log));
  const whole = lines.join("\n");
  for (const text of texts) {
    if (!wordsOf(text).every((word) => words.has(word)) || !isNamed(whole, text)) continue;
    for (const line of lines) if (isNamed(line, text)) note(JSON.stringify(text), line);
  }
  return [...leaks.values()];
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** As a text of its own: not as a part of a longer word or number. */
function isNamed(line: string, text: string): boolean {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const around = (line[at - 1] ?? " ") + (line[at + text.length] ?? " ");
    if (!/[\w-]/.test(around)) return true;
  }
  return false;
}
