import type { Clock } from "#app/access/clock.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import {
  DAY_MS,
  type DisplayLanguage,
  formatTime,
  HOUR_MS,
  type KnownTime,
  offsetOf,
} from "#app/lib/date-time.ts";
import type { Translate } from "#app/locales/translation.ts";

/**
 * A time as it is shown: by the reader's setting, and beside it in the zone of the place or of the reader.
 */
export interface MomentView {
  /** "2026-11-20 10:00:00"; for a day without time. */
  text: string;
  /** "UTC+08:00", the offset of the time; null for a day. */
  zone: string | null;
  /** The time in the other zone; null when it adds nothing: for a day, or an unknown zone. */
  other: string | null;
}

/** The reader, and the present time. */
export interface Viewer {
  language: DisplayLanguage;
  clock: Clock;
  now: Date;
  t: Translate;
}

/** A place with an unknown zone is shown in UTC+8, labelled as such. */
export function momentOf(time: KnownTime, placeZone: string | null, { clock, t }: Viewer): MomentView {
  const zone = zoneOnClock(clock.named, placeZone);
  const timeText = formatTime(time, zone) ?? "";
  if (time.isDayOnly) return { text: timeText, zone: null, other: null };
  const offset = offsetOf(time.at, zone);
  const moment = { text: timeText, zone: `UTC${offset}` };
  const isOfPlace = clock.choice === "place";
  // A place without a zone has no local time that could stand beside.
  const otherZone = isOfPlace ? clock.own : placeZone;
  if (otherZone === null) return { ...moment, other: null };
  const isSame = offset === offsetOf(time.at, otherZone);
  const text = formatTime(time, otherZone) ?? "";
  if (isOfPlace)
    return {
      ...moment,
      other: isSame ? t("milestones:yourTimeToo") : t("milestones:yourTime", { time: text }),
    };
  return {
    ...moment,
    other: isSame ? t("milestones:placeTimeToo") : t("milestones:placeTime", { time: text }),
  };
}

/** A time without a place, in the reader's zone, on one line. */
export function stampLine(time: KnownTime | null, { clock }: Pick<Viewer, "clock">): string {
  if (!time) return "";
  return momentLine({
    text: formatTime(time, clock.zone) ?? "",
    zone: time.isDayOnly ? null : `UTC${offsetOf(time.at, clock.zone)}`,
  });
}

/** The time on one line, for use in texts. */
export const momentLine = ({ text, zone }: Pick<MomentView, "text" | "zone">): string =>
  [text, zone].filter(Boolean).join(" ");

/** "2 d 5 h", cut to whole hours. */
export function spanText(milliseconds: number, t: Viewer["t"]): string {
  const days = Math.floor(milliseconds / DAY_MS);
  const hours = Math.floor((milliseconds % DAY_MS) / HOUR_MS);
  if (days === 0) return t("milestones:span.hours", { hours });
  return hours === 0 ? t("milestones:span.days", { days }) : t("milestones:span.daysHours", { days, hours });
}
