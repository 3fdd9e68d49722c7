import { clockNote, momentOf, type Viewer } from "#app/components/moment.server.ts";
import { reasonText } from "#app/components/reason.server.ts";
import type { WireEvent } from "#app/contract/shipment.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { cutCommaList } from "#app/lib/comma-list.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { HOUR_MS, type KnownTime, relativeTime, spanText } from "#app/lib/date-time.ts";
import { lastMilestone, lastReason, nextMilestone } from "#app/lib/milestones/chain.ts";
import { kindOf } from "#app/lib/milestones/kinds.ts";
import type { Milestone, MilestoneEvent, MilestoneTime } from "#app/lib/milestones/milestone.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";
import { chainOf } from "#app/lib/shipment-chain.ts";
import texts from "#app/locales/en/milestones.ts";
import type { Translate } from "#app/locales/translation.ts";
import { newsOf } from "../detail/news.server.ts";
import { milestoneLabel, placeLabel } from "../labels.server.ts";
import { progressOfChain } from "../standing.server.ts";

/** Longer journeys have their past parts collapsed. */
const UNFOLDED_MILESTONES = 8;
const PLAN_TOLERANCE_MS = HOUR_MS;

/** `unknown`: never reported although later milestones are reached, so it may or may not have happened. */
export type MilestoneViewState = "reached" | "expected" | "planned" | "overdue" | "unknown";

interface TimeView extends MomentView {
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
  notes: Line[];
  /** Reasons of a delay. */
  reason: string | null;
}

export interface TimelineGroup {
  title: string;
  /** Vessel and voyage or flight, with origin and destination. */
  subtitle: string | null;
  folded: string | null;
  milestones: MilestoneView[];
}

export interface TimelineView {
  zone: string;
  news: { text: string; isStale: boolean }[];
  discrepancies: Line[];
  groups: TimelineGroup[];
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
  /** The last milestone and the next, one line each. */
  progress: Line[];
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
      discrepancies: artist.isPublic
        ? []
        : chain.discrepancies.map((event) => remarkLine(event, artist, t("milestones:discrepancy"))),
      groups: groupsOf(chain.milestones, artist),
      others:
        others.length > 0 && !artist.isPublic
          ? {
              title: t("milestones:others", { count: others.length }),
              texts: others.map((event) => remarkLine(event, artist, movedTitle(event, t))),
            }
          : null,
    },
    delay: delayWords(chain.milestones, viewer),
    progress: progressOfChain(
      { ...viewer, clock: viewer.clock.named },
      {
        last: lastMilestone(chain.milestones),
        next: journey.status === "COMPLETED" ? null : nextMilestone(chain.milestones),
      },
      (code) => places.get(code) ?? null,
    ),
  };
}

interface Artist {
  viewer: Viewer;
  places: ReadonlyMap<string, WirePlace>;
  containers: readonly string[];
  isPublic: boolean;
}

const placeName = (place: WirePlace | undefined): string | null => (place ? placeLabel(place) : null);

function groupsOf(milestones: readonly Milestone[], artist: Artist): TimelineGroup[] {
  const { t } = artist.viewer;
  const parts: { leg: number | null; milestones: Milestone[] }[] = [];
  const lastLeg = milestones.findLastIndex((milestone) => milestone.legIndex !== null);
  for (const [index, milestone] of milestones.entries()) {
    const current = parts.at(-1);
    // Customs and gates at a transhipment place belong to the leg before.
    const isBetween = milestone.legIndex === null && index < lastLeg && current?.leg != null;
    const leg = isBetween ? (current?.leg ?? null) : milestone.legIndex;
    if (current && current.leg === leg) current.milestones.push(milestone);
    else parts.push({ leg, milestones: [milestone] });
  }
  const legs = new Set(parts.flatMap(({ leg }) => leg ?? []));
  const hasLegs = legs.size > 0;
  const here = milestones.findLastIndex((milestone) => milestone.actual !== null);
  const isLong = milestones.length > UNFOLDED_MILESTONES;
  let seen = 0;
  return parts.map(({ leg, milestones: members }, index) => {
    const isBehind = seen + members.length <= here;
    seen += members.length;
    const done = members.filter((milestone) => milestone.actual !== null).length;
    const title =
      leg === null
        ? index === 0 || !hasLegs
          ? t("milestones:group.origin")
          : t("milestones:group.destination")
        : legs.size === 1
          ? t("milestones:group.carriage")
          : t("milestones:group.leg", { number: leg + 1 });
    return {
      title,
      subtitle: leg === null ? null : legText(members, artist),
      folded: isLong && isBehind ? t("milestones:group.folded", { done, total: members.length }) : null,
      milestones: members.map((milestone) => milestoneView(milestone, artist)),
    };
  });
}

function legText(members: readonly Milestone[], { viewer, places }: Artist): string | null {
  const name = (milestone: Milestone | undefined) =>
    milestone?.placeCode ? (places.get(milestone.placeCode)?.name ?? null) : null;
  const from = name(members.find(({ code }) => code === "DEPA" || code === "DEP"));
  const to = name(members.findLast(({ code }) => code === "ARRI" || code === "ARR"));
  const route = from && to ? viewer.t("milestones:route", { from, to }) : null;
  const transport = members.findLast((milestone) => milestone.transport !== null)?.transport ?? null;
  return [transport, route].filter(Boolean).join(" · ") || null;
}

function milestoneView(milestone: Milestone, artist: Artist): MilestoneView {
  const { viewer, places } = artist;
  const { t } = viewer;
  const place = milestone.placeCode === null ? undefined : places.get(milestone.placeCode);
  const state: MilestoneViewState = milestone.isSkipped ? "unknown" : milestone.state;
  return {
    key: milestone.key,
    state,
    stateText: t(`milestones:state.${state}`),
    label: milestoneLabel(t, milestone),
    place: placeName(place),
    times: timesOf(milestone, place?.timeZone ?? null, artist),
    notes: notesOf(milestone, state, place?.timeZone ?? null, artist),
    reason: reasonText(milestone.reason, viewer),
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
  zone: string | null,
  { viewer, containers }: Artist,
): Line[] {
  const { t } = viewer;
  const { count, pieces, actual, planned, due } = milestone;
  const notes: Line[] = [];
  if (state === "unknown") notes.push(t("milestones:unknownText"));
  if (state === "overdue" && due)
    notes.push(
      aroundTime(momentOf(due, zone, viewer, "spoken"), (since) => t("milestones:overdueText", { since })),
    );
  if (count && count.total > 1 && (count.done > 0 || actual)) {
    const parts: string[] = [t("milestones:containers", { done: count.done, total: count.total })];
    if (count.done < count.total) {
      const open = openContainers(milestone, containers);
      if (open.length > 0) parts.push(t("milestones:containersOpen", { numbers: cutCommaList(open).shown }));
    }
    notes.push(parts.join(", "));
  }
  const shift = shiftText(planned, actual ?? due, viewer);
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

/** An event without a milestone, on one line. */
/** What happened to a container that has moved to another booking. */
function movedTitle(event: MilestoneEvent, t: Translate): string | undefined {
  const kind = event.hasMoved ? kindOf(event, null) : null;
  return kind
    ? t("milestones:movedEvent", { what: milestoneLabel(t, { kind, mode: event.mode }) })
    : undefined;
}

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
    reason: reasonText(lastReason(milestones), viewer),
    next: next ? milestoneLabel(viewer.t, next) : null,
  };
}
