import type { FreeTimeStart, FreeTimeType } from "#app/contract/free-time-code.ts";
import { chargedDays, type FreeTimeTerms, freeDaysLeft, lastFreeDay } from "./free-time.ts";
import { chargeByTier, chargeOfDays, type PriceTier } from "./free-time-charge.ts";

/**
 * The last free day of a container and what a later day costs (trade: "Demurrage, detention and the last free day").
 * All days are text of the place's calendar, "YYYY-MM-DD".
 */

export interface Tariff extends FreeTimeTerms {
  /** The tariff's own name, unique within its company. */
  code: string;
  type: FreeTimeType;
  startEvent: FreeTimeStart;
  /** Null: for all. */
  carrierCode: string | null;
  placeCode: string | null;
  /** The beginning of an ISO size type: "45G1", or "45" for all boxes of this size. */
  sizeType: string | null;
  tiers: readonly PriceTier[];
  currency: string;
  validFrom: string;
  validTo: string | null;
  source: string;
  contractNumber: string | null;
}

export interface KnownDay {
  day: string;
  isActual: boolean;
}

/** What is known of one container. */
export interface FreeTimeBox {
  carrierCode: string | null;
  /** Codes of the places where it arrives. */
  places: readonly string[];
  sizeType: string;
  discharge: KnownDay | null;
  available: KnownDay | null;
  gateOut: KnownDay | null;
  emptyIn: KnownDay | null;
}

interface FreeTimeCost {
  until: string;
  by: "ended" | "asked" | "today";
  days: number;
  amount: string;
  tiers: ReturnType<typeof chargeByTier>;
}

/** One clock of a container: demurrage, detention, or both merged. */
interface FreeTimeClock {
  type: FreeTimeType;
  tariff: Tariff | null;
  lastFreeDay: string | null;
  basis: "stated" | "computed" | null;
  computed: { lastFreeDay: string; startEvent: FreeTimeStart; startDay: string; isActual: boolean } | null;
  isOpen: boolean;
  endedOn: string | null;
  /** False for the detention of a container that has to be picked up first. */
  hasBegun: boolean;
}

/** A clock with what it says today. */
export interface FreeTimeLine extends FreeTimeClock {
  daysLeft: number | null;
  daysOver: number | null;
  cost: FreeTimeCost | null;
}

export interface FreeTimeGiven {
  box: FreeTimeBox;
  tariffs: readonly Tariff[];
  /** Days that others state at present. */
  stated: readonly { type: FreeTimeType; lastFreeDay: string }[];
  today: string;
  /** The day of pick-up or return that a person asks about. */
  pickup: string | null;
}

/** The clocks of a container. A merged tariff takes the place of demurrage and detention. */
function clocksOf(facts: FreeTimeGiven): FreeTimeClock[] {
  const first = choose(facts, ["DEM", "MERGED"]);
  const second = first?.type === "MERGED" ? null : choose(facts, ["DET"]);
  const types: readonly FreeTimeType[] = ["DEM", "DET", "MERGED"];
  return types.flatMap((type) => {
    const tariff = [first, second].find((each) => each?.type === type) ?? null;
    const isStated = facts.stated.some((each) => each.type === type);
    return tariff || isStated ? [clockOf(type, tariff, facts)] : [];
  });
}

/** The clocks of a container, with days left and costs. */
export const freeTimeLines = (facts: FreeTimeGiven): FreeTimeLine[] =>
  clocksOf(facts).map((clock) => lineOf(clock, facts));

/** The earliest last free day of the clocks that still run. */
export function firstOpenDay(clocks: readonly FreeTimeClock[]): string | null {
  const days = clocks.flatMap(({ isOpen, lastFreeDay }) => (isOpen && lastFreeDay ? [lastFreeDay] : []));
  return days.sort()[0] ?? null;
}

/**
 * The most specific tariff that is valid on the day its clock starts, or today while that day is not known: one that
 * names the carrier comes first, then the place, then the longer size; of equals the one valid since later.
 */
function choose(facts: FreeTimeGiven, types: readonly FreeTimeType[]): Tariff | null {
  const { box, tariffs, today } = facts;
  const fits = (tariff: Tariff) => {
    const day = startOf(tariff, facts)?.day ?? today;
    return (
      types.includes(tariff.type) &&
      (tariff.carrierCode === null || tariff.carrierCode === box.carrierCode) &&
      (tariff.placeCode === null || box.places.includes(tariff.placeCode)) &&
      (tariff.sizeType === null || box.sizeType.startsWith(tariff.sizeType)) &&
      tariff.validFrom <= day &&
      (tariff.validTo === null || day <= tariff.validTo)
    );
  };
  return tariffs.filter(fits).sort(bySpecificity)[0] ?? null;
}

const bySpecificity = (a: Tariff, b: Tariff): number =>
  Number(b.carrierCode !== null) - Number(a.carrierCode !== null) ||
  Number(b.placeCode !== null) - Number(a.placeCode !== null) ||
  (b.sizeType?.length ?? 0) - (a.sizeType?.length ?? 0) ||
  compareText(b.validFrom, a.validFrom) ||
  compareText(a.code, b.code);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Detention of a container that is still in the terminal would start on the day that is asked about. A planned day that has passed
 * without the event starts nothing: nobody knows the day then.
 */
function startOf({ startEvent }: Tariff, { box, pickup, today }: FreeTimeGiven): KnownDay | null {
  const known = box[startEvent];
  if (known?.isActual) return known;
  if (startEvent === "gateOut" && pickup) return { day: pickup, isActual: false };
  return known && known.day >= today ? known : null;
}

function clockOf(type: FreeTimeType, tariff: Tariff | null, facts: FreeTimeGiven): FreeTimeClock {
  const { box, stated } = facts;
  const start = tariff && startOf(tariff, facts);
  const computed =
    tariff && start
      ? {
          lastFreeDay: lastFreeDay(start.day, tariff),
          startEvent: tariff.startEvent,
          startDay: start.day,
          isActual: start.isActual,
        }
      : null;
  const earliest = stated
    .filter((each) => each.type === type)
    .map((each) => each.lastFreeDay)
    .sort()[0];
  const last = earliest ?? computed?.lastFreeDay ?? null;
  const ends = type === "DEM" ? [box.gateOut, box.emptyIn] : [box.emptyIn];
  const endedOn = ends.find((end) => end?.isActual)?.day ?? null;
  return {
    type,
    tariff,
    lastFreeDay: last,
    basis: earliest ? "stated" : computed ? "computed" : null,
    computed,
    isOpen: endedOn === null,
    endedOn,
    hasBegun: type !== "DET" || endedOn !== null || box.gateOut?.isActual === true,
  };
}

function lineOf(clock: FreeTimeClock, facts: FreeTimeGiven): FreeTimeLine {
  const { tariff, lastFreeDay: last, isOpen, endedOn, hasBegun } = clock;
  return {
    ...clock,
    daysLeft: isOpen && last ? freeDaysLeft(last, facts.today) : null,
    daysOver: isOpen && last ? chargedDays(last, facts.today) : null,
    cost: last && tariff && hasBegun ? costOf(tariff, last, { ...facts, endedOn }) : null,
  };
}

function costOf(
  { tiers }: Tariff,
  last: string,
  { today, pickup, endedOn }: FreeTimeGiven & { endedOn: string | null },
): FreeTimeCost {
  const until = endedOn ?? pickup ?? today;
  const days = chargedDays(last, until);
  return {
    until,
    by: endedOn ? "ended" : pickup ? "asked" : "today",
    days,
    amount: chargeOfDays(days, tiers),
    tiers: chargeByTier(days, tiers),
  };
}
