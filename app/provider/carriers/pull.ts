import type { Kysely, Selectable } from "kysely";
import type { Logger } from "pino";
import { HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import type { SecretBox } from "../call/secret-box.ts";
import type { Outside } from "../config.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { askPage, type EventPage, PageError } from "./event-page.ts";
import { credentialOf } from "./pull-source.ts";

const EVERY_MS = 5_000;
/** An event may be published some time after the time at which it says that it was made. */
const OVERLAP_MS = HOUR_MS;
/** Pages of one run; the following run continues where the events end. */
const PAGES_MAX = 500;
const BACKOFF_FIRST_MS = 30_000;
const BACKOFF_MAX_MS = HOUR_MS;

export interface PullOptions {
  database: Kysely<Database>;
  secrets: SecretBox;
  log: Logger;
  now?: () => Date;
  everyMs?: number;
  outside: Outside;
}

type Source = Selectable<Database["carrier_pull"]>;
type Change = Partial<Omit<Source, "carrier_code">>;

/** Asks carriers for their events as they become due, until it is stopped; any number of processes may do so. */
export function startPull(options: PullOptions): { stop(): Promise<void> } {
  return startLoop((signal) => pullPage(options, signal), {
    name: "carrier-events",
    pauseMs: options.everyMs ?? EVERY_MS,
    onError: (error) => options.log.warn({ err: error }, "Events of carriers cannot be asked for at present"),
  });
}

/**
 * Asks for one page that is due. Its carrier's row is locked until the events and the next page are stored together, so
 * of several processes one takes the page, and a process that is killed has taken nothing.
 * @returns whether a page was due
 */
export async function pullPage(options: PullOptions, signal: AbortSignal): Promise<boolean> {
  const { database, now: clock = () => new Date() } = options;
  return transaction(
    database,
    async (trx) => {
      const source = await trx
        .selectFrom("carrier_pull")
        .selectAll()
        .where("is_on", "=", true)
        .where("next_at", "<=", clock())
        .orderBy("next_at")
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!source) return false;
      const change = await changeOf(trx, source, options, signal, clock());
      if (signal.aborted) return false;
      await trx
        .updateTable("carrier_pull")
        .set({ ...change, last_asked_at: clock() })
        .where("carrier_code", "=", source.carrier_code)
        .execute();
      return true;
    },
    { isRepeatable: true },
  );
}

async function changeOf(
  trx: Kysely<Database>,
  source: Source,
  options: PullOptions,
  signal: AbortSignal,
  now: Date,
): Promise<Change> {
  const address = addressOf(source);
  try {
    const page = await askPage(address, headersOf(source, address, options), options.outside, signal);
    return {
      ...(await take(trx, source, page, now)),
      ...(source.cursor === null ? marked(page, source, address) : {}),
    };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    if (!signal.aborted)
      options.log.warn({ carrier: source.carrier_code, reason: error.message }, "A carrier gave no events");
    return failed(source, error, now);
  }
}

function addressOf({ base_url, page_size, cursor, known_until }: Source): string {
  const address = new URL(`${base_url}/events`);
  address.searchParams.set("limit", String(page_size));
  if (cursor !== null) address.searchParams.set("cursor", cursor);
  else if (known_until)
    address.searchParams.set(
      "eventCreatedDateTime:gte",
      new Date(known_until.getTime() - OVERLAP_MS).toISOString(),
    );
  return address.href;
}

function headersOf(source: Source, address: string, { secrets }: PullOptions): Record<string, string> {
  const { carrier_code, credential, credential_header, cursor, etag, etag_address } = source;
  const headers: Record<string, string> = {};
  if (cursor === null && etag !== null && etag_address === address) headers["if-none-match"] = etag;
  if (credential === null || credential_header === null) return headers;
  const value = secrets.open(credential, credentialOf(carrier_code));
  if (value === null)
    throw new PageError("The credential cannot be read with this SECRETS_KEY: save it again");
  return { ...headers, [credential_header.toLowerCase()]: value };
}

/** The first page's entity tag, by which its server says later that nothing is new. */
const marked = (page: EventPage, source: Source, address: string): Change =>
  page.events === null ? { etag: source.etag } : { etag: page.etag, etag_address: address };

/** Stores the events of a page, and what to ask for next. */
async function take(trx: Kysely<Database>, source: Source, page: EventPage, now: Date): Promise<Change> {
  const answered = { failures: 0, last_error: null, last_answered_at: now };
  const rest = {
    cursor: null,
    seen_cursors: [],
    run_until: null,
    next_at: new Date(now.getTime() + source.interval_minutes * MINUTE_MS),
  };
  if (page.events === null) return { ...answered, ...rest };
  const sender = source.carrier_code;
  const report = await storeEvents(trx, page.events, { source: sender, sender, now });
  const stored = {
    event_count: String(Number(source.event_count) + report.accepted + report.corrected + report.retracted),
    fault_count: String(Number(source.fault_count) + report.rejected.length + report.quarantined.length),
  };
  const { cursor } = page;
  const latest = latestMade(page.events, source.run_until ?? source.known_until, now);
  const seen = source.cursor === null ? source.seen_cursors : [...source.seen_cursors, source.cursor];
  // Only a run that got to its end knows all events before its latest: lists have any order.
  if (cursor === null) return { ...answered, ...stored, ...rest, known_until: latest };
  if (seen.includes(cursor))
    return { ...answered, ...stored, ...rest, last_error: "The server repeated the cursor of a page" };
  if (seen.length + 1 >= PAGES_MAX)
    return { ...answered, ...stored, ...rest, last_error: `There were more than ${PAGES_MAX} pages` };
  return { ...answered, ...stored, cursor, seen_cursors: seen, run_until: latest, next_at: now };
}

/** Up to which time of their making events are known; a time ahead is not believed. */
function latestMade(events: readonly unknown[], known: Date | null, now: Date): Date | null {
  const times = events
    .map((event) =>
      Date.parse(String((event as { eventCreatedDateTime?: unknown } | null)?.eventCreatedDateTime)),
    )
    .filter((time) => time <= now.getTime());
  const latest = times.reduce((a, b) => Math.max(a, b), known?.getTime() ?? 0);
  return latest > 0 ? new Date(latest) : null;
}

/** Waits twice as long after each failure, up to an hour, each time a little different; as long as the server asks. */
function failed(source: Source, { message, retryAfterS, isGone }: PageError, now: Date): Change {
  const doubled = Math.min(BACKOFF_FIRST_MS * 2 ** Math.min(source.failures, 20), BACKOFF_MAX_MS);
  const wait = Math.max(doubled * (0.5 + Math.random() / 2), (retryAfterS ?? 0) * 1_000);
  return {
    // A cursor that its server has forgotten: from the start again.
    ...(isGone && source.cursor !== null ? { cursor: null, seen_cursors: [], run_until: null } : {}),
    failures: source.failures + 1,
    last_error: message,
    next_at: new Date(now.getTime() + wait),
  };
}
