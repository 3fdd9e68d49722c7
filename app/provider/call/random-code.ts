import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A code that nobody can guess or count up; each letter has 5 bits. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
