import { useEffect, useSyncExternalStore } from "react";
import type { ServerMessage } from "#app/contract/realtime.ts";
import type { MessageCenterView } from "../message-view.ts";
import type { OutgoingMessage } from "./outbox.ts";
import type { LinkState } from "./reconnect.ts";
import type { Sequenced } from "./thread.ts";

/** What pages know of the module that keeps messages alive. It comes after the page, and never on the server. */

export interface LiveView {
  /** What the person is called; empty when the forwarder knows no name. */
  name: string;
  link: LinkState;
  /** The connection's id (product 4.6: it comes with client_authorization). */
  nid: string | null;
  /** The last message of the socket, of whatever type, but heartbeats. */
  webSocketMsg: ServerMessage | null;
  /** Whether the browser believes that it has a network. */
  isOnline: boolean;
  /** Messages unread over all channels; null until this browser has heard of it. */
  unread: number | null;
  /** Not sent yet, in the order in which they leave. */
  outgoing: readonly OutgoingMessage[];
  /** Null until a page needs it, or something waits to be sent. */
  writer: Writer | null;
}

/** The channel that a page shows. Its owner keeps the messages; the live module fetches what is missing. */
export interface OpenChannel<M extends Sequenced = Sequenced> {
  channelId: string;
  /** What came after this number is asked for. */
  after(): number;
  /** The first message that is shown, and the last before any hole. */
  begin(): number;
  unbrokenEnd(): number;
  isBehind(): boolean;
  add(messages: readonly M[], total: number): void;
  /** The channel was read up to its end. */
  onRead(): void;
}

/** What one person writes in this browser. */
export interface Writer {
  /** Puts a message into the outbox, from where it leaves by itself. */
  send(message: Pick<OutgoingMessage, "channelId" | "place" | "text" | "files">): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  draft(channelId: string): string;
  keepDraft(channelId: string, text: string): void;
  /** There may be something to send; or the link has just come back. */
  wake(): void;
  linkReturned(): void;
  stop(): void;
}

export interface Live {
  view(): LiveView;
  subscribe(listener: () => void): () => void;
  /** Shows a channel; the function given back ends it. */
  open(channel: OpenChannel): () => void;
  /** Messages before a sequence number, oldest first; null when there was no answer. */
  older(channelId: string, before: number): Promise<readonly Sequenced[] | null>;
  /** The message center anew, for the query of its address; null when there was no answer. */
  page(search: string): Promise<MessageCenterView | null>;
  /** Something was said in some channel: lists are no longer what they were. */
  onActivity(listener: () => void): () => void;
  /** Somebody is about to write: `writer` of the view comes. */
  needWriter(): void;
  /** What the server counted for a page; it may be older than what the socket has told since. */
  counted(unread: number): void;
}

let live: Live | null = null;
const listeners = new Set<() => void>();

export function provideLive(next: Live | null): void {
  live = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live module, once it is there. */
export function useLive(): Live | null {
  return useSyncExternalStore(
    subscribe,
    () => live,
    () => null,
  );
}

const nothing = () => () => {};

/** One value of what it tells right now; null until it is there. The value is compared by identity. */
export function useLiveValue<T>(choose: (view: LiveView) => T): T | null {
  const present = useLive();
  return useSyncExternalStore(
    present?.subscribe ?? nothing,
    () => (present ? choose(present.view()) : null),
    () => null,
  );
}

/** For pages on which one writes; null until it is there. */
export function useWriter(): Writer | null {
  const present = useLive();
  useEffect(() => present?.needWriter(), [present]);
  return useLiveValue(({ writer }) => writer);
}
