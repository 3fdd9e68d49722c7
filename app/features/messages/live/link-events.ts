import type { CatchUp } from "./catch-up.ts";
import type { LiveStore } from "./live-store.ts";
import { PageWatch, type WatchedPage } from "./page-watch.ts";
import type { LinkState } from "./reconnect.ts";
import type { SharedLink } from "./shared-link.ts";

/** What follows when the link, the page or the network changes. */

type Link = Pick<SharedLink, "start" | "stop" | "hurry">;

/** Rests the link while nobody is there, and brings it back. */
export function watchPage(page: WatchedPage, store: LiveStore, catchUp: CatchUp, link: Link): PageWatch {
  return new PageWatch({
    page,
    onWake() {
      const { link: state, writer } = store.view;
      if (state === "ended") return;
      if (state === "resting") {
        store.change({ link: "connecting" });
        // It rests by itself where it was refused.
        link.stop();
        link.start();
      }
      link.hurry();
      writer?.wake();
      void catchUp.run();
    },
    onRest() {
      link.stop();
      if (store.view.link !== "ended") store.change({ link: "resting" });
    },
    onNetwork(isOnline) {
      store.change({ isOnline });
      if (isOnline) linkReturned(store, catchUp);
    },
  });
}

/** Calls that hang on the link before are made anew. */
function linkReturned(store: LiveStore, catchUp: CatchUp): void {
  catchUp.linkReturned();
  store.view.writer?.linkReturned();
}

/** Gives what takes each state that the link tells. */
export function followLink(
  store: LiveStore,
  catchUp: CatchUp,
  endSession: () => void,
): (state: LinkState) => void {
  let hasConnected = false;
  return (state) => {
    if (state === "ended") {
      endSession();
      return;
    }
    if (state === store.view.link) return;
    store.change({ link: state });
    if (state !== "connected") return;
    if (hasConnected) linkReturned(store, catchUp);
    else store.view.writer?.wake();
    // What was said while there was no socket has woken nobody. The provider tells the count to whoever comes, which is
    // as much as a page needs that has only just been made and shows no channel.
    if (catchUp.channel || hasConnected) void catchUp.run();
    if (hasConnected) {
      store.tellActivity();
      store.tellShipments(null);
    }
    hasConnected = true;
  };
}
