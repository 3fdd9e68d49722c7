import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type AutosaveAnswer,
  DraftKeeper,
  forgetKept,
  type KeeperState,
} from "#app/features/bookings/form/draft-keeper.ts";
import { BOOKING_DRAFT_PREFIX } from "#app/lib/kept-writing.ts";
import { MemoryStorage } from "#tests/features/messages/memory-storage.ts";
import { until } from "#tests/features/messages/until.ts";

/** A form with one field, its page, and the portal to which it saves. */
class Desk {
  readonly storage = new MemoryStorage();
  readonly states: KeeperState[] = [];
  readonly posts: { body: URLSearchParams; isLeaving: boolean }[] = [];
  readonly submits: (HTMLElement | null)[] = [];
  readonly saved: [id: string, version: number][] = [];
  readonly page = { storeKey: "7:new:/booking/add", isPaused: false, isInConflict: false };
  readonly given: [string, string][] = [["origin", ""]];
  hidden: [string, string][] = [["version", ""]];
  origin = "";
  answer: () => Promise<Response> = async () => json({ kind: "saved", id: "5", version: 1 });

  keeper(isUnsaved = false): DraftKeeper {
    return new DraftKeeper(
      {
        page: () => this.page,
        entries: () => [...this.hidden, ["origin", this.origin]],
        givenEntries: () => this.given,
        submit: (submitter) => this.submits.push(submitter),
        onState: (state) => this.states.push(state),
        onSaved: (id, version) => this.saved.push([id, version]),
        post: (body, isLeaving) => {
          this.posts.push({ body, isLeaving });
          return this.answer();
        },
        storage: () => this.storage,
      },
      isUnsaved,
    );
  }
  get kinds(): string[] {
    return this.states.map(({ kind }) => kind);
  }
  get kept(): unknown {
    return JSON.parse(this.storage.getItem(BOOKING_DRAFT_PREFIX + this.page.storeKey) ?? "null");
  }
  keep(entries: [string, string][], storeKey = this.page.storeKey): void {
    const kept = JSON.stringify({ at: "2026-11-20 10:00:00", entries });
    this.storage.setItem(BOOKING_DRAFT_PREFIX + storeKey, kept);
  }
}

const json = (answer: AutosaveAnswer, status = 200, headers: Record<string, string> = {}) =>
  Response.json(answer, { status, headers });
/** An answer that the test releases. */
function held(): { answer: () => Promise<Response>; give: (response: Response) => void } {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, give: resolve };
}

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a draft that is saved automatically", () => {
  test("sends what was typed once, under a key of its own, and says so", async () => {
    const keeper = desk.keeper();
    await keeper.send();
    expect(desk.posts).toEqual([]);
    desk.origin = "Shekou";
    keeper.noteTyping();
    await keeper.send();
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
    expect(desk.posts[0]?.body.get("origin")).toBe("Shekou");
    expect(desk.posts[0]?.body.get("requestId")).toMatch(/^[0-9a-f]{32}$/);
    expect(desk.saved).toEqual([["5", 1]]);
    expect(desk.kinds).toEqual(["typing", "sending", "saved"]);
    desk.origin = "Yantian";
    await keeper.send();
    expect(desk.posts[1]?.body.get("requestId")).not.toBe(desk.posts[0]?.body.get("requestId"));
  });

  test("does not count its new version number as typed text", async () => {
    const keeper = desk.keeper();
    desk.hidden = [
      ["id", "5"],
      ["version", "1"],
      ["editor", "e"],
      ["draftKey", "k"],
    ];
    await keeper.send();
    expect(desk.posts).toEqual([]);
  });

  test("sends text typed before its script was loaded, and text restored with the page", async () => {
    desk.origin = "Typed early";
    await desk.keeper().send();
    expect(desk.posts).toHaveLength(1);
    const back = new Desk();
    await back.keeper(true).send();
    expect(back.posts).toHaveLength(1);
  });

  test("waits while the form is under way, and while both versions are on the page", async () => {
    const keeper = desk.keeper();
    desk.origin = "Shekou";
    desk.page.isPaused = true;
    await keeper.send();
    desk.page.isPaused = false;
    desk.page.isInConflict = true;
    await keeper.send();
    expect(desk.posts).toEqual([]);
    desk.page.isInConflict = false;
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
  });

  test("sends one at a time", async () => {
    const { answer, give } = held();
    desk.answer = answer;
    const keeper = desk.keeper();
    desk.origin = "Shekou";
    const first = keeper.send();
    desk.origin = "Yantian";
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
    give(json({ kind: "saved", id: "5", version: 1 }));
    await first;
    await keeper.send();
    expect(desk.posts[1]?.body.get("origin")).toBe("Yantian");
  });

  test("that was merged says so and keeps its version", async () => {
    desk.answer = async () => json({ kind: "merged" });
    const keeper = desk.keeper();
    desk.origin = "Shekou";
    await keeper.send();
    expect(desk.kinds).toEqual(["sending", "merged"]);
    expect(desk.saved).toEqual([]);
  });
});

