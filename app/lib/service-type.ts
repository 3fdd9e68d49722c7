/** The seven service types (product 3.4) by origin and destination: D is a door, A an airport, P a port. */

/** The cargo is picked up at a door: DTD, DTA, DTP. */
export function isFromDoor(service: string): boolean {
  return service.startsWith("DT");
}

/** The cargo is delivered to a door: DTD, ATD, PTD. */
export function isToDoor(service: string): boolean {
  return service.endsWith("TD");
}
