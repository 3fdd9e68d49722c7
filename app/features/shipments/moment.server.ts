import type { Clock } from "#app/access/clock.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { type DisplayLanguage, formatTime, type KnownTime, offsetOf, WIRE_ZONE } from "#app/lib/date-time.ts";
import type { Translate } from "#app/locales/translation.ts";

/** One point in time as it is shown: on the reader's clock, and beside it on the place's or the reader's own. */
export interface MomentView {
  /** "2026-11-20 10:00:00"; a day without an hour. */
  text: string;
  /** "UTC+08:00", the clock that the time is read on; null for a day. */
  zone: string | null;
  /** The other clock's time; null where it says nothing more: a day, or a zone that is not known. */
  other: string | null;
}

/** Who looks, and when. */
export interface Viewer {
  language: DisplayLanguage;
  clock: Clock;
  now: Date;
  t: Translate;
}

/** A place whose zone is not known is read in UTC+8, named as such. */
export function momentOf(time: KnownTime, placeZone: string | null, { clock, t }: Viewer): MomentView {
  const zone = zoneOnClock(clock.named, placeZone);
  const shown = formatTime(time, zone) ?? "";
  if (time.isDayOnly) return { text: shown, zone: null, other: null };
  const offset = offsetOf(time.at, zone);
  const moment = { text: shown, zone: `UTC${offset}` };
  const isOfPlace = clock.choice === "place";
  const otherZone = isOfPlace ? clock.own : (placeZone ?? WIRE_ZONE);
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

/** A time that belongs to no place, on the reader's clock, as one line. */
export function stampLine(time: KnownTime | null, { clock }: Pick<Viewer, "clock">): string {
  if (!time) return "";
  return momentLine({
    text: formatTime(time, clock.zone) ?? "",
    zone: time.isDayOnly ? null : `UTC${offsetOf(time.at, clock.zone)}`,
  });
}

/** The moment as one line, for texts that hold it. */
export const momentLine = ({ text, zone }: Pick<MomentView, "text" | "zone">): string =>
  [text, zone].filter(Boolean).join(" ");
