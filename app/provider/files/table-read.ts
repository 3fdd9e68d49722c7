import { join } from "node:path";
import { CODE_INVALID, CODE_TOO_MANY } from "#app/contract/code.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { countCall } from "../call/call-count.ts";
import type { CallerContext } from "../call/context.ts";
import { inTurn, limitTo } from "../call/in-turn.ts";
import { Refusal } from "../call/refusal.ts";
import type { IncomingFile } from "../call/upload.ts";
import { runConfined } from "../confined/run.ts";
import { contentWithin } from "./content-within.ts";

/** A row of a table, with the line in which it begins. */
export interface TableLine {
  line: number;
  cells: string[];
}
/** What `table-child.ts` answers. */
export type TableAnswer =
  | { lines: TableLine[] }
  | { refused: "archiveRefused" | "tableTooMuch" | "tableUnreadable" };

const CHILD = join(import.meta.dirname, "table-child.ts");
/** Two processes at once, and those that may wait for them. */
const withSlot = limitTo(2, 20);
const FILES_A_MINUTE = 30;

/**
 * The rows of a CSV file, or of the first sheet of an XLSX file: the head and up to `rows` more, of 200 columns each; rows
 * without text are left out. A company's files are read one after the other.
 * @throws Refusal when it is larger or longer than that, empty, or no such file
 */
export async function readTable(
  file: IncomingFile,
  { bytes, rows }: { bytes: number; rows: number },
  { db, caller }: CallerContext,
): Promise<{ content: Buffer; head: TableLine; body: TableLine[] }> {
  const content = await contentWithin(file, bytes);
  const { current, ttl } = await countCall(db, `person ${caller.userId}`, "tables", MINUTE_MS);
  if (current > FILES_A_MINUTE)
    throw new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: Math.ceil(ttl / 1_000) } });
  const answer = await inTurn(`table ${caller.companyId}`, () => parse(content, rows));
  if ("refused" in answer) throw new Refusal(CODE_INVALID, answer.refused);
  const [head, ...body] = answer.lines;
  if (!head) throw new Refusal(CODE_INVALID, "fileEmpty");
  if (body.length > rows) throw new Refusal(CODE_INVALID, "tableLong", { values: { rows } });
  return { content, head, body };
}

async function parse(content: Buffer, rows: number): Promise<TableAnswer> {
  // Two more than the limit: the head, and one row that shows that there are too many.
  const options = [String(rows + 2)];
  const answer = await withSlot(() => runConfined(CHILD, options, content));
  return answer ? JSON.parse(answer.toString()) : { refused: "tableTooMuch" };
}
