import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import type { BookingAction } from "#app/lib/booking-state.ts";
import { type Caller, Refusal } from "../http/handler.ts";
import { isDesk } from "../staff.ts";

const BUTTONS = ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"];
const MENUS = ["BOOKING", "SHIPMENTS", "QUOTES"];

/** Any of the three buttons opens a booking form (app/decisions/2026-11-20-quotes-and-bookings.md). */
function mayBook(caller: Caller): boolean {
  return BUTTONS.some((button) => caller.buttons.includes(button));
}

export function mustBook(caller: Caller): void {
  if (!mayBook(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** The forwarder's staff, and of a customer whoever has a menu that leads to bookings, or may book. */
export function mustSeeBookings(caller: Caller, menus: readonly string[] = MENUS): void {
  const mayLook = caller.isForwarder || menus.some((menu) => caller.menus.includes(menu)) || mayBook(caller);
  if (!mayLook) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** The menus under which the address book stands (settled, "Access"). */
export function mustSeeAddresses(caller: Caller): void {
  mustSeeBookings(caller, ["BOOKING", "ACCOUNT", "ADDRESSBOOK"]);
}

/** Whether the caller may take the action, apart from what the booking's state allows. */
export function mayTake(caller: Caller, action: BookingAction, booking: { company_id: string }): boolean {
  if (action === "accept" || action === "confirm") return isDesk(caller);
  return caller.companyId === booking.company_id && mayBook(caller);
}

export function mustTake(...[caller, action, booking]: Parameters<typeof mayTake>): void {
  if (!mayTake(caller, action, booking)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
