import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { EVERY_MAX, NEXT_SENDS_SHOWN, scheduleUnits } from "#app/contract/notification-code.ts";
import { formatDay, isValidZone } from "#app/lib/date-time.ts";
import { nextSends, type Schedule } from "#app/lib/schedule.ts";
import type { Translate } from "#app/locales/translation.ts";

/** The fields of `schedule-fields.tsx`, and a schedule as a sentence. */

type ChosenSchedule = Omit<Schedule, "from">;

/** Offered beside the reader's own zone; any other one of a stored schedule is kept. */
const ZONES = [
  "+08:00",
  "UTC",
  "Asia/Shanghai",
  "Asia/Hong_Kong",
  "Asia/Singapore",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Asia/Dubai",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Paris",
  "Europe/Istanbul",
  "Africa/Johannesburg",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Mexico_City",
  "America/Sao_Paulo",
  "Australia/Sydney",
  "Pacific/Auckland",
];
const zoneName = (zone: string) => (zone === "+08:00" ? "UTC+8" : zone);

/** The fields as they are typed, with faults in the reader's language. */
export function scheduleShape(t: Translate) {
  const upTo = (most: number) => {
    const fault = t("schedule:fault.number", { least: 1, most });
    return z
      .string()
      .trim()
      .regex(/^\d{1,3}$/, fault)
      .transform(Number)
      .refine((number) => number >= 1 && number <= most, fault);
  };
  const choice = { error: t("schedule:fault.choice") };
  return {
    unit: z.enum(scheduleUnits, choice),
    every: upTo(EVERY_MAX).default(1),
    weekday: upTo(7).default(1),
    monthDay: upTo(31).default(1),
    time: z
      .string({ error: t("schedule:fault.time") })
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, t("schedule:fault.time")),
    zone: z.string(choice).min(1).max(64),
  };
}

/** What `scheduleShape` reads as the provider takes it. */
export const scheduleRead = ({ unit, every, ...rest }: ChosenSchedule): ChosenSchedule => ({
  unit,
  every: unit === "day" ? 1 : every,
  weekday: rest.weekday,
  monthDay: rest.monthDay,
  time: rest.time,
  zone: rest.zone,
});

/** A schedule as its fields show it; without one, every day at eight on the reader's clock. */
export const scheduleTyped = ({ timeZone }: Visit, schedule: ChosenSchedule | null) => ({
  unit: schedule?.unit ?? "day",
  every: String(schedule?.every ?? 1),
  weekday: String(schedule?.weekday ?? 1),
  monthDay: String(schedule?.monthDay ?? 1),
  time: schedule?.time ?? "08:00",
  zone: schedule?.zone ?? timeZone ?? "+08:00",
});

/** Texts and choices of the fields; `zone` is the one that is set. */
export function scheduleView({ t, timeZone }: Visit, zone: string) {
  const zones = [...new Set([zone, timeZone ?? "", ...ZONES])].filter(Boolean);
  const names = ["unit", "every", "weekday", "monthDay", "time", "zone"] as const;
  return {
    labels: Object.fromEntries(names.map((name) => [name, t(`schedule:field.${name}`)])) as Record<
      (typeof names)[number],
      string
    >,
    hints: { every: t("schedule:hint.every"), monthDay: t("schedule:hint.monthDay") },
    units: scheduleUnits.map((unit) => [unit, t(`schedule:unit.${unit}`)] as const),
    weekdays: weekdays.map((day) => [day, t(`schedule:weekday.${day}`)] as const),
    zones: zones.map((each) => [each, zoneName(each)] as const),
  };
}
export type ScheduleView = ReturnType<typeof scheduleView>;

const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;

/** "Every Monday at 08:00 (UTC+8)". */
export function scheduleText(
  t: Translate,
  { unit, every, weekday, monthDay, time, zone }: ChosenSchedule,
): string {
  const values = { time, zone: zoneName(zone), every };
  if (unit === "day") return t("schedule:when.day", values);
  if (unit === "month")
    return t(every === 1 ? "schedule:when.month" : "schedule:when.months", { ...values, day: monthDay });
  const name = t(`schedule:weekday.${String(weekday) as "1"}`);
  return t(every === 1 ? "schedule:when.week" : "schedule:when.weeks", { ...values, weekday: name });
}

/** The next times, as the reader's clock shows them; none in a zone that nobody knows. */
export function nextTimes({ stamp }: Visit, schedule: ChosenSchedule, now: Date): string[] {
  if (!isValidZone(schedule.zone)) return [];
  return nextSends({ ...schedule, from: formatDay(now, schedule.zone)! }, now, NEXT_SENDS_SHOWN).map((at) =>
    stamp(at),
  );
}
