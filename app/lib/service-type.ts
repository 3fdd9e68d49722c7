/** The seven service types (product 3.4) by their ends: D is a door, A an airport, P a port. */

/** The cargo is fetched: DTD, DTA, DTP. */
export function isFromDoor(service: string): boolean {
  return service.startsWith("DT");
}

/** The cargo is delivered: DTD, ATD, PTD. */
export function isToDoor(service: string): boolean {
  return service.endsWith("TD");
}
