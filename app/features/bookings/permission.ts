import type { Needs } from "#app/access/guard.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import { hasButton, type Rights } from "#app/access/permission.ts";
import { type FormPath, formPaths } from "./booking-fields.ts";

/** Any of the three opens a booking that is there; which one is for the provider's `actions` to say. */
export const bookingWrites = {
  buttons: ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"],
} as const satisfies Needs;

/** What serves new bookings: copies and templates. */
export const bookingBegins = { buttons: ["BOOKSHIPMENT", "TEONLINEBOOKING"] } as const satisfies Needs;

/** An empty form takes its own button; one that holds a booking opens for whoever may write at it (product 6.3). */
export function formNeeds(path: FormPath, isKnown: boolean): Needs {
  if (path === formPaths.online) return { buttons: ["TEONLINEBOOKING"] };
  return isKnown ? bookingWrites : { buttons: ["BOOKSHIPMENT"] };
}

/** Where a new booking is begun: the form under the booking menu, or its short variant; null for who may not. */
export function newBookingHref(rights: Rights): string | null {
  const isOpen = (path: FormPath) =>
    hasButton(rights, formNeeds(path, false).buttons ?? []) && isPathAllowed(rights, path);
  return [formPaths.add, formPaths.online].find(isOpen) ?? null;
}

/** Whether pages show what changes a booking: who only asks for quotes changes what came from one. */
export function canWriteBooking(rights: Rights, isFromQuote: boolean): boolean {
  const needs = isFromQuote ? bookingWrites : bookingBegins;
  return hasButton(rights, needs.buttons) && isPathAllowed(rights, formPaths.add);
}
