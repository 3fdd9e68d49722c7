import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { MessageView } from "../conversation/message-view.ts";
import { type OpenChannel, useLive } from "./live-source.ts";
import { isBehind, mergeMessages, type Thread, unbrokenEnd } from "./thread.ts";

/** The messages of one channel outside of React state, so that socket events see the present ones. */
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
 * The messages of a channel, kept current; while `isLive` is false (older messages are shown) just those of
 * the page. Another channel, or another part of it, needs a component of its own (`key`).
 */
export function useThread(
  { channelId, messages, total }: Thread<MessageView>,
  isLive: boolean,
  onRead: () => void,
): { thread: Thread<MessageView>; addOlder(messages: readonly MessageView[]): void } {
  const [store] = useState(() => new ThreadStore({ channelId, messages, total }));
  const known = useSyncExternalStore(store.subscribe, store.get, store.get);
  const live = useLive();
  useEffect(() => store.add(messages, total), [store, messages, total]);
  const tellRead = useRef(onRead);
  tellRead.current = onRead;
  const first = known.messages[0]?.sequence;
  // What is unread is looked at anew with each page that comes, and when older messages do.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(
    () => live?.open(isLive ? openEnd(store, () => tellRead.current()) : openPart(store)),
    [live, isLive, store, messages, first],
  );
  return { thread: mergeMessages(known, messages, total), addOlder: store.add };
}

const shownBy = (store: ThreadStore): Pick<OpenChannel, "channelId" | "begin" | "unbrokenEnd"> => ({
  channelId: store.get().channelId,
  begin: () => store.get().messages[0]?.sequence ?? 1,
  unbrokenEnd: () => unbrokenEnd(store.get()),
});

function openEnd(store: ThreadStore, onRead: () => void): OpenChannel {
  const thread = shownBy(store);
  return {
    ...thread,
    after: thread.unbrokenEnd,
    isBehind: () => isBehind(store.get()),
    add: (messages, total) => store.add(messages as readonly MessageView[], total),
    onRead,
  };
}

/** The channel is read up to its end, and gets no new messages. */
function openPart(store: ThreadStore): OpenChannel {
  return {
    ...shownBy(store),
    after: () => store.get().total,
    isBehind: () => false,
    add: () => {},
    onRead: () => {},
  };
}
