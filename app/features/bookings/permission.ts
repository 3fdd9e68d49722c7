import type { Needs } from "#app/access/guard.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import { hasButton, type Rights } from "#app/access/permission.ts";

/** Any of the three opens a booking form, so any of them may change what it made (settled, "Access"). */
export const bookingWrites = {
  buttons: ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"],
} as const satisfies Needs;

/** Whether pages show what changes bookings: the button, and the menu under which the forms stand. */
export function canWriteBookings(rights: Rights): boolean {
  return hasButton(rights, bookingWrites.buttons) && isPathAllowed(rights, "/booking/add");
}
