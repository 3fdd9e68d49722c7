import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { operationLogEntry } from "#app/contract/quote.ts";
import type { Language } from "#app/contract/user.ts";
import { namesPrice } from "#app/lib/charges.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { Caller } from "../call/context.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../texts/message.ts";
import type { Change } from "./changes.ts";

export type LogSubject = Database["operation_log"]["subject"];

/** Their rows hold the ends of the chains. */
const tables = {
  booking: "booking",
  company: "company",
  document: "shipment_document",
  quote: "quote",
  shipment: "shipment",
} as const satisfies Record<LogSubject, string>;

export interface Actor {
  id: string | null;
  name: string;
  isForwarder: boolean;
}
/** Of what a program did, the name of its key is told as well. */
export function actorOf({ userId, name, isForwarder, program }: Caller): Actor {
  return { id: userId, name: program ? `${name} · ${program.name}` : name, isForwarder };
}

/** Where a chain ends at present: it stands in the row of the quote or booking. */
export interface LogHead {
  log_sequence: number;
  log_hash: Buffer | null;
}
export const NO_ENTRIES: LogHead = { log_sequence: 0, log_hash: null };

export interface NewEntry {
  subject: LogSubject;
  subjectId: string;
  actor: Actor;
  /** `quote.requested`, `booking.submitted`, ...: named in the locales. */
  action: string;
  changes: readonly Change[];
  at: Date;
}

export const BEFORE_THE_FIRST = Buffer.alloc(32);

/**
 * The next entry of a chain as a row of `operation_log`, and the chain's end after it: for a statement that changes the
 * subject's row, inserts the entry and moves the end in one, where `append` would be the second change of that row.
 * @param head the end of the chain, from the locked row; the statement must not change it where that end has moved
 */
export function nextEntry(head: LogHead, entry: NewEntry) {
  const sequence = head.log_sequence + 1;
  const previousHash = head.log_hash ?? BEFORE_THE_FIRST;
  const hash = hashOf(previousHash, { ...entry, sequence });
  const { subject, subjectId, actor, action, changes, at } = entry;
  const row = {
    subject,
    subject_id: subjectId,
    sequence,
    at,
    action,
    changes: JSON.stringify(changes),
    actor_id: actor.id,
    actor_name: actor.name,
    is_forwarder: actor.isForwarder,
    previous_hash: previousHash,
    hash,
  };
  return { row, end: { log_sequence: sequence, log_hash: hash } satisfies LogHead };
}

export function movedEnd({ subject, subjectId }: NewEntry): Error {
  return new Error(`The end of the operation log of ${subject} ${subjectId} was changed by another writer`);
}

/**
 * Adds an entry to the chain of a quote, booking or document whose row the transaction has locked or just made, and moves the
 * chain's end in that row.
 * @param head the end of the chain, from the row; @returns the new end, for a further entry
 */
export async function append(trx: Kysely<Database>, head: LogHead, entry: NewEntry): Promise<LogHead> {
  const { row, end } = nextEntry(head, entry);
  const { numAffectedRows } = await sql`
    ${cachedPlan} with entry as (
      insert into operation_log (subject, subject_id, sequence, at, actor_id, actor_name, is_forwarder, action,
        changes, previous_hash, hash)
      values (${row.subject}, ${row.subject_id}, ${row.sequence}, ${row.at}, ${row.actor_id}, ${row.actor_name},
        ${row.is_forwarder}, ${row.action}, ${row.changes}, ${row.previous_hash}, ${row.hash}))
    update ${sql.table(tables[row.subject])} set log_sequence = ${end.log_sequence}, log_hash = ${end.log_hash}
    where id = ${row.subject_id} and log_sequence = ${head.log_sequence}`.execute(trx);
  if (numAffectedRows !== 1n) throw movedEnd(entry);
  return end;
}

interface ChainedEntry {
  /** The end of the chain as it stood before the first of them. */
  head: LogHead;
  entry: NewEntry;
}

/**
 * `append` for many rows of one kind at once: an import's. Entries of one row follow each other in the given order.
 */
export async function appendMany(trx: Kysely<Database>, entries: readonly ChainedEntry[]): Promise<void> {
  const subject = entries[0]?.entry.subject;
  if (!subject) return;
  const ends = await insertEntries(trx, entries);
  const heads = [...ends].map(([id, { from, log_sequence, log_hash }]) => ({
    id,
    from,
    log_sequence,
    hash: log_hash.toString("hex"),
  }));
  const { numAffectedRows } = await sql`
    update ${sql.table(tables[subject])} t set log_sequence = h.log_sequence, log_hash = decode(h.hash, 'hex')
    from json_to_recordset(${JSON.stringify(heads)}::json) as h (id bigint, "from" int, log_sequence int, hash text)
    where t.id = h.id and t.log_sequence = h."from"`.execute(trx);
  if (numAffectedRows !== BigInt(heads.length)) throw movedEnd(entries[0]!.entry);
}

