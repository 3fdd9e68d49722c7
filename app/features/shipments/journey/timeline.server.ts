import { clockNote, momentOf, type Viewer } from "#app/components/moment.server.ts";
import { briefReason, reasonText } from "#app/components/reason.server.ts";
import type { WireEvent } from "#app/contract/shipment.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { cutCommaList } from "#app/lib/comma-list.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { HOUR_MS, type KnownTime, relativeTime, spanText } from "#app/lib/date-time.ts";
import { lastReason, nextMilestone } from "#app/lib/milestones/chain.ts";
import { kindOf } from "#app/lib/milestones/kinds.ts";
import type { Milestone, MilestoneEvent, MilestoneTime } from "#app/lib/milestones/milestone.ts";
import { isDeparture } from "#app/lib/milestones/reached-dates.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";
import { chainOf } from "#app/lib/shipment-chain.ts";
import texts from "#app/locales/en/milestones.ts";
import type { Translate } from "#app/locales/translation.ts";
import { newsOf } from "../detail/news.server.ts";
import { milestoneLabel, placeLabel } from "../labels.server.ts";

/** So many of the past stay unfolded, and fewer than `LEAST_FOLDED` are not worth folding. */
const RECENT = 3;
const LEAST_FOLDED = 3;
const PLAN_TOLERANCE_MS = HOUR_MS;

/** `unknown`: never reported although later milestones are reached, so it may or may not have happened. */
export type MilestoneViewState = "reached" | "expected" | "planned" | "overdue" | "unknown";

interface TimeView extends MomentView {
  /** "Actual"; empty of a date that is no milestone. */
  label: string;
  /** Source and time of the report; null on public pages. */
  source: string | null;
}

export interface MilestoneView {
  key: string;
  state: MilestoneViewState;
  stateText: string;
  label: string;
  place: string | null;
  /** The valid time first: the actual, else the estimate or the plan; then the others. */
  times: TimeView[];
  /** What else is known of its time. */
  further?: Line[];
  notes: Line[];
  /** Reasons of a delay. */
  reason: string | null;
  /** What happens next, of all that is to come. */
  isNext: boolean;
}

/** An entry of the list that is no milestone: a date of the booking, a cut-off. */
export interface DatedEntry extends MilestoneView {
  at: Date;
}

export interface TimelineView {
  zone: string;
  /** "11 of 15". */
  progress: string;
  /** That nothing was heard for days, or at all. */
  news: string | null;
  discrepancies: Line[];
  /** All but the most recent of what has happened. */
  earlier: { summary: string; milestones: MilestoneView[] } | null;
  milestones: MilestoneView[];
  others: { title: string; texts: Line[] } | null;
}

interface Journey {
  events: readonly WireEvent[];
  containerNumbers?: readonly string[];
  /** When it was booked: the silence of a shipment without any news begins then. */
  bookedAt?: Date | null | undefined;
  status: ShipmentStatus;
  /** For public pages: without source and time of reports. */
  isPublic?: boolean;
  /** What stands in the list besides milestones. */
  further?: readonly DatedEntry[];
}

export interface DelayWords {
  /** The last reported reason, as text. */
  reason: string | null;
  /** The next milestone. */
  next: string | null;
}

export interface DrawnTimeline {
  view: TimelineView;
  delay: DelayWords;
  /** When anything was last received, if that is days ago. */
  silentSince: Date | null;
  /** For `journeyView`. */
  milestones: readonly Milestone[];
  places: ReadonlyMap<string, WirePlace>;
}

