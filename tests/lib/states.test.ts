import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookingStatus,
  bookingActions,
  bookingActionsAt,
  bookingAfter,
  bookingStatuses,
  needsCustomerService,
} from "#app/lib/booking-state.ts";
import {
  QUOTE_ANSWER_BY_HOURS,
  QUOTE_ANSWER_FROM_HOURS,
  type QuoteState,
  quoteActions,
  quoteActionsAt,
  quoteAfter,
  quoteStatusAt,
  quoteStatuses,
} from "#app/lib/quote-state.ts";

describe("a booking", () => {
  test.each([
    ["DRAFT", ["saveDraft", "submit", "cancel"]],
    ["SUBMITTED", ["update", "amend", "recall", "cancel", "accept", "decline"]],
    ["ACCEPTED", ["confirm"]],
    ["CONFIRMED", []],
    ["CANCELLED", []],
  ] as const)("%s allows %j", (status, actions) => expect(bookingActionsAt(status)).toEqual(actions));

  test("stays within its states, and once accepted the customer cannot change it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bookingActions), { maxLength: 30 }), (actions) => {
        let status: BookingStatus = "DRAFT";
        let wasAccepted = false;
        for (const action of actions) {
          const next = bookingAfter(status, action);
          if (next === null) continue;
          if (wasAccepted) expect(action).toBe("confirm");
          status = next;
          wasAccepted ||= status === "ACCEPTED";
          expect(bookingStatuses).toContain(status);
          expect(needsCustomerService(status)).toBe(wasAccepted);
        }
      }),
    );
  });
});

describe("a quote", () => {
  const now = new Date("2026-11-20T04:00:00Z");
  const later = (ms: number) => new Date(now.getTime() + ms);
  const quote = (status: QuoteState["status"], validUntil: Date | null, isBooked = false): QuoteState => ({
    status,
    validUntil,
    isBooked,
  });

  test.each([
    ["new", quote("NEW", null), "NEW", ["update", "price"]],
    [
      "ready, to the last instant",
      quote("READY_TO_BOOK", now),
      "READY_TO_BOOK",
      ["price", "withdraw", "accept", "reject", "book"],
    ],
    ["over by a millisecond", quote("READY_TO_BOOK", later(-1)), "EXPIRED", ["price"]],
    ["awaiting and over", quote("AWAITING_AUTHORIZATION", later(-1)), "EXPIRED", ["price"]],
    [
      "awaiting",
      quote("AWAITING_AUTHORIZATION", later(1)),
      "AWAITING_AUTHORIZATION",
      ["price", "withdraw", "accept", "reject"],
    ],
    ["accepted", quote("ACCEPTED", later(1)), "ACCEPTED", ["book"]],
    ["accepted and over", quote("ACCEPTED", later(-1)), "EXPIRED", ["price"]],
    ["booked, long after", quote("ACCEPTED", later(-1), true), "ACCEPTED", []],
    ["rejected, long after", quote("REJECTED", later(-1)), "REJECTED", []],
  ] as const)("%s", (_, state, status, actions) => {
    expect(quoteStatusAt(state, now)).toBe(status);
    expect(quoteActionsAt(state, now)).toEqual(actions);
  });

  test("is priced into waiting for the company's word where one is needed, again where it was priced before", () => {
    for (const status of ["NEW", "AWAITING_AUTHORIZATION", "READY_TO_BOOK"] as const) {
      const priced = quote(status, later(1));
      expect(quoteAfter(priced, "price", now)).toBe("READY_TO_BOOK");
      expect(quoteAfter(priced, "price", now, true)).toBe("AWAITING_AUTHORIZATION");
    }
    expect(quoteAfter(quote("READY_TO_BOOK", later(1)), "accept", now, true)).toBe("ACCEPTED");
  });

  test("is answered within 24 to 48 hours", () => {
    expect([QUOTE_ANSWER_FROM_HOURS, QUOTE_ANSWER_BY_HOURS]).toEqual([24, 48]);
  });

  test("stays within its states, and is accepted and booked only while it is valid", () => {
    const step = fc.record({
      action: fc.constantFrom(...quoteActions),
      after: fc.integer({ min: 0, max: 5 }),
      needsAuthorization: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = quote("NEW", null);
        let time = now;
        for (const { action, after, needsAuthorization } of steps) {
          time = new Date(time.getTime() + after);
          expect(quoteStatuses).toContain(quoteStatusAt(state, time));
          const next = quoteAfter(state, action, time, needsAuthorization);
          if (next === null) continue;
          if (action === "accept" || action === "book") {
            expect(state.validUntil!.getTime()).toBeGreaterThanOrEqual(time.getTime());
            expect(state.isBooked).toBe(false);
          }
          state = {
            status: next,
            validUntil:
              action === "price"
                ? new Date(time.getTime() + 7)
                : action === "withdraw"
                  ? null
                  : state.validUntil,
            isBooked: action === "book",
          };
        }
      }),
    );
  });
});
