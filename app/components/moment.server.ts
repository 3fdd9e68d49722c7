import type { Clock } from "#app/access/clock.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import {
  type DisplayLanguage,
  type KnownTime,
  offsetOf,
  type TimeFormat,
  writeTime,
} from "#app/lib/date-time.ts";
import { type MomentView, noMoment } from "#app/lib/moment.ts";
import type { Translate } from "#app/locales/translation.ts";

/** The reader, and the present time. */
export interface Viewer {
  language: DisplayLanguage;
  clock: Clock;
  now: Date;
  t: Translate;
}

/** Whose clock times at places are on: what a page that shows such times says once. */
export const clockNote = ({ clock, t }: Pick<Viewer, "clock" | "t">): string =>
  clock.choice === "place" ? t("clock:times.place") : t("clock:times.zone", { zone: clock.zoneName });

/** The reader of a visit, at present. */
export const viewerOf = ({ t, language, clock }: Omit<Viewer, "now">): Viewer => ({
  t,
  language,
  clock,
  now: new Date(),
});

/**
 * A time at a place, by the reader's setting, and beside it on the other clock. A place with an unknown zone is shown in UTC+8.
 */
export function momentOf(
  time: KnownTime,
  placeZone: string | null,
  viewer: Viewer,
  format: TimeFormat = "column",
): MomentView {
  const { clock } = viewer;
  const moment = momentIn(time, zoneOnClock(clock.named, placeZone), viewer, format) ?? noMoment;
  const other = time.isDayOnly ? null : otherClock(time, placeZone, viewer);
  return other ? { ...moment, other } : moment;
}

/** The time on the reader's clock, or, for readers of places' clocks, the other way round; null where it adds nothing. */
function otherClock(time: KnownTime, placeZone: string | null, viewer: Viewer): string | null {
  const { clock, t } = viewer;
  const isOfPlace = clock.choice === "place";
  // A place without a zone has no local time that could stand beside.
  const zone = isOfPlace ? clock.own : placeZone;
  if (zone === null) return null;
  const isSame = offsetOf(time.at, zoneOnClock(clock.named, placeZone)) === offsetOf(time.at, zone);
  if (isSame) return t(isOfPlace ? "milestones:yourTimeToo" : "milestones:placeTimeToo");
  const text = momentIn(time, zone, viewer, "column")?.text ?? "";
  return t(isOfPlace ? "milestones:yourTime" : "milestones:placeTime", { time: text });
}

/** A time without a place, in the reader's zone. */
export const ownMoment = (
  time: KnownTime | null,
  viewer: Omit<Viewer, "t">,
  format: TimeFormat = "column",
): MomentView => momentIn(time, viewer.clock.zone, viewer, format) ?? noMoment;

const momentIn = (
  time: KnownTime | null,
  zone: string,
  { language, now }: Pick<Viewer, "language" | "now">,
  format: TimeFormat,
) => writeTime(time, { language, zone, now }, format);
