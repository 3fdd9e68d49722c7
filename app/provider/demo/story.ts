import { setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { indexReferences } from "../shipments/reference.ts";
import { bookingActions } from "./booked.ts";
import { nameCustomerService } from "./bookings.ts";
import { demoCast } from "./cast.ts";
import { addDemoCutOffs } from "./cut-offs.ts";
import { demoDataset } from "./dataset.ts";
import { demoIds, insertRows } from "./insert.ts";
import { type TimedMessage, timedMessagesOf } from "./message.ts";
import { laterQuoteActions, quoteActions } from "./quotes.ts";
import { createRandom } from "./random.ts";
import type { DemoShipment, ForwarderData } from "./shipment.ts";
import { laterShipments } from "./shipment-series.ts";
import { talkActions } from "./talks.ts";
import { DemoRun, markMailSent, runActions, type TimedAction } from "./timed-action.ts";

/** Remaining events of a shipment, or remaining actions of people. */
interface Thread {
  shipment: DemoShipment | null;
  timedMessages: TimedMessage[];
  /** Times at which the forwarder's data of it change. */
  changeTimes: Date[];
  actions: TimedAction[];
}

/**
 * The future of the demonstration, computed from the time of seeding and always the same, so that only the
 * progress has to be stored.
 */
export class Story {
  readonly seededAt: Date;
  playedUntil: Date;
  #threads: Thread[];
  readonly #later: Generator<DemoShipment, never>;
  #nextShipment: DemoShipment;
  #nextDay = 0;

  constructor(seededAt: Date, playedUntil: Date, threads: Thread[]) {
    this.seededAt = seededAt;
    this.playedUntil = playedUntil;
    this.#threads = threads;
    this.#later = laterShipments(seededAt);
    this.#nextShipment = this.#later.next().value;
  }

  /**
   * Events and actions after the stored progress, up to `until`. They stay in the story, because the
   * transaction may have to be repeated.
   */
  async collectDue(until: Date): Promise<Thread[]> {
    await this.#lookAhead(until);
    const isDue = (at: Date) => at > this.playedUntil && at <= until;
    return this.#threads
      .map(({ shipment, timedMessages, changeTimes, actions }) => ({
        shipment,
        timedMessages: timedMessages.filter(({ reportedAt }) => isDue(reportedAt)),
        changeTimes: changeTimes.filter(isDue),
        actions: actions.filter(({ at }) => isDue(at)),
      }))
      .filter(
        ({ timedMessages, changeTimes, actions }) =>
          timedMessages.length + changeTimes.length + actions.length > 0,
      );
  }

  /** Confirms progress up to `until` and drops what lies before. */
  confirm(until: Date): void {
    this.playedUntil = until;
    const isAhead = (at: Date) => at > until;
    for (const thread of this.#threads) {
      thread.timedMessages = thread.timedMessages.filter(({ reportedAt }) => isAhead(reportedAt));
      thread.changeTimes = thread.changeTimes.filter(isAhead);
      thread.actions = thread.actions.filter(({ at }) => isAhead(at));
    }
    this.#threads = this.#threads.filter(
      ({ timedMessages, changeTimes, actions }) =>
        timedMessages.length + changeTimes.length + actions.length > 0,
    );
  }

  /** A customer asks for a price days before the booking. */
  async #lookAhead(until: Date): Promise<void> {
    const horizon = until.getTime() + ASKED_DAYS * DAY_MS;
    for (let made = 0; this.#nextShipment.bookedAt.getTime() <= horizon; made++) {
      this.#threads.push(threadOf(this.#nextShipment, this.seededAt));
      this.#nextShipment = this.#later.next().value;
      if (made % 20 === 19) await turn();
    }
    for (; this.seededAt.getTime() + (this.#nextDay - 1) * DAY_MS <= until.getTime(); this.#nextDay++) {
      const actions = laterQuoteActions(this.seededAt, this.#nextDay);
      this.#threads.push({ shipment: null, timedMessages: [], changeTimes: [], actions });
    }
  }
}

/** Days from the quote request to the booking. */
const ASKED_DAYS = 12;

function threadOf(shipment: DemoShipment, seededAt: Date): Thread {
  const timedMessages = timedMessagesOf(
    shipment,
    createRandom(9_000_000 + shipment.index),
    shipment.bookedAt,
  );
  const actions = [...bookingActions(shipment, seededAt), ...talkActions(shipment, seededAt)];
  return { shipment, timedMessages, changeTimes: shipment.changeTimes, actions };
}

/** Shipments booked soon after the seeding: their quotes and bookings are under way already. */
export function soonBooked(seededAt: Date): DemoShipment[] {
  const soon: DemoShipment[] = [];
  for (const shipment of laterShipments(seededAt)) {
    if (shipment.bookedAt.getTime() > seededAt.getTime() + ASKED_DAYS * DAY_MS) return soon;
    soon.push(shipment);
  }
  return soon;
}

/** Reads the story of the demonstration; null where the database has none. */
export async function readStory(db: Kysely<Database>): Promise<Story | null> {
  const clock = await db.selectFrom("demo_clock").select("told_until").executeTakeFirst();
  const parts = await db.selectFrom("demo_part").selectAll().orderBy("first").execute();
  const [origin] = parts;
  if (!clock || !origin) return null;
  const threads: Thread[] = [];
  for (const { first, past, seeded_at } of parts) {
    const { shipments, ahead } = demoDataset(seeded_at, past, first);
    for (const [index, shipment] of shipments.entries()) {
      const actions = talkActions(shipment, seeded_at);
      threads.push({ shipment, timedMessages: ahead[index]!, changeTimes: shipment.changeTimes, actions });
    }
    await turn();
  }
  threads.push({
    shipment: null,
    timedMessages: [],
    changeTimes: [],
    actions: quoteActions(origin.seeded_at),
  });
  const story = new Story(origin.seeded_at, clock.told_until, threads);
  await story.collectDue(clock.told_until);
  story.confirm(clock.told_until);
  return story;
}

/**
 * Stores that shipments `first` to `past` were made at that time, with the progress if it is the first part.
 */
export async function keepPart(
  trx: Kysely<Database>,
  part: { first: number; past: number; seededAt: Date },
): Promise<void> {
  const { first, past, seededAt } = part;
  await trx.insertInto("demo_part").values({ first, past, seeded_at: seededAt }).execute();
  await trx
    .insertInto("demo_clock")
    .values({ told_until: seededAt })
    .onConflict((conflict) => conflict.column("is_only").doNothing())
    .execute();
}

/** Locks the demonstration until the transaction ends: one process at a time adds to it. */
export async function lockDemo(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fairlead demonstration data'))`.execute(trx);
}

/**
 * Continues the demonstration up to `until` in one transaction, by the functions behind the calls of
 * carriers, desk and customers, at the times of their calls. What people have changed is left alone, and
 * nobody gets mail.
 * @returns false when another process has continued it meanwhile; the story then has to be read again
 */
export async function advanceStory(db: Kysely<Database>, story: Story, until: Date): Promise<boolean> {
  const due = await story.collectDue(until);
  const isCurrent = await transaction(db, async (trx) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('fairlead demonstration data')) as "isLocked"`.execute(trx);
    if (!rows[0]!.isLocked) return false;
    const clock = await trx.selectFrom("demo_clock").select("told_until").executeTakeFirst();
    if (clock?.told_until.getTime() !== story.playedUntil.getTime()) return false;
    await applyThreads(trx, due, until);
    await trx.updateTable("demo_clock").set({ told_until: until }).execute();
    await markMailSent(trx);
    return true;
  });
  if (isCurrent) story.confirm(until);
  return isCurrent;
}

async function applyThreads(trx: Kysely<Database>, due: readonly Thread[], until: Date): Promise<void> {
  const cast = await demoCast(trx);
  const bookTo = await nameCustomerService(trx, cast("desk").companyId);
  const demo = new DemoRun(trx, cast, { bookTo, isFresh: false });
  await runActions(
    due.flatMap(({ actions }) => actions),
    demo,
  );
  await demo.save(until);
  const changed = due.flatMap(({ shipment, changeTimes }) =>
    shipment && changeTimes.length > 0 ? [shipment] : [],
  );
  await bringUpToDate(trx, changed, until);
  const messages = due
    .flatMap(({ timedMessages }) => timedMessages)
    .sort((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime())
    .map(({ message }) => message);
  if (messages.length > 0) await storeEvents(trx, messages, { source: "FLD", now: until });
  await addDemoCutOffs(
    trx,
    due.flatMap(({ shipment }) => shipment ?? []),
    until,
  );
}

/**
 * Applies what the forwarder enters itself: containers, weights, documents, appointments. Events of a
 * container follow hours later; until then it counts for no milestone.
 */
async function bringUpToDate(
  trx: Kysely<Database>,
  shipments: readonly DemoShipment[],
  until: Date,
): Promise<void> {
  if (shipments.length === 0) return;
  const { companyIds } = await demoIds(trx);
  const { rows } = await sql<{ id: string; house_number: string; company_id: string }>`
    select id, house_number, company_id from shipment
    where house_number = any(${shipments.map(({ row }) => row.house_number)}::text[])
    order by id for no key update`.execute(trx);
  const storedShipments = new Map(rows.map((row) => [row.house_number, row]));
  const states = shipments.flatMap((shipment) => {
    const stored = storedShipments.get(shipment.row.house_number);
    const isOurs = stored && stored.company_id === companyIds.get(shipment.company);
    return isOurs ? [{ shipment_id: stored.id, ...shipment.stateAt(until) }] : [];
  });
  const ids = states.map(({ shipment_id }) => shipment_id);
  const moved = states.map(({ shipment_id, row, dates }) => ({ ...row, id: shipment_id, dates }));
  await sql`
    update shipment s set pieces = m.pieces, gross_weight_kg = m.gross_weight_kg, volume_cbm = m.volume_cbm,
      chargeable_weight_kg = m.chargeable_weight_kg, commercial_invoice_number = m.commercial_invoice_number,
      dates = s.dates || m.dates,
      before_events = case when before_events is not null
        then jsonb_set(before_events, '{dates}', coalesce(before_events->'dates', '{}') || m.dates) end
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, pieces int, gross_weight_kg numeric,
      volume_cbm numeric, chargeable_weight_kg numeric, commercial_invoice_number text, dates jsonb)
    where s.id = m.id`.execute(trx);
  const own = <Row>(rowsOf: (each: ForwarderData) => readonly Row[]) =>
    states.flatMap((each) => rowsOf(each).map((row) => ({ shipment_id: each.shipment_id, ...row })));
  await sql`delete from shipment_container where shipment_id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from shipment_order_line where shipment_id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from shipment_cargo where shipment_id = any(${ids}::bigint[])`.execute(trx);
  await insertRows(
    trx,
    "shipment_container",
    own(({ containers }) => containers),
  );
  await insertRows(
    trx,
    "shipment_order_line",
    own(({ orderLines }) => orderLines),
  );
  await insertRows(
    trx,
    "shipment_cargo",
    own(({ cargo }) => cargo),
  );
  const { rows: papers } = await sql<{ key: string }>`
    select shipment_id || ' ' || document_type || ' ' || number as key from shipment_document
    where shipment_id = any(${ids}::bigint[])`.execute(trx);
  const has = new Set(papers.map(({ key }) => key));
  const issued = own(({ documents }) => documents);
  await insertRows(
    trx,
    "shipment_document",
    issued.filter((paper) => !has.has(`${paper.shipment_id} ${paper.document_type} ${paper.number}`)),
  );
  await indexReferences(trx, ids);
}