describe("a draft that cannot be saved", () => {
  test.each<[string, () => Promise<Response>, string]>([
    ["without a link", () => Promise.reject(new TypeError("Failed to fetch")), "browser"],
    ["by a portal that cannot", async () => new Response(null, { status: 503 }), "browser"],
    ["after the session ended", async () => new Response(null, { status: 401 }), "signedOut"],
  ])("%s stays in this browser and goes out later", async (_, answer, kind) => {
    desk.answer = answer;
    const keeper = desk.keeper();
    desk.origin = "Southampton";
    await keeper.send();
    expect(desk.kinds).toEqual(["sending", kind]);
    expect(desk.kept).toMatchObject({
      entries: [
        ["version", ""],
        ["origin", "Southampton"],
      ],
    });
    desk.answer = async () => json({ kind: "saved", id: "5", version: 1 });
    await keeper.send();
    expect(desk.kinds.at(-1)).toBe("saved");
    expect(desk.kept).toBeNull();
  });

  test("waits as long as the portal asks for, and is kept meanwhile", async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    desk.answer = async () => new Response(null, { status: 429, headers: { "retry-after": "30" } });
    const keeper = desk.keeper();
    desk.origin = "Southampton";
    await keeper.send();
    vi.setSystemTime(1_029_999);
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
    expect(desk.kept).not.toBeNull();
    vi.setSystemTime(1_030_000);
    await keeper.send();
    expect(desk.posts).toHaveLength(2);
  });

  test.each(["conflict", "ownConflict"] as const)("for a %s asks nobody again", async (kind) => {
    desk.answer = async () => json({ kind }, 409);
    const keeper = desk.keeper();
    desk.origin = "Rotterdam";
    await keeper.send();
    desk.origin = "Antwerp";
    keeper.noteTyping();
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
    expect(desk.kinds.at(-1)).toBe(kind);
    expect(desk.kept).toMatchObject({
      entries: [
        ["version", ""],
        ["origin", "Rotterdam"],
      ],
    });
  });

  test("because of its content says why, and is retried after a change", async () => {
    desk.answer = async () => json({ kind: "refused", reason: "too long" }, 400);
    const keeper = desk.keeper();
    desk.origin = "x".repeat(200);
    await keeper.send();
    expect(desk.states.at(-1)).toEqual({ kind: "refused", reason: "too long" });
    desk.origin = "Rotterdam";
    await keeper.send();
    expect(desk.posts).toHaveLength(2);
  });

  test("and not kept either is still being typed", async () => {
    desk.answer = () => Promise.reject(new TypeError("Failed to fetch"));
    desk.storage.isFull = true;
    const keeper = desk.keeper();
    desk.origin = "Rotterdam";
    await keeper.send();
    expect(desk.kinds).toEqual(["sending", "typing"]);
  });
});

describe("what this browser has kept", () => {
  test("is found where it differs from what the server gave", () => {
    desk.keep([
      ["version", "3"],
      ["origin", "London Gateway"],
    ]);
    expect(desk.keeper().found).toMatchObject({ at: "2026-11-20 10:00:00" });
    desk.keep([
      ["version", "3"],
      ["origin", ""],
    ]);
    expect(desk.keeper().found).toBeNull();
  });

  test("is left alone where it cannot be read", () => {
    desk.storage.setItem(BOOKING_DRAFT_PREFIX + desk.page.storeKey, "{half a");
    expect(desk.keeper().found).toBeNull();
  });

  test("belongs to one person and draft, and is deleted when discarded", () => {
    desk.keep([["origin", "Hull"]]);
    desk.keep([["origin", "Hull"]], "8:new:/booking/add");
    desk.keeper().discard();
    expect(desk.kept).toBeNull();
    expect(desk.storage.length).toBe(1);
    forgetKept("8:new:/booking/add", () => desk.storage);
    expect(desk.storage.length).toBe(0);
  });
});

