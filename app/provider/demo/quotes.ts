import type { Kysely } from "kysely";
import type { z } from "zod";
import type { TransportMode } from "#app/contract/freight-code.ts";
import type { QuoteRequest, quotePrice } from "#app/contract/quote.ts";
import { DAY_MS, HOUR_MS, instantToWire, MINUTE_MS } from "#app/lib/date-time.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import { weighPackages } from "#app/lib/package-weight.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import type { Database } from "../db/schema.ts";
import { acceptQuote, rejectQuote } from "../quotes/decide.ts";
import { priceQuote } from "../quotes/price.ts";
import { addQuote, updateQuote } from "../quotes/request.ts";
import { readOptions } from "../quotes/store.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { type Freight, makeFreight, requestOf } from "./freight.ts";
import { createRandom, type Random } from "./random.ts";
import { asking, continuing, type DemoRun, type TimedAction } from "./timed-action.ts";

type Outcome = "new" | "ready" | "awaiting" | "accepted" | "rejected" | "expired";

interface Plan {
  who: string;
  mode: TransportMode;
  requestedHoursAgo: number;
  outcome: Outcome;
  /** Hours for which the price stays valid; for an expired quote, hours since it expired. */
  validHours: number;
}

const companyOf: Record<string, DemoCustomerCode> = {
  demo: "MERIDIAN",
  chen: "MERIDIAN",
  "maria.ruiz": "MERIDIAN",
  rival: "BRIGHTWATER",
  "jan.peters": "BRIGHTWATER",
  "emma.hale": "HARROWVALE",
};

const plan = (
  who: string,
  mode: TransportMode,
  requestedHoursAgo: number,
  outcome: Outcome,
  validHours = 0,
): Plan => ({ who, mode, requestedHoursAgo, outcome, validHours });

/** Every status; some are about to change: an answer almost due, one overdue, options that expire soon. */
const plans: readonly Plan[] = [
  plan("demo", "AIR", 1, "new"),
  plan("maria.ruiz", "OCEAN_FCL", 5, "new"),
  plan("chen", "OCEAN_LCL", 11, "new"),
  plan("demo", "TRUCK", 20, "new"),
  plan("maria.ruiz", "AIR", 26, "new"),
  plan("demo", "OCEAN_FCL", 46, "new"),
  plan("chen", "AIR", 52, "new"),
  plan("rival", "OCEAN_FCL", 8, "new"),
  plan("emma.hale", "AIR", 30, "new"),
  plan("demo", "AIR", 60, "ready", 3),
  plan("demo", "OCEAN_FCL", 72, "ready", 9),
  plan("maria.ruiz", "OCEAN_LCL", 80, "ready", 30),
  plan("chen", "AIR", 75, "ready", 52),
  plan("demo", "TRUCK", 90, "ready", 96),
  plan("demo", "OCEAN_FCL", 100, "ready", 150),
  plan("maria.ruiz", "AIR", 54, "ready", 160),
  plan("chen", "OCEAN_FCL", 66, "ready", 320),
  plan("rival", "AIR", 70, "ready", 60),
  plan("jan.peters", "OCEAN_FCL", 110, "ready", 200),
  plan("maria.ruiz", "AIR", 62, "awaiting", 20),
  plan("maria.ruiz", "OCEAN_FCL", 88, "awaiting", 130),
  plan("demo", "OCEAN_LCL", 120, "awaiting", 200),
  plan("emma.hale", "OCEAN_FCL", 96, "awaiting", 90),
  plan("demo", "AIR", 130, "accepted", 40),
  plan("demo", "OCEAN_FCL", 160, "accepted", 120),
  plan("maria.ruiz", "OCEAN_LCL", 140, "accepted", 200),
  plan("emma.hale", "AIR", 150, "accepted", 70),
  plan("demo", "TRUCK", 200, "rejected", 100),
  plan("maria.ruiz", "AIR", 280, "rejected", 24),
  plan("chen", "OCEAN_FCL", 500, "rejected", 10),
  plan("rival", "AIR", 240, "rejected", 60),
  plan("demo", "AIR", 330, "expired", 30),
  plan("demo", "OCEAN_FCL", 520, "expired", 100),
  plan("jan.peters", "OCEAN_LCL", 400, "expired", 12),
  plan("emma.hale", "AIR", 360, "expired", 80),
];

