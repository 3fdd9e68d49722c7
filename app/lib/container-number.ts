/** Container number (ISO 6346). A wrong check digit is a warning, never a refusal: boxes without an ISO number exist. */
import { type CheckedNumber, checkedNumber } from "./check-digit.ts";

const SHAPE = /^[A-Z]{3}[UJZ]\d{7}$/;

/** Without spaces, hyphens and dots, in capitals. */
export function cleanContainerNumber(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s.\-–—]/g, "")
    .toUpperCase();
}

/** Those of a shipment's containers that have not moved to another booking; `moved` in clean form. */
export const ownContainers = (numbers: readonly string[], moved: readonly string[]): string[] =>
  moved.length === 0
    ? [...numbers]
    : numbers.filter((number) => !moved.includes(cleanContainerNumber(number)));

/** The check digit of the first ten characters; null when they are not four letters and six digits. */
export function containerCheckDigit(number: string): number | null {
  const body = cleanContainerNumber(number).slice(0, 10);
  if (!/^[A-Z]{4}\d{6}$/.test(body)) return null;
  const sum = [...body].reduce((total, character, index) => total + letterValue(character) * 2 ** index, 0);
  return (sum % 11) % 10;
}

// Letters count from 10 and leave out the multiples of 11.
function letterValue(character: string): number {
  if (character <= "9") return Number(character);
  const ordinal = character.charCodeAt(0) - "A".charCodeAt(0);
  return 10 + ordinal + Math.floor((ordinal + 9) / 10);
}

/**
 * "csqu 305438-3" is valid. A wrong check digit is a warning only, because containers without an ISO number
 * exist (trade 1).
 */
export function checkContainerNumber(text: string | null | undefined): CheckedNumber {
  const number = cleanContainerNumber(text ?? "");
  return checkedNumber(number, SHAPE, containerCheckDigit(number));
}
