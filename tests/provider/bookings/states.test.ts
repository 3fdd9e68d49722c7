import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bookingChangeState,
  bookingDetail,
  bookingRequestChange,
  bookingSaveDraft,
  bookingSubmit,
  bookingUpdate,
} from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import {
  type BookingAction,
  type BookingStatus,
  bookingActions,
  bookingActionsAt,
  bookingAfter,
  isBookingAnswer,
  needsCustomerService,
} from "#app/lib/booking-state.ts";
import { changesBetween } from "#app/provider/operation-log/changes.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { draws } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";
import { content, draft } from "./fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  [dana, staff] = [await customer(provider), await desk(provider)];
});
afterAll(() => provider.stop());

async function take(action: BookingAction | "requestChange", id: string, version: number, marks: string) {
  const options = { token: dana.token };
  switch (action) {
    case "saveDraft":
      return provider.call(bookingSaveDraft, { id, version, content: content({ marks }) }, options);
    case "submit":
      return provider.call(bookingSubmit, { id, version }, options);
    case "update":
    case "amend":
      return provider.call(bookingUpdate, { id, version, action, content: content({ marks }) }, options);
    case "recall":
    case "cancel":
      return provider.call(bookingChangeState, { id, version, action }, options);
    case "requestChange":
      return provider.call(bookingRequestChange, { id, kind: "CANCEL", text: marks }, options);
    default:
      return provider.call(
        bookingDecide,
        { id, action, reason: "full", carrierBookingNumber: "MAEU-1" },
        { token: staff.token },
      );
  }
}

test("no sequence of calls reaches a state that the table does not have, and the log replays to what is stored", async () => {
  const step = fc.record({
    action: fc.constantFrom(...bookingActions, "requestChange" as const),
    isStale: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { id } = await draft(provider, dana);
      let status: BookingStatus = "DRAFT";
      let version = 1;
      let wasSubmitted = false;
      // A form that was opened before merges its change with the content that it started from.
      let contentSince = 1;
      for (const [index, { action, isStale }] of steps.entries()) {
        const answer = await take(action, id, isStale ? version - 1 : version, `step ${index}`);
        const next: BookingStatus | null = action === "requestChange" ? null : bookingAfter(status, action);
        const isContent = ["saveDraft", "update", "amend"].includes(action);
        const isBrought = isContent && contentSince < version;
        const isAnswer = action !== "requestChange" && isBookingAnswer(action);
        const isVersioned = !isAnswer && action !== "requestChange";
        // The forwarder does not see a booking that was never submitted.
        if (isAnswer && !wasSubmitted) expect(answer.code).toBe(404);
        else if (action === "requestChange")
          expect(answer.code).toBe(needsCustomerService(status) ? 200 : 409);
        else if (next === null || (isVersioned && isStale && !isBrought)) {
          expect(answer).toMatchObject({ status: 200, code: 409, data: { status } });
        } else {
          expect(answer.code).toBe(200);
          status = next;
          wasSubmitted ||= action === "submit";
          version++;
          if (isContent) contentSince = version;
        }
      }
      const { data } = await provider.call(bookingDetail, { id }, { token: dana.token });
      expect(data).toMatchObject({ status, version });
      expect(data.actions).toEqual(bookingActionsAt(status).filter((action) => !isBookingAnswer(action)));
      const replayed = new Map<string, string>();
      for (const { changes } of data.log) {
        for (const { path, before, after } of changes) {
          if (/^(changeRequest|decline)\./.test(path)) continue;
          expect(replayed.get(path) ?? null).toBe(before);
          if (after === null) replayed.delete(path);
          else replayed.set(path, after);
        }
      }
      const stored = changesBetween(null, {
        status,
        carrierBookingNumber: data.carrierBookingNumber,
        ...data.content,
      });
      expect(replayed).toEqual(new Map(stored.map(({ path, after }) => [path, after])));
    }),
    { numRuns: draws(20) },
  );
  expect((await verifyChains(provider.db)).broken).toBeNull();
});