export const tags = [
  "Spring range",
  "Store opening Phoenix",
  "Replenishment week 49",
  "Trade fair samples",
  "Summer range",
  "Urgent spare parts",
  "Private label",
  "Holiday stock",
  "Test order",
  "Warehouse transfer",
];
const reasons = [
  "Another forwarder is cheaper",
  "The order was cancelled",
  "Transit time too long",
  "We ship by sea",
];

const moneyOf: Record<DemoCustomerCode, { currency: "USD" | "EUR" | "GBP"; fromUsd: string }> = {
  MERIDIAN: { currency: "USD", fromUsd: "1" },
  BRIGHTWATER: { currency: "EUR", fromUsd: "0.91" },
  HARROWVALE: { currency: "GBP", fromUsd: "0.78" },
};

/** Quotes in every status at the time of seeding, and what happens to them later. */
export function quoteActions(today: Date): TimedAction[] {
  return plans.flatMap((each, index) => {
    const random = createRandom(40_000 + index);
    const at = (hours: number) => new Date(today.getTime() - hours * HOUR_MS - random.int(0, 1500) * 1000);
    const { who, mode, requestedHoursAgo, outcome, validHours } = each;
    const freight = makeFreight(random, companyOf[who]!, mode, 60_000 + index * 3);
    const request = requestOf(freight, tags[index % tags.length]!, new Date(today.getTime() + 9 * DAY_MS));
    const requestedAt = at(requestedHoursAgo);
    const isNew = outcome === "new";
    const answeredAt = at(requestedHoursAgo - Math.min(requestedHoursAgo / 2, random.int(19, 40)));
    const pricedAt = isNew ? new Date(today.getTime() + random.int(60, 1500) * MINUTE_MS) : answeredAt;
    const end = isNew
      ? new Date(pricedAt.getTime() + random.int(4, 12) * DAY_MS)
      : new Date(today.getTime() + (outcome === "expired" ? -validHours : validHours) * HOUR_MS);
    // A quote that is open at the seeding is answered later, or left to expire.
    const isOpen = isNew || outcome === "ready" || outcome === "awaiting";
    const from = isOpen ? Math.max(pricedAt.getTime(), today.getTime()) : pricedAt.getTime();
    const until = isOpen ? end.getTime() : Math.min(end.getTime(), today.getTime());
    const decidedAt = new Date((from + until) / 2);
    const decision = isOpen ? (random.chance(0.5) ? "rejected" : "expired") : outcome;
    return oneQuote(
      {
        index,
        who,
        mode,
        random,
        freight,
        request,
        isUpdated: index % 9 === 4,
        isAwaiting: outcome === "awaiting",
      },
      { requestedAt, pricedAt, decidedAt, end, decision },
    );
  });
}

/** Quotes per working day that lead to no booking; the others are made with their shipments. */
const LATER_A_DAY = 2;
const LATER_FIRST = 100_000;
const people = Object.keys(companyOf);
const laterModes: readonly TransportMode[] = ["OCEAN_FCL", "AIR", "OCEAN_LCL", "AIR", "TRUCK"];

