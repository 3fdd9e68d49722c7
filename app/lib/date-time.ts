/**
 * Dates and times (product 9.3). On the wire a time stamp is a UTC+8 local time without a zone, "YYYY-MM-DD
 * HH:mm:ss", or "YYYY-MM-DD" when only the day is known; inside the product it is an instant. Only this file
 * knows the offset of eight hours.
 */

import { dayInWords } from "./day-in-words.ts";
import type { MomentView } from "./moment.ts";

export type DisplayLanguage = "en" | "zh";

/**
 * An instant, or a day: a day is stored as its midnight in the wire's zone, and `formatTime` shows it as that
 * day in every zone.
 */
export interface KnownTime {
  at: Date;
  isDayOnly: boolean;
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

// A fixed offset, not Asia/Shanghai: that zone had summer time until 1991 and local mean time before 1901.
const WIRE_OFFSET_MS = 8 * HOUR_MS;
/** The wire's offset as a zone. */
export const WIRE_ZONE = "+08:00";

const MINUTE_LENGTH = "YYYY-MM-DD HH:mm".length;
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/;
const SHOWN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

// Zone names come from a cookie in any upper or lower case; the limit keeps clients from filling the cache.
const CACHED_FORMATTERS = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

function cachedFormatter(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat | null {
  const known = formatters.get(key);
  if (known) return known;
  try {
    const made = make();
    if (formatters.size >= CACHED_FORMATTERS) formatters.clear();
    formatters.set(key, made);
    return made;
  } catch {
    return null;
  }
}

// Swedish dates have the ISO format, so one format() gives the whole stamp; formatToParts is several times
// slower.
function stampFormatter(zone: string): Intl.DateTimeFormat | null {
  return cachedFormatter(
    zone,
    () =>
      new Intl.DateTimeFormat("sv-SE", {
        timeZone: zone,
        calendar: "gregory",
        numberingSystem: "latn",
        hourCycle: "h23",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
      }),
  );
}

function isInstant(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/** The local time as if it were UTC, in ms; null for a day or an hour that does not exist. */
function readWallClock(text: unknown): { utcMs: number; isDayOnly: boolean } | null {
  const parts = typeof text === "string" ? WALL_CLOCK.exec(text.trim()) : null;
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [hour, minute, second] = [Number(parts[4] ?? 0), Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (year < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return { utcMs: date.getTime(), isDayOnly: parts[4] === undefined };
}

function writeStamp(utcMs: number): string | null {
  const date = new Date(utcMs);
  if (Number.isNaN(date.getTime())) return null;
  const year = date.getUTCFullYear();
  if (year < 1 || year > 9999) return null;
  return date.toISOString().slice(0, 19).replace("T", " ");
}

/** A wire time stamp or day as an instant with its precision; null for anything else, an impossible day included. */
export function parseWire(text: unknown): KnownTime | null {
  const clock = readWallClock(text);
  return clock && { at: new Date(clock.utcMs - WIRE_OFFSET_MS), isDayOnly: clock.isDayOnly };
}

/** The instant of a wire time stamp; for a day its midnight in the wire's zone. Null when it is none. */
export function wireToInstant(text: unknown): Date | null {
  return parseWire(text)?.at ?? null;
}

/**
 * "YYYY-MM-DD HH:mm:ss" in the wire's zone, whole seconds; null for an invalid date or a year outside 1-9999.
 */
export function instantToWire(instant: Date | null | undefined): string | null {
  return isInstant(instant) ? writeStamp(instant.getTime() + WIRE_OFFSET_MS) : null;
}

/** "YYYY-MM-DD HH:mm" in the wire's zone, for texts that the provider writes; empty for an invalid date. */
export function minuteToWire(instant: Date | null | undefined): string {
  return instantToWire(instant)?.slice(0, MINUTE_LENGTH) ?? "";
}

/** "YYYY-MM-DD": the day of the instant in the wire's zone. Use it for days, in both directions. */
export function dayToWire(instant: Date | null | undefined): string | null {
  return instantToWire(instant)?.slice(0, 10) ?? null;
}

/** Whether Intl knows the time zone: an IANA name or an offset such as "+08:00". */
export function isValidZone(zone: unknown): zone is string {
  return typeof zone === "string" && zone.length > 0 && zone.length <= 64 && stampFormatter(zone) !== null;
}

/** "YYYY-MM-DD HH:mm:ss" in a zone; null for an invalid date, an unknown zone, or a year outside 1000-9999. */
export function formatInstant(instant: Date | null | undefined, zone: string): string | null {
  if (!isInstant(instant)) return null;
  const offset = offsetOfDay(Math.floor(instant.getTime() / DAY_MS), zone);
  return offset === null ? askIntl(instant, zone) : writeStamp(instant.getTime() + offset);
}

const dayOffsets = new Map<string, Map<number, number | null>>();
const CACHED_DAYS = 1_000;

/**
 * Milliseconds that the zone is ahead of UTC on a day of UTC; null where Intl has to be asked, as on a day on which the
 * offset changes. Intl takes ten times as long as adding them.
 */
function offsetOfDay(day: number, zone: string): number | null {
  let days = dayOffsets.get(zone);
  if (!days) {
    days = new Map();
    if (dayOffsets.size >= CACHED_FORMATTERS) dayOffsets.clear();
    dayOffsets.set(zone, days);
  }
  const known = days.get(day);
  if (known !== undefined) return known;
  const offset = readOffsetOfDay(day, zone);
  if (days.size >= CACHED_DAYS) days.clear();
  days.set(day, offset);
  return offset;
}

function readOffsetOfDay(day: number, zone: string): number | null {
  const offsets = [day * DAY_MS, (day + 1) * DAY_MS].map((at) => {
    const clock = readWallClock(askIntl(new Date(at), zone));
    return clock && clock.utcMs - at;
  });
  return offsets[0] === offsets[1] ? (offsets[0] ?? null) : null;
}

function askIntl(instant: Date, zone: string): string | null {
  const stamp = stampFormatter(zone)?.format(instant);
  return stamp !== undefined && SHOWN.test(stamp) ? stamp : null;
}

/** "YYYY-MM-DD", the day in a zone of an instant that is known to the second. For a time known to the day: `formatTime`. */
export function formatDay(instant: Date | null | undefined, zone: string): string | null {
  return formatInstant(instant, zone)?.slice(0, 10) ?? null;
}

/** A stamp in the zone, or, for a time known to the day, that day without an hour, whatever the zone. */
export function formatTime(time: KnownTime | null | undefined, zone: string): string | null {
  if (!time) return null;
  return time.isDayOnly ? dayToWire(time.at) : formatInstant(time.at, zone);
}

/**
 * The date helper of product 9.3: converts a stamp from the server (UTC+8) to the viewer's zone. A day stays
 * that day. Null when the text is no date.
 */
export function wireToViewer(text: unknown, zone: string): string | null {
  return formatTime(parseWire(text), zone);
}

/** Minutes that the zone is ahead of UTC at the instant; null for an invalid date or zone. */
export function offsetMinutesOf(instant: Date | null | undefined, zone: string): number | null {
  const clock = readWallClock(formatInstant(instant, zone));
  if (!clock || !instant) return null;
  return Math.trunc((clock.utcMs - Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS) / MINUTE_MS);
}

/** "+02:00", "-03:30", "+00:00": the zone's offset at the instant, to show beside a local time. */
export function offsetOf(instant: Date | null | undefined, zone: string): string | null {
  const minutes = offsetMinutesOf(instant, zone);
  if (minutes === null) return null;
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/**
 * The instant of a local time stamp or day (midnight) in a zone: for typed input, such as a filter's day. A
 * skipped hour is read with the offset before the change; of a repeated hour, the first.
 */
export function wallClockToInstant(text: unknown, zone: string): Date | null {
  const clock = readWallClock(text);
  if (!clock) return null;
  const before = offsetMinutesOf(new Date(clock.utcMs - DAY_MS), zone);
  const after = offsetMinutesOf(new Date(clock.utcMs + DAY_MS), zone);
  if (before === null || after === null) return null;
  for (const minutes of [before, after]) {
    const instant = new Date(clock.utcMs - minutes * MINUTE_MS);
    if (offsetMinutesOf(instant, zone) === minutes) return instant;
  }
  return new Date(clock.utcMs - before * MINUTE_MS);
}

/**
 * The local time at the instant in a zone, as milliseconds of the same reading in UTC: for files that hold
 * local times without a zone. Null for an invalid date or zone.
 */
export function wallClockMs(instant: Date | null | undefined, zone: string): number | null {
  const minutes = offsetMinutesOf(instant, zone);
  return minutes === null || !instant ? null : instant.getTime() + minutes * MINUTE_MS;
}

/** The day so many days earlier, both "YYYY-MM-DD"; null for invalid input. */
export function daysBefore(day: string, days: number): string | null {
  const clock = readWallClock(day);
  return clock?.isDayOnly ? (writeStamp(clock.utcMs - days * DAY_MS)?.slice(0, 10) ?? null) : null;
}

/** Whether the text is a day of the calendar as "YYYY-MM-DD"; 2026-02-30 is none. */
export const isDay = (text: string): boolean => daysBefore(text, 0) === text;

/** Whole days from the instant to now, never below 0; null for an invalid date. */
export function ageOf(instant: Date | null | undefined, now: Date): number | null {
  return isInstant(instant) ? Math.max(0, Math.floor((now.getTime() - instant.getTime()) / DAY_MS)) : null;
}

/** The instant from which the time counts as past: for a day, its end. */
export function endOf(time: KnownTime): Date {
  return time.isDayOnly ? new Date(time.at.getTime() + DAY_MS) : time.at;
}

const LOCALE_OF: Record<DisplayLanguage, string> = { en: "en-GB", zh: "zh-CN" };

const RELATIVE_STEPS = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

const relativeFormatters = new Map<DisplayLanguage, Intl.RelativeTimeFormat>();

/**
 * Relative time: "in 3 hours", "2 days ago", cut to whole units; within a minute "now". Null for an invalid
 * date.
 */
export function relativeTime(
  instant: Date | null | undefined,
  now: Date,
  language: DisplayLanguage,
): string | null {
  if (!isInstant(instant)) return null;
  const difference = instant.getTime() - now.getTime();
  const [unit, size] = RELATIVE_STEPS.find(([, ms]) => Math.abs(difference) >= ms) ?? ["second", 0];
  if (size === 0)
    return new Intl.RelativeTimeFormat(LOCALE_OF[language], { numeric: "auto" }).format(0, "second");
  let formatter = relativeFormatters.get(language);
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(LOCALE_OF[language]);
    relativeFormatters.set(language, formatter);
  }
  return formatter.format(Math.trunc(difference / size), unit);
}

/** "Su", "日" of a day "YYYY-MM-DD"; null for invalid input. */
export function formatWeekday(day: string, language: DisplayLanguage): string | null {
  const noon = new Date(`${day}T12:00:00Z`);
  if (!isInstant(noon)) return null;
  const formatter = cachedFormatter(
    `weekday ${language}`,
    () =>
      new Intl.DateTimeFormat(LOCALE_OF[language], {
        timeZone: "UTC",
        weekday: "short",
      }),
  );
  return formatter?.format(noon) ?? null;
}

/** "today", "昨天" of the days -1 to 1 from today. */
function nearDay(days: number, language: DisplayLanguage): string {
  return new Intl.RelativeTimeFormat(LOCALE_OF[language], { numeric: "auto" }).format(days, "day");
}

/** How a time is written (decisions/dates-and-zones.md); one that is known to the day has no hour in any of them. */
export type TimeFormat =
  /** "today, 12:05", "Tue 1 Dec": answers, strips, cards and the column of arrivals. */
  | "spoken"
  /** "Tue 1 Dec" of near days too: what is read on another day, as mails. */
  | "lasting"
  /** "2026-11-26 10:55": other columns and facts. */
  | "column"
  /** "2026-11-26 10:55:00": messages, operation logs and files. */
  | "full";

/** In whose words, on which clock, and when a time is read. */
export interface TimeReader {
  language: DisplayLanguage;
  zone: string;
  now: Date;
}

/** The time in the format; null for an invalid date or an unknown zone. */
export function writeTime(
  time: KnownTime | null | undefined,
  reader: TimeReader,
  format: TimeFormat,
): MomentView | null {
  const local = formatTime(time, reader.zone);
  if (!time || local === null) return null;
  const stamp = time.isDayOnly ? local : `${local} UTC${offsetOf(time.at, reader.zone)}`;
  if (format === "full") return { text: local, stamp };
  if (format === "column") return { text: local.slice(0, MINUTE_LENGTH), stamp };
  return { text: spoken(local, reader, format === "lasting"), stamp };
}

function spoken(local: string, { language, zone, now }: TimeReader, isLasting: boolean): string {
  const [day = "", hour] = local.split(" ");
  const today = formatDay(now, zone) ?? "";
  const daysAhead = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  // Written so that a `now` without a day is no near one.
  if (isLasting || !(Math.abs(daysAhead) <= 1)) return dayInWords(day, language, today.slice(0, 4));
  const words = nearDay(daysAhead, language);
  return hour ? `${words}${language === "zh" ? " " : ", "}${hour.slice(0, "HH:mm".length)}` : words;
}

const spanSteps = [
  ["day", 2 * DAY_MS, DAY_MS],
  ["hour", HOUR_MS, HOUR_MS],
  ["minute", 0, MINUTE_MS],
] as const;

/** The unit in which a span is told, with its milliseconds. */
export function spanUnit(milliseconds: number): { unit: "day" | "hour" | "minute"; sizeMs: number } {
  const [unit, , sizeMs] = spanSteps.find(([, least]) => milliseconds >= least) ?? spanSteps[2];
  return { unit, sizeMs };
}

/** "5 hours": cut to whole units, days from two days on, never less than a minute. */
export function spanText(milliseconds: number, language: DisplayLanguage): string {
  const { unit, sizeMs } = spanUnit(milliseconds);
  return countText(Math.max(1, Math.floor(milliseconds / sizeMs)), unit, language);
}

// Making one takes as long as fifty texts.
const counts = new Map<string, Intl.NumberFormat>();

/** "28 days", by language. */
export function countText(count: number, unit: "day" | "hour" | "minute", language: DisplayLanguage): string {
  const key = `${language} ${unit}`;
  let formatter = counts.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(LOCALE_OF[language], { style: "unit", unit, unitDisplay: "long" });
    counts.set(key, formatter);
  }
  // Chinese texts here have a space between a number and its unit.
  return formatter.format(count).replace(/(\d)(?=\p{Script=Han})/u, "$1 ");
}
