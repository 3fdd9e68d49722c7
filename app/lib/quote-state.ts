/**
 * The states of a quote (trade 10, product 4.3): one table for buttons, guards and provider. A quote expires by its
 * valid-until instant in the provider's time; expiry is computed, never written by a clock.
 */
import {
  type QuoteAction,
  type QuoteStatus,
  quoteActions,
  quoteStatuses,
} from "#app/contract/freight-code.ts";

export { type QuoteAction, type QuoteStatus, quoteActions, quoteStatuses };

/** What is stored; EXPIRED is what a stored state reads as after its time. */
export type StoredQuoteStatus = Exclude<QuoteStatus, "EXPIRED">;

export interface QuoteState {
  status: StoredQuoteStatus;
  /** Null until priced. A quote is good up to and including this instant. */
  validUntil: Date | null;
  isBooked: boolean;
}

/** The status that people see at `now`. A booked quote stays accepted. */
export function quoteStatusAt(quote: QuoteState, now: Date): QuoteStatus {
  const isOver = quote.validUntil !== null && quote.validUntil < now;
  if (!isOver || quote.isBooked) return quote.status;
  return quote.status === "REJECTED" || quote.status === "NEW" ? quote.status : "EXPIRED";
}

const table: Record<QuoteStatus, Partial<Record<QuoteAction, StoredQuoteStatus>>> = {
  NEW: { update: "NEW", price: "READY_TO_BOOK" },
  // 'price' again is the provider's correction: it asks for the company's word anew where it has to.
  AWAITING_AUTHORIZATION: { price: "READY_TO_BOOK", accept: "ACCEPTED", reject: "REJECTED" },
  READY_TO_BOOK: { price: "READY_TO_BOOK", accept: "ACCEPTED", reject: "REJECTED", book: "ACCEPTED" },
  ACCEPTED: { book: "ACCEPTED" },
  REJECTED: {},
  EXPIRED: { price: "READY_TO_BOOK" },
};

/**
 * The state after an action, or null where it is not allowed. Pricing leads to AWAITING_AUTHORIZATION where the
 * customer's company requires one; a quote is booked once, as long as its booking is not cancelled.
 */
export function quoteAfter(
  quote: QuoteState,
  action: QuoteAction,
  now: Date,
  needsAuthorization = false,
): StoredQuoteStatus | null {
  const next = table[quoteStatusAt(quote, now)][action] ?? null;
  if (next === null || quote.isBooked) return null;
  return action === "price" && needsAuthorization ? "AWAITING_AUTHORIZATION" : next;
}

/** What can be done with the quote at the moment, by whoever may. */
export function quoteActionsAt(quote: QuoteState, now: Date): QuoteAction[] {
  return quoteActions.filter((action) => quoteAfter(quote, action, now) !== null);
}

/** Product 4.3: a quote is answered within 24-48 hours. */
export const QUOTE_ANSWER_FROM_HOURS = 24;
export const QUOTE_ANSWER_BY_HOURS = 48;
