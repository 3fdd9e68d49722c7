import { airWaybillCheckDigit } from "#app/lib/air-waybill.ts";
import { containerCheckDigit } from "#app/lib/container-number.ts";

/**
 * Maps a count to a pseudo-random number without repeats while count < prime: a multiplication modulo a
 * prime.
 */
const spread = (count: number, step: number, prime: number, length: number) =>
  String((count * step + 104_729) % prime).padStart(length, "0");

export function containerNumber(prefix: string, count: number): string {
  const body = `${prefix}${spread(count, 618_033, 999_983, 6)}`;
  return `${body}${containerCheckDigit(body)}`;
}

/** "020-12345675". */
export function airWaybillNumber(airlinePrefix: string, count: number): string {
  const serial = spread(count, 6_180_339, 9_999_991, 7);
  return `${airlinePrefix}-${serial}${airWaybillCheckDigit(serial)}`;
}

/**
 * Format of each carrier's booking numbers and, after its code, of its bills of lading: # is a digit, LLL the
 * port.
 */
const carrierNumbers: Record<string, { booking: string; bill: string }> = {
  MAEU: { booking: "2########", bill: "MAEU2########" },
  MSCU: { booking: "EBKG0########", bill: "MEDULL########" },
  CMDU: { booking: "LLL########", bill: "CMDULLL########" },
  COSU: { booking: "64########", bill: "COSU64########" },
  HLCU: { booking: "########", bill: "HLCULLL2########" },
  ONEY: { booking: "LLLF########", bill: "ONEYLLLF########" },
  EGLV: { booking: "1490########", bill: "EGLV1490########" },
  HDMU: { booking: "LLLA########", bill: "HDMULLLA########" },
  YMLU: { booking: "I2########", bill: "YMLUI2########" },
  ZIMU: { booking: "ZIMULLL########", bill: "ZIMULLL########" },
  OOLU: { booking: "27########", bill: "OOLU27########" },
  WHLC: { booking: "0#A########", bill: "WHLC0#A########" },
};

export function carrierReference(
  carrier: string,
  kind: "booking" | "bill",
  unLocode: string,
  count: number,
): string {
  const digits = spread(count, 61_803_399, 99_999_989, 8);
  return carrierNumbers[carrier]![kind].replace("LLL", unLocode.slice(2))
    .replace("LL", unLocode.slice(2, 4))
    .replace("########", digits)
    .replace("#", digits.slice(-1));
}

export function sealNumber(prefix: string, count: number): string {
  return `${prefix.slice(0, 2)}${spread(count, 6_180_341, 9_999_973, 7)}`;
}

/** In the format of the buyer's system. */
export function orderNumber(company: string, count: number): string {
  const digits = spread(count, 618_037, 999_961, 6);
  return (
    { MERIDIAN: `4500${digits}`, BRIGHTWATER: `BW-${digits.slice(0, 2)}-${digits.slice(2)}` }[company] ??
    `HV${digits}`
  );
}
