import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { indexReferences } from "../shipments/reference.ts";
import { callAt, type demoCast } from "./cast.ts";

/** An action of a person in the demonstration at a certain time, by the function behind the portal's call. */
export interface TimedAction {
  at: Date;
  /** Index of the quote or booking: actions of one happen one after the other. */
  index: number;
  /** Whether nothing else may happen meanwhile. */
  isAlone?: boolean;
  /** Whether it asks for a quote: these are numbered in the order of time. */
  isNumbered?: boolean;
  /** Does it, by calls at this action's time alone: whatever comes later is an action of its own. */
  run(demo: DemoRun, call: CallAs): Promise<void>;
}

/** Makes the call context of a person, by user name, at the time of the action. */
export type CallAs = (userName: string) => CallerContext;

type SubjectKind = "booking" | "quote";

/** A quote or booking on which later actions follow. */
export interface Subject {
  id: string;
  /** Its version, unless somebody else has changed it. */
  version: number;
  /** When the last action on it is done. */
  endsAt: Date;
}

type Cast = Awaited<ReturnType<typeof demoCast>>;

/**
 * Shared state of the actions of one time span: the transaction, the people, and the quotes and bookings of
 * earlier actions.
 */
export class DemoRun {
  readonly db: Kysely<Database>;
  readonly cast: Cast;
  readonly bookTo: string;
  readonly #subjects = new Map<string, Subject | null>();
  readonly #isFresh: boolean;
  readonly #entered: { house: string; booking: string }[] = [];

  /** @param isFresh at the seeding: no earlier actions exist, and nobody else has changed anything */
  constructor(db: Kysely<Database>, cast: Cast, { bookTo, isFresh }: { bookTo: string; isFresh: boolean }) {
    this.db = db;
    this.cast = cast;
    this.bookTo = bookTo;
    this.#isFresh = isFresh;
  }

  begin(kind: SubjectKind, index: number, subject: Subject): void {
    this.#subjects.set(`${kind} ${index}`, subject);
  }

