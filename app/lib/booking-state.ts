/** The states of a booking (trade 10, product 4.2): one table for buttons, guards and provider. */
import {
  type BookingAction,
  type BookingStatus,
  bookingActions,
  bookingStatuses,
} from "#app/contract/freight-code.ts";

export { type BookingAction, type BookingStatus, bookingActions, bookingStatuses };

const table: Record<BookingStatus, Partial<Record<BookingAction, BookingStatus>>> = {
  DRAFT: { saveDraft: "DRAFT", submit: "SUBMITTED", cancel: "CANCELLED" },
  SUBMITTED: {
    update: "SUBMITTED",
    amend: "SUBMITTED",
    recall: "DRAFT",
    cancel: "CANCELLED",
    accept: "ACCEPTED",
    decline: "CANCELLED",
  },
  ACCEPTED: { confirm: "CONFIRMED" },
  CONFIRMED: {},
  CANCELLED: {},
};

/** The state after an action, or null where it is not allowed. */
export function bookingAfter(status: BookingStatus, action: BookingAction): BookingStatus | null {
  return table[status][action] ?? null;
}

/** Actions that a state allows, whatever the person's rights. */
export function bookingActionsAt(status: BookingStatus): BookingAction[] {
  return bookingActions.filter((action) => bookingAfter(status, action) !== null);
}

/** What the forwarder answers; all else is the customer's. */
const bookingAnswers = ["accept", "decline", "confirm"] as const satisfies readonly BookingAction[];
export const isBookingAnswer = (action: BookingAction | null): action is (typeof bookingAnswers)[number] =>
  bookingAnswers.some((answer) => answer === action);

/** From accepted on, amend and cancel go to customer service: the page offers a change request instead (product 4.2). */
export function needsCustomerService(status: BookingStatus): boolean {
  return status === "ACCEPTED" || status === "CONFIRMED";
}
