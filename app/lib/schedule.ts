import type { ScheduleUnit } from "#app/contract/notification-code.ts";
import { DAY_MS, formatDay, isValidZone, wallClockToInstant } from "./date-time.ts";

/** When a notification is sent (product 9): daily, weekly or monthly at a time of day in a time zone. */

export interface Schedule {
  unit: ScheduleUnit;
  /** Every N weeks or months; a daily schedule is of every day. */
  every: number;
  /** For weeks: 1 for Monday to 7 for Sunday. */
  weekday: number;
  /** For months: 1 to 31; a month without that day has its last one instead. */
  monthDay: number;
  /** "HH:mm" in the zone. An hour that a change of the clock skips is an hour later; of a repeated one, the first. */
  time: string;
  zone: string;
  /** "YYYY-MM-DD": the weeks or months of every N are counted from the one of this day; nothing is sent before it. */
  from: string;
}

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday: days from then to the Monday of its week. */
const FIRST_MONDAY = -3;

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const weekOf = (number: number): number => Math.floor((number - FIRST_MONDAY) / WEEK_DAYS);
const monthOf = (number: number): number => {
  const date = new Date(number * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

function dayInMonth(month: number, monthDay: number): number {
  const [year, index] = [Math.floor(month / 12), month % 12];
  const last = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return Math.round(Date.UTC(year, index, Math.min(monthDay, last)) / DAY_MS);
}

/** The next multiple of `every` steps from `first`, at or after `present`. */
const inStep = (present: number, first: number, every: number): number =>
  first + Math.max(0, Math.ceil((present - first) / every)) * every;

/** The first day of the schedule at or after the day. */
function dayAtOrAfter({ unit, every, weekday, monthDay, from }: Schedule, day: number): number {
  const first = dayNumber(from);
  const start = Math.max(day, first);
  if (unit === "day") return start;
  const dayOf = (step: number) =>
    unit === "week" ? step * WEEK_DAYS + FIRST_MONDAY + weekday - 1 : dayInMonth(step, monthDay);
  const stepOf = unit === "week" ? weekOf : monthOf;
  const step = inStep(stepOf(start), stepOf(first), every);
  return dayOf(step) >= start ? dayOf(step) : dayOf(step + every);
}

/** The first send after the instant. @throws RangeError for an unknown zone */
export function nextSend(schedule: Schedule, after: Date): Date {
  const { zone, time } = schedule;
  const today = formatDay(after, zone);
  if (!isValidZone(zone) || today === null) throw new RangeError(`Not a time zone: ${zone}`);
  // A day earlier: an hour of that day that was skipped may lie after midnight.
  let day = dayAtOrAfter(schedule, dayNumber(today) - 1);
  for (;;) {
    const at = wallClockToInstant(`${dayText(day)} ${time}`, zone);
    if (at && at > after) return at;
    day = dayAtOrAfter(schedule, day + 1);
  }
}

/** The next sends after the instant, in order. */
export function nextSends(schedule: Schedule, after: Date, count: number): Date[] {
  const sends: Date[] = [];
  for (let at = after; sends.length < count; ) {
    at = nextSend(schedule, at);
    sends.push(at);
  }
  return sends;
}

/** The sends after one instant, up to and including the other. */
export function sendsBetween(schedule: Schedule, after: Date, until: Date): Date[] {
  const sends: Date[] = [];
  for (let at = nextSend(schedule, after); at <= until; at = nextSend(schedule, at)) sends.push(at);
  return sends;
}

/** The last send that is due by now, so that missed ones are made up for once; and the next one. */
export function dueSend(schedule: Schedule, nextAt: Date, now: Date): { at: Date; next: Date } {
  const next = nextSend(schedule, now);
  // No more than a year is looked through: after a longer stop it is sent at once.
  const start = new Date(Math.max(nextAt.getTime() - 1, now.getTime() - 366 * DAY_MS));
  return { at: sendsBetween(schedule, start, now).at(-1) ?? nextAt, next };
}
