/** UTF-16 units that a cell of Excel holds. */
const CELL_CHARACTERS = 32_767;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAYABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * A text as every format can hold it: without control characters (but with tabs and line feeds), well-formed,
 * cut to what a cell of Excel holds without parting a character.
 */
export function cellText(raw: string): string {
  let text = UNSAFE.test(raw) ? raw.toWellFormed().replace(UNSAYABLE, "") : raw;
  if (text.length > CELL_CHARACTERS) {
    const isParted = /[\ud800-\udbff]/.test(text.charAt(CELL_CHARACTERS - 1));
    text = text.slice(0, isParted ? CELL_CHARACTERS - 1 : CELL_CHARACTERS);
  }
  return text;
}

// Spreadsheets in Chinese and Japanese read the full-width signs as well. Where semicolons or tabs part cells, a cell begins within
// the text too, since quotes that do not begin a cell count for nothing; quotes that begin it there are taken away.
const FORMULA = /(?<=^|[;\t\n\r])['"]*[=+\-@＝＋－＠]|^'*[\t\n\r]/g;
const GUARD = /(?<=^|[;\t\n\r])'(?=['"]*[=+\-@＝＋－＠])|^'(?='*[\t\n\r])/g;
const NEGATIVE = /^-\d+(\.\d+)?$/;

/**
 * A text cell of a CSV file: spreadsheets would compute what starts like a formula, so an apostrophe stands
 * before it; one that was there already gets another, so that `unguarded` gives back what was written. A
 * number below zero computes nothing and stays.
 */
export const guarded = (text: string): string => (NEGATIVE.test(text) ? text : text.replace(FORMULA, "'$&"));

/** Takes the apostrophes of `guarded` away. */
export const unguarded = (text: string): string => text.replace(GUARD, "");
