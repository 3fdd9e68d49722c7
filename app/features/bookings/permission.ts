import type { Needs } from "#app/access/guard.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import { hasButton, type Rights } from "#app/access/permission.ts";
import { type FormPath, formPaths } from "./booking-fields.ts";

/** Any of the three opens an existing booking; the provider's `actions` decide the rest. */
export const bookingWrites = {
  buttons: ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"],
} as const satisfies Needs;

/** For new bookings: copies and templates. */
export const bookingBegins = { buttons: ["BOOKSHIPMENT", "TEONLINEBOOKING"] } as const satisfies Needs;

/** An empty form needs its own button; an existing booking opens for people who may edit it (product 6.3). */
export function formNeeds(path: FormPath, isKnown: boolean): Needs {
  if (path === formPaths.online) return { buttons: ["TEONLINEBOOKING"] };
  return isKnown ? bookingWrites : { buttons: ["BOOKSHIPMENT"] };
}

/** URL for a new booking: the form under the booking menu, or its short variant; null without the right. */
export function newBookingHref(rights: Rights): string | null {
  const isOpen = (path: FormPath) =>
    hasButton(rights, formNeeds(path, false).buttons ?? []) && isPathAllowed(rights, path);
  return [formPaths.add, formPaths.online].find(isOpen) ?? null;
}

/**
 * Whether to show actions on a booking: people who only request quotes may edit bookings made from a quote.
 */
export function canWriteBooking(rights: Rights, isFromQuote: boolean): boolean {
  const needs = isFromQuote ? bookingWrites : bookingBegins;
  return hasButton(rights, needs.buttons) && isPathAllowed(rights, formPaths.add);
}
