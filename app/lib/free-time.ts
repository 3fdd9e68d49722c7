/** Free time of demurrage and detention. Days are text, "YYYY-MM-DD", of the place's calendar; no zone comes in. */

export interface FreeTimeTerms {
  /** Whether day 1 is the day of the event (discharge, available, gate out) or the next day. */
  dayOne: "event-day" | "next-day";
  freeDays: number;
  unit: "calendar" | "working";
  /** For working days: holidays, which do not count. */
  holidays?: readonly string[];
  /** For working days: weekdays that do not count, 0 for Sunday; Saturday and Sunday by default. */
  restDays?: readonly number[];
}

const DAY_MS = 86_400_000;
const WEEKEND = [0, 6];
// Limit of the search, in case a tariff lists only holidays.
const LONGEST_SEARCH_DAYS = 3660;

function read(day: string): number {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms) || write(ms) !== day) throw new RangeError(`Not a day: ${day}`);
  return ms;
}

function write(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The last free day: day 1 + free days - 1. Throws RangeError for invalid days. */
export function lastFreeDay(eventDay: string, terms: FreeTimeTerms): string {
  const { dayOne, freeDays, unit, holidays = [], restDays = WEEKEND } = terms;
  const start = read(eventDay) + (dayOne === "next-day" ? DAY_MS : 0);
  if (unit === "calendar") return write(start + (freeDays - 1) * DAY_MS);

  const counts = (ms: number) =>
    !restDays.includes(new Date(ms).getUTCDay()) && !holidays.includes(write(ms));
  let day = start - DAY_MS;
  let left = freeDays;
  for (let searched = 0; left > 0; searched++) {
    if (searched > LONGEST_SEARCH_DAYS) throw new RangeError("The calendar has no working days");
    day += DAY_MS;
    if (counts(day)) left--;
  }
  return write(day);
}

/** Days after the last free day, up to and including the end (full out, empty back, or today). */
export function chargedDays(lastFree: string, endDay: string): number {
  return Math.max(0, Math.round((read(endDay) - read(lastFree)) / DAY_MS));
}

/** Days of free time after today; 0 on its last day, and when it is over. */
export function freeDaysLeft(lastFree: string, today: string): number {
  return Math.max(0, Math.round((read(lastFree) - read(today)) / DAY_MS));
}
