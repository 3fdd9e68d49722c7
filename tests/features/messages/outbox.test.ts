import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { DraftStore } from "#app/features/messages/live/draft-store.ts";
import { keptStore } from "#app/features/messages/live/kept-store.ts";
import { Outbox } from "#app/features/messages/live/outbox.ts";
import { outgoingState } from "#app/features/messages/live/outgoing-state.ts";
import { pauseAfter, Sender, type SendResult } from "#app/features/messages/live/sender.ts";
import { leaseLock, type TabLock, webLock } from "#app/features/messages/live/tab-lock.ts";
import { draws } from "#tests/support/is-all.ts";
import { MemoryStorage } from "./memory-storage.ts";
import { until } from "./until.ts";

interface Stored {
  clientId: string;
  text: string;
}

/** Result of one attempt at the recipient: stored and answered, stored with a lost answer, and so on. */
type Fate = "answered" | "answer lost" | "never arrived" | "refused";

/**
 * Stores a message once per client id, as the provider does; results are used in the order of the attempts.
 */
class Recipient {
  readonly stored: Stored[] = [];
  readonly fates: Fate[];
  tries = 0;
  underWay = 0;
  mostAtOnce = 0;

  constructor(fates: readonly Fate[]) {
    this.fates = [...fates];
  }

  async take(message: Stored): Promise<SendResult<Stored>> {
    this.tries += 1;
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.underWay -= 1;
    const fate = this.fates.shift() ?? "answered";
    if (fate === "refused") return { kind: "refused", reason: "too long" };
    if (fate !== "never arrived" && !this.stored.some(({ clientId }) => clientId === message.clientId))
      this.stored.push({ clientId: message.clientId, text: message.text });
    return fate === "answered" ? { kind: "sent", message } : { kind: "unreachable" };
  }
}

let personCount = 0;
const nextPerson = () => `person-${process.pid}-${personCount++}`;
const senders: Sender<Stored>[] = [];
afterEach(() => {
  for (const sender of senders.splice(0)) sender.stop();
  vi.useRealTimers();
});

function tab(
  person: string,
  storage: Storage,
  recipient: Recipient,
  lock: TabLock = webLock(navigator.locks),
) {
  const outbox = new Outbox(keptStore(storage), person);
  const sent: Stored[] = [];
  const sender = new Sender<Stored>({
    outbox,
    lock,
    send: (entry) => recipient.take(entry),
    onSent: (message) => sent.push(message),
    onChange: () => {},
    onSessionEnded: () => {},
    pause: () => 1,
  });
  senders.push(sender);
  let count = 0;
  const write = (text: string) => {
    const clientId = `${person}-${text}-${count++}`;
    return outbox.add({ clientId, channelId: "7", place: "/", text, files: [] });
  };
  return { outbox, sender, sent, write };
}

const texts = (stored: Stored[]) => stored.map(({ text }) => text);

test("every message is stored once and in order, whatever becomes of the tries", async () => {
  const fate = fc.constantFrom<Fate>("answered", "answer lost", "never arrived");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 30 }),
      fc.integer({ min: 1, max: 12 }),
      async (fates, count) => {
        const recipient = new Recipient(fates);
        const { outbox, sender, write } = tab(nextPerson(), new MemoryStorage(), recipient);
        const written = Array.from({ length: count }, (_, index) => write(`m${index}`).text);
        sender.wake();
        await until(() => expect(outbox.entries()).toEqual([]));
        expect(texts(recipient.stored)).toEqual(written);
        expect(recipient.mostAtOnce).toBe(1);
      },
    ),
    { numRuns: draws(60) },
  );
});

test.each(["web locks", "a lease"])(
  "two tabs send what either wrote once and in order, by %s",
  async (kind) => {
    const storage = new MemoryStorage();
    const person = nextPerson();
    const recipient = new Recipient(["answer lost", "answered", "never arrived"]);
    const lock = () => (kind === "a lease" ? leaseLock(keptStore(storage)) : webLock(navigator.locks));
    const first = tab(person, storage, recipient, lock());
    const second = tab(person, storage, recipient, lock());
    const written: string[] = [];
    for (let index = 0; index < 20; index++) {
      const writer = index % 2 ? second : first;
      written.push(writer.write(`m${index}`).text);
      writer.sender.wake();
    }
    await until(() => expect(first.outbox.entries()).toEqual([]));
    expect(texts(recipient.stored)).toEqual(written);
    expect(recipient.mostAtOnce).toBe(1);
    expect(first.sent.length + second.sent.length).toBe(20);
  },
);

test("messages of a tab that is closed while sending are sent by the next tab", async () => {
  const storage = new MemoryStorage();
  const person = nextPerson();
  const recipient = new Recipient(Array.from({ length: 4 }, () => "never arrived"));
  const closing = tab(person, storage, recipient);
  closing.write("before");
  closing.sender.wake();
  await until(() => expect(recipient.tries).toBeGreaterThan(1));
  closing.sender.stop();
  const next = tab(person, storage, recipient);
  next.write("after");
  next.sender.wake();
  await until(() => expect(next.outbox.entries()).toEqual([]));
  expect(texts(recipient.stored)).toEqual(["before", "after"]);
});

test("a refused message waits for the person and does not block others; sent again it keeps its client id", async () => {
  const recipient = new Recipient(["refused"]);
  const { outbox, sender, write } = tab(nextPerson(), new MemoryStorage(), recipient);
  const { clientId } = write("first");
  write("second");
  sender.wake();
  await until(() => expect(texts(recipient.stored)).toEqual(["second"]));
  await until(() => expect(outbox.entries()).toHaveLength(1));
  expect(outbox.entries()[0]).toMatchObject({ clientId, refusal: "too long" });
  outbox.change(clientId, { refusal: null, tries: 0 });
  sender.wake();
  await until(() => expect(outbox.entries()).toEqual([]));
  expect(recipient.stored.at(-1)).toEqual({ clientId, text: "first" });
});