/** Quote requests of a day after the seeding. */
export function laterQuoteActions(today: Date, day: number): TimedAction[] {
  const midnight = Math.floor(today.getTime() / DAY_MS) * DAY_MS + day * DAY_MS;
  if ([0, 6].includes(new Date(midnight).getUTCDay())) return [];
  return Array.from({ length: LATER_A_DAY }, (_, count) => LATER_FIRST + day * LATER_A_DAY + count).flatMap(
    (index) => {
      const random = createRandom(41_000_000 + index);
      const who = random.pick(people);
      const mode = random.pick(laterModes);
      const freight = makeFreight(random, companyOf[who]!, mode, LATER_FIRST + index * 3);
      const requestedAt = new Date(midnight + random.int(7 * 60, 17 * 60) * MINUTE_MS);
      if (requestedAt <= today) return [];
      const readyOn = new Date(requestedAt.getTime() + random.int(6, 16) * DAY_MS);
      const request = requestOf(freight, random.pick(tags), readyOn);
      const pricedAt = new Date(requestedAt.getTime() + random.int(4, 40) * HOUR_MS);
      const end = new Date(pricedAt.getTime() + random.int(3, 12) * DAY_MS);
      const decidedAt = new Date(
        pricedAt.getTime() + ((end.getTime() - pricedAt.getTime()) * random.int(1, 9)) / 10,
      );
      const decision = random.pick(["rejected", "expired", "expired"] as const);
      return oneQuote(
        { index, who, mode, random, freight, request, isUpdated: random.chance(0.1), isAwaiting: false },
        { requestedAt, pricedAt, decidedAt, end, decision },
      );
    },
  );
}

interface DemoQuote {
  index: number;
  who: string;
  mode: TransportMode;
  random: Random;
  freight: Freight;
  request: QuoteRequest;
  isUpdated: boolean;
  /** Whether somebody of the company still has to authorize it. */
  isAwaiting: boolean;
}

interface Times {
  requestedAt: Date;
  pricedAt: Date;
  decidedAt: Date;
  end: Date;
  decision: "accepted" | "rejected" | "expired" | "new" | "ready" | "awaiting";
}

function oneQuote(
  { index, who, mode, random, freight, request, isUpdated, isAwaiting }: DemoQuote,
  { requestedAt, pricedAt, decidedAt, end, decision }: Times,
): TimedAction[] {
  const staff = mode === "AIR" ? "kit.wong" : "desk";
  const options = optionsOf(random, freight, request, end);
  const reason = random.pick(reasons);
  const endsAt = decidedAt > pricedAt ? decidedAt : pricedAt;
  const actions: TimedAction[] = [
    asking(index, { at: requestedAt, endsAt }, (call) => addQuote(request, call(who))),
  ];
  const continueQuote = continuing("quote", index);
  if (isUpdated) {
    const at = new Date(requestedAt.getTime() + 20 * MINUTE_MS);
    actions.push(
      continueQuote(at, async ({ call, id, version }) => {
        const changed = { ...request, id, version, tag: `${request.tag} (2)` };
        await updateQuote(changed, call(who));
        return 1;
      }),
    );
  }
  actions.push({
    ...continueQuote(pricedAt, async ({ demo, call, id }) => {
      const company = demo.cast(who).companyId;
      const needed = isAwaiting ? await setAuthorization(demo.db, company, true) : null;
      await priceQuote({ id, options }, call(staff));
      if (needed !== null) await setAuthorization(demo.db, company, needed);
      return 1;
    }),
    isAlone: isAwaiting,
  });
  if (decision === "rejected")
    actions.push(
      continueQuote(decidedAt, async ({ call, id }) => {
        await rejectQuote({ id, reason }, call(who));
        return 1;
      }),
    );
  if (decision === "accepted")
    actions.push(
      continueQuote(decidedAt, async ({ demo, call, id }) => {
        const valid = (await readOptions(demo.db, id)).find(({ valid_until }) => valid_until >= decidedAt);
        if (!valid) return null;
        await acceptQuote({ id, optionId: valid.id }, call(who));
        return 1;
      }),
    );
  return actions;
}

/** @returns the previous setting */
async function setAuthorization(
  db: Kysely<Database>,
  companyId: string,
  isNeeded: boolean,
): Promise<boolean> {
  const { needs_quote_authorization: before } = await db
    .selectFrom("company")
    .select("needs_quote_authorization")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("company")
    .set({ needs_quote_authorization: isNeeded })
    .where("id", "=", companyId)
    .execute();
  return before;
}

