import type { SessionFault } from "#app/access/trouble.ts";
import {
  countUnsent,
  forgetWriting,
  OUTBOX_PREFIX,
  type SignedOut,
  signedOutIn,
  signedOutMark,
} from "#app/lib/kept-writing.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { RealtimeSocket } from "../socket.client.ts";
import { CatchUp } from "./catch-up.ts";
import type { Live } from "./live-source.ts";
import { LiveStore } from "./live-store.ts";
import { PageWatch } from "./page-watch.ts";
import {
  type Answer,
  fetchPage,
  fetchPass,
  fetchUpdates,
  lastSessionFault,
  postRead,
} from "./portal-calls.ts";
import { SharedLink } from "./shared-link.ts";
import type { Sequenced } from "./thread.ts";
import { keepTitle } from "./title-count.ts";
import { isUnread, unreadStep } from "./unread.ts";

/** Without a socket the page asks this often while it is looked at. */
const POLL_MS = 15_000;
/** With one it asks once a minute all the same: a word that was lost on the way wakes nobody. */
const POLLS_PER_CHECK = 4;

interface Person {
  userId: string;
  name: string;
  onSessionEnded(fault: SessionFault): void;
}

/** Begins to keep messages alive for one person; ends with `stop`. Runs in the browser only. */
export function startLive({ userId, name, onSessionEnded }: Person): { live: Live; stop(): void } {
  const storage = storageOf();
  const left = takeSignedOutMarks();
  if (storage) forgetWriting(storage, left);
  const store = new LiveStore(name, navigator.onLine);
  const title = keepTitle(() => store.view.unread);
  let isSessionOver = false;
  let isStopped = false;
  let hasConnected = false;
  let isWriterAsked = false;

  const setUnread = (unread: number) => {
    if (unread === store.view.unread) return;
    store.change({ unread });
    title.update();
  };
  const sessionIsOver = () => {
    if (isSessionOver) return;
    isSessionOver = true;
    catchUp.stop();
    link.stop();
    store.change({ link: "ended" });
    onSessionEnded(lastSessionFault());
  };
  const linkReturned = () => {
    catchUp.linkReturned();
    store.view.writer?.linkReturned();
  };
  const watch = new PageWatch({
    page: { document, window, navigator },
    onWake() {
      if (isSessionOver) return;
      if (store.view.link === "resting") {
        store.change({ link: "connecting" });
        // It rests by itself where it was refused.
        link.stop();
        link.start();
      }
      link.hurry();
      store.view.writer?.wake();
      void catchUp.run();
    },
    onRest() {
      link.stop();
      if (!isSessionOver) store.change({ link: "resting" });
    },
    onNetwork(isOnline) {
      store.change({ isOnline });
      if (isOnline) linkReturned();
    },
  });
  const catchUp = new CatchUp({
    fetchUpdates,
    postRead,
    isLookedAt: () => watch.isLookedAt,
    unread: () => store.view.unread,
    setUnread,
    tellActivity: () => store.tellActivity(),
    onSessionEnded: sessionIsOver,
  });
  const link = new SharedLink({
    name: `fairlead-socket:${userId}`,
    locks: navigator.locks ?? null,
    makeSocket: (events) =>
      new RealtimeSocket({
        pass: fetchPass,
        pageProtocol: location.protocol,
        clientInfo: clientInfo(),
        ...events,
      }),
    onMessage(message) {
      store.change({ webSocketMsg: message, nid: message.nid ?? store.view.nid });
      if (!isUnread(message)) return;
      const { data } = message;
      const { channel } = catchUp;
      const step = unreadStep(data, channel && watch.isLookedAt ? channel.channelId : null);
      if (step.kind === "count") {
        catchUp.countHeard();
        setUnread(step.num);
      }
      if (data.channelId === channel?.channelId) void catchUp.run();
      store.tellActivity();
    },
    onState(state) {
      if (state === "ended") {
        sessionIsOver();
        return;
      }
      if (state === store.view.link) return;
      store.change({ link: state });
      if (state !== "connected") return;
      if (hasConnected) linkReturned();
      else store.view.writer?.wake();
      // What was said while there was no socket has woken nobody. The provider tells the count to whoever comes, which is
      // as much as a page needs that has only just been made and shows no channel.
      if (catchUp.channel || hasConnected) void catchUp.run();
      if (hasConnected) store.tellActivity();
      hasConnected = true;
    },
  });

  const needWriter = async () => {
    if (isWriterAsked) return;
    isWriterAsked = true;
    const module = await loadChunk(() => import("./writer.client.ts"));
    isWriterAsked = module !== null;
    if (!module || isStopped) return;
    const writer = module.startWriter({
      userId,
      onSent(message, { channelId }) {
        const { channel } = catchUp;
        if (channel?.channelId === channelId) {
          channel.add([message], message.sequence);
          // Others may have spoken in between.
          if (channel.isBehind()) void catchUp.run();
        }
        store.tellActivity();
      },
      onChange(outgoing) {
        // What another tab has sent stands among the messages from then on.
        const isGone = store.view.outgoing.some(
          (one) => !outgoing.some(({ clientId }) => clientId === one.clientId),
        );
        store.change({ outgoing });
        if (isGone) void catchUp.run();
      },
      onSessionEnded: sessionIsOver,
    });
    store.change({ writer });
  };
  /** What was answered; null otherwise. */
  const answered = async <T>(asking: Promise<Answer<T>>): Promise<T | null> => {
    const answer = await asking;
    if (answer.kind === "sessionEnded") sessionIsOver();
    return answer.kind === "answered" ? answer.data : null;
  };
  let polls = 0;
  const poll = setInterval(() => {
    polls += 1;
    const isDue = store.view.link !== "connected" || polls % POLLS_PER_CHECK === 0;
    if (isDue && watch.isLookedAt && navigator.onLine) void catchUp.run();
  }, POLL_MS);
  link.start();
  if (storage && countUnsent(storage, userId, [OUTBOX_PREFIX]) > 0) void needWriter();
  return {
    live: {
      view: () => store.view,
      subscribe: (listener) => store.subscribe(listener),
      open: (channel) => catchUp.open(channel),
      older: async (channelId, before) =>
        (await answered(fetchUpdates<Sequenced>({ channelId, before })))?.messages ?? null,
      page: (search) => answered(fetchPage(search)),
      onActivity: (listener) => store.onActivity(listener),
      needWriter: () => void needWriter(),
      counted(unread) {
        if (store.view.unread === null) setUnread(unread);
        else if (store.view.unread !== unread) void catchUp.run();
      },
    },
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

function clientInfo(): { osVersion: string; device: string } {
  const [, system = ""] = /\(([^)]*)\)/.exec(navigator.userAgent) ?? [];
  return {
    osVersion: system.slice(0, 200),
    device: /Mobi|Android/.test(navigator.userAgent) ? "mobile" : "desktop",
  };
}