describe("the form's own submit", () => {
  test("is sent at once when no save is under way", () => {
    expect(desk.keeper().holdSubmit(null)).toBe(false);
  });

  test("that was just pressed has no save beside it, though the page does not know of it yet", async () => {
    vi.useFakeTimers();
    const keeper = desk.keeper();
    desk.origin = "Zeebrugge";
    expect(keeper.holdSubmit(null)).toBe(false);
    await keeper.send();
    expect(desk.posts).toEqual([]);
    // A tab that is hidden now may never come back: what was typed stays in the browser until the submit has gone through.
    await keeper.send({ isLeaving: true });
    expect(desk.posts).toEqual([]);
    expect(desk.kept).toMatchObject({
      entries: [
        ["version", ""],
        ["origin", "Zeebrugge"],
      ],
    });
    // The browser, or the form's own rules, may have held the submit back.
    vi.advanceTimersByTime(5_000);
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
  });

  test("waits for a running save, and is then submitted by the same button", async () => {
    const { answer, give } = held();
    desk.answer = answer;
    const keeper = desk.keeper();
    desk.origin = "Zeebrugge";
    const sending = keeper.send();
    const button = { name: "review" } as unknown as HTMLElement;
    expect(keeper.holdSubmit(button)).toBe(true);
    expect(desk.submits).toEqual([]);
    give(json({ kind: "saved", id: "5", version: 1 }));
    await sending;
    await until(() => expect(desk.submits).toEqual([button]));
    expect(keeper.holdSubmit(button)).toBe(false);
  });

  test("that succeeded leaves text typed since to be sent", async () => {
    const keeper = desk.keeper();
    desk.origin = "Valencia";
    keeper.holdSubmit(null);
    keeper.noteSubmitSaved();
    expect(desk.kinds).toEqual(["saved"]);
    await keeper.send();
    expect(desk.posts).toEqual([]);
    desk.origin = "Typed meanwhile";
    await keeper.send();
    expect(desk.posts).toHaveLength(1);
  });

  test("that went through ends a conflict, and what the browser had kept before the draft had a number", async () => {
    desk.answer = () => Promise.reject(new TypeError("Failed to fetch"));
    const keeper = desk.keeper();
    desk.origin = "Valencia";
    await keeper.send();
    expect(desk.storage.length).toBe(1);
    desk.answer = async () => json({ kind: "conflict" }, 409);
    await keeper.send();
    keeper.holdSubmit(null);
    desk.page.storeKey = "7:5";
    keeper.noteSubmitSaved();
    expect(desk.storage.length).toBe(0);
    desk.origin = "Barcelona";
    await keeper.send();
    expect(desk.posts).toHaveLength(3);
  });
});

describe("a page that is left", () => {
  test("sends its last seconds, although the router is under way, and keeps them until they are answered", async () => {
    const { answer, give } = held();
    desk.answer = answer;
    const keeper = desk.keeper();
    desk.origin = "Tianjin";
    desk.page.isPaused = true;
    keeper.leave({ isDone: false });
    expect(desk.posts).toMatchObject([{ isLeaving: true }]);
    expect(desk.kept).not.toBeNull();
    give(json({ kind: "saved", id: "5", version: 1 }));
    await until(() => expect(desk.kept).toBeNull());
  });

  test("whose form was saved and redirected deletes what it kept, and sends nothing", () => {
    desk.keep([["origin", "Tianjin"]]);
    const keeper = desk.keeper();
    desk.origin = "Tianjin";
    keeper.leave({ isDone: true });
    expect(desk.kept).toBeNull();
    expect(desk.posts).toEqual([]);
  });

  test("with nothing new sends nothing", () => {
    desk.keeper().leave({ isDone: false });
    expect(desk.posts).toEqual([]);
  });

  test("does not submit a click that was waiting", async () => {
    const { answer, give } = held();
    desk.answer = answer;
    const keeper = desk.keeper();
    desk.origin = "Zeebrugge";
    const sending = keeper.send();
    keeper.holdSubmit(null);
    keeper.leave({ isDone: false });
    vi.useFakeTimers();
    give(json({ kind: "saved", id: "5", version: 1 }));
    await sending;
    await vi.runAllTimersAsync();
    expect(desk.submits).toEqual([]);
  });
});
