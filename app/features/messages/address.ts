import { href } from "react-router";
import type { Topic } from "#app/contract/message-code.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** URLs of the message center. All are below `/messageCenter`, which is open to everybody with its button. */

export const MESSAGES = href("/messageCenter/index");
export const INQUIRY = href("/messageCenter/inquiry");
export const TEAMS = href("/messageCenter/teams");
export const teamPageSizes = [25, 50, 100] as const;
/** Finds or creates the conversation of a subject, and redirects there. */
export const OPEN_SUBJECT = href("/messageCenter/open");
/** Where the page's script sends files. */
export const UPLOAD = href("/messageCenter/upload");
/** New messages of an open page, in a frame that refreshes itself when there are no scripts. */
export const NEWER = href("/messageCenter/newer");

/** State of list and conversation in the page's URL. */
export interface MessagesAddress {
  isUnreadOnly?: boolean;
  /** Number of conversations in the list. */
  shown?: number;
  /** Search words; the list then shows the conversations and messages that they fit. */
  find?: string;
  session?: string;
  tab?: Topic;
  /** Messages before this sequence number; without it, from the first unread on, else the newest. */
  before?: number;
  /** The newest messages, even if earlier ones are unread. */
  isNewest?: boolean;
  /** The message found by a search. */
  at?: number;
}

/** Anchor of a conversation's end, with the newest message and the form. */
export const END = "end";
/** Anchor of the first unread message; of the end when there is none. */
export const FIRST_UNREAD = "unread";
export const readingAnchor = (unread: number): string => (unread > 0 ? FIRST_UNREAD : END);
export const messageAnchor = (sequence: number): string => `m${sequence}`;

export function messagesHref(address: MessagesAddress, anchor = ""): string {
  const { isUnreadOnly, shown: shownCount, find, session, tab, before, isNewest, at } = address;
  const entries = Object.entries({
    unread: isUnreadOnly ? "1" : undefined,
    shown: shownCount,
    find,
    session,
    tab,
    before,
    newest: isNewest ? "1" : undefined,
    at,
  }).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));
  const search = new URLSearchParams(entries).toString();
  return MESSAGES + (search ? `?${search}` : "") + (anchor ? `#${anchor}` : "");
}

export const conversationHref = (session: string, tab?: Topic, unread = 0): string =>
  messagesHref({ session, tab }, readingAnchor(unread));
/** Where a person is sent after sending a message. */
export const newestHref = (session: string, tab?: Topic): string =>
  messagesHref({ session, tab, isNewest: true }, END);
export const fileHref = (id: string): string => href("/messageCenter/attachment/:id", { id });

/** The page of the files of an answer that the desk has written. */
export const answerFilesHref = (id: string) => withQuery(href("/freightForwarder/answerFiles"), { id });
