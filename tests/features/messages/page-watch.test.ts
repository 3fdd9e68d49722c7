import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveStore } from "#app/features/messages/live/live-store.ts";
import { PageWatch } from "#app/features/messages/live/page-watch.ts";

const REST_MS = 5 * 60_000;

/** A page that can be hidden, frozen and disconnected. */
class Page {
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: "visible" as DocumentVisibilityState,
  });
  readonly window = new EventTarget();
  readonly navigator = { onLine: true };
  readonly told: string[] = [];
  readonly watch = new PageWatch({
    page: this,
    onWake: () => this.told.push("wake"),
    onRest: () => this.told.push("rest"),
    onNetwork: (isOnline) => this.told.push(isOnline ? "online" : "offline"),
  });

  show(state: DocumentVisibilityState): void {
    this.document.visibilityState = state;
    this.document.dispatchEvent(new Event("visibilitychange"));
  }

  network(isOnline: boolean): void {
    this.navigator.onLine = isOnline;
    this.window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  }
}

let page: Page;
beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
});
afterEach(() => {
  page.watch.stop();
  vi.useRealTimers();
});

test("a page hidden for long disconnects, and reconnects when it is visible again", () => {
  page.show("hidden");
  vi.advanceTimersByTime(REST_MS - 1);
  expect([page.told, page.watch.isLookedAt]).toEqual([[], false]);
  vi.advanceTimersByTime(1);
  page.show("visible");
  expect([page.told, page.watch.isLookedAt]).toEqual([["rest", "wake"], true]);
});

test("a page that becomes visible in time does not disconnect", () => {
  page.show("hidden");
  vi.advanceTimersByTime(REST_MS - 1);
  page.show("visible");
  vi.advanceTimersByTime(REST_MS);
  expect(page.told).toEqual(["wake"]);
});

test("a page put into the back/forward cache disconnects at once, and reconnects when it is restored", () => {
  page.window.dispatchEvent(new Event("pagehide"));
  page.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(page.told).toEqual(["rest"]);
  page.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  page.document.dispatchEvent(new Event("freeze"));
  page.document.dispatchEvent(new Event("resume"));
  expect(page.told).toEqual(["rest", "wake", "rest", "wake"]);
});

test("a network that comes back wakes the page", () => {
  page.network(false);
  page.network(true);
  expect(page.told).toEqual(["offline", "online", "wake"]);
});

test("no callback is called after the end", () => {
  page.show("hidden");
  page.watch.stop();
  vi.advanceTimersByTime(REST_MS);
  page.show("visible");
  page.network(false);
  expect(page.told).toEqual([]);
});

test("what pages see changes as a whole, and only who listens is told", () => {
  const store = new LiveStore("Demo", true);
  const told: string[] = [];
  const before = store.view;
  const leave = store.subscribe(() => told.push("view"));
  const leaveActivity = store.onActivity(() => told.push("activity"));
  store.change({ unread: 3 });
  store.tellActivity();
  expect([before.unread, store.view.unread, store.view.name]).toEqual([null, 3, "Demo"]);
  leave();
  leaveActivity();
  store.change({ unread: 4 });
  store.tellActivity();
  expect(told).toEqual(["view", "activity"]);
});
