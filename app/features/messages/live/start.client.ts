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
import { CatchUp } from "./catch-up.ts";
import type { Live } from "./live-source.ts";
import { LiveStore } from "./live-store.ts";
import { PageWatch } from "./page-watch.ts";
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

interface Person {
  userId: string;
  name: string;
  onSessionEnded(fault: SessionFault): void;
}

/** Begins to keep messages alive for one person; ends with `stop`. Runs in the browser only. */
export function startLive(person: Person): { live: Live; stop(): void } {
  const storage = storageOf();
  const left = takeSignedOutMarks();
  if (storage) forgetWriting(storage, left);
  const messages = new LiveMessages(person);
  messages.start();
  if (storage && countUnsent(storage, person.userId, [OUTBOX_PREFIX]) > 0) void messages.needWriter();
  return { live: messages.live, stop: () => messages.stop() };
}

/** Link, counts, open channel and writer of one person, put together. */
class LiveMessages {
  readonly #person: Person;
  readonly #store: LiveStore;
  readonly #catchUp: CatchUp;
  readonly #link: SharedLink;
  readonly #watch: PageWatch;
  readonly #title: ReturnType<typeof keepTitle>;
  #poll: ReturnType<typeof setInterval> | undefined;
  #isSessionOver = false;
  #isStopped = false;
  #hasConnected = false;
  #isWriterAsked = false;

  constructor(person: Person) {
    this.#person = person;
    this.#store = new LiveStore(person.name, navigator.onLine);
    const store = this.#store;
    this.#title = keepTitle(() => store.view.unread);
    this.#watch = new PageWatch({
      page: { document, window, navigator },
      onWake: () => this.#wakeUp(),
      onRest: () => this.#rest(),
      onNetwork: (isOnline) => {
        store.change({ isOnline });
        if (isOnline) this.#linkReturned();
      },
    });
    this.#catchUp = new CatchUp({
      fetchUpdates: (asked, signal) => fetchUpdates<Sequenced>(asked, signal),
      postRead,
      isLookedAt: () => this.#watch.isLookedAt,
      unread: () => store.view.unread,
      setUnread: (unread) => this.#setUnread(unread),
      tellActivity: () => store.tellActivity(),
      onSessionEnded: () => this.#sessionIsOver(),
    });
    this.#link = new SharedLink({
      name: `fairlead-socket:${person.userId}`,
      locks: navigator.locks ?? null,
      makeSocket: (events) =>
        new RealtimeSocket({
          pass: fetchPass,
          pageProtocol: location.protocol,
          clientInfo: clientInfo(),
          ...events,
        }),
      onMessage: (message) => this.#onMessage(message),
      onState: (state) => this.#onState(state),
    });
  }

  readonly live: Live = {
    view: () => this.#store.view,
    subscribe: (listener) => this.#store.subscribe(listener),
    open: (channel) => this.#catchUp.open(channel),
    older: async (channelId, before) => {
      const answer = await fetchUpdates<Sequenced>({ channelId, before });
      if (answer.kind === "sessionEnded") this.#sessionIsOver();
      return answer.kind === "answered" ? answer.data.messages : null;
    },
    page: async (search) => {
      const answer = await fetchPage(search);
      if (answer.kind === "sessionEnded") this.#sessionIsOver();
      return answer.kind === "answered" ? answer.data : null;
    },
    onActivity: (listener) => this.#store.onActivity(listener),
    needWriter: () => void this.needWriter(),
    counted: (unread) => {
      const shown = this.#store.view.unread;
      if (shown === null) this.#setUnread(unread);
      else if (shown !== unread) void this.#catchUp.run();
    },
  };

  start(): void {
    let polls = 0;
    this.#poll = setInterval(() => {
      polls += 1;
      const isDue = this.#store.view.link !== "connected" || polls % POLLS_PER_CHECK === 0;
      if (isDue && this.#watch.isLookedAt && navigator.onLine) void this.#catchUp.run();
    }, POLL_MS);
    this.#link.start();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#poll);
    this.#watch.stop();
    this.#catchUp.stop();
    this.#link.stop();
    this.#store.view.writer?.stop();
    this.#title.stop();
  }

  async needWriter(): Promise<void> {
    if (this.#isWriterAsked) return;
    this.#isWriterAsked = true;
    const module = await loadChunk(() => import("./writer.client.ts"));
    this.#isWriterAsked = module !== null;
    if (!module || this.#isStopped) return;
    const store = this.#store;
    const catchUp = this.#catchUp;
    const writer = module.startWriter({
      userId: this.#person.userId,
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
      onSessionEnded: () => this.#sessionIsOver(),
    });
    store.change({ writer });
  }

  #setUnread(unread: number): void {
    if (unread === this.#store.view.unread) return;
    this.#store.change({ unread });
    this.#title.update();
  }

  #onMessage(message: ServerMessage): void {
    this.#store.change({ webSocketMsg: message, nid: message.nid ?? this.#store.view.nid });
    if (!isUnread(message)) return;
    const { data } = message;
    const { channel } = this.#catchUp;
    const step = unreadStep(data, channel && this.#watch.isLookedAt ? channel.channelId : null);
    if (step.kind === "count") {
      this.#catchUp.countHeard();
      this.#setUnread(step.num);
    }
    if (data.channelId === channel?.channelId) void this.#catchUp.run();
    this.#store.tellActivity();
  }

  #onState(state: LinkState): void {
    if (state === "ended") {
      this.#sessionIsOver();
      return;
    }
    if (state === this.#store.view.link) return;
    this.#store.change({ link: state });
    if (state !== "connected") return;
    if (this.#hasConnected) this.#linkReturned();
    else this.#store.view.writer?.wake();
    // What was said while there was no socket has woken nobody. The provider tells the count to whoever comes, which is
    // as much as a page needs that has only just been made and shows no channel.
    if (this.#catchUp.channel || this.#hasConnected) void this.#catchUp.run();
    if (this.#hasConnected) this.#store.tellActivity();
    this.#hasConnected = true;
  }

  #linkReturned(): void {
    this.#catchUp.linkReturned();
    this.#store.view.writer?.linkReturned();
  }

  #rest(): void {
    this.#link.stop();
    if (!this.#isSessionOver) this.#store.change({ link: "resting" });
  }

  #wakeUp(): void {
    if (this.#isSessionOver) return;
    if (this.#store.view.link === "resting") {
      this.#store.change({ link: "connecting" });
      // It rests by itself where it was refused.
      this.#link.stop();
      this.#link.start();
    }
    this.#link.hurry();
    this.#store.view.writer?.wake();
    void this.#catchUp.run();
  }

  #sessionIsOver(): void {
    if (this.#isSessionOver) return;
    this.#isSessionOver = true;
    this.#catchUp.stop();
    this.#link.stop();
    this.#store.change({ link: "ended" });
    this.#person.onSessionEnded(lastSessionFault());
  }
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
