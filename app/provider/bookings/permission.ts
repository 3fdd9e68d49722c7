import type { ButtonCode } from "#app/contract/access.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import type { BookingAction } from "#app/lib/booking-state.ts";
import type { Caller } from "../call/context.ts";
import { isDesk } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";

/** Who begins a booking from nothing, a copy or a template (app/decisions/2026-11-21-access-by-construction.md). */
export const beginButtons = ["BOOKSHIPMENT", "TEONLINEBOOKING"] as const satisfies readonly ButtonCode[];

function mayBegin(caller: Caller): boolean {
  return beginButtons.some((button) => caller.buttons.includes(button));
}

/** @throws Refusal 403 */
export function mustBegin(caller: Caller): void {
  if (!mayBegin(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** Whether the caller may write at a booking of their company: who only asks for quotes, at what came from a quote. */
export function mayWrite(caller: Caller, booking: { quote_id: string | null }): boolean {
  return mayBegin(caller) || (booking.quote_id !== null && caller.buttons.includes("REQUESTQUOTE"));
}

/** Whether the caller may take the action, apart from what the booking's state allows. */
export function mayTake(
  caller: Caller,
  action: BookingAction,
  booking: { company_id: string; quote_id: string | null },
): boolean {
  if (action === "accept" || action === "confirm") return isDesk(caller);
  return caller.companyId === booking.company_id && mayWrite(caller, booking);
}

export function mustTake(...[caller, action, booking]: Parameters<typeof mayTake>): void {
  if (!mayTake(caller, action, booking)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