/**
 * Harrow & Vale has every quote authorized. Meridian had that setting only for the few quotes that still wait
 * for authorization.
 */
export async function authorizeQuotes(demo: DemoRun): Promise<void> {
  await setAuthorization(demo.db, demo.cast("emma.hale").companyId, true);
}
type Option = z.output<(typeof quotePrice)["request"]>["options"][number];
type Line = Option["lines"][number];

/** One to three carriers; the last option is valid until `end`, the others shorter. */
export function optionsOf(random: Random, freight: Freight, request: QuoteRequest, end: Date): Option[] {
  const { explanation } = weighPackages(request.freightMode, request.packages);
  const { currency } = moneyOf[freight.company];
  return freight.carriers.slice(0, 3).map((carrierName, index) => ({
    carrierName,
    transitDays: freight.transitDays + index * random.int(0, 2),
    validUntil: instantToWire(index === 0 ? end : new Date(end.getTime() - index * 45 * 60_000))!,
    currency,
    lines: linesOf(freight, freight.rate * (1 + (random.next() - 0.5) / 6), explanation, request),
  }));
}

const OPEN_ENDED = { volumeMin: null, volumeMax: null, weightMin: null, weightMax: null };
function linesOf(
  freight: Freight,
  rate: number,
  { chargeable, volumeCbm }: { chargeable: string; volumeCbm: string },
  { containers }: QuoteRequest,
): Line[] {
  const line = (
    chargeCode: string,
    description: string,
    unit: string,
    usd: number,
    quantity: string | number,
    more = {},
  ): Line => {
    const price = round(multiply(round(usd, 4), moneyOf[freight.company].fromUsd), 2);
    const amount = round(multiply(price, quantity), 2);
    return { chargeCode, description, unit, price, amount, ...OPEN_ENDED, ...more };
  };
  const containerCount = containers.reduce((sum, { count }) => sum + count, 0);
  const boxes = containerCount || Math.max(1, Math.ceil(Number(volumeCbm) / 66));
  const breaks = Number(chargeable) < 300 ? ["100", "300"] : ["300", "1000"];
  const main = () => {
    switch (freight.mode) {
      case "AIR":
        return [
          line("AFR", "Air freight", "kg", rate, chargeable, { weightMin: breaks[0], weightMax: breaks[1] }),
          line("FSC", "Fuel surcharge", "kg", 0.95, chargeable),
          line("SEC", "Security", "kg", 0.14, chargeable),
          line("AWB", "Air waybill", "AWB", 35, 1),
        ];
      case "OCEAN_FCL":
        return [
          line("OFR", "Ocean freight", "45G1", rate, boxes, { volumeMin: "0", volumeMax: "76" }),
          line("OTHC", "Terminal handling at origin", "45G1", 195, boxes),
          line("DTHC", "Terminal handling at destination", "45G1", 265, boxes),
          line("BLF", "Bill of lading", "B/L", 65, 1),
        ];
      case "OCEAN_LCL":
        return [
          line("OFR", "Ocean freight", "W/M", rate / 38, chargeable, { volumeMin: "1", volumeMax: "15" }),
          line("CFS", "Container freight station", "W/M", 28, chargeable),
          line("BLF", "Bill of lading", "B/L", 65, 1),
        ];
      case "TRUCK":
        return [
          line("LHL", "Line haul", "truck", rate, 1, { weightMin: "0", weightMax: "19000" }),
          line("FSC", "Fuel surcharge", "truck", rate * 0.17, 1),
        ];
    }
  };
  const isTruck = freight.mode === "TRUCK";
  return [
    ...main(),
    ...(isFromDoor(freight.service) && !isTruck ? [line("PUP", "Pick-up", "trip", 240, boxes)] : []),
    ...(isToDoor(freight.service) && !isTruck ? [line("DLV", "Delivery", "trip", 410, boxes)] : []),
  ];
}