/** The timeline of a shipment as texts and times, with the delay text and the progress. */
export function drawTimeline(journey: Journey, viewer: Viewer): DrawnTimeline {
  const { t, now } = viewer;
  const containers = (journey.containerNumbers ?? []).map(cleanContainerNumber);
  const places = new Map(journey.events.flatMap(({ place }) => (place ? [[place.code, place]] : [])));
  const chain = chainOf({ events: journey.events, containerNumbers: containers }, now);
  const artist = { viewer, places, containers, isPublic: journey.isPublic ?? false };
  const { news, silentSince } = newsOf(chain, journey, viewer);
  const others = chain.others.filter((event) => !Number.isNaN(event.at.getTime()));
  return {
    milestones: chain.milestones,
    places,
    silentSince,
    view: {
      zone: clockNote(viewer),
      news,
      progress: t("milestones:progress", {
        done: chain.milestones.filter(({ actual }) => actual).length,
        total: chain.milestones.length,
      }),
      discrepancies: artist.isPublic
        ? []
        : chain.discrepancies.map((event) => remarkLine(event, artist, t("milestones:discrepancy"))),
      ...listOf(chain.milestones, journey, artist),
      others:
        others.length > 0 && !artist.isPublic
          ? {
              title: t("milestones:others", { count: others.length }),
              texts: others.map((event) => remarkLine(event, artist, movedTitle(event, t))),
            }
          : null,
    },
    delay: delayWords(chain.milestones, viewer),
  };
}

interface Artist {
  viewer: Viewer;
  places: ReadonlyMap<string, WirePlace>;
  containers: readonly string[];
  isPublic: boolean;
}

const placeName = (place: WirePlace | undefined): string | null => (place ? placeLabel(place) : null);

/** Milestones in the order of the journey, and what else has a date among them; all but the latest of the past apart. */
function listOf(
  milestones: readonly Milestone[],
  { status, further = [] }: Pick<Journey, "status" | "further">,
  artist: Artist,
): Pick<TimelineView, "earlier" | "milestones"> {
  const { t } = artist.viewer;
  const next = status === "COMPLETED" ? null : nextMilestone(milestones);
  const shifts = milestones.map(({ planned, actual, due }) =>
    shiftText(planned, actual ?? due, artist.viewer),
  );
  const list = milestones.map((milestone, index) => ({
    at: (milestone.actual ?? milestone.due)?.at ?? null,
    isPast: milestone.actual !== null,
    view: milestoneView(milestone, {
      artist,
      transport: transportOf(milestone, milestones),
      // Once it is late, all that follows is as late: only a change is worth saying.
      shift: shifts[index] === shifts[index - 1] ? null : shifts[index]!,
      isNext: milestone === next,
    }),
  }));
  for (const { at, ...view } of further) {
    const before = list.findLastIndex((each) => each.at !== null && each.at <= at);
    list.splice(before + 1, 0, { at, isPast: view.state === "reached", view });
  }
  const recent = list.flatMap(({ isPast }, index) => (isPast ? [index] : [])).at(-RECENT) ?? 0;
  const views = list.map(({ view }) => view);
  if (recent < LEAST_FOLDED) return { earlier: null, milestones: views };
  return {
    earlier: {
      summary: t("milestones:earlier", { count: recent }),
      milestones: views.slice(0, recent),
    },
    milestones: views.slice(recent),
  };
}

/** At a departure: vessel and voyage, or flight. From where to where, the milestones say. */
function transportOf(departure: Milestone, milestones: readonly Milestone[]): string | null {
  if (!isDeparture(departure) || departure.legIndex === null) return null;
  const members = milestones.filter(({ legIndex }) => legIndex === departure.legIndex);
  return members.findLast(({ transport }) => transport !== null)?.transport ?? null;
}

function milestoneView(
  milestone: Milestone,
  {
    artist,
    transport,
    shift,
    isNext,
  }: { artist: Artist; transport: string | null; shift: string | null; isNext: boolean },
): MilestoneView {
  const { viewer, places } = artist;
  const { t } = viewer;
  const place = milestone.placeCode === null ? undefined : places.get(milestone.placeCode);
  const state: MilestoneViewState = milestone.isSkipped ? "unknown" : milestone.state;
  return {
    key: milestone.key,
    state,
    stateText: t(`milestones:state.${state}`),
    label: milestoneLabel(t, milestone),
    place: place?.name ?? null,
    times: timesOf(milestone, place?.timeZone ?? null, artist),
    notes: [...(transport ? [transport] : []), ...notesOf(milestone, state, shift, artist)],
    reason: reasonText(milestone.reason, viewer),
    isNext,
  };
}

function receivedText(
  { source, receivedAt }: Pick<MilestoneTime, "source" | "receivedAt">,
  { t, now, language }: Viewer,
): string {
  return t("milestones:received", { source, age: relativeTime(receivedAt, now, language) ?? "" });
}

