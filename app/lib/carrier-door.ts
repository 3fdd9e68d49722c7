/** Where a carrier takes bookings, and what proves who sends them. */
interface CarrierDoor {
  address: string;
  /** Sent as a bearer token. */
  secret: string | null;
}
export type CarrierDoors = ReadonlyMap<string, CarrierDoor>;

/** Reads `MAEU=https://api.example.com/v2/bookings|TOKEN; HLCU=https://...`; null when it is malformed. */
export function readCarrierDoors(text: string): CarrierDoors | null {
  const doors = new Map<string, CarrierDoor>();
  for (const part of text
    .split(";")
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, code, address, secret] =
      /^([A-Z0-9]{2,4})\s*=\s*(https?:\/\/[^\s|]+)(?:\s*\|\s*([\x21-\x7e]+))?$/.exec(part) ?? [];
    if (!code || !address || !URL.canParse(address) || doors.has(code)) return null;
    const { username, password } = new URL(address);
    // A password in the address would be logged with it.
    if (username || password) return null;
    doors.set(code, { address, secret: secret ?? null });
  }
  return doors;
}
