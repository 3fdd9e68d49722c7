const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/**
 * A cell of a CSV file as text: spreadsheets would compute what starts like a formula, so an apostrophe stands
 * before it; one that was there already gets another, so that `unguarded` gives back what was written.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Takes the apostrophe of `guarded` away. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
