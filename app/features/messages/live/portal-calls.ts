import { href } from "react-router";
import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import type { SessionFault } from "#app/access/trouble.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { MessageCenterView } from "../conversation/message-view.ts";
import type { Pass } from "./reconnect.ts";

/** Calls of the page's script to the portal. Paths and answers are those of `routes/message-center`. */

export type Answer<T> =
  | { kind: "answered"; data: T }
  /** `reason` is in the person's language, or empty when the portal gave none. */
  | { kind: "refused"; reason: string; isUnsure?: boolean }
  /** No usable answer: the call may be retried. */
  | { kind: "unreachable"; retryAfterMs?: number }
  | { kind: "sessionEnded" };

/** Product 9.1: time-out of a call, and a longer one for sending a message. */
const ANSWER_WITHIN_MS = 30_000;
const SEND_WITHIN_MS = 60_000;

let sessionFault: SessionFault = "sessionExpired";

/** Why the page's session has ended, from the last answer. */
export const lastSessionFault = (): SessionFault => sessionFault;

async function ask<T>(path: string, init: RequestInit = {}, withinMs = ANSWER_WITHIN_MS): Promise<Answer<T>> {
  const limit = AbortSignal.timeout(withinMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await fetch(path, { ...init, headers: pageOwnerHeaders(), signal });
    const { pathname } = new URL(response.url);
    if (response.status === 401 || (response.redirected && /^\/(home|login)$/.test(pathname))) {
      const body = (await response.json().catch(() => null)) as { state?: SessionFault } | null;
      sessionFault = body?.state ?? sessionFault;
      return { kind: "sessionEnded" };
    }
    if (response.redirected) return { kind: "refused", reason: "" };
    if (response.ok) return { kind: "answered", data: (await response.json()) as T };
    if (response.status >= 500 || response.status === 429 || response.status === 408)
      return { kind: "unreachable", retryAfterMs: Number(response.headers.get("retry-after")) * 1000 || 0 };
    const body = (await response.json().catch(() => null)) as Refusal | null;
    return { kind: "refused", reason: reasonOf(body), isUnsure: body?.isUnsure === true };
  } catch {
    return { kind: "unreachable" };
  }
}

/** `isUnsure`: it may have been done, and a retry may do it twice. */
interface Refusal {
  fault?: unknown;
  isUnsure?: unknown;
}

function reasonOf(body: Refusal | null): string {
  return typeof body?.fault === "string" ? body.fault : "";
}

const post = <T>(path: string, fields: [string, string][], signal?: AbortSignal, withinMs?: number) =>
  ask<T>(path, { method: "POST", body: new URLSearchParams(fields), signal }, withinMs);

export interface Updates<M> {
  messages: M[];
  /** Number of messages in the channel. */
  total: number;
  unread: { channel: number; first: number | null; all: number };
}

/**
 * Messages of a channel after or before a sequence number, oldest first; without a channel only the counts.
 */
export function fetchUpdates<M>(
  range: { channelId: string; after?: number; before?: number } | null,
  signal?: AbortSignal,
): Promise<Answer<Updates<M>>> {
  const query = {
    channel: range?.channelId,
    after: range?.after?.toString(),
    before: range?.before?.toString(),
  };
  return ask(withQuery(href("/messageCenter/updates"), query), { signal });
}

/** Data of the message center's page. */
export const fetchPage = (search: string) => ask<MessageCenterView>(href("/messageCenter/view") + search);

export interface MessageToSend {
  clientId: string;
  channelId: string;
  text: string;
  files: readonly { contentUrl: string; name: string }[];
}

export function postMessage<M>(message: MessageToSend, signal: AbortSignal): Promise<Answer<{ sent: M }>> {
  const { clientId, channelId, text, files } = message;
  const fields: [string, string][] = [
    ["channelId", channelId],
    ["text", text],
    ["requestId", clientId],
    ...files.flatMap(({ contentUrl, name }): [string, string][] => [
      ["contentUrl", contentUrl],
      ["name", name],
    ]),
  ];
  return post(href("/messageCenter/message"), fields, signal, SEND_WITHIN_MS);
}

/** Marks as read up to `sequence`. */
export function postRead(channelId: string, sequence: number): Promise<Answer<unknown>> {
  const fields: [string, string][] = [
    ["channelId", channelId],
    ["sequence", String(sequence)],
    ["requestId", freshId()],
  ];
  return post(href("/messageCenter/read"), fields);
}

/** A pass for one connection, or why there is none. @throws Error when the portal cannot be reached */
export async function fetchPass(signal: AbortSignal): Promise<Pass | "ended" | "refused"> {
  const answer = await post<Pass>(href("/messageCenter/ticket"), [], signal);
  if (answer.kind === "answered") return answer.data;
  if (answer.kind === "sessionEnded") return "ended";
  if (answer.kind === "refused") return "refused";
  throw new Error(answer.kind);
}
