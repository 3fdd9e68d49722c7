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

  test("connected for the first time fetches nothing where no channel is shown, and wakes the writer", async () => {
    page.write();
    expect(await takes("connected")).toEqual(["writer wakes"]);
  });

  test("connected for the first time fetches what the shown channel lacks", async () => {
    await page.open("7");
    expect(await takes("connected")).toEqual(["fetch 7"]);
  });

  test("connected again fetches, sends anew and tells the lists", async () => {
    page.write();
    await takes("connected", "reconnecting");
    expect(await takes("connected")).toEqual(["writer sends anew", "fetch counts", "activity"]);
  });

  test("told twice is followed once", async () => {
    await takes("connected");
    expect(await takes("connected")).toEqual([]);
  });

  test("ended ends the session, which says so itself", async () => {
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

  test("that is put away gives the link up; brought back it starts anew and asks for what it missed", async () => {
    page.write();
    page.store.change({ link: "connected" });
    expect(await hears("pagehide", page.window)).toEqual(["stop"]);
    expect(page.store.view.link).toBe("resting");
    expect(await hears("resume")).toEqual(["stop", "start", "hurry", "writer wakes", "fetch counts"]);
    expect(page.store.view.link).toBe("connecting");
  });

  test("that is looked at while its link stands keeps it", async () => {
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

  test("shows that its network is gone; with it, it sends anew what hung on the old one", async () => {
    page.write();
    page.navigator.onLine = false;
    expect(await hears("offline", page.window)).toEqual([]);
    expect(page.store.view.isOnline).toBe(false);
    page.navigator.onLine = true;
    expect(await hears("online", page.window)).toEqual([
      ...["writer sends anew", "hurry", "writer wakes", "fetch counts"],
    ]);
    expect(page.store.view.isOnline).toBe(true);
  });
});
