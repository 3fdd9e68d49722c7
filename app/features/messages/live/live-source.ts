import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import type { ServerMessage } from "#app/contract/realtime.ts";
import type { MessageCenterView } from "../conversation/message-view.ts";
import type { OutgoingMessage } from "./outbox.ts";
import type { LinkState } from "./reconnect.ts";
import type { Sequenced } from "./thread.ts";

/** Interface of the live-message module for pages. It is loaded after the page, and never on the server. */

export interface LiveView {
  /** The person's display name; empty when the provider knows none. */
  name: string;
  link: LinkState;
  /** Id of the connection (product 4.6: sent with client_authorization). */
  nid: string | null;
  /** The last message of the socket, of any type but heartbeats. */
  webSocketMsg: ServerMessage | null;
  /** Whether the browser reports a network. */
  isOnline: boolean;
  /** Unread messages over all channels; null until a count arrives. */
  unread: number | null;
  /** Unread news as the socket told them last. */
  news: number | null;
  /** Unsent messages, in sending order. */
  outgoing: readonly OutgoingMessage[];
  /** Null until a page needs it, or a message waits to be sent. */
  writer: Writer | null;
  /** Loads pages again, once shipments have changed. */
  Refresher: ComponentType | null;
}

/** The channel that a page shows. Its owner keeps the messages; the live module fetches missing ones. */
export interface OpenChannel<M extends Sequenced = Sequenced> {
  channelId: string;
  /** Messages after this number are fetched. */
  after(): number;
  /** Numbers of the first message shown, and of the last before any gap. */
  begin(): number;
  unbrokenEnd(): number;
  isBehind(): boolean;
  add(messages: readonly M[], total: number): void;
  /** The channel was read to its end. */
  onRead(): void;
}

/** Drafts and outbox of one person in this browser. */
export interface Writer {
  /** Adds a message to the outbox, which sends it. */
  send(message: Pick<OutgoingMessage, "channelId" | "place" | "text" | "files">): void;
  retry(clientId: string): void;
  discard(clientId: string): void;
  draft(channelId: string): string;
  keepDraft(channelId: string, text: string): void;
  /** There may be messages to send, or the network has just come back. */
  wake(): void;
  linkReturned(): void;
  stop(): void;
}

export interface Live {
  view(): LiveView;
  subscribe(listener: () => void): () => void;
  /** Shows a channel; the returned function ends it. */
  open(channel: OpenChannel): () => void;
  /** Messages before a sequence number, oldest first; null without an answer. */
  older(channelId: string, before: number): Promise<readonly Sequenced[] | null>;
  /** Data of the message center for a URL's query; null without an answer. */
  page(search: string): Promise<MessageCenterView | null>;
  /** A message was sent in any channel, so lists have changed. */
  onActivity(listener: () => void): () => void;
  /** Loads the `writer` of the view. */
  needWriter(): void;
  /** The server's count for a page, which may be older than the socket's. */
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

/** The live module, once it is loaded. */
export function useLive(): Live | null {
  return useSyncExternalStore(
    subscribe,
    () => live,
    () => null,
  );
}

const nothing = () => () => {};

/** One value of the live view; null until it is loaded. Values are compared by identity. */
export function useLiveValue<T>(choose: (view: LiveView) => T): T | null {
  const present = useLive();
  return useSyncExternalStore(
    present?.subscribe ?? nothing,
    () => (present ? choose(present.view()) : null),
    () => null,
  );
}

/** For pages with a form; null until it is loaded. */
export function useWriter(): Writer | null {
  const present = useLive();
  useEffect(() => {
    present?.needWriter();
  }, [present]);
  return useLiveValue(({ writer }) => writer);
}
