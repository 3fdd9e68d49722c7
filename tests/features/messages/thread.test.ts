import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasOlder,
  isBehind,
  mergeMessages,
  type Sequenced,
  stillOutgoing,
  type Thread,
  unbrokenEnd,
} from "#app/features/messages/live/thread.ts";

const message = (sequence: number): Sequenced => ({ sequence, clientId: `client-${sequence}` });
const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const thread = (known: Sequenced[] = [], total = known.length): Thread<Sequenced> => ({
  channelId: "7",
  messages: known,
  total,
});
const sequences = ({ messages: known }: Thread<Sequenced>) => known.map(({ sequence }) => sequence);

test("a sent message whose answer lacks its number waits for the update that has it", () => {
  const held = thread(messages(1, 3));
  expect(mergeMessages(held, [message(0)], 0)).toBe(held);
  expect(sequences(mergeMessages(held, [message(4)], 4))).toEqual([1, 2, 3, 4]);
});

test("messages are kept once and in order, however they come", () => {
  const deliveries = fc
    .integer({ min: 1, max: 60 })
    .chain((total) =>
      fc.tuple(
        fc.constant(total),
        fc.array(fc.array(fc.integer({ min: 1, max: total }), { maxLength: 20 }), { maxLength: 20 }),
      ),
    );
  fc.assert(
    fc.property(deliveries, ([total, batches]) => {
      const end = batches.reduce((held, batch) => mergeMessages(held, batch.map(message), total), thread());
      const expected = [...new Set(batches.flat())].sort((a, b) => a - b);
      expect(sequences(end)).toEqual(expected);
    }),
  );
});

test("fetching what follows the last number before a gap closes every gap", () => {
  const world = fc.record({
    total: fc.integer({ min: 1, max: 300 }),
    first: fc.integer({ min: 1, max: 40 }),
    strays: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 30 }),
    page: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(world, ({ total, first, strays, page }) => {
      const begin = Math.min(first, total);
      const later = strays.filter((sequence) => sequence >= begin && sequence <= total).map(message);
      let held = mergeMessages(thread([message(begin)], 1), later, total);
      let asked = 0;
      while (isBehind(held)) {
        const after = unbrokenEnd(held);
        held = mergeMessages(held, messages(after + 1, Math.min(after + page, total)), total);
        asked += 1;
        expect(asked).toBeLessThanOrEqual(total);
      }
      expect(sequences(held)).toEqual(messages(begin, total).map(({ sequence }) => sequence));
    }),
  );
});

test("the same rows again change nothing, so that nothing is drawn again", () => {
  const held = thread(messages(3, 8), 8);
  expect(mergeMessages(held, messages(4, 6), 8)).toBe(held);
  expect(mergeMessages(held, [], 5)).toBe(held);
});

test("a gap is detected, and the last number before it", () => {
  const held = thread([message(4), message(5), message(8)], 9);
  expect(unbrokenEnd(held)).toBe(5);
  expect(isBehind(held)).toBe(true);
  expect(isBehind(mergeMessages(held, [message(6), message(7), message(9)], 9))).toBe(false);
  expect(unbrokenEnd(thread())).toBe(0);
});

test("older messages exist while the first one known is not the first of the channel", () => {
  expect(hasOlder(thread([message(2)], 2))).toBe(true);
  expect(hasOlder(thread([message(1)], 1))).toBe(false);
  expect(hasOlder(thread())).toBe(false);
});

test("an outbox entry whose message has already arrived is not shown twice", () => {
  const entry = (clientId: string, channelId = "7") => ({ clientId, channelId });
  const entries = [entry("client-2"), entry("client-3"), entry("client-9", "8")];
  expect(stillOutgoing(thread(messages(1, 2)), entries)).toEqual([entry("client-3")]);
});
