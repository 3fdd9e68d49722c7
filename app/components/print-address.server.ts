import { encode } from "uqr";
import { Recent } from "#app/lib/recent.ts";

/** The address of a record, for its print: as text, and as a QR code for phones. */
export interface PrintedAddress {
  address: string;
  /** Modules of a side of the code. */
  size: number;
  /** Path of the dark modules: a row's neighbours are one line, of width 1. */
  path: string;
}

/** A code takes longer than the rest of a page's loader. */
const printed = new Recent<PrintedAddress>(500);

/** @param address of the record, as its readers open it */
export function printedAddress(address: string): PrintedAddress {
  const known = printed.get(address);
  if (known) return known;
  const made = encoded(address);
  printed.set(address, made);
  return made;
}

function encoded(address: string): PrintedAddress {
  const { size, data } = encode(address, { ecc: "M", border: 0 });
  const rows = data.map((modules, y) =>
    [
      ...modules
        .map((isDark) => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ]
      .map((run) => `M${run.index} ${y}.5h${run[0].length}`)
      .join(""),
  );
  return { address, size, path: rows.join("") };
}
