import type { MessageKey } from "../texts/message.ts";

/** What Excel and its kin write where a formula fails or a column is too narrow; "#NV" in German. */
const ERROR = /^#(N\/A|NV|DIV\/0[!?]?|GETTING_DATA|[\p{Lu}_\d/]+[!?]|#+)$/iu;
/** A long number in a column that is not text: its last digits are gone. */
const SHORTENED = /^[+-]?\d([.,]\d+)?E[+-]\d{2,3}$/i;

/** Cells that a spreadsheet has spoilt, by column: nobody can tell any more what they were. */
export function spoiltCells(
  cells: Readonly<Record<string, string | undefined>>,
): { column: string; key: MessageKey; value: string }[] {
  return Object.entries(cells).flatMap(([column, cell]) => {
    const value = cell?.trim() ?? "";
    const key = ERROR.test(value) ? "cellError" : SHORTENED.test(value) ? "cellShortened" : null;
    return key === null ? [] : { column, key, value: value.slice(0, 40) };
  });
}
