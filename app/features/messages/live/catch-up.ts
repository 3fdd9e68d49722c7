import type { OpenChannel } from "./live-source.ts";
import type { LiveStore } from "./live-store.ts";
import type { Answer, Updates } from "./portal-calls.ts";
import type { Sequenced } from "./thread.ts";

/** Delay before a failed fetch is retried, while the page is visible. */
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

/** Fetches missing messages of the open channel and the counts; parallel requests are merged into one. */
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

  /** The channel that the page shows. */
  get channel(): OpenChannel | null {
    return this.#channel;
  }

  /** Shows a channel; the returned function ends it. */
  readonly open = (channel: OpenChannel): (() => void) => {
    this.#channel = channel;
    void this.run();
    return () => {
      if (this.#channel === channel) this.#channel = null;
    };
  };

  /** The socket has sent a count, so the answer to an earlier request is older. */
  countHeard(): void {
    this.#countsHeard += 1;
  }

  /** The network is back: requests on the old connection are aborted. */
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

  /** Stops fetching. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** False when there was no usable answer. */
  async #fetchOnce(): Promise<boolean> {
    const { fetchUpdates, isLookedAt, onSessionEnded } = this.#options;
    const channel = this.#channel;
    const heard = this.#countsHeard;
    const fetching = new AbortController();
    this.#fetching = fetching;
    const answer = await fetchUpdates(
      channel && { channelId: channel.channelId, after: channel.after() },
      fetching.signal,
    );
    // The network came back meanwhile, and the fetch is repeated.
    if (fetching.signal.aborted) return true;
    if (answer.kind === "sessionEnded") onSessionEnded();
    if (answer.kind === "unreachable" && isLookedAt())
      this.#timer = setTimeout(() => void this.run(), FETCH_AGAIN_MS);
    if (answer.kind !== "answered") return false;
    await this.#take(answer.data, channel, heard);
    return true;
  }

  async #take(
    { messages, total, unread }: Updates<Sequenced>,
    channel: OpenChannel | null,
    heard: number,
  ): Promise<void> {
    const { isLookedAt, store } = this.#options;
    const unreadCount = store.view.unread;
    // Without a socket, a changed count is the only sign of activity in other channels.
    if (unreadCount !== null && unread.all !== unreadCount) store.tellActivity();
    // A count that the socket sent meanwhile is newer than this answer.
    const setCount = () => heard === this.#countsHeard && store.setUnread(unread.all);
    if (!channel || channel !== this.#channel) {
      setCount();
      return;
    }
    const before = channel.unbrokenEnd();
    channel.add(messages, total);
    if (channel.isBehind() && channel.unbrokenEnd() > before) this.#isWanted = true;
    else if (unread.channel > 0 && isLookedAt() && isShown(unread.first, channel))
      await this.#markRead(channel);
    else setCount();
  }

  async #markRead(read: OpenChannel): Promise<void> {
    const answer = await this.#options.postRead(read.channelId, read.unbrokenEnd());
    if (answer.kind !== "answered") return;
    read.onRead();
    this.#options.store.tellActivity();
    // Only the provider knows the count without this channel.
    this.#isWanted = true;
  }
}

/** Whether all unread messages are visible; a page of a channel does not include those before it. */
function isShown(firstUnread: number | null, channel: OpenChannel): boolean {
  return firstUnread === null || (channel.begin() <= firstUnread && firstUnread <= channel.unbrokenEnd());
}
