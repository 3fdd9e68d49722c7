import { type RawBuilder, sql } from "kysely";
import { PLACE_CLOCK, readClock } from "#app/lib/clock.ts";
import { DAY_MS, wallClockToInstant } from "#app/lib/date-time.ts";

/** When the shipment `s` departed: by the actual departure where there is one, else by the ETD. */
const departed = sql`coalesce(s.atd, s.etd)`;

/** Starts of months on a clock: each month ends where the next one starts, and the last start ends the range. */
export interface Months {
  /** The departure on that clock. */
  date: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  starts: string[];
}

/** `count` months from the first one on; `month` is 1 to 12. */
export function monthsFrom(year: number, month: number, count: number, clock: string | undefined): Months {
  const zone = readClock(clock);
  const days = Array.from({ length: count + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10),
  );
  if (zone === PLACE_CLOCK)
    return { date: sql`coalesce(s.atd_local, s.etd_local)`, type: sql`timestamp`, starts: days };
  const starts = days.map((day) => wallClockToInstant(day, zone)!.toISOString());
  return { date: departed, type: sql`timestamptz`, starts };
}

/** Conditions on the shipment `s`: departed in these months, and not later than now. */
export function departedIn({ date, type, starts }: Months, now: Date): RawBuilder<unknown>[] {
  const [first, end] = [starts[0]!, starts.at(-1)!];
  // For the index: wide enough for the clock of every place.
  const roughly = [Date.parse(first) - DAY_MS, Date.parse(end) + DAY_MS].map((ms) => new Date(ms));
  return [
    sql`${departed} >= ${roughly[0]} and ${departed} < ${roughly[1]}`,
    sql`${date} >= ${first}::${type} and ${date} < ${end}::${type}`,
    sql`${departed} <= ${now}`,
  ];
}

/** TEU of the shipment `s` in containers of its own: those of others share theirs. Null when there are none. */
export const ownTeu = sql`case when s.load_type = 'FCL' then s.teu end`;
