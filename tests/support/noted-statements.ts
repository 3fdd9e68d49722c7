import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/**
 * Vitest's set-up: notes each distinct statement that a database takes from this process, so that another PostgreSQL can be asked
 * whether it takes them too. `TEST_STATEMENTS` names the folder; without it nothing is noted.
 */

const NOTING = Symbol.for("fairlead.noted-statements");
const folder = process.env.TEST_STATEMENTS;
const prototype = pg.Client.prototype as unknown as Record<symbol, true> & { query: AnyQuery };
type AnyQuery = (this: unknown, ...args: unknown[]) => unknown;

// Vitest runs this for every file, in the same process.
if (folder && !process.env.TEST_POSTGRES_BIN && !prototype[NOTING]) {
  prototype[NOTING] = true;
  mkdirSync(folder, { recursive: true });
  noteInto(join(folder, `${process.pid}.jsonl`));
}

function noteInto(file: string): void {
  const { query } = prototype;
  const known = new Set<string>();
  const note = (text: string) => {
    const kind = kindOf(text);
    if (known.has(kind)) return;
    known.add(kind);
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  };
  prototype.query = function (...args) {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === "string" ? first : first?.text;
    const last = args.at(-1);
    if (typeof last === "function")
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        if (!error && text) note(text);
        return last(error, ...rest);
      };
    const answer = query.apply(this, args);
    if (text && answer instanceof Promise) answer.then(() => note(text)).catch(() => {});
    return answer;
  };
}

/** The same for statements that differ by the number of their rows or listed values, by spaces, or by the request in front. */
function kindOf(text: string): string {
  return text
    .replace(/^\s*\/\*.*?\*\/\s*/s, "")
    .replace(/\$\d+/g, "$")
    .replace(/\(\$(?:, ?\$)*\)(?:, ?\(\$(?:, ?\$)*\))*/g, "($)")
    .replace(/\s+/g, " ");
}

/** The statements that a run before has noted, each kind once. */
export function notedStatements(from: string): string[] {
  const lines = readdirSync(from).flatMap((name) =>
    readFileSync(join(from, name), "utf8").trim().split("\n"),
  );
  return [
    ...new Map(lines.map((line) => JSON.parse(line) as string).map((text) => [kindOf(text), text])).values(),
  ];
}
