import type { OpenChannel } from "./live-source.ts";
import type { LiveStore } from "./live-store.ts";
import type { Answer, Updates } from "./portal-calls.ts";
import type { Sequenced } from "./thread.ts";

/** A fetch that failed is tried again after this, as long as somebody looks. */
const FETCH_AGAIN_MS = 2_000;

export interface CatchUpOptions {
  fetchUpdates(
    asked: { channelId: string; after: number } | null,
    signal: AbortSignal,
  ): Promise<Answer<Updates<Sequenced>>>;
  postRead(channelId: string, sequence: number): Promise<Answer<unknown>>;
  isLookedAt(): boolean;
  store: Pick<LiveStore, "view" | "setUnread" | "tellActivity">;
  onSessionEnded(): void;
}

/** Fetches what the open channel lacks and the counts; several wishes at once become one. */
export class CatchUp {
  readonly #options: CatchUpOptions;
  #channel: OpenChannel | null = null;
  #isWanted = false;
  #isFetching = false;
  #isOver = false;
  #fetching: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #countsHeard = 0;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /** The channel that a page shows. */
  get channel(): OpenChannel | null {
    return this.#channel;
  }

  /** Shows a channel; the function given back ends it. */
  readonly open = (channel: OpenChannel): (() => void) => {
    this.#channel = channel;
    void this.run();
    return () => {
      if (this.#channel === channel) this.#channel = null;
    };
  };

  /** The socket has told a count: one that was asked for before is older. */
  countHeard(): void {
    this.#countsHeard += 1;
  }

  /** A link stands again: calls that hang on the one before are not waited for. */
  linkReturned(): void {
    this.#isWanted = true;
    this.#fetching?.abort();
  }

  async run(): Promise<void> {
    this.#isWanted = true;
    if (this.#isFetching || this.#isOver) return;
    this.#isFetching = true;
    clearTimeout(this.#timer);
    let hasAnswered = true;
    while (this.#isWanted && hasAnswered && !this.#isOver) {
      this.#isWanted = false;
      hasAnswered = await this.#fetchOnce();
    }
    this.#isFetching = false;
  }

  /** Nothing is fetched any more. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** False where there was no answer to go on from. */
  async #fetchOnce(): Promise<boolean> {
    const { fetchUpdates, isLookedAt, onSessionEnded } = this.#options;
    const asked = this.#channel;
    const heard = this.#countsHeard;
    const fetching = new AbortController();
    this.#fetching = fetching;
    const answer = await fetchUpdates(
      asked && { channelId: asked.channelId, after: asked.after() },
      fetching.signal,
    );
    // The link came back meanwhile, and what hung on the old one is asked for anew.
    if (fetching.signal.aborted) return true;
    if (answer.kind === "sessionEnded") onSessionEnded();
    if (answer.kind === "unreachable" && isLookedAt())
      this.#timer = setTimeout(() => void this.run(), FETCH_AGAIN_MS);
    if (answer.kind !== "answered") return false;
    await this.#take(answer.data, asked, heard);
    return true;
  }

  async #take(
    { messages, total, unread }: Updates<Sequenced>,
    asked: OpenChannel | null,
    heard: number,
  ): Promise<void> {
    const { isLookedAt, store } = this.#options;
    const shown = store.view.unread;
    // Without a socket, a count that has moved is all that tells of other channels.
    if (shown !== null && unread.all !== shown) store.tellActivity();
    // What the socket told meanwhile was counted later than what is answered now.
    const setCount = () => heard === this.#countsHeard && store.setUnread(unread.all);
    if (!asked || asked !== this.#channel) {
      setCount();
      return;
    }
    const before = asked.unbrokenEnd();
    asked.add(messages, total);
    if (asked.isBehind() && asked.unbrokenEnd() > before) this.#isWanted = true;
    else if (unread.channel > 0 && isLookedAt() && isShown(unread.first, asked)) await this.#markRead(asked);
    else setCount();
  }

  async #markRead(read: OpenChannel): Promise<void> {
    const answer = await this.#options.postRead(read.channelId, read.unbrokenEnd());
    if (answer.kind !== "answered") return;
    read.onRead();
    this.#options.store.tellActivity();
    // The count without this channel is the provider's to say.
    this.#isWanted = true;
  }
}

/** Whether what is unread is before the reader's eyes; a part of a channel does not stand for what comes before it. */
function isShown(firstUnread: number | null, shown: OpenChannel): boolean {
  return firstUnread === null || (shown.begin() <= firstUnread && firstUnread <= shown.unbrokenEnd());
}
