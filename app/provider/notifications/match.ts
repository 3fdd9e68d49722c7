import type { FreeDayNews, RuleJoin, ShipmentNews } from "#app/contract/notification-code.ts";
import { DAY_MS, daysBefore, dayToWire, WIRE_ZONE, wallClockToInstant } from "#app/lib/date-time.ts";
import type { NotificationRule } from "#app/lib/notification-rule.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { codesOfText } from "../reference/place-names.ts";
import type { ShipmentStandings, Standing } from "../shipments/standing-at.ts";

/** The conditions of a notification, over what was known of a shipment at a moment. */
export interface Conditions {
  join: RuleJoin;
  rules: readonly NotificationRule[];
}

interface Moment {
  at: Date;
  standing: Standing;
  /** Milestones reached since the moment before: a rule for a milestone holds once, when it becomes known. */
  gained: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

type Test = (value: string, shipment: ShipmentStandings, moment: Moment) => boolean;

const isWithin = (at: number | null, days: string, { at: now }: Moment): boolean =>
  at !== null && at >= now.getTime() && at <= now.getTime() + Number(days) * DAY_MS;

/** When the last free day ends at the place: a day counts until its end. */
function endOfFreeTime({ zone }: ShipmentStandings, { lastFreeDay }: Standing): number | null {
  const next = lastFreeDay && daysBefore(lastFreeDay, -1);
  return (next && wallClockToInstant(next, zone ?? WIRE_ZONE)?.getTime()) || null;
}

const tests: Record<NotificationRule["kind"], Test> = {
  shippedBy: (value, { shipperName }) => shipperName.toLowerCase().includes(value.toLowerCase()),
  status: (value, _, { standing }) => standing.status === value,
  mode: (value, { mode }) => mode === value,
  origin: (value, { origins }) => codesOfText(value).some((code) => origins.includes(code)),
  destination: (value, { destinations }) => codesOfText(value).some((code) => destinations.includes(code)),
  etaWithin: (value, _, moment) =>
    isOpen(moment) &&
    !moment.standing.reached.has("ata") &&
    isWithin(moment.standing.eta?.getTime() ?? null, value, moment),
  etaSlipped: (value, _, moment) => {
    const { eta, firstEta, reached } = moment.standing;
    const isUnderWay = isOpen(moment) && !reached.has("ata");
    return isUnderWay && !!eta && !!firstEta && eta.getTime() - firstEta.getTime() >= Number(value) * DAY_MS;
  },
  milestone: (value, _, { gained }) => gained.has(value),
  delayed: (_value, __, moment) => isDelayed(moment),
  lastFreeDay: (value, shipment, moment) =>
    isOpen(moment) && isWithin(endOfFreeTime(shipment, moment.standing), value, moment),
  container: (value, { containerNumbers }) => containerNumbers.includes(value),
  po: (value, { poNumbers }) => poNumbers.some((number) => keyOf(number) === keyOf(value)),
};

/** Rules whose answer changes with the time alone. */
const CLOCK_KINDS: ReadonlySet<NotificationRule["kind"]> = new Set(["etaWithin", "delayed", "lastFreeDay"]);

const isOpen = ({ standing }: Moment): boolean => standing.status !== "COMPLETED";
const isDelayed = ({ standing, at }: Omit<Moment, "gained">): boolean =>
  standing.status !== "COMPLETED" && standing.delayedFrom !== null && standing.delayedFrom < at.getTime();
const keyOf = (number: string): string => number.replace(/[\s-]/g, "").toUpperCase();

function holds({ join, rules }: Conditions, shipment: ShipmentStandings, moment: Moment): boolean {
  const each = ({ kind, value }: NotificationRule) => tests[kind](value, shipment, moment);
  return join === "AND" ? rules.every(each) : rules.some(each);
}

/** Whether only events can make shipments match, so that those without an event need not be looked at. */
export function needsEvents({ rules }: Pick<Conditions, "rules">): boolean {
  return !rules.some(({ kind }) => CLOCK_KINDS.has(kind));
}

/**
 * What a notification tells of a shipment at `moments[index]`: null unless its conditions hold then, and they did not at
 * the moment before or something was heard of the shipment since. A changed last free day is told as well where the
 * conditions held for the old one: who planned by that has to learn that it does not count any more.
 */
export function newsAt(
  conditions: Conditions,
  shipment: ShipmentStandings,
  moments: readonly Date[],
  index: number,
): ShipmentNews | null {
  const [since, at] = [moments[index - 1]!, moments[index]!];
  const [before, standing] = [shipment.standings[index - 1]!, shipment.standings[index]!];
  if (shipment.createdAt > at) return null;
  // What a first import brings was there before this system.
  if (shipment.broughtAt && shipment.broughtAt > since) return null;
  const isNew = shipment.createdAt > since;
  const gained = isNew ? standing.reached : difference(standing.reached, before.reached);
  const freeDays = isNew ? [] : freeDayNews(shipment, before, standing);
  const held = () => holds(conditions, shipment, { at: since, standing: before, gained: NOTHING });
  const isMoved = freeDays.length > 0 && conditions.rules.some(({ kind }) => kind === "lastFreeDay");
  if (!holds(conditions, shipment, { at, standing, gained }) && !(isMoved && held())) return null;
  const isHeardOf = isNew || standing.eventCount !== before.eventCount;
  if (!isHeardOf && held()) return null;
  const isEtaMoved = !isNew && before.eta !== null && before.eta.getTime() !== standing.eta?.getTime();
  const etaBefore = before.isEtaDay ? dayToWire(before.eta) : before.eta?.toISOString();
  return {
    shipmentId: shipment.id,
    houseNumber: shipment.houseNumber,
    gained: [...gained].sort(),
    etaBefore: (isEtaMoved && etaBefore) || null,
    isNowDelayed: isDelayed({ at, standing }) && (isNew || !isDelayed({ at: since, standing: before })),
    freeDays,
  };
}

/** The stated days that differ from those of the moment before, by container and source. */
function freeDayNews(
  { containerNumbers }: ShipmentStandings,
  before: Standing,
  now: Standing,
): FreeDayNews[] {
  const changes = [...now.stated].map(
    ([slot, { container_key: key, kind, source, sender, last_free_day }]) => ({
      slot,
      containerNumber: containerNumbers.find((number) => referenceKey(number) === key) ?? key,
      type: kind,
      source,
      sender,
      day: last_free_day,
      before: before.stated.get(slot)?.last_free_day ?? null,
    }),
  );
  return changes
    .filter((change) => change.before !== change.day)
    .sort((a, b) => (a.slot < b.slot ? -1 : 1))
    .map(({ slot: _, ...change }) => change);
}

function difference(now: ReadonlySet<string>, before: ReadonlySet<string>): ReadonlySet<string> {
  const gained = new Set([...now].filter((key) => !before.has(key)));
  return gained.size > 0 ? gained : NOTHING;
}
