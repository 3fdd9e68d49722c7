import type { SessionFault } from "#app/access/trouble.ts";
import {
  countUnsent,
  forgetWriting,
  OUTBOX_PREFIX,
  type SignedOut,
  signedOutIn,
  signedOutMark,
} from "#app/lib/kept-writing.ts";
import { RealtimeSocket } from "../socket.client.ts";
import { CatchUp } from "./catch-up.ts";
import { followLink, watchPage } from "./link-events.ts";
import type { Live } from "./live-source.ts";
import { LiveStore } from "./live-store.ts";
import type { PageWatch } from "./page-watch.ts";
import {
  type Answer,
  fetchPage,
  fetchPass,
  fetchUpdates,
  lastSessionFault,
  postRead,
} from "./portal-calls.ts";
import { refresherOnDemand } from "./refresher-on-demand.ts";
import { type LinkEvents, SharedLink } from "./shared-link.ts";
import { takeMessage } from "./socket-message.ts";
import type { Sequenced } from "./thread.ts";
import { keepTitle } from "./title-count.ts";
import { writerOnDemand } from "./writer-on-demand.ts";

/** Without a socket the page asks this often while it is looked at. */
const POLL_MS = 15_000;
/** With one it asks once a minute all the same: a word that was lost on the way wakes nobody. */
const POLLS_PER_CHECK = 4;

interface Person {
  userId: string;
  name: string;
  /** Without messages the socket tells of news and of changed shipments only. */
  hasMessages: boolean;
  onSessionEnded(fault: SessionFault): void;
}

/** Begins to keep messages alive for one person; ends with `stop`. Runs in the browser only. */
export function startLive({ userId, name, hasMessages, onSessionEnded }: Person): {
  live: Live;
  stop(): void;
} {
  const storage = storageOf();
  const left = takeSignedOutMarks();
  if (storage) forgetWriting(storage, left);
  const store = new LiveStore(name, navigator.onLine);
  const title = keepTitle(() => store.view.unread);
  store.subscribe(title.update);
  let isStopped = false;

  const endSession = () => {
    if (store.view.link === "ended") return;
    catchUp.stop();
    link.stop();
    store.change({ link: "ended" });
    onSessionEnded(lastSessionFault());
  };
  const catchUp = new CatchUp({
    fetchUpdates,
    postRead,
    isLookedAt: () => watch.isLookedAt,
    store,
    onSessionEnded: endSession,
  });
  if (!hasMessages) catchUp.stop();
  const link = new SharedLink({
    name: `fairlead-socket:${userId}`,
    locks: navigator.locks ?? null,
    makeSocket,
    onMessage: (message) => takeMessage(message, store, catchUp, watch.isLookedAt),
    onState: followLink(store, catchUp, endSession),
  });
  const watch = watchPage(window, store, catchUp, link);
  const needWriter = writerOnDemand(userId, store, catchUp, endSession, () => isStopped);
  store.onShipments(refresherOnDemand(store, () => isStopped));
  const poll = startPolls(store, catchUp, watch);
  link.start();
  if (storage && countUnsent(storage, userId, [OUTBOX_PREFIX]) > 0) void needWriter();
  return {
    live: liveOf(store, catchUp, needWriter, endSession),
    stop() {
      isStopped = true;
      clearInterval(poll);
      watch.stop();
      catchUp.stop();
      link.stop();
      store.view.writer?.stop();
      title.stop();
    },
  };
}

/** What pages are given. */
function liveOf(store: LiveStore, catchUp: CatchUp, needWriter: () => void, endSession: () => void): Live {
  /** What was answered; null otherwise. */
  const answered = async <T>(asking: Promise<Answer<T>>): Promise<T | null> => {
    const answer = await asking;
    if (answer.kind === "sessionEnded") endSession();
    return answer.kind === "answered" ? answer.data : null;
  };
  return {
    view: () => store.view,
    subscribe: store.subscribe,
    open: catchUp.open,
    older: async (channelId, before) =>
      (await answered(fetchUpdates<Sequenced>({ channelId, before })))?.messages ?? null,
    page: (search) => answered(fetchPage(search)),
    onActivity: store.onActivity,
    needWriter,
    counted(unread) {
      if (store.view.unread === null) store.setUnread(unread);
      else if (store.view.unread !== unread) void catchUp.run();
    },
  };
}

/** Asks at times while the page is looked at. */
function startPolls(store: LiveStore, catchUp: CatchUp, watch: PageWatch): ReturnType<typeof setInterval> {
  let polls = 0;
  return setInterval(() => {
    polls += 1;
    const isDue = store.view.link !== "connected" || polls % POLLS_PER_CHECK === 0;
    if (isDue && watch.isLookedAt && navigator.onLine) void catchUp.run();
  }, POLL_MS);
}

/** A page may be forbidden to name its storage at all. */
function storageOf(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function takeSignedOutMarks(): SignedOut[] {
  const left = signedOutIn(document.cookie);
  for (const { userId } of left) {
    // biome-ignore lint/suspicious/noDocumentCookie: pages over plain http have no Cookie Store
    document.cookie = `${signedOutMark(userId)}=; path=/; max-age=0; samesite=lax`;
  }
  return left;
}

function makeSocket(events: LinkEvents): RealtimeSocket {
  const [, system = ""] = /\(([^)]*)\)/.exec(navigator.userAgent) ?? [];
  return new RealtimeSocket({
    pass: fetchPass,
    pageProtocol: location.protocol,
    clientInfo: {
      osVersion: system.slice(0, 200),
      device: /Mobi|Android/.test(navigator.userAgent) ? "mobile" : "desktop",
    },
    ...events,
  });
}
