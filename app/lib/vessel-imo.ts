/** Vessel IMO number: seven digits, the last of which checks the first six. */
import { type CheckedNumber, checkedNumber } from "./check-digit.ts";

/** Without spaces and the letters IMO. */
function cleanVesselImo(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\s/g, "")
    .replace(/^IMO:?/i, "");
}

/** The check digit of the first six digits; null when they are not digits. */
function vesselImoCheckDigit(number: string): number | null {
  const body = cleanVesselImo(number).slice(0, 6);
  if (!/^\d{6}$/.test(body)) return null;
  return [...body].reduce((sum, digit, index) => sum + Number(digit) * (7 - index), 0) % 10;
}

/** "IMO 9074729" is valid; a wrong digit warns and never blocks (trade 3). */
export function checkVesselImo(text: string | null | undefined): CheckedNumber {
  const number = cleanVesselImo(text ?? "");
  return checkedNumber(number, /^\d{7}$/, vesselImoCheckDigit(number));
}
