import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Below this a password is found by a few million guesses, whatever kinds of characters it has. */
const LEAST_SCORE = 2;
const JUDGED_LENGTH = 100;
/** People choose the name of what they sign in to. */
const PRODUCT = "Fairlead";

let judge: ZxcvbnFactory | undefined;

/**
 * Whether words, keyboard rows, dates and repetitions make the password quick to guess, such as "Qwertyui1!".
 * @param own what others know of the person: names, address and company
 */
export function isEasilyGuessed(password: string, own: readonly (string | null)[]): boolean {
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });
  const words = [PRODUCT, ...own].flatMap((text) => (text ? [text, ...text.split(/[\s@._-]+/)] : []));
  return judge.check(password.normalize("NFC").slice(0, JUDGED_LENGTH), words).score < LEAST_SCORE;
}
