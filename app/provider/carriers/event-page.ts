import { EVENTS_MAX } from "#app/contract/event.ts";
import { retryAfterSeconds } from "#app/lib/retry-after.ts";
import { checkInputShape } from "../call/input-shape.ts";
import type { Outside } from "../config.ts";
import { storable } from "../db/storable.ts";
import { fetchOutside, OutboundError } from "../outside/fetch-outside.ts";

/** Shorter than the database lets a transaction wait for its next statement. */
const TIMEOUT_MS = 15_000;
/** As the call that carriers send events to. */
const BYTES_MAX = 16 * 1024 * 1024;
/** As many as the call takes for each event. */
export const VALUES_PER_EVENT = 200;
const CURSOR_MAX = 2_000;
const RETRY_AFTER_MAX_S = 3_600;

/** The carrier's server did not give a page; the message is for people. */
export class PageError extends Error {
  /** Seconds that its server asks to wait. */
  readonly retryAfterS: number | null;
  /** The server does not know the page. */
  readonly isGone: boolean;
  constructor(message: string, retryAfterS: number | null = null, isGone = false) {
    super(message);
    this.retryAfterS = retryAfterS;
    this.isGone = isGone;
  }
}

const REFUSED: Record<OutboundError["reason"], string> = {
  address: "The address is neither https at a public address nor one of PRIVATE_HOSTS",
  redirect: "The server answered with another address, which is not followed",
  size: "The answer is too large",
};

export interface EventPage {
  /** Null: the same as with this entity tag. */
  events: unknown[] | null;
  /** Cursor of the following page; null on the last one. */
  cursor: string | null;
  etag: string | null;
}

/**
 * Asks for a page of a Track & Trace 2.2 list. Of the address of the following page only the cursor is used.
 * @throws PageError when there is no whole page
 */
export async function askPage(
  address: string,
  headers: Record<string, string>,
  { privateHosts }: Outside,
  stop: AbortSignal,
): Promise<EventPage> {
  try {
    const ask = fetchOutside(privateHosts, { timeMs: TIMEOUT_MS, mostBytes: BYTES_MAX });
    const answer = await ask(address, { headers: { accept: "application/json", ...headers }, signal: stop });
    if (answer.status === 304) return { events: null, cursor: null, etag: null };
    if (answer.status !== 200)
      throw new PageError(
        `The server answered ${answer.status}`,
        retryAfterOf(answer),
        [400, 404, 410].includes(answer.status),
      );
    const events = listOf(await answer.text());
    return {
      events,
      cursor: cursorOf(answer.headers.get("next-page"), address),
      etag: answer.headers.get("etag"),
    };
  } catch (error) {
    if (error instanceof PageError) throw error;
    if (error instanceof OutboundError) throw new PageError(REFUSED[error.reason]);
    if (((error as Error).cause as Error | undefined)?.name === "TimeoutError")
      throw new PageError("The server did not answer in time");
    throw new PageError("The server cannot be reached, or broke off its answer");
  }
}

/** Judged and cleaned as the call that carriers send events to. */
function listOf(text: string): unknown[] {
  let page: unknown;
  try {
    page = JSON.parse(text);
  } catch {
    throw new PageError("The answer is no JSON");
  }
  try {
    checkInputShape(page, EVENTS_MAX * VALUES_PER_EVENT);
  } catch {
    page = null;
  }
  if (!Array.isArray(page)) throw new PageError("The answer is no list of events");
  return storable(page);
}

function retryAfterOf({ headers }: Response): number | null {
  const seconds = retryAfterSeconds(headers.get("retry-after"));
  return seconds === null ? null : Math.min(seconds, RETRY_AFTER_MAX_S);
}

/** From an address, whole or relative, or the cursor itself. */
function cursorOf(linkOrCursor: string | null, address: string): string | null {
  if (!linkOrCursor) return null;
  const cursor =
    /[?/=]/.test(linkOrCursor) && URL.canParse(linkOrCursor, address)
      ? new URL(linkOrCursor, address).searchParams.get("cursor")
      : linkOrCursor;
  if (cursor !== null && cursor.length > CURSOR_MAX)
    throw new PageError("The cursor of the following page is too long");
  return cursor;
}