test("when the link returns, neither a running attempt nor a pause delays sending", async () => {
  const outbox = new Outbox(keptStore(new MemoryStorage()), nextPerson());
  let tries = 0;
  const sender = new Sender<Stored>({
    outbox,
    lock: webLock(navigator.locks),
    send: (entry, signal) => {
      tries += 1;
      if (tries > 2) return Promise.resolve({ kind: "sent", message: entry });
      // A connection that was cut silently never answers.
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ kind: "unreachable" })),
      );
    },
    onSent: () => {},
    onChange: () => {},
    onSessionEnded: () => {},
    pause: () => 60_000,
  });
  senders.push(sender);
  outbox.add({ clientId: "a", channelId: "7", place: "/", text: "a", files: [] });
  sender.wake();
  for (const seen of [1, 2]) {
    await until(() => expect(tries).toBe(seen));
    sender.linkReturned();
  }
  await until(() => expect(outbox.entries()).toEqual([]));
});

test("unsent text is kept when the session ends", async () => {
  const outbox = new Outbox(keptStore(new MemoryStorage()), nextPerson());
  let ended = 0;
  const sender = new Sender<Stored>({
    outbox,
    lock: webLock(navigator.locks),
    send: () => Promise.resolve({ kind: "sessionEnded" }),
    onSent: () => {},
    onChange: () => {},
    onSessionEnded: () => {
      ended += 1;
    },
  });
  outbox.add({ clientId: "a", channelId: "7", place: "/", text: "a", files: [] });
  sender.wake();
  await until(() => expect(ended).toBe(1));
  expect(outbox.entries()).toHaveLength(1);
});

test("the order stands when the clock is set back", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const { outbox, write } = tab(nextPerson(), new MemoryStorage(), new Recipient([]));
  write("first");
  vi.setSystemTime(500_000);
  write("second");
  expect(texts(outbox.entries())).toEqual(["first", "second"]);
});

test("another person's messages are not touched, and a broken entry stops nobody", () => {
  const storage = new MemoryStorage();
  const mine = new Outbox(keptStore(storage), "1");
  new Outbox(keptStore(storage), "2").add({
    clientId: "x",
    channelId: "7",
    place: "/",
    text: "theirs",
    files: [],
  });
  storage.setItem(`${mine.prefix}broken`, "{");
  mine.add({ clientId: "y", channelId: "7", place: "/", text: "mine", files: [] });
  expect(texts(mine.entries())).toEqual(["mine"]);
});

test("a browser whose storage is full still keeps text while the page is open", () => {
  const storage = new MemoryStorage();
  storage.isFull = true;
  for (const outbox of [new Outbox(keptStore(storage), "1"), new Outbox(keptStore(undefined), "1")]) {
    outbox.add({ clientId: "y", channelId: "7", place: "/", text: "kept", files: [] });
    expect(texts(outbox.entries())).toEqual(["kept"]);
    outbox.remove("y");
    expect(outbox.entries()).toEqual([]);
  }
});

test("the person sees sending, waiting for the link, or not sent", () => {
  const entry = {
    clientId: "a",
    channelId: "7",
    place: "/",
    text: "",
    files: [],
    writtenAt: 1,
    tries: 0,
    refusal: null,
  };
  expect(outgoingState(entry, true)).toBe("sending");
  expect(outgoingState({ ...entry, tries: 2 }, true)).toBe("sending");
  expect(outgoingState({ ...entry, tries: 3 }, true)).toBe("notSent");
  expect(outgoingState({ ...entry, tries: 3 }, false)).toBe("waiting");
  expect(outgoingState({ ...entry, refusal: "too long" }, false)).toBe("notSent");
});

test("pauses double up to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((tries) => pauseAfter(tries, 0))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(pauseAfter(60, 1)).toBe(37_500);
});

test("drafts are one a channel and person, and end when emptied or after a month", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const store = keptStore(new MemoryStorage());
  const drafts = new DraftStore(store, "1");
  drafts.write("7", "half a sentence ");
  expect(drafts.read("7")).toBe("half a sentence ");
  expect(drafts.read("8")).toBe("");
  expect(new DraftStore(store, "2").read("7")).toBe("");
  vi.setSystemTime(1_000_000 + 31 * 24 * 3_600_000);
  expect(drafts.read("7")).toBe("");
  drafts.write("7", "again");
  drafts.write("7", " \n");
  expect(store.keys()).toEqual([]);
});

test("the portal's Retry-After is waited for, whatever is written meanwhile", async () => {
  const WAIT_MS = 400;
  const times: number[] = [];
  const outbox = new Outbox(keptStore(new MemoryStorage()), nextPerson());
  const sender = new Sender<Stored>({
    outbox,
    lock: webLock(navigator.locks),
    async send({ clientId, text }) {
      times.push(performance.now());
      return times.length === 1
        ? { kind: "unreachable", retryAfterMs: WAIT_MS }
        : { kind: "sent", message: { clientId, text } };
    },
    onSent: () => {},
    onChange: () => {},
    onSessionEnded: () => {},
    pause: () => 1,
  });
  senders.push(sender);
  const write = (clientId: string) =>
    outbox.add({ clientId, channelId: "7", place: "/", text: clientId, files: [] });
  write("first-one");
  sender.wake();
  await until(() => expect(times).toHaveLength(1));
  write("second-one");
  sender.wake();
  sender.linkReturned();
  await until(() => expect(outbox.entries()).toEqual([]));
  // Timers may fire a millisecond early by this clock.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(WAIT_MS - 5);
});
