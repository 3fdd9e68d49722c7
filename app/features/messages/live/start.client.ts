import type { SessionFault } from "#app/access/trouble.ts";
import type { ServerMessage } from "#app/contract/realtime.ts";
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
import type { Live, LiveView, OpenChannel } from "./live-source.ts";
import { fetchPage, fetchPass, fetchUpdates, lastSessionFault, postRead } from "./portal-calls.ts";
import type { LinkState } from "./reconnect.ts";
import { SharedLink } from "./shared-link.ts";
import type { Sequenced } from "./thread.ts";
import { keepTitle } from "./title-count.ts";
import { isUnread, unreadStep } from "./unread.ts";

/** Without a socket the page asks this often while it is looked at. */
const POLL_MS = 15_000;
/** With one it asks once a minute all the same: a word that was lost on the way wakes nobody. */
const POLLS_PER_CHECK = 4;
/** Browsers slow the timers of a hidden page down after as long; the socket would be dropped as silent. */
const HIDDEN_REST_MS = 5 * 60_000;
/** A fetch that failed is tried again after this, as long as somebody looks. */
const FETCH_AGAIN_MS = 2_000;

/** Begins to keep messages alive for one person; ends with `stop`. Runs in the browser only. */
export function startLive({
  userId,
  name,
  onSessionEnded,
}: {
  userId: string;
  name: string;
  onSessionEnded(fault: SessionFault): void;
}): { live: Live; stop(): void } {
  const storage = storageOf();
  const left = takeSignedOutMarks();
  if (storage) forgetWriting(storage, left);
  const listeners = new Set<() => void>();
  const activity = new Set<() => void>();
  const ended = new AbortController();
  const { signal } = ended;
  let view: LiveView = {
    name,
    link: "connecting",
    nid: null,
    webSocketMsg: null,
    isOnline: navigator.onLine,
    unread: null,
    outgoing: [],
    writer: null,
  };
  let channel: OpenChannel | null = null;
  let isSessionOver = false;
  let hasConnected = false;

  const change = (changes: Partial<LiveView>) => {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  };
  const title = keepTitle(() => view.unread);
  const setUnread = (unread: number) => {
    if (unread === view.unread) return;
    change({ unread });
    title.update();
  };
  const isLookedAt = () => document.visibilityState === "visible";
  const sessionIsOver = () => {
    if (isSessionOver) return;
    isSessionOver = true;
    link.stop();
    change({ link: "ended" });
    onSessionEnded(lastSessionFault());
  };
  const tellActivity = () => {
    for (const listener of activity) listener();
  };

  let countsHeard = 0;
  let isFetching = false;
  let isToFetchAgain = false;
  let fetchTimer: ReturnType<typeof setTimeout> | undefined;
  let fetching: AbortController | null = null;
  /** Fetches what the open channel lacks and the counts; several wishes at once become one. */
  const catchUp = async () => {
    isToFetchAgain = true;
    if (isFetching || isSessionOver) return;
    isFetching = true;
    clearTimeout(fetchTimer);
    while (isToFetchAgain && !signal.aborted) {
      isToFetchAgain = false;
      const asked = channel;
      const heard = countsHeard;
      fetching = new AbortController();
      const answer = await fetchUpdates<Sequenced>(
        asked && { channelId: asked.channelId, after: asked.after() },
        fetching.signal,
      );
      // The link came back meanwhile, and what hung on the old one is asked for anew.
      if (fetching.signal.aborted) continue;
      if (answer.kind === "sessionEnded") sessionIsOver();
      if (answer.kind === "unreachable" && isLookedAt())
        fetchTimer = setTimeout(() => void catchUp(), FETCH_AGAIN_MS);
      if (answer.kind !== "answered") break;
      const { messages, total, unread } = answer.data;
      // Without a socket, a count that has moved is all that tells of other channels.
      if (view.unread !== null && unread.all !== view.unread) tellActivity();
      // What the socket told meanwhile was counted later than what is answered now.
      const setCount = () => heard === countsHeard && setUnread(unread.all);
      if (!asked || asked !== channel) {
        setCount();
        continue;
      }
      const before = asked.unbrokenEnd();
      asked.add(messages, total);
      if (asked.isBehind() && asked.unbrokenEnd() > before) isToFetchAgain = true;
      else if (unread.channel > 0 && isLookedAt() && isShown(unread.first, asked)) await markRead(asked);
      else setCount();
    }
    isFetching = false;
  };
  /** A link stands again: calls that hang on the one before are not waited for. */
  const linkReturned = () => {
    isToFetchAgain = true;
    fetching?.abort();
    view.writer?.linkReturned();
  };
  const markRead = async (read: OpenChannel) => {
    const answer = await postRead(read.channelId, read.unbrokenEnd());
    if (answer.kind !== "answered") return;
    read.onRead();
    tellActivity();
    // The count without this channel is the provider's to say.
    isToFetchAgain = true;
  };

  const onMessage = (message: ServerMessage) => {
    change({ webSocketMsg: message, nid: message.nid ?? view.nid });
    if (!isUnread(message)) return;
    const { data } = message;
    const step = unreadStep(data, channel && isLookedAt() ? channel.channelId : null);
    if (step.kind === "count") {
      countsHeard += 1;
      setUnread(step.num);
    }
    if (data.channelId === channel?.channelId) void catchUp();
    tellActivity();
  };
  const onState = (state: LinkState) => {
    if (state === "ended") return sessionIsOver();
    if (state === view.link) return;
    change({ link: state });
    if (state !== "connected") return;
    if (hasConnected) linkReturned();
    else view.writer?.wake();
    // What was said while there was no socket has woken nobody. The provider tells the count to whoever comes, which is
    // as much as a page needs that has only just been made and shows no channel.
    if (channel || hasConnected) void catchUp();
    if (hasConnected) tellActivity();
    hasConnected = true;
  };
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
    onMessage,
    onState,
  });

  let isWriterAsked = false;
  const needWriter = async () => {
    if (isWriterAsked) return;
    isWriterAsked = true;
    const module = await loadChunk(() => import("./writer.client.ts"));
    isWriterAsked = module !== null;
    if (!module || signal.aborted) return;
    const writer = module.startWriter({
      userId,
      onSent(message, { channelId }) {
        if (channel?.channelId === channelId) {
          channel.add([message], message.sequence);
          // Others may have spoken in between.
          if (channel.isBehind()) void catchUp();
        }
        tellActivity();
      },
      onChange(outgoing) {
        // What another tab has sent stands among the messages from then on.
        const isGone = view.outgoing.some(
          (one) => !outgoing.some(({ clientId }) => clientId === one.clientId),
        );
        change({ outgoing });
        if (isGone) void catchUp();
      },
      onSessionEnded: sessionIsOver,
    });
    change({ writer });
  };

  let restTimer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    link.stop();
    if (!isSessionOver) change({ link: "resting" });
  };
  const wakeUp = () => {
    clearTimeout(restTimer);
    if (isSessionOver) return;
    if (view.link === "resting") {
      change({ link: "connecting" });
      // It rests by itself where it was refused.
      link.stop();
      link.start();
    }
    link.hurry();
    view.writer?.wake();
    void catchUp();
  };
  const listen = (target: EventTarget, types: string[], listener: (event: Event) => void) => {
    for (const type of types) target.addEventListener(type, listener, { signal });
  };
  listen(document, ["visibilitychange"], () => {
    clearTimeout(restTimer);
    if (isLookedAt()) wakeUp();
    else restTimer = setTimeout(rest, HIDDEN_REST_MS);
  });
  listen(document, ["freeze"], rest);
  listen(window, ["pagehide"], rest);
  listen(document, ["resume"], wakeUp);
  listen(window, ["pageshow"], (event) => {
    if ((event as PageTransitionEvent).persisted) wakeUp();
  });
  listen(window, ["online", "offline"], () => {
    change({ isOnline: navigator.onLine });
    if (!navigator.onLine) return;
    linkReturned();
    wakeUp();
  });
  let polls = 0;
  const poll = setInterval(() => {
    polls += 1;
    const isDue = view.link !== "connected" || polls % POLLS_PER_CHECK === 0;
    if (isDue && isLookedAt() && navigator.onLine) void catchUp();
  }, POLL_MS);

  const live: Live = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(next) {
      channel = next;
      void catchUp();
      return () => {
        if (channel === next) channel = null;
      };
    },
    async older(channelId, before) {
      const answer = await fetchUpdates<Sequenced>({ channelId, before });
      if (answer.kind === "sessionEnded") sessionIsOver();
      return answer.kind === "answered" ? answer.data.messages : null;
    },
    async page(search) {
      const answer = await fetchPage(search);
      if (answer.kind === "sessionEnded") sessionIsOver();
      return answer.kind === "answered" ? answer.data : null;
    },
    onActivity(listener) {
      activity.add(listener);
      return () => activity.delete(listener);
    },
    needWriter: () => void needWriter(),
    counted(unread) {
      if (view.unread === null) setUnread(unread);
      else if (view.unread !== unread) void catchUp();
    },
  };
  link.start();
  if (storage && countUnsent(storage, userId, [OUTBOX_PREFIX]) > 0) void needWriter();
  return {
    live,
    stop() {
      ended.abort();
      clearInterval(poll);
      clearTimeout(restTimer);
      clearTimeout(fetchTimer);
      link.stop();
      view.writer?.stop();
      title.stop();
    },
  };
}

/** Whether what is unread is before the reader's eyes; a part of a channel does not stand for what comes before it. */
function isShown(firstUnread: number | null, shown: OpenChannel): boolean {
  return firstUnread === null || (shown.begin() <= firstUnread && firstUnread <= shown.unbrokenEnd());
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
