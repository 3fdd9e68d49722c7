import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import type { Change } from "./changes.ts";
import { BEFORE_THE_FIRST, hashOf, type LogSubject } from "./log.ts";
import { firstDifference, type Replayed, replay } from "./replay.ts";

interface BrokenEntry {
  subject: LogSubject;
  /** Number of the quote or booking; its id where that is gone. */
  number: string;
  sequence: number;
  reason: /** Its contents are not those that were written. */
    | "changed"
    /** An entry before it is missing. */
    | "missing before"
    /** An entry before it is another one. */
    | "other before"
    /** Entries after it are missing. */
    | "missing after"
    /** The quote or booking that it tells of is gone. */
    | "subject gone"
    /** The quote or booking does not hold what its log says, in the field. */
    | "row differs";
  /** With "row differs". */
  field?: { path: string; logged: string | null; stored: string | null };
}

export interface Verification {
  chains: number;
  entries: number;
  /** The first in the order of the walk; null when every chain is whole. */
  broken: BrokenEntry | null;
}

const BATCH_ENTRIES = 2_000;

interface WalkedRow {
  subject: LogSubject;
  subject_id: string;
  sequence: number;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  is_forwarder: boolean;
  action: string;
  changes: Change[];
  previous_hash: Buffer;
  hash: Buffer;
  number: string | null;
  log_sequence: number | null;
  log_hash: Buffer | null;
}

/**
 * Walks the chains of all quotes and bookings as they stand at one moment, in memory for a batch of entries at a time,
 * and replays each to what its row should hold.
 */
export async function verifyChains(db: Kysely<Database>, batch = BATCH_ENTRIES): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const walked = await walk(trx, batch);
      if (walked.broken) return walked;
      return { ...walked, broken: await emptiedChain(trx) };
    });
}

async function walk(trx: Kysely<Database>, batch: number): Promise<Verification> {
  await sql`
    declare walk no scroll cursor for
    select l.*, coalesce(q.quote_number, b.booking_number, d.document_type || ' ' || d.number, s.house_number,
        m.house_number, c.code) as number,
      coalesce(q.log_sequence, b.log_sequence, d.log_sequence, s.log_sequence, m.log_sequence, c.log_sequence)
        as log_sequence,
      coalesce(q.log_hash, b.log_hash, d.log_hash, s.log_hash, m.log_hash, c.log_hash) as log_hash
    from operation_log l
    left join quote q on l.subject = 'quote' and q.id = l.subject_id
    left join booking b on l.subject = 'booking' and b.id = l.subject_id
    left join shipment_document d on l.subject = 'document' and d.id = l.subject_id
    left join shipment s on l.subject = 'shipment' and s.id = l.subject_id
    left join shipment_merge m on l.subject = 'shipment' and m.gone_id = l.subject_id
    left join company c on l.subject = 'company' and c.id = l.subject_id
    order by l.subject, l.subject_id, l.sequence`.execute(trx);
  const walked = new Walk(trx);
  for (;;) {
    const { rows } = await sql<WalkedRow>`fetch ${sql.lit(batch)} from walk`.execute(trx);
    for (const row of rows) {
      const broken = walked.take(row);
      if (broken) return walked.end(broken);
    }
    const isLast = rows.length < batch;
    const verified = await walked.end(isLast ? walked.endChain() : null);
    if (verified.broken || isLast) return verified;
  }
}

class Walk {
  readonly #trx: Kysely<Database>;
  #chains = 0;
  #entries = 0;
  #last: WalkedRow | null = null;
  #state: Replayed = new Map();
  /** Whole chains whose rows have not been compared yet. */
  #ended: EndedChain[] = [];

  constructor(trx: Kysely<Database>) {
    this.#trx = trx;
  }