/** Where a chain ends after its new entries, and where it ended before. */
export type MovedHead = LogHead & { from: number; log_hash: Buffer };

/**
 * Adds entries of one kind without moving the ends of their chains: whoever changes the rows in the same transaction writes both at once.
 * @returns the ends by `subjectId`
 */
export async function insertEntries(
  trx: Kysely<Database>,
  entries: readonly ChainedEntry[],
): Promise<Map<string, MovedHead>> {
  const ends = new Map<string, MovedHead>();
  const rows = entries.map(({ head, entry }) => {
    const end = ends.get(entry.subjectId);
    const { row, end: next } = nextEntry(end ?? head, entry);
    ends.set(entry.subjectId, { ...next, from: end?.from ?? head.log_sequence });
    const { previous_hash, hash, ...others } = row;
    return {
      ...others,
      changes: entry.changes,
      previous: previous_hash.toString("hex"),
      hash: hash.toString("hex"),
    };
  });
  await sql`
    insert into operation_log (subject, subject_id, sequence, at, actor_id, actor_name, is_forwarder, action,
      changes, previous_hash, hash)
    select subject, subject_id, sequence, at, actor_id, actor_name, is_forwarder, action, changes,
      decode(previous, 'hex'), decode(hash, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      subject text, subject_id bigint, sequence int, at timestamptz, actor_id bigint, actor_name text,
      is_forwarder boolean, action text, changes jsonb, previous text, hash text)`.execute(trx);
  return ends;
}

/** Covers everything of the entry, as a list, so that the order of keys in jsonb does not matter. */
export function hashOf(previousHash: Buffer, entry: NewEntry & { sequence: number }): Buffer {
  const { subject, subjectId, sequence, at, actor, action, changes } = entry;
  const parts = [
    subject,
    subjectId,
    sequence,
    at.toISOString(),
    actor.id,
    actor.name,
    actor.isForwarder,
    action,
    changes.map(({ path, before, after }) => [path, before, after]),
  ];
  return createHash("sha256").update(previousHash).update(JSON.stringify(parts)).digest();
}

/** The name of who did it, which the entry keeps; empty when the person's account was deleted. */
const shownActor = sql<string>`
  case when actor_id is null or exists (select from app_user u where u.id = actor_id) then actor_name else '' end`;

/** The log of one quote or booking, oldest first; without `hasCharges` it names no price, without `hasBooking` no booking. */
export async function readLog(
  db: Kysely<Database>,
  subject: LogSubject,
  subjectId: string,
  {
    hasCharges,
    hasBooking = true,
    language,
  }: { hasCharges: boolean; hasBooking?: boolean; language: Language },
): Promise<z.infer<typeof operationLogEntry>[]> {
  const entries = await db
    .selectFrom("operation_log")
    .select(["at", shownActor.as("actor_name"), "is_forwarder", "action", "changes"])
    .where("subject", "=", subject)
    .where("subject_id", "=", subjectId)
    .orderBy("sequence")
    .execute();
  return entries.map((entry) => ({
    at: instantToWire(entry.at)!,
    actor: personName(entry.actor_name, language),
    isForwarder: entry.is_forwarder,
    action: entry.action,
    changes: entry.changes.filter(
      ({ path }) => (hasCharges || !namesPrice(path)) && (hasBooking || path !== "bookingNumber"),
    ),
  }));
}

/** Who did what last, for whoever comes too late; of these actions only, where any are named. */
export async function lastEntry(
  db: Kysely<Database>,
  subject: LogSubject,
  subjectId: string,
  language: Language,
  actions: readonly string[] = [],
) {
  const entry = await db
    .selectFrom("operation_log")
    .select(["at", shownActor.as("actor_name"), "is_forwarder", "action"])
    .where("subject", "=", subject)
    .where("subject_id", "=", subjectId)
    .$if(actions.length > 0, (query) => query.where("action", "in", actions))
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!entry) return null;
  const { at, actor_name, is_forwarder, action } = entry;
  return {
    actor: personName(actor_name, language),
    isForwarder: is_forwarder,
    action,
    at: instantToWire(at)!,
  };
}
