import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  quoteAccept,
  quoteBook,
  quoteDetail,
  quotePrice,
  quoteReject,
  quoteUpdate,
} from "#app/contract/quote.ts";
import { quoteWithdraw } from "#app/contract/quote-desk.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import {
  type QuoteState,
  quoteActions,
  quoteActionsAt,
  quoteAfter,
  quoteStatusAt,
} from "#app/lib/quote-state.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { isAll } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { addQuote, customer, desk, movableClock, option, request, type Somebody } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
});
afterAll(() => provider.stop());

test("no sequence of calls, whenever they come, reaches a state that the table does not have", async () => {
  const plain = await customer(provider);
  const strict = await customer(provider, ["SHIPMENT_CHARGES"], { needs_quote_authorization: true });
  const step = fc.record({
    action: fc.constantFrom(...quoteActions),
    hoursLater: fc.constantFrom(0, 0, 1, 13),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 12 }),
      fc.boolean(),
      async (steps, isStrict) => {
        const who = isStrict ? strict : plain;
        const { token } = who;
        const id = await addQuote(provider, who);
        let state: QuoteState = { status: "NEW", validUntil: null, isBooked: false };
        const detail = async () => (await provider.call(quoteDetail, { id }, { token })).data;
        for (const [index, { action, hoursLater }] of steps.entries()) {
          clock.forward(hoursLater * HOUR_MS);
          const { version, options } = await detail();
          const chosen = options!.find(({ isAccepted }) => isAccepted) ?? options![0];
          const one = { id, optionId: chosen?.id ?? "1" };
          // Valid for half a day.
          const offer = { id, options: [option({ from: clock.now(), days: 0.5 })] };
          const answer = await {
            update: () =>
              provider.call(quoteUpdate, { ...request({ tag: `step ${index}` }), id, version }, { token }),
            price: () => provider.call(quotePrice, offer, { token: staff.token }),
            withdraw: () => provider.call(quoteWithdraw, { id, reason: "Sold out" }, { token: staff.token }),
            accept: () => provider.call(quoteAccept, one, { token }),
            reject: () => provider.call(quoteReject, { id }, { token }),
            book: () => provider.call(quoteBook, one, { token }),
          }[action]();
          const next = quoteAfter(state, action, clock.now(), isStrict);
          if (next === null) {
            expect(answer).toMatchObject({ code: 409, data: { status: quoteStatusAt(state, clock.now()) } });
          } else {
            expect([action, answer.code]).toEqual([action, 200]);
            const validUntil =
              action === "price"
                ? new Date(clock.now().getTime() + 12 * HOUR_MS)
                : action === "withdraw"
                  ? null
                  : state.validUntil;
            state = { status: next, validUntil, isBooked: action === "book" };
          }
          const shown = await detail();
          expect(shown.status).toBe(quoteStatusAt(state, clock.now()));
          const offered = quoteActionsAt(state, clock.now()).filter(
            (each) => each !== "price" && each !== "withdraw",
          );
          expect(shown.actions).toEqual(offered);
          const told = shown.log.flatMap(({ changes }) => changes).filter(({ path }) => path === "status");
          expect(told.at(-1)!.after).toBe(state.status);
          expect(shown.booking !== null).toBe(state.isBooked);
        }
      },
    ),
    { numRuns: isAll ? 20 : 8 },
  );
  expect((await verifyChains(provider.db)).broken).toBeNull();
});
