import type { ButtonCode } from "#app/contract/access.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { type BookingAction, isBookingAnswer } from "#app/lib/booking-state.ts";
import type { Caller } from "../call/context.ts";
import { isDesk, type Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";

/**
 * The buttons that allow a booking from scratch, from a copy or from a template
 * (app/decisions/access-and-rights.md).
 */
export const startButtons = ["BOOKSHIPMENT", "TEONLINEBOOKING"] as const satisfies readonly ButtonCode[];

/** The buttons that write bookings. */
export const formButtons = [
  "BOOKSHIPMENT",
  "REQUESTQUOTE",
  "TEONLINEBOOKING",
] as const satisfies readonly ButtonCode[];

/** Reading: any menu that leads to bookings, or any button that writes them. */
export const readNeeds = {
  reach: "read",
  anyOf: ["BOOKING", "SHIPMENTS", "QUOTES", ...formButtons],
} as const satisfies Needs;

function mayStart(caller: Caller): boolean {
  return startButtons.some((button) => caller.buttons.includes(button));
}

/** @throws Refusal 403 */
export function mustStart(caller: Caller): void {
  if (!mayStart(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/**
 * Whether the caller may edit a booking of their company. With REQUESTQUOTE alone that is only a booking made
 * from a quote.
 */
export function mayWrite(caller: Caller, booking: { quote_id: string | null }): boolean {
  return mayStart(caller) || (booking.quote_id !== null && caller.buttons.includes("REQUESTQUOTE"));
}

/** Whether the caller's rights allow the action; the booking's state is checked elsewhere. */
export function mayTake(
  caller: Caller,
  action: BookingAction,
  booking: { company_id: string; quote_id: string | null },
): boolean {
  if (isBookingAnswer(action)) return isDesk(caller);
  return caller.companyId === booking.company_id && mayWrite(caller, booking);
}

export function mustTake(...[caller, action, booking]: Parameters<typeof mayTake>): void {
  if (!mayTake(caller, action, booking)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
