import { afterEach, expect, test, vi } from "vitest";
import { CatchUp, type CatchUpOptions } from "#app/features/messages/live/catch-up.ts";
import type { OpenChannel } from "#app/features/messages/live/live-source.ts";
import { LiveStore } from "#app/features/messages/live/live-store.ts";
import type { Answer, Updates } from "#app/features/messages/live/portal-calls.ts";
import type { Sequenced } from "#app/features/messages/live/thread.ts";
import { until } from "./until.ts";

type Asked = { channelId: string; after: number } | null;
type Reply = Answer<Updates<Sequenced>>;

/** A portal whose answers the test releases one by one, and a page that records notifications. */
class Portal {
  readonly asked: Asked[] = [];
  readonly reads: [channelId: string, sequence: number][] = [];
  readonly told: string[] = [];
  readonly store = new LiveStore("Lena", true);
  isLookedAt = true;
  readonly #waiting: { answer: (reply: Reply) => void; signal: AbortSignal }[] = [];

  readonly options: CatchUpOptions = {
    fetchUpdates: (asked, signal) => {
      this.asked.push(asked);
      return new Promise((resolve) => {
        this.#waiting.push({ answer: resolve, signal });
        signal.addEventListener("abort", () => resolve({ kind: "unreachable" }));
      });
    },
    postRead: async (channelId, sequence) => {
      this.reads.push([channelId, sequence]);
      return { kind: "answered", data: null };
    },
    isLookedAt: () => this.isLookedAt,
    store: this.store,
    onSessionEnded: () => this.told.push("ended"),
  };

  constructor() {
    this.store.onActivity(() => this.told.push("activity"));
  }

  get unread(): number | null {
    return this.store.view.unread;
  }
  set unread(unread: number) {
    this.store.setUnread(unread);
  }

  async answer(reply: Reply): Promise<void> {
    await until(() => expect(this.#waiting.length).toBeGreaterThan(0));
    this.#waiting.shift()!.answer(reply);
  }
}

const updates = (given: Partial<Updates<Sequenced>> & { all?: number; channel?: number }): Reply => ({
  kind: "answered",
  data: {
    messages: given.messages ?? [],
    total: given.total ?? 0,
    unread: given.unread ?? { channel: given.channel ?? 0, first: null, all: given.all ?? 0 },
  },
});

/** A channel with messages up to a number; `behind` is the number of all messages. */
function channelOf(end: number): OpenChannel & { end: number; total: number; readUpTo: number | null } {
  return {
    channelId: "7",
    end,
    total: end,
    readUpTo: null,
    after() {
      return this.end;
    },
    begin: () => 1,
    unbrokenEnd() {
      return this.end;
    },
    isBehind() {
      return this.end < this.total;
    },
    add(messages, total) {
      this.end = messages.at(-1)?.sequence ?? this.end;
      this.total = total;
    },
    onRead() {
      this.readUpTo = this.end;
    },
  };
}
const message = (sequence: number) => ({ sequence }) as Sequenced;

afterEach(() => vi.useRealTimers());

test("several requests at once lead to one more fetch", async () => {
  const portal = new Portal();
  const catchUp = new CatchUp(portal.options);
  void catchUp.run();
  void catchUp.run();
  void catchUp.run();
  await portal.answer(updates({ all: 1 }));
  await portal.answer(updates({ all: 2 }));
  await until(() => expect(portal.unread).toBe(2));
  expect(portal.asked).toEqual([null, null]);
});

test("a channel is fetched until nothing is missing, and visible messages are marked read", async () => {
  const portal = new Portal();
  const catchUp = new CatchUp(portal.options);
  const channel = channelOf(1);
  catchUp.open(channel);
  await portal.answer(updates({ messages: [message(2)], total: 3, channel: 2, all: 2 }));
  await portal.answer(updates({ messages: [message(3)], total: 3, channel: 2, all: 2 }));
  await until(() => expect(channel.readUpTo).toBe(3));
  await portal.answer(updates({ total: 3, all: 0 }));
  await until(() => expect(portal.unread).toBe(0));
  expect(portal.asked).toEqual([1, 2, 3].map((after) => ({ channelId: "7", after })));
  expect(portal.reads).toEqual([["7", 3]]);
});

test("nothing is marked read while nobody looks, or while an older message is not shown", async () => {
  const portal = new Portal();
  portal.isLookedAt = false;
  const catchUp = new CatchUp(portal.options);
  catchUp.open(channelOf(5));
  await portal.answer(updates({ total: 5, channel: 1, all: 4 }));
  await until(() => expect(portal.unread).toBe(4));
  portal.isLookedAt = true;
  void catchUp.run();
  await portal.answer(updates({ total: 5, unread: { channel: 1, first: 9, all: 3 } }));
  await until(() => expect(portal.unread).toBe(3));
  expect(portal.reads).toEqual([]);
});

test("a count that came by the socket meanwhile is kept, and a changed count refreshes the other channels", async () => {
  const portal = new Portal();
  portal.unread = 1;
  const catchUp = new CatchUp(portal.options);
  void catchUp.run();
  catchUp.countHeard();
  portal.unread = 6;
  await portal.answer(updates({ all: 2 }));
  await until(() => expect(portal.told).toEqual(["activity"]));
  expect(portal.unread).toBe(6);
});

test("after a reconnection the call is made again instead of waiting for the one on the old link", async () => {
  const portal = new Portal();
  const catchUp = new CatchUp(portal.options);
  void catchUp.run();
  await until(() => expect(portal.asked).toHaveLength(1));
  catchUp.linkReturned();
  await until(() => expect(portal.asked).toHaveLength(2));
});

test("without an answer it tries again while somebody looks; after the session or a stop it does not", async () => {
  vi.useFakeTimers();
  const portal = new Portal();
  const catchUp = new CatchUp(portal.options);
  void catchUp.run();
  await portal.answer({ kind: "unreachable" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(portal.asked).toHaveLength(2);
  portal.isLookedAt = false;
  await portal.answer({ kind: "unreachable" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(portal.asked).toHaveLength(2);
  void catchUp.run();
  await until(() => expect(portal.asked).toHaveLength(3));
  await vi.advanceTimersByTimeAsync(0);
  await portal.answer({ kind: "sessionEnded" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([portal.told, portal.asked.length]).toEqual([["ended"], 3]);
  catchUp.stop();
  void catchUp.run();
  expect(portal.asked).toHaveLength(3);
});

test("an answer for a channel that was closed is ignored", async () => {
  const portal = new Portal();
  const catchUp = new CatchUp(portal.options);
  const channel = channelOf(1);
  const close = catchUp.open(channel);
  await until(() => expect(portal.asked).toHaveLength(1));
  close();
  await portal.answer(updates({ messages: [message(2)], total: 2, all: 5 }));
  await until(() => expect(portal.unread).toBe(5));
  expect([channel.end, catchUp.channel]).toEqual([1, null]);
});
