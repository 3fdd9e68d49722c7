import { href } from "react-router";
import type { Topic } from "#app/contract/message-code.ts";

/** Addresses of the message center. All of them stand under `/messageCenter`, which is open to whoever has the button. */

export const MESSAGES = href("/messageCenter/index");
export const INQUIRY = href("/messageCenter/inquiry");
export const TEAMS = href("/messageCenter/teams");
export const teamPageSizes = [25, 50, 100] as const;
/** Finds or makes the conversation of a subject, and goes there. */
export const OPEN_SUBJECT = href("/messageCenter/open");
/** Where the page's script sends files. */
export const UPLOAD = href("/messageCenter/upload");
/** What came since a page was made, in a frame that refreshes itself where there are no scripts. */
export const NEWER = href("/messageCenter/newer");

/** What the address of the page says: the state of list and conversation. */
export interface MessagesAddress {
  /** Words that the list is searched by. */
  keyword?: string;
  isUnreadOnly?: boolean;
  /** How many conversations the list shows. */
  shown?: number;
  /** Words that messages are searched by; the list then shows messages. */
  find?: string;
  session?: string;
  tab?: Topic;
  /** Messages before this sequence number; without it where the reader left off, else the newest. */
  before?: number;
  /** The newest messages, whatever is unread before them. */
  isNewest?: boolean;
  /** The message that was looked for. */
  at?: number;
}

/** The end of a conversation, where the newest message and the form stand. */
export const END = "end";
/** Where the unread messages of a conversation begin; its end when there are none. */
export const FIRST_UNREAD = "unread";
export const readingAnchor = (unread: number): string => (unread > 0 ? FIRST_UNREAD : END);
export const messageAnchor = (sequence: number): string => `m${sequence}`;

export function messagesHref(address: MessagesAddress, anchor = ""): string {
  const { keyword, isUnreadOnly, shown, find, session, tab, before, isNewest, at } = address;
  const given = Object.entries({
    keyword,
    unread: isUnreadOnly ? "1" : undefined,
    shown,
    find,
    session,
    tab,
    before,
    newest: isNewest ? "1" : undefined,
    at,
  }).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));
  const search = new URLSearchParams(given).toString();
  return MESSAGES + (search ? `?${search}` : "") + (anchor ? `#${anchor}` : "");
}

export const conversationHref = (session: string, tab?: Topic, unread = 0): string =>
  messagesHref({ session, tab }, readingAnchor(unread));
/** Where a message goes that was just sent. */
export const newestHref = (session: string, tab?: Topic): string =>
  messagesHref({ session, tab, isNewest: true }, END);
export const fileHref = (id: string): string => href("/messageCenter/attachment/:id", { id });
