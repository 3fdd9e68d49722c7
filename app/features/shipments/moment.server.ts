import { type DisplayLanguage, formatTime, type KnownTime, offsetOf } from "#app/lib/date-time.ts";
import type { Translate } from "#app/locales/translation.ts";

/** One point in time as it is shown: at its place, and beside it as the viewer's clock has it. */
export interface MomentView {
  /** "2026-11-20 10:00:00"; a day without an hour. */
  text: string;
  /** "UTC+08:00", the clock that the time is read on; null for a day. */
  zone: string | null;
  /** The viewer's time; null where it says nothing more: a day, or a zone that is not known. */
  viewer: string | null;
}

/** Who looks, and when. */
export interface Viewer {
  language: DisplayLanguage;
  /** Null: not known yet. */
  timeZone: string | null;
  now: Date;
  t: Translate;
}

/** A place whose zone is not known has its time shown in UTC, named as such. */
export function momentOf(time: KnownTime, placeZone: string | null, { timeZone, t }: Viewer): MomentView {
  const zone = placeZone ?? "UTC";
  const shown = formatTime(time, zone) ?? "";
  if (time.isDayOnly) return { text: shown, zone: null, viewer: null };
  const offset = offsetOf(time.at, zone);
  const moment = { text: shown, zone: placeZone === null ? "UTC" : `UTC${offset}` };
  if (timeZone === null) return { ...moment, viewer: null };
  const isSame = offset === offsetOf(time.at, timeZone);
  return {
    ...moment,
    viewer: isSame
      ? t("milestones:yourTimeToo")
      : t("milestones:yourTime", { time: formatTime(time, timeZone) ?? "" }),
  };
}

/** The moment as one line, for texts that hold it. */
export const momentLine = ({ text, zone }: MomentView): string => [text, zone].filter(Boolean).join(" ");
