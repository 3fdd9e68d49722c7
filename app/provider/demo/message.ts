import { HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import type { Step } from "./journey.ts";
import { messageOf, type News } from "./message-format.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";

/** What goes wrong with the news of a shipment, on purpose: the portal has to bear it. */
export interface Fault {
  /** Nothing is told of the last so many days. */
  silentDays?: number;
  /** The actual of this step is never told, though later ones are. */
  missing?: (step: Step) => boolean;
  /** An estimate of the last step reached comes hours after its actual. */
  hasLateEstimate?: boolean;
  /** The last message comes a second time, word for word. */
  isRepeated?: boolean;
  /** The number of a box is put right then: what was told of it is told again. */
  corrected?: { at: Date; wrong: string; right: string };
}

/** A message, and when it is told. */
export interface Telling {
  toldAt: Date;
  message: unknown;
}

/** How long after the seeding the news that a silent carrier owes come in. */
const SILENCE_ENDS_HOURS = 26;

/**
 * Every message of a shipment, those of its future too, in the order told, in the formats in which carriers and
 * airlines publish: Track & Trace 2.2 and 3.0 and air status updates, and the forwarder's own milestones. The plan comes
 * with the booking; slips are told with their reason when they become known, arrivals again at each departure; what has
 * happened, some hours later. What goes wrong goes wrong up to `today`.
 */
export function tellingsOf(
  shipment: DemoShipment,
  random: Random,
  today: Date,
  fault: Fault = {},
): Telling[] {
  const silentFrom = new Date(today.getTime() - (fault.silentDays ?? 0) * 24 * HOUR_MS);
  const silenceEnds = new Date(today.getTime() + SILENCE_ENDS_HOURS * HOUR_MS);
  const all = newsOf(shipment, random)
    .filter(({ step }) => !shipment.isCoLoaded || step.teller === "forwarder")
    .filter((news) => news.classifier !== "ACT" || !fault.missing?.(news.step))
    .map((news) =>
      news.toldAt > silentFrom && news.toldAt <= today ? { ...news, toldAt: silenceEnds } : news,
    )
    .flatMap((news) => correctedNews(news, fault))
    .sort((a, b) => a.toldAt.getTime() - b.toldAt.getTime());
  const told = all.filter((news) => news.toldAt <= today);
  const ahead = all.filter((news) => news.toldAt > today);
  const lastActual = told.findLast((news) => news.classifier === "ACT");
  if (fault.hasLateEstimate && lastActual) {
    const { step, at, toldAt, boxNumber } = lastActual;
    told.push({
      step,
      classifier: "EST",
      at: new Date(at.getTime() + 9 * HOUR_MS),
      toldAt: new Date(Math.min(toldAt.getTime() + 5 * HOUR_MS, today.getTime())),
      boxNumber,
      reason: null,
    });
  }
  const tellings = [...told, ...ahead].map((news, index) => ({
    toldAt: news.toldAt,
    message: messageOf(shipment, news, index),
  }));
  const last = tellings[told.length - 1];
  if (fault.isRepeated && last) tellings.splice(told.length, 0, structuredClone(last));
  return tellings;
}

function correctedNews(news: News, { corrected }: Fault): News[] {
  if (!corrected || news.boxNumber !== corrected.wrong) return [news];
  const right = { ...news, boxNumber: corrected.right };
  if (news.toldAt >= corrected.at) return [right];
  return [news, { ...right, toldAt: corrected.at }];
}

function newsOf(
  { index: number, journey, marks, bookedAt, boxNumbers, isCoLoaded }: DemoShipment,
  random: Random,
): News[] {
  const { steps, slips } = journey;
  const clerk = createRandom(4_000_000 + number);
  const news: News[] = [];
  const plannedAt = new Date(bookedAt.getTime() + random.int(2 * 60, 20 * 60) * MINUTE_MS);
  for (const step of steps) {
    news.push({
      step,
      classifier: "PLN",
      at: step.planned,
      toldAt: plannedAt,
      boxNumber: null,
      reason: null,
    });
  }
  const expect = (index: number, toldAt: Date, reason: News["reason"] = null) => {
    const step = steps[index]!;
    const error = Math.min(3, (step.actual.getTime() - toldAt.getTime()) / HOUR_MS / 24);
    const at = new Date(step.actual.getTime() + Math.round(random.next() * error) * HOUR_MS);
    if (toldAt < step.actual) news.push({ step, classifier: "EST", at, toldAt, boxNumber: null, reason });
  };
  for (const { from, knownAt, reason } of slips) {
    const toldAt = new Date(Math.max(knownAt.getTime(), plannedAt.getTime() + HOUR_MS));
    for (let index = from; index < steps.length; index++) {
      // A later slip is not known yet: what it moves is held to the plan moved by this one.
      if (slips.some((slip) => slip.from > from && index >= slip.from)) break;
      expect(index, toldAt, index === from ? reason : null);
    }
  }
  const arrivals = steps.flatMap((step, index) =>
    step.code === "ARRI" || step.code === "ARR" ? [index] : [],
  );
  // Nobody tells of a step before the one in front of it is told.
  let lastTold = 0;
  const toldOf = new Map<Step, number>();
  for (const [index, step] of steps.entries()) {
    const lag = random.int(8, step.vocabulary === "IMP" ? 90 : 420) * MINUTE_MS;
    const before = steps[index - 1]?.actual.getTime() ?? 0;
    if (step.code === "DEPA" || step.code === "DEP") {
      const next = arrivals.find((arrival) => arrival > index);
      const ahead = slips.some(
        (slip) => slip.from > index && slip.knownAt > step.actual && slip.from <= (next ?? 0),
      );
      if (next !== undefined && !ahead) expect(next, new Date(step.actual.getTime() + lag + 5 * MINUTE_MS));
    }
    const boxes = step.isPerContainer && boxNumbers.length > 0 ? boxNumbers : [null];
    for (const [box, boxNumber] of boxes.entries()) {
      // The last box of several makes the step.
      const early = step.actual.getTime() - (boxes.length - 1 - box) * 25 * MINUTE_MS;
      const at = new Date(Math.max(early, Math.min(before + (5 + box) * MINUTE_MS, step.actual.getTime())));
      lastTold = Math.max(lastTold + MINUTE_MS, at.getTime() + lag + box * 5 * MINUTE_MS);
      news.push({
        step,
        classifier: "ACT",
        at,
        toldAt: new Date(lastTold),
        boxNumber,
        reason: null,
      });
    }
    toldOf.set(step, lastTold);
  }
  for (const step of marks) {
    const at = step.actual.getTime();
    const front = steps.findLast(({ actual }) => actual <= step.actual);
    // Of a box that another house began, the carrier tells that house.
    const known = (front && (isCoLoaded ? front.actual.getTime() + LAG_MAX_MS : toldOf.get(front))) ?? 0;
    const told = Math.max(at + clerk.int(5, 90) * MINUTE_MS, known + 5 * MINUTE_MS);
    const toldAt = step.code === "BOOK" ? step.actual : new Date(told);
    news.push({ step, classifier: "ACT", at: step.actual, toldAt, boxNumber: null, reason: null });
  }
  return news;
}

const LAG_MAX_MS = 8 * HOUR_MS;
