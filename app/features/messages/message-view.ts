import type { Topic } from "#app/contract/message-code.ts";
import type { MessagesAddress } from "./address.ts";

/** What the screens of messages show; made on the server, in the reader's language and zone. */

/** A piece of a message's text. Links lead to http and https only. */
export type TextPiece = string | { href: string; text: string } | { emoji: string; name: string };

export interface FileView {
  name: string;
  /** "1.2 MB · not scanned for viruses". */
  about: string;
  href: string;
}

export interface MessageView {
  sequence: number;
  clientId: string;
  sender: string;
  isOwn: boolean;
  isForwarder: boolean;
  /** YYYY-MM-DD HH:mm:ss. */
  time: string;
  /** The day's heading: a separator stands where it changes. */
  day: string;
  pieces: TextPiece[];
  files: FileView[];
}

export interface TabView {
  topic: Topic;
  label: string;
  href: string;
  channelId: string;
  unread: number;
}

export interface ChannelView {
  topic: Topic;
  channelId: string;
  messages: MessageView[];
  /** All messages of the channel. */
  total: number;
  olderHref: string | null;
  /** Towards the end; null when the end is shown. */
  newerHref: string | null;
  endHref: string;
  /** The first message that was unread when the page was made: a divider stands before it. */
  firstUnread: number | null;
  /** Unread messages before those shown, and where they are. */
  unreadAbove: number;
  unreadHref: string;
}

export interface ConversationView {
  id: string;
  title: string;
  /** What it is about, with links for whoever may open them. */
  subjects: { label: string; text: string; href: string | null }[];
  isStripShown: boolean;
  tabs: TabView[];
  open: ChannelView;
  closeHref: string;
  /** Unread over all tabs. */
  unread: number;
}

export interface ChatRowView {
  id: string;
  title: string;
  href: string;
  unread: number;
  /** Nothing has been said in it yet. */
  isSilent: boolean;
  /** Sender, excerpt and time of the last message, where it is known. */
  last: { sender: string; excerpt: string; time: string } | null;
}

export interface FoundMessageView {
  key: string;
  href: string;
  title: string;
  topic: string;
  sender: string;
  time: string;
  excerpt: string;
}

export interface ChatListView {
  rows: ChatRowView[];
  total: number;
  moreHref: string | null;
}

export interface FoundMessagesView {
  rows: FoundMessageView[];
  total: number;
  moreHref: string | null;
}

export interface MessageCenterView {
  address: MessagesAddress;
  list: ChatListView;
  /** Null: no message is looked for. */
  found: FoundMessagesView | null;
  conversation: ConversationView | null;
  zone: string;
  /** Stated before files are chosen. */
  limits: string;
  /** What the provider has calls for. */
  can: { inquire: boolean; seeTeams: boolean; readAll: boolean; send: boolean };
}
