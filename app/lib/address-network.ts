import { isIPv6 } from "node:net";

/**
 * The key for limits by address: an IPv4 address, or the /64 that a customer gets in IPv6. Text that is no
 * address is its own key.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [before = "", after] = plain.toLowerCase().split("::");
  const head = before.split(":").filter(Boolean);
  const tail = (after ?? "").split(":").filter(Boolean);
  const gap = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, gap)).fill("0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
