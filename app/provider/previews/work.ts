import { join } from "node:path";
import type { PreviewState } from "#app/contract/document-code.ts";
import { CrowdedError, limitTo } from "../call/in-turn.ts";
import { runConfined } from "../confined/run.ts";
import type { PaperRow } from "../papers/rows.ts";

export interface Drawn {
  state: PreviewState;
  pages: number | null;
  /** A picture (PNG), or `ReadText` as JSON; empty unless it is ready. */
  content: Buffer;
}

/** What a PDF says: in the order in which it was written, and as it stands on the lines of its pages. */
export interface ReadText {
  text: string;
  rows: PaperRow[];
}

const CHILD = join(import.meta.dirname, "child.ts");
/** Two processes at once, and those that may wait for them. */
const withSlot = limitTo(2, 40);

/** Runs `child.ts` on a file. @returns null while too many are waiting */
export async function runPreview(
  task: "page" | "picture" | "text",
  file: Buffer,
  page = 1,
): Promise<Drawn | null> {
  try {
    const answer = await withSlot(() => runConfined(CHILD, [task, String(page)], file));
    return (answer && parse(answer)) ?? { state: "tooMuch", pages: null, content: Buffer.alloc(0) };
  } catch (error) {
    if (error instanceof CrowdedError) return null;
    throw error;
  }
}

/** Null: a library of the child has written something else. */
function parse(answer: Buffer): Drawn | null {
  const end = answer.indexOf("\n");
  try {
    const { state, pages } = JSON.parse(answer.subarray(0, end).toString()) as Omit<Drawn, "content">;
    return { state, pages, content: answer.subarray(end + 1) };
  } catch {
    return null;
  }
}