  /**
   * Continues a quote or booking if nobody else has changed it; what a person has changed is left to that
   * person. @param act returns by how much the version has grown
   */
  async continueSubject(
    kind: SubjectKind,
    index: number,
    act: (subject: Subject) => Promise<number | null>,
  ): Promise<void> {
    const subject = await this.#find(kind, index);
    if (!subject) return;
    const key = `${kind} ${index}`;
    try {
      const grown = await act(subject);
      this.#subjects.set(key, grown === null ? null : { ...subject, version: subject.version + grown });
    } catch (error) {
      if (this.#isFresh || !(error instanceof Refusal)) throw error;
      this.#subjects.set(key, null);
    }
  }

  async #find(kind: SubjectKind, index: number): Promise<Subject | null> {
    const key = `${kind} ${index}`;
    const known = this.#subjects.get(key);
    if (known !== undefined || this.#isFresh) return known ?? null;
    const { rows } = await sql<{ id: string; version: number; ends_at: Date; now_at: number | null }>`
      select d.subject_id as id, d.version, d.ends_at, s.version as now_at from demo_subject d
      left join ${sql.table(kind)} s on s.id = d.subject_id
      where d.kind = ${kind} and d.index = ${index}`.execute(this.db);
    const row = rows[0];
    const isOurs = row !== undefined && row.now_at === row.version;
    const subject = isOurs ? { id: row.id, version: row.version, endsAt: row.ends_at } : null;
    this.#subjects.set(key, subject);
    return subject;
  }

  /** Notes that the shipment of the booking was entered. */
  enter(houseNumber: string, bookingId: string): void {
    this.#entered.push({ house: houseNumber, booking: bookingId });
  }

  /**
   * Gives the entered shipments the numbers of their bookings: the carrier's number for a full container
   * load; our own for consolidated cargo, air and road. Agreed prices are copied too.
   */
  async assignBookingNumbers(): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      update shipment s set booking_number = b.booking_number,
        estimated_charges = coalesce(b.price_amount, s.estimated_charges),
        charges_currency = coalesce(b.price_currency, s.charges_currency)
      from unnest(${this.#entered.map(({ house }) => house)}::text[],
        ${this.#entered.map(({ booking }) => booking)}::bigint[]) as x (house_number, booking_id)
      join booking b on b.id = x.booking_id
      where s.house_number = x.house_number and s.company_id = b.company_id
      returning s.id`.execute(this.db);
    await indexReferences(
      this.db,
      rows.map(({ id }) => id),
    );
    this.#entered.length = 0;
  }

  /** Stores the quotes and bookings that have actions after `until`. */
  async save(until: Date): Promise<void> {
    const known = [...this.#subjects].map(([key, subject]) => {
      const [kind, index] = key.split(" ") as [SubjectKind, string];
      return { kind, index: Number(index), subject };
    });
    const open = known.flatMap(({ kind, index, subject }) =>
      subject && subject.endsAt > until
        ? [{ kind, index, subject_id: subject.id, version: subject.version, ends_at: subject.endsAt }]
        : [],
    );
    const isOpen = new Set(open.map(({ kind, index }) => `${kind} ${index}`));
    const done = known.filter(({ kind, index }) => !isOpen.has(`${kind} ${index}`));
    if (done.length > 0 && !this.#isFresh)
      await sql`
        delete from demo_subject d using unnest(${done.map(({ kind }) => kind)}::text[],
          ${done.map(({ index }) => index)}::int[]) as x (kind, index)
        where d.kind = x.kind and d.index = x.index`.execute(this.db);
    if (open.length === 0) return;
    await this.db
      .insertInto("demo_subject")
      .values(open)
      .onConflict((conflict) =>
        conflict.columns(["kind", "index"]).doUpdateSet((eb) => ({ version: eb.ref("excluded.version") })),
      )
      .execute();
  }
}

/** Makes actions that continue the quote or booking of this index (`DemoRun.continueSubject`). */
export function continuing(kind: SubjectKind, index: number) {
  return (
    at: Date,
    act: (step: { demo: DemoRun; call: CallAs; id: string; version: number }) => Promise<number | null>,
  ): TimedAction => ({
    at,
    index,
    run: (demo, call) =>
      demo.continueSubject(kind, index, ({ id, version }) => act({ demo, call, id, version })),
  });
}

/** Asks for a quote, with which the actions of `continuing` go on. */
export function asking(
  index: number,
  { at, endsAt }: { at: Date; endsAt: Date },
  ask: (call: CallAs) => Promise<{ id: string }>,
): TimedAction {
  return {
    at,
    index,
    isNumbered: true,
    run: async (demo, call) => demo.begin("quote", index, { id: (await ask(call)).id, version: 1, endsAt }),
  };
}

/** Actions that go on at the same time: the database works on one while the next is prepared. */
const AT_ONCE = 24;

/** Runs the actions in the order of time; those of different quotes and bookings go on side by side. */
export async function runActions(actions: readonly TimedAction[], demo: DemoRun): Promise<void> {
  const inOrder = [...actions].sort((a, b) => a.at.getTime() - b.at.getTime());
  const running = new Set<Promise<void>>();
  const last = new Map<number, Promise<void>>();
  let lastNumbered: Promise<void> | undefined;
  const faults: unknown[] = [];
  for (const action of inOrder) {
    while (running.size >= (action.isAlone ? 1 : AT_ONCE)) await Promise.race(running);
    if (faults.length > 0) break;
    const before = [last.get(action.index), action.isNumbered ? lastNumbered : undefined];
    const run = (async () => {
      await Promise.all(before);
      await action.run(demo, (userName) => callAt(demo.db, demo.cast(userName), action.at));
    })()
      .catch((fault) => void faults.push(fault))
      .finally(() => running.delete(run));
    running.add(run);
    last.set(action.index, run);
    if (action.isNumbered) lastNumbered = run;
    if (action.isAlone) await run;
  }
  // None may write after the transaction has ended.
  await Promise.all(running);
  if (faults.length > 0) throw faults[0];
  await demo.assignBookingNumbers();
}

/**
 * Marks mails that this transaction has queued as sent: they belong to the past and have no real recipients.
 */
export async function markMailSent(trx: Kysely<Database>): Promise<void> {
  await sql`
    update mail_outbox set sent_at = created_at, attempts = 1, body = ''
    where sent_at is null and xmin = pg_current_xact_id()::xid`.execute(trx);
}
