const ASCII_END = 0x80;
/** Distinguishes the codes of pairs from those of triples, which are below. */
const PAIR = 1 << 30;

/**
 * The n-grams of a text for the search index, each as one number: three neighbouring characters, or two where
 * one of them is outside ASCII, because Chinese words are often that short. A text that contains a keyword
 * has all n-grams of the keyword; the reverse has to be checked on the text. A keyword that is too short has
 * none.
 * @param text normalized by `searchText`
 */
export function gramsOf(text: string): number[] {
  const grams = new Set<number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    if (one >= ASCII_END || two >= ASCII_END) grams.add(PAIR | ((Math.imul(one, 40_503) + two) & (PAIR - 1)));
    else {
      const three = text.charCodeAt(at + 2);
      if (three < ASCII_END) grams.add((one << 14) | (two << 7) | three);
    }
  }
  return [...grams];
}

/** As a literal of a PostgreSQL array. */
export const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;
