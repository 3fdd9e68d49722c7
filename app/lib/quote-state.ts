/**
 * The states of a quote (trade 10, product 4.3): one table for buttons, guards and provider. A quote expires
 * at its valid-until instant by the provider's clock; the expiry is computed when read, never stored.
 */
import {
  type QuoteAction,
  type QuoteStatus,
  quoteActions,
  quoteStatuses,
} from "#app/contract/freight-code.ts";

export { type QuoteAction, type QuoteStatus, quoteActions, quoteStatuses };

/** Stored statuses; EXPIRED is computed. */
export type StoredQuoteStatus = Exclude<QuoteStatus, "EXPIRED">;

export interface QuoteState {
  status: StoredQuoteStatus;
  /** Null until priced. The quote is valid up to and including this instant. */
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
  // A second 'price' is the provider's correction: it needs a new authorization if the company requires one.
  // A price that nobody has accepted can be taken back; the quote then waits for another.
  AWAITING_AUTHORIZATION: {
    price: "READY_TO_BOOK",
    withdraw: "NEW",
    accept: "ACCEPTED",
    reject: "REJECTED",
  },
  READY_TO_BOOK: {
    price: "READY_TO_BOOK",
    withdraw: "NEW",
    accept: "ACCEPTED",
    reject: "REJECTED",
    book: "ACCEPTED",
  },
  ACCEPTED: { book: "ACCEPTED" },
  REJECTED: {},
  EXPIRED: { price: "READY_TO_BOOK" },
};

/**
 * The state after an action, or null where it is not allowed. Pricing leads to AWAITING_AUTHORIZATION when
 * the customer's company requires authorization. A quote can be booked once, unless its booking is cancelled.
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

/** Actions that the quote's state allows now, whatever the person's rights. */
export function quoteActionsAt(quote: QuoteState, now: Date): QuoteAction[] {
  return quoteActions.filter((action) => quoteAfter(quote, action, now) !== null);
}

/** Product 4.3: a quote is answered within 24-48 hours. */
export const QUOTE_ANSWER_FROM_HOURS = 24;
export const QUOTE_ANSWER_BY_HOURS = 48;
