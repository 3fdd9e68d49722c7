import { HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import type { Journey, Step } from "./journey.ts";
import { messageOf, type News } from "./message-format.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";

/** Deliberate faults in the events of a shipment, which the portal has to tolerate. */
export interface Fault {
  /** No events in the last so many days. */
  silentDays?: number;
  /** The actual of this step is never reported, though later ones are. */
  missing?: (step: Step) => boolean;
  /** An estimate of the last reached step arrives hours after its actual. */
  hasLateEstimate?: boolean;
  /** The last message arrives twice, unchanged. */
  isRepeated?: boolean;
  /** When a container number is corrected; its events are then sent again. */
  corrected?: { at: Date; wrong: string; right: string };
}

/** A message and the time of its arrival. */
export interface TimedMessage {
  reportedAt: Date;
  message: unknown;
}

/** Hours after the seeding at which a silent carrier's delayed events arrive. */
const SILENCE_ENDS_HOURS = 26;

/**
 * All messages of a shipment, future ones included, in the order of arrival and in the formats of carriers
 * and airlines: Track & Trace 2.2 and 3.0, air status updates, and forwarder milestones. The plan comes with
 * the booking. Delays are reported with their reason when they become known, arrivals again at each
 * departure, actuals some hours after they happen. Faults occur up to `today`.
 */
export function timedMessagesOf(
  shipment: DemoShipment,
  random: Random,
  today: Date,
  fault: Fault = {},
): TimedMessage[] {
  const silentFrom = new Date(today.getTime() - (fault.silentDays ?? 0) * 24 * HOUR_MS);
  const silenceEnds = new Date(today.getTime() + SILENCE_ENDS_HOURS * HOUR_MS);
  const all = newsOf(shipment, random)
    .filter(({ step }) => !shipment.isCoLoaded || step.reporter === "forwarder")
    .filter((news) => news.classifier !== "ACT" || !fault.missing?.(news.step))
    .map((news) =>
      news.reportedAt > silentFrom && news.reportedAt <= today ? { ...news, reportedAt: silenceEnds } : news,
    )
    .flatMap((news) => correctedNews(news, fault))
    .sort((a, b) => a.reportedAt.getTime() - b.reportedAt.getTime());
  const reported = all.filter((news) => news.reportedAt <= today);
  const ahead = all.filter((news) => news.reportedAt > today);
  const lastActual = reported.findLast((news) => news.classifier === "ACT");
  if (fault.hasLateEstimate && lastActual) {
    const { step, at, reportedAt, boxNumber } = lastActual;
    reported.push({
      step,
      classifier: "EST",
      at: new Date(at.getTime() + 9 * HOUR_MS),
      reportedAt: new Date(Math.min(reportedAt.getTime() + 5 * HOUR_MS, today.getTime())),
      boxNumber,
      reason: null,
    });
  }
  const timedMessages = [...reported, ...ahead].map((news, index) => ({
    reportedAt: news.reportedAt,
    message: messageOf(shipment, news, index),
  }));
  const last = timedMessages[reported.length - 1];
  if (fault.isRepeated && last) timedMessages.splice(reported.length, 0, structuredClone(last));
  return timedMessages;
}

function correctedNews(news: News, { corrected }: Fault): News[] {
  if (!corrected || news.boxNumber !== corrected.wrong) return [news];
  const right = { ...news, boxNumber: corrected.right };
  if (news.reportedAt >= corrected.at) return [right];
  return [news, { ...right, reportedAt: corrected.at }];
}

/** All reports about a shipment: its plan, new estimates after delays, and actuals. */
function newsOf(shipment: DemoShipment, random: Random): News[] {
  const { journey, bookedAt } = shipment;
  const plannedAt = new Date(bookedAt.getTime() + random.int(2 * 60, 20 * 60) * MINUTE_MS);
  const plans = journey.steps.map(
    (step): News => ({
      step,
      classifier: "PLN",
      at: step.planned,
      reportedAt: plannedAt,
      boxNumber: null,
      reason: null,
    }),
  );
  const slips = slipNews(journey, plannedAt, random);
  const { news, reportTimes } = actualNews(shipment, random);
  return [...plans, ...slips, ...news, ...markNews(shipment, reportTimes)];
}

/** An estimate of a step, more precise the nearer the step is; none after it has happened. */
function expectation(step: Step, reportedAt: Date, random: Random, reason: News["reason"] = null): News[] {
  const error = Math.min(3, (step.actual.getTime() - reportedAt.getTime()) / HOUR_MS / 24);
  const at = new Date(step.actual.getTime() + Math.round(random.next() * error) * HOUR_MS);
  return reportedAt < step.actual
    ? [{ step, classifier: "EST", at, reportedAt, boxNumber: null, reason }]
    : [];
}

/**
 * The new estimates after a delay. A later delay is not known yet, so its steps are estimated by this delay
 * alone.
 */
function slipNews({ steps, slips }: Journey, plannedAt: Date, random: Random): News[] {
  return slips.flatMap(({ from, knownAt, reason }) => {
    const reportedAt = new Date(Math.max(knownAt.getTime(), plannedAt.getTime() + HOUR_MS));
    const later = slips.filter((slip) => slip.from > from).map((slip) => slip.from);
    return steps
      .slice(from, Math.min(steps.length, ...later))
      .flatMap((step, index) => expectation(step, reportedAt, random, index === 0 ? reason : null));
  });
}

/** The arrival that can be estimated at a departure; null where an unknown delay lies before it. */
function arrivalAfter({ steps, slips }: Journey, index: number): Step | null {
  const departure = steps[index]!;
  if (departure.code !== "DEPA" && departure.code !== "DEP") return null;
  const next = steps.findIndex(({ code }, at) => at > index && (code === "ARRI" || code === "ARR"));
  const isAhead = slips.some(
    ({ from, knownAt }) => from > index && knownAt > departure.actual && from <= Math.max(0, next),
  );
  return isAhead ? null : (steps[next] ?? null);
}

/** Actuals per container. No step is reported before the step in front of it. */
function actualNews({ journey, boxNumbers }: DemoShipment, random: Random) {
  const news: News[] = [];
  let lastTold = 0;
  const reportTimes = new Map<Step, number>();
  for (const [index, step] of journey.steps.entries()) {
    const lag = random.int(8, step.vocabulary === "IMP" ? 90 : 420) * MINUTE_MS;
    const before = journey.steps[index - 1]?.actual.getTime() ?? 0;
    const arrival = arrivalAfter(journey, index);
    if (arrival)
      news.push(...expectation(arrival, new Date(step.actual.getTime() + lag + 5 * MINUTE_MS), random));
    const boxes = step.isPerContainer && boxNumbers.length > 0 ? boxNumbers : [null];
    for (const [box, boxNumber] of boxes.entries()) {
      // A step is reached when its last container has reached it.
      const early = step.actual.getTime() - (boxes.length - 1 - box) * 25 * MINUTE_MS;
      const at = new Date(Math.max(early, Math.min(before + (5 + box) * MINUTE_MS, step.actual.getTime())));
      lastTold = Math.max(lastTold + MINUTE_MS, at.getTime() + lag + box * 5 * MINUTE_MS);
      news.push({ step, classifier: "ACT", at, reportedAt: new Date(lastTold), boxNumber, reason: null });
    }
    reportTimes.set(step, lastTold);
  }
  return { news, reportTimes };
}

/** The forwarder's own milestones, reported after the step in front of them. */
function markNews(
  { index: number, journey, marks, isCoLoaded }: DemoShipment,
  reportTimes: ReadonlyMap<Step, number>,
): News[] {
  const clerk = createRandom(4_000_000 + number);
  return marks.map((step): News => {
    const at = step.actual.getTime();
    const front = journey.steps.findLast(({ actual }) => actual <= step.actual);
    // For a shared container the carrier reports to the forwarder who booked it.
    const known = (front && (isCoLoaded ? front.actual.getTime() + LAG_MAX_MS : reportTimes.get(front))) ?? 0;
    const reportedMs = Math.max(at + clerk.int(5, 90) * MINUTE_MS, known + 5 * MINUTE_MS);
    const reportedAt = step.code === "BOOK" ? step.actual : new Date(reportedMs);
    return { step, classifier: "ACT", at: step.actual, reportedAt, boxNumber: null, reason: null };
  });
}

const LAG_MAX_MS = 8 * HOUR_MS;
