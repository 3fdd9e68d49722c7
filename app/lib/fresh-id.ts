/** A random id of 32 hexadecimal digits. Pages over plain http, as on a LAN, have no `crypto.randomUUID`. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
