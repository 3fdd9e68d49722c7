import { beforeEach, describe, expect, test } from "vitest";
import { followLink, watchPage } from "#app/features/messages/live/link-events.ts";
import { LivePage } from "./live-page.ts";

let page: LivePage;
beforeEach(() => {
  page = new LivePage();
});

describe("the state of the link", () => {
  let follow: ReturnType<typeof followLink>;
  beforeEach(() => {
    follow = followLink(page.store, page.catchUp, () => page.told.push("session ended"));
  });
  const takes = async (...states: Parameters<typeof follow>[0][]) => {
    for (const state of states) follow(state);
    await page.settle();
    return page.take();
  };

  test("is shown", async () => {
    await takes("reconnecting");
    expect(page.store.view.link).toBe("reconnecting");
  });

  test("connected for the first time fetches nothing without a shown channel, and starts sending", async () => {
    page.write();
    expect(await takes("connected")).toEqual(["writer wakes"]);
  });

  test("connected for the first time fetches the missing messages of the shown channel", async () => {
    await page.open("7");
    expect(await takes("connected")).toEqual(["fetch 7"]);
  });

  test("connected again fetches, retries sending and refreshes the lists and the page", async () => {
    page.write();
    await takes("connected", "reconnecting");
    expect(await takes("connected")).toEqual([
      "writer sends anew",
      "fetch counts",
      "activity",
      "shipments any",
    ]);
  });

  test("reported twice has one effect", async () => {
    await takes("connected");
    expect(await takes("connected")).toEqual([]);
  });

  test("ended shows that the session has ended", async () => {
    expect(await takes("ended")).toEqual(["session ended"]);
    expect(page.store.view.link).toBe("connecting");
  });
});

describe("a page", () => {
  beforeEach(() => {
    const watch = watchPage(page, page.store, page.catchUp, page.link);
    return () => watch.stop();
  });
  const hears = async (event: string, target: EventTarget = page.document) => {
    target.dispatchEvent(new Event(event));
    await page.settle();
    return page.take();
  };

  test("put into the back/forward cache disconnects; restored it reconnects and fetches what it missed", async () => {
    page.write();
    page.store.change({ link: "connected" });
    expect(await hears("pagehide", page.window)).toEqual(["stop"]);
    expect(page.store.view.link).toBe("resting");
    expect(await hears("resume")).toEqual(["stop", "start", "hurry", "writer wakes", "fetch counts"]);
    expect(page.store.view.link).toBe("connecting");
  });

  test("that becomes visible with an open link keeps it", async () => {
    page.store.change({ link: "connected" });
    expect(await hears("visibilitychange")).toEqual(["hurry", "fetch counts"]);
    expect(page.store.view.link).toBe("connected");
  });

  test("does nothing more once its session is over", async () => {
    page.store.change({ link: "ended" });
    expect(await hears("visibilitychange")).toEqual([]);
    expect(await hears("freeze")).toEqual(["stop"]);
    expect(page.store.view.link).toBe("ended");
  });

  test("shows that the network is lost; when it is back, it repeats the calls that hung", async () => {
    page.write();
    page.navigator.onLine = false;
    expect(await hears("offline", page.window)).toEqual([]);
    expect(page.store.view.isOnline).toBe(false);
    page.navigator.onLine = true;
    expect(await hears("online", page.window)).toEqual([
      "writer sends anew",
      "hurry",
      "writer wakes",
      "fetch counts",
    ]);
    expect(page.store.view.isOnline).toBe(true);
  });
});