function timesOf(milestone: Milestone, zone: string | null, { viewer, isPublic }: Artist): TimeView[] {
  const { t } = viewer;
  const { actual, estimated, planned, due } = milestone;
  const times: [MilestoneTime | null, "ACT" | "EST" | "PLN"][] = [
    [actual, "ACT"],
    [estimated, "EST"],
    [planned, "PLN"],
  ];
  // A plan received after the last estimate replaces it.
  if (!actual && due === planned) times.reverse();
  return times.flatMap(([time, classifier]) => {
    if (!time) return [];
    const source = isPublic ? null : receivedText(time, viewer);
    return { label: t(`milestones:classifier.${classifier}`), ...momentOf(time, zone, viewer), source };
  });
}

function notesOf(
  milestone: Milestone,
  state: MilestoneViewState,
  shift: string | null,
  { viewer: { t }, containers }: Artist,
): string[] {
  const { count, pieces, actual } = milestone;
  const notes: string[] = [];
  if (state === "unknown") notes.push(t("milestones:unknownText"));
  if (count && count.total > 1 && (count.done > 0 || actual)) {
    const parts: string[] = [t("milestones:containers", { done: count.done, total: count.total })];
    if (count.done < count.total) {
      const open = openContainers(milestone, containers);
      if (open.length > 0) parts.push(t("milestones:containersOpen", { numbers: cutCommaList(open).shown }));
    }
    notes.push(parts.join(", "));
  }
  if (shift) notes.push(shift);
  if (pieces && pieces.done < pieces.total) notes.push(t("milestones:pieces", pieces));
  return notes;
}

function openContainers(milestone: Milestone, containers: readonly string[]): string[] {
  const done = new Set(
    milestone.events.filter((event) => event.classifier === "ACT").map((event) => event.containerNumber),
  );
  const known = new Set([...containers, ...milestone.events.flatMap((event) => event.containerNumber ?? [])]);
  return [...known].filter((number) => !done.has(number));
}

/** Deviation of the valid time from the plan; null within an hour, and when one of them is a day only. */
function shiftText(
  planned: KnownTime | null,
  held: KnownTime | null,
  { t, language }: Viewer,
): string | null {
  if (!planned || !held || planned.isDayOnly || held.isDayOnly) return null;
  const difference = held.at.getTime() - planned.at.getTime();
  if (Math.abs(difference) < PLAN_TOLERANCE_MS) return null;
  const span = spanText(Math.abs(difference), language);
  return t(difference > 0 ? "shipments:late" : "milestones:early", { span });
}

type OtherKind = keyof typeof texts.otherKind;
const isOtherKind = (code: string): code is OtherKind => Object.hasOwn(texts.otherKind, code);

/** What happened to a container that has moved to another booking. */
function movedTitle(event: MilestoneEvent, t: Translate): string | undefined {
  const kind = event.hasMoved ? kindOf(event, null) : null;
  return kind
    ? t("milestones:movedEvent", { what: milestoneLabel(t, { kind, mode: event.mode }) })
    : undefined;
}

/** An event without a milestone, on one line. */
function remarkLine(event: MilestoneEvent, { viewer, places }: Artist, title?: string): Line {
  const { t } = viewer;
  const place = event.placeCode === null ? undefined : places.get(event.placeCode);
  const what = title ?? (isOtherKind(event.code) ? t(`milestones:otherKind.${event.code}`) : event.code);
  return aroundTime(momentOf(event, place?.timeZone ?? null, viewer), (time) =>
    [
      what,
      time,
      placeName(place),
      event.containerNumber,
      reasonText({ code: event.reasonCode, remark: event.remark }, viewer),
      receivedText(event, viewer),
    ]
      .filter(Boolean)
      .join(" · "),
  );
}

function delayWords(milestones: readonly Milestone[], viewer: Viewer): DelayWords {
  const next = nextMilestone(milestones);
  return {
    reason: briefReason(lastReason(milestones), viewer),
    next: next ? milestoneLabel(viewer.t, next) : null,
  };
}
