import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { MessageView } from "../message-view.ts";
import { type Live, useLive } from "./live-source.ts";
import { isBehind, mergeMessages, type Thread, unbrokenEnd } from "./thread.ts";

/** The messages of one channel outside of React: what comes from the socket finds them as they are, not as drawn. */
class ThreadStore {
  #thread: Thread<MessageView>;
  #listeners = new Set<() => void>();

  constructor(thread: Thread<MessageView>) {
    this.#thread = thread;
  }

  get = (): Thread<MessageView> => this.#thread;

  add = (messages: readonly MessageView[], total?: number): void => {
    const merged = mergeMessages(this.#thread, messages, total);
    if (merged === this.#thread) return;
    this.#thread = merged;
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/**
 * The messages of a channel, kept current. `given` is what the page came with, and comes with again. While `isLive` is
 * false (an older part is shown) it is just that.
 */
export function useThread(
  given: { channelId: string; messages: readonly MessageView[]; total: number },
  isLive: boolean,
  onRead: () => void,
): { thread: Thread<MessageView>; addOlder(messages: readonly MessageView[]): void } {
  const { channelId, messages, total } = given;
  const [held, setHeld] = useState(() => ({
    isLive,
    store: new ThreadStore({ channelId, messages, total }),
  }));
  let { store } = held;
  // Another channel, or another part of this one, begins anew.
  if (store.get().channelId !== channelId || held.isLive !== isLive) {
    store = new ThreadStore({ channelId, messages, total });
    setHeld({ isLive, store });
  }
  const known = useSyncExternalStore(store.subscribe, store.get, store.get);
  const live = useLive();
  useEffect(() => store.add(messages, total), [store, messages, total]);
  const tellRead = useRef(onRead);
  tellRead.current = onRead;
  useEffect(() => {
    if (live && isLive) return follow(live, store, () => tellRead.current());
  }, [live, isLive, store]);
  return { thread: mergeMessages(known, messages, total), addOlder: store.add };
}

function follow(live: Live, store: ThreadStore, onRead: () => void): () => void {
  return live.open({
    channelId: store.get().channelId,
    unbrokenEnd: () => unbrokenEnd(store.get()),
    isBehind: () => isBehind(store.get()),
    add: (messages, total) => store.add(messages as readonly MessageView[], total),
    onRead,
  });
}
