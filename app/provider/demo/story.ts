import { setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { indexReferences } from "../shipments/reference.ts";
import { bookingDeeds } from "./booked.ts";
import { nameCustomerService } from "./bookings.ts";
import { demoCast } from "./cast.ts";
import { demoDataset } from "./dataset.ts";
import { type Deed, runDeeds, tellOfMail, World } from "./deed.ts";
import { demoIds, insertRows } from "./insert.ts";
import { type Telling, tellingsOf } from "./message.ts";
import { laterQuoteDeeds, quoteDeeds } from "./quotes.ts";
import { createRandom } from "./random.ts";
import type { DemoShipment, Standing } from "./shipment.ts";
import { laterShipments } from "./shipment-series.ts";
import { talkDeeds } from "./talks.ts";

/** What is still to be told of a shipment, or of what somebody does. */
interface Thread {
  shipment: DemoShipment | null;
  tellings: Telling[];
  /** When what the forwarder's system holds of it changes. */
  turns: Date[];
  deeds: Deed[];
}

/**
 * What the demonstration's future holds, made again from the moment of seeding: the same whenever and wherever it is
 * made, so that only how far it was told has to be kept.
 */
export class Story {
  readonly seededAt: Date;
  toldUntil: Date;
  #threads: Thread[];
  readonly #later: Generator<DemoShipment, never>;
  #nextShipment: DemoShipment;
  #nextDay = 0;

  constructor(seededAt: Date, toldUntil: Date, threads: Thread[]) {
    this.seededAt = seededAt;
    this.toldUntil = toldUntil;
    this.#threads = threads;
    this.#later = laterShipments(seededAt);
    this.#nextShipment = this.#later.next().value;
  }

  /** What happens after what was told, up to `until`. Nothing is taken away: it may have to be told again. */
  async stretch(until: Date): Promise<Thread[]> {
    await this.#lookAhead(until);
    const isDue = (at: Date) => at > this.toldUntil && at <= until;
    return this.#threads
      .map(({ shipment, tellings, turns, deeds }) => ({
        shipment,
        tellings: tellings.filter(({ toldAt }) => isDue(toldAt)),
        turns: turns.filter(isDue),
        deeds: deeds.filter(({ at }) => isDue(at)),
      }))
      .filter(({ tellings, turns, deeds }) => tellings.length + turns.length + deeds.length > 0);
  }

  /** It was told up to then: what lies before is let go. */
  tell(until: Date): void {
    this.toldUntil = until;
    const isAhead = (at: Date) => at > until;
    for (const thread of this.#threads) {
      thread.tellings = thread.tellings.filter(({ toldAt }) => isAhead(toldAt));
      thread.turns = thread.turns.filter(isAhead);
      thread.deeds = thread.deeds.filter(({ at }) => isAhead(at));
    }
    this.#threads = this.#threads.filter(
      ({ tellings, turns, deeds }) => tellings.length + turns.length + deeds.length > 0,
    );
  }

  /** Whoever books has begun to ask for it days before. */
  async #lookAhead(until: Date): Promise<void> {
    const horizon = until.getTime() + ASKED_DAYS * DAY_MS;
    for (let made = 0; this.#nextShipment.bookedAt.getTime() <= horizon; made++) {
      this.#threads.push(threadOf(this.#nextShipment, this.seededAt));
      this.#nextShipment = this.#later.next().value;
      if (made % 20 === 19) await turn();
    }
    for (; this.seededAt.getTime() + (this.#nextDay - 1) * DAY_MS <= until.getTime(); this.#nextDay++) {
      const deeds = laterQuoteDeeds(this.seededAt, this.#nextDay);
      this.#threads.push({ shipment: null, tellings: [], turns: [], deeds });
    }
  }
}

/** From the first question for a price to the booking. */
const ASKED_DAYS = 12;

function threadOf(shipment: DemoShipment, seededAt: Date): Thread {
  const tellings = tellingsOf(shipment, createRandom(9_000_000 + shipment.index), shipment.bookedAt);
  const deeds = [...bookingDeeds(shipment, seededAt), ...talkDeeds(shipment, seededAt)];
  return { shipment, tellings, turns: shipment.turns, deeds };
}

/** The shipments that are booked soon after the seeding: their quotes and bookings are under way already. */
export function soonBooked(seededAt: Date): DemoShipment[] {
  const soon: DemoShipment[] = [];
  for (const shipment of laterShipments(seededAt)) {
    if (shipment.bookedAt.getTime() > seededAt.getTime() + ASKED_DAYS * DAY_MS) return soon;
    soon.push(shipment);
  }
  return soon;
}

/** The story of the demonstration in the database; null where it holds none. */
export async function readStory(db: Kysely<Database>): Promise<Story | null> {
  const clock = await db.selectFrom("demo_clock").select("told_until").executeTakeFirst();
  const parts = await db.selectFrom("demo_part").selectAll().orderBy("first").execute();
  const [origin] = parts;
  if (!clock || !origin) return null;
  const threads: Thread[] = [];
  for (const { first, past, seeded_at } of parts) {
    const { shipments, ahead } = demoDataset(seeded_at, past, first);
    for (const [index, shipment] of shipments.entries()) {
      const deeds = talkDeeds(shipment, seeded_at);
      threads.push({ shipment, tellings: ahead[index]!, turns: shipment.turns, deeds });
    }
    await turn();
  }
  threads.push({ shipment: null, tellings: [], turns: [], deeds: quoteDeeds(origin.seeded_at) });
  const story = new Story(origin.seeded_at, clock.told_until, threads);
  await story.stretch(clock.told_until);
  story.tell(clock.told_until);
  return story;
}

/** Keeps that shipments `first` to `past` were made at that moment, when it is the first part with what was told then. */
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

/** Whoever adds to the demonstration does so alone, until the transaction ends. */
export async function lockDemo(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fairlead demonstration data'))`.execute(trx);
}

/**
 * Tells the demonstration on, up to `until`, in one transaction, by the functions behind the calls of carriers, desk and
 * customers, at the times when they call. What people have changed is left to them, and nobody is mailed.
 * @returns false when another process has told it meanwhile, or is about to: then the story is to be read again
 */
export async function tellOn(db: Kysely<Database>, story: Story, until: Date): Promise<boolean> {
  const stretch = await story.stretch(until);
  const isTold = await transaction(db, async (trx) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('fairlead demonstration data')) as "isLocked"`.execute(trx);
    if (!rows[0]!.isLocked) return false;
    const clock = await trx.selectFrom("demo_clock").select("told_until").executeTakeFirst();
    if (clock?.told_until.getTime() !== story.toldUntil.getTime()) return false;
    await tellStretch(trx, stretch, until);
    await trx.updateTable("demo_clock").set({ told_until: until }).execute();
    await tellOfMail(trx);
    return true;
  });
  if (isTold) story.tell(until);
  return isTold;
}

async function tellStretch(trx: Kysely<Database>, stretch: readonly Thread[], until: Date): Promise<void> {
  const cast = await demoCast(trx);
  const bookTo = await nameCustomerService(trx, cast("desk").companyId);
  const world = new World(trx, cast, { bookTo, isFresh: false });
  await runDeeds(
    stretch.flatMap(({ deeds }) => deeds),
    world,
  );
  await world.save(until);
  const turned = stretch.flatMap(({ shipment, turns }) => (shipment && turns.length > 0 ? [shipment] : []));
  await bringUpToDate(trx, turned, until);
  const messages = stretch
    .flatMap(({ tellings }) => tellings)
    .sort((a, b) => a.toldAt.getTime() - b.toldAt.getTime())
    .map(({ message }) => message);
  if (messages.length > 0) await storeEvents(trx, messages, { source: "FLD", now: until });
}

/**
 * What the forwarder enters itself: boxes, weights, papers, appointments. A box that is taken is told of hours later: until
 * then it counts for no milestone.
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
  const found = new Map(rows.map((row) => [row.house_number, row]));
  const standing = shipments.flatMap((shipment) => {
    const stored = found.get(shipment.row.house_number);
    const isOurs = stored && stored.company_id === companyIds.get(shipment.company);
    return isOurs ? [{ shipment_id: stored.id, ...shipment.standing(until) }] : [];
  });
  const ids = standing.map(({ shipment_id }) => shipment_id);
  const moved = standing.map(({ shipment_id, row, dates }) => ({ ...row, id: shipment_id, dates }));
  await sql`
    update shipment s set pieces = m.pieces, gross_weight_kg = m.gross_weight_kg, volume_cbm = m.volume_cbm,
      chargeable_weight_kg = m.chargeable_weight_kg, commercial_invoice_number = m.commercial_invoice_number,
      dates = s.dates || m.dates,
      before_events = case when before_events is not null
        then jsonb_set(before_events, '{dates}', coalesce(before_events->'dates', '{}') || m.dates) end
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, pieces int, gross_weight_kg numeric,
      volume_cbm numeric, chargeable_weight_kg numeric, commercial_invoice_number text, dates jsonb)
    where s.id = m.id`.execute(trx);
  const own = <Row>(rowsOf: (each: Standing) => readonly Row[]) =>
    standing.flatMap((each) => rowsOf(each).map((row) => ({ shipment_id: each.shipment_id, ...row })));
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
