import type { Topic } from "#app/contract/message-code.ts";
import type { Line, MomentView } from "#app/lib/moment.ts";
import type { MessagesAddress } from "../address.ts";

/** View data of the message screens, made on the server in the reader's language and zone. */

/** A part of a message's text. Links are http and https only. */
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
  /** URL of the sender's picture. */
  avatar: string | null;
  isOwn: boolean;
  isForwarder: boolean;
  /** To the second. */
  time: MomentView;
  /** Heading of the day, shown where the day changes. */
  day: string;
  pieces: TextPiece[];
  files: FileView[];
}

interface TabView {
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
  /** Number of all messages of the channel. */
  total: number;
  olderHref: string | null;
  /** Link to newer messages; null when the end is shown. */
  newerHref: string | null;
  endHref: string;
  /** The first message that was unread when the page was made: a divider is shown before it. */
  firstUnread: number | null;
  /** Number of unread messages before those shown, and a link to them. */
  unreadAbove: number;
  unreadHref: string;
}

export interface ConversationView {
  id: string;
  title: string;
  /** Numbers of the case, with links for people who may open them. */
  subjects: { label: string; text: string; href: string | null }[];
  isStripShown: boolean;
  tabs: TabView[];
  open: ChannelView;
  closeHref: string;
  /** Unread messages over all tabs. */
  unread: number;
}

export interface ChatRowView {
  id: string;
  title: string;
  /** Why a search has found it; empty without one. */
  match: string;
  href: string;
  unread: number;
  /** It has no messages yet. */
  isSilent: boolean;
  /** Sender, excerpt and time of the last message, if known. */
  last: { sender: string; excerpt: string; time: Line } | null;
}

interface MessageHitView {
  key: string;
  href: string;
  title: string;
  topic: string;
  sender: string;
  time: Line;
  excerpt: string;
}

export interface ChatListView {
  rows: ChatRowView[];
  total: number;
  moreHref: string | null;
}

export interface MessageHitsView {
  rows: MessageHitView[];
  total: number;
  moreHref: string | null;
}

export interface MessageCenterView {
  address: MessagesAddress;
  list: ChatListView;
  /** Null: no search for messages. */
  found: MessageHitsView | null;
  conversation: ConversationView | null;
  /** The reader's clock: its name, and its IANA zone. */
  zone: string;
  clock: string;
  /** Shown before files are chosen. */
  limits: string;
  /** Calls that the provider has. */
  can: { inquire: boolean; seeTeams: boolean; readAll: boolean; send: boolean };
}