  /** The next entry; a fault of it, or of the chain that it ends, is given. */
  take(row: WalkedRow): BrokenEntry | null {
    const before = this.#last && isSameChain(this.#last, row) ? this.#last : null;
    const broken = (before ? null : this.endChain()) ?? faultOf(row, before);
    if (broken) return broken;
    if (!before) this.#chains++;
    replay(this.#state, row.action, row.changes);
    this.#entries++;
    this.#last = row;
    return null;
  }

  /** Another chain begins, or none is left: the one that was walked is whole, or its fault is given. */
  endChain(): BrokenEntry | null {
    const fault = faultAtEnd(this.#last);
    if (this.#last && fault === null) this.#ended.push({ last: this.#last, state: this.#state });
    this.#state = new Map();
    return fault;
  }

  /** What was found so far. In the order of the walk: what the chains before it tell comes before a fault of a later one. */
  async end(broken: BrokenEntry | null): Promise<Verification> {
    const before = await differingRow(this.#trx, this.#ended);
    this.#ended = [];
    return { chains: this.#chains, entries: this.#entries, broken: before ?? broken };
  }
}

const isSameChain = (a: WalkedRow, b: WalkedRow): boolean =>
  a.subject === b.subject && a.subject_id === b.subject_id;

/** A whole chain: its last entry, and what it says that the row holds. */
interface EndedChain {
  last: WalkedRow;
  state: Replayed;
}

/** The first of the rows that is not what its log says. */
async function differingRow(
  trx: Kysely<Database>,
  ended: readonly EndedChain[],
): Promise<BrokenEntry | null> {
  for (const subject of ["booking", "quote"] as const) {
    const own = ended.filter(({ last }) => last.subject === subject);
    if (own.length === 0) continue;
    const logs = new Map(own.map(({ last, state }) => [last.subject_id, state]));
    const difference = await firstDifference(trx, subject, logs);
    if (!difference) continue;
    const { subjectId, ...field } = difference;
    const { last } = own.find((each) => each.last.subject_id === subjectId)!;
    return { ...brokenAt(last, "row differs"), field };
  }
  return null;
}

function faultOf(row: WalkedRow, before: WalkedRow | null): BrokenEntry | null {
  if (row.number === null) return brokenAt(row, "subject gone");
  if (row.sequence !== (before?.sequence ?? 0) + 1) return brokenAt(row, "missing before");
  if (!row.previous_hash.equals(before?.hash ?? BEFORE_THE_FIRST)) return brokenAt(row, "other before");
  const expected = hashOf(row.previous_hash, {
    subject: row.subject,
    subjectId: row.subject_id,
    sequence: row.sequence,
    at: row.at,
    actor: { id: row.actor_id, name: row.actor_name, isForwarder: row.is_forwarder },
    action: row.action,
    changes: row.changes,
  });
  return row.hash.equals(expected) ? null : brokenAt(row, "changed");
}

/** The last entry of a chain is the one at which the quote or booking says that it ends. */
function faultAtEnd(row: WalkedRow | null): BrokenEntry | null {
  if (row === null) return null;
  if (row.log_sequence === row.sequence && row.log_hash?.equals(row.hash)) return null;
  return brokenAt(row, row.log_sequence === row.sequence ? "changed" : "missing after");
}

function brokenAt(row: WalkedRow, reason: BrokenEntry["reason"]): BrokenEntry {
  const { subject, sequence, number, subject_id } = row;
  return { subject, number: number ?? subject_id, sequence, reason };
}

/** A quote or booking of whose log nothing is left. */
async function emptiedChain(trx: Kysely<Database>): Promise<BrokenEntry | null> {
  const { rows } = await sql<{ subject: LogSubject; number: string }>`
    select 'quote' as subject, quote_number as number from quote q
    where not exists (select from operation_log l where l.subject = 'quote' and l.subject_id = q.id)
    union all
    select 'booking', booking_number from booking b
    where not exists (select from operation_log l where l.subject = 'booking' and l.subject_id = b.id)
    union all
    select 'document', document_type || ' ' || number from shipment_document d
    where log_sequence > 0
      and not exists (select from operation_log l where l.subject = 'document' and l.subject_id = d.id)
    union all
    select 'shipment', house_number from shipment s
    where log_sequence > 0
      and not exists (select from operation_log l where l.subject = 'shipment' and l.subject_id = s.id)
    union all
    select 'company', code from company c
    where log_sequence > 0
      and not exists (select from operation_log l where l.subject = 'company' and l.subject_id = c.id)
    limit 1`.execute(trx);
  return rows[0] ? { ...rows[0], sequence: 0, reason: "missing after" } : null;
}
