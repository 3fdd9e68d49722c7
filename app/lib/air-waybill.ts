/** Air waybill number (IATA Resolution 600a): airline prefix of 3 digits, serial of 7, check digit = serial mod 7. */
import { type CheckedNumber, checkedNumber } from "./check-digit.ts";

function cleanAirWaybill(text: string): string {
  return text.normalize("NFKC").replace(/[\s.\-–—]/g, "");
}

/** The check digit of the serial's seven digits; the airline prefix is not covered. Null when they are not digits. */
export function airWaybillCheckDigit(serial: string): number | null {
  return /^\d{7}$/.test(serial) ? Number(serial) % 7 : null;
}

/** "176 1234 5675" is valid; a wrong digit warns and never blocks (trade 2). */
export function checkAirWaybill(text: string | null | undefined): CheckedNumber {
  const number = cleanAirWaybill(text ?? "");
  return checkedNumber(number, /^\d{11}$/, airWaybillCheckDigit(number.slice(3, 10)));
}

/** "176-12345675"; what is no air waybill number stays as it is. */
export function formatAirWaybill(text: string): string {
  const number = cleanAirWaybill(text);
  return /^\d{11}$/.test(number) ? `${number.slice(0, 3)}-${number.slice(3)}` : text;
}

/** "020-81140743" of 2081140743, from which a spreadsheet has dropped the zeros; null when no zeros make it sound. */
export function airWaybillMeant(text: string): string | null {
  const number = cleanAirWaybill(text);
  const filled = number.padStart(11, "0");
  return /^\d{8,10}$/.test(number) && checkAirWaybill(filled).status === "valid"
    ? formatAirWaybill(filled)
    : null;
}
