import type { Kysely } from "kysely";
import type { z } from "zod";
import type { TransportMode } from "#app/contract/freight-code.ts";
import type { QuoteRequest, quotePrice } from "#app/contract/quote.ts";
import { DAY_MS, HOUR_MS, instantToWire } from "#app/lib/date-time.ts";
import { multiply, round } from "#app/lib/decimal.ts";
import { weighPackages } from "#app/lib/package-weight.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import type { Database } from "../db/schema.ts";
import { bookQuote } from "../quotes/book.ts";
import { acceptQuote, rejectQuote } from "../quotes/decide.ts";
import { priceQuote } from "../quotes/price.ts";
import { addQuote, updateQuote } from "../quotes/request.ts";
import { readOptions } from "../quotes/store.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { callAt, type demoCast } from "./cast.ts";
import { type Freight, requestOf, someFreight } from "./freight.ts";
import { createRandom, type Random } from "./random.ts";

type Outcome = "new" | "ready" | "awaiting" | "accepted" | "booked" | "rejected" | "expired";

interface Plan {
  who: string;
  mode: TransportMode;
  requestedHoursAgo: number;
  outcome: Outcome;
  /** How long from now the answer is good; for what has expired, how long ago it ended. */
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

/** Every status, some about to change: an answer that is nearly due, one that is late, options that end within hours. */
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
  plan("demo", "OCEAN_FCL", 260, "booked", 100),
  plan("demo", "AIR", 220, "booked", 30),
  plan("chen", "OCEAN_LCL", 300, "booked", 60),
  plan("maria.ruiz", "AIR", 190, "booked", 80),
  plan("maria.ruiz", "OCEAN_FCL", 420, "booked", 24),
  plan("emma.hale", "OCEAN_FCL", 340, "booked", 50),
  plan("demo", "TRUCK", 200, "rejected", 100),
  plan("maria.ruiz", "AIR", 280, "rejected", 24),
  plan("chen", "OCEAN_FCL", 500, "rejected", 10),
  plan("rival", "AIR", 240, "rejected", 60),
  plan("demo", "AIR", 330, "expired", 30),
  plan("demo", "OCEAN_FCL", 520, "expired", 100),
  plan("jan.peters", "OCEAN_LCL", 400, "expired", 12),
  plan("emma.hale", "AIR", 360, "expired", 80),
];

const tags = [
  ...["Spring range", "Store opening Phoenix", "Replenishment week 49", "Trade fair samples", "Summer range"],
  ...["Urgent spare parts", "Private label", "Holiday stock", "Test order", "Warehouse transfer"],
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

/** A quote that was booked: its booking is a draft still. */
export interface BookedQuote {
  bookingId: string;
  who: string;
  freight: Freight;
  bookedAt: Date;
}

/** Some 40 quotes in every status, by the same functions as a portal's calls. */
export async function addDemoQuotes(
  db: Kysely<Database>,
  cast: Awaited<ReturnType<typeof demoCast>>,
  today: Date,
): Promise<BookedQuote[]> {
  const booked: BookedQuote[] = [];
  const inOrder = plans
    .map((each, index) => ({ ...each, random: createRandom(40_000 + index), index }))
    .sort((a, b) => b.requestedHoursAgo - a.requestedHoursAgo);
  // Harrow & Vale has every quote authorized; Meridian did so for the few that still wait.
  const harrowVale = cast("emma.hale").companyId;
  await setAuthorization(db, harrowVale, true);
  for (const { who, mode, random, requestedHoursAgo, outcome, validHours, index } of inOrder) {
    const company = companyOf[who]!;
    const at = (hours: number) => new Date(today.getTime() - hours * HOUR_MS - random.int(0, 1500) * 1000);
    const caller = cast(who);
    const freight = someFreight(random, company, mode, 60_000 + index * 3);
    const request = requestOf(freight, tags[index % tags.length]!, new Date(today.getTime() + 9 * DAY_MS));
    const requestedAt = at(requestedHoursAgo);
    const { id } = await addQuote(request, callAt(db, caller, requestedAt));
    if (index % 9 === 4) {
      const changed = { ...request, id, version: 1, tag: `${request.tag} (2)` };
      await updateQuote(changed, callAt(db, caller, new Date(requestedAt.getTime() + 20 * 60_000)));
    }
    if (outcome === "new") continue;

    const pricedAt = at(requestedHoursAgo - Math.min(requestedHoursAgo / 2, random.int(19, 40)));
    const staff = cast(mode === "AIR" ? "kit.wong" : "desk");
    const isAwaiting = outcome === "awaiting" && company === "MERIDIAN";
    if (isAwaiting) await setAuthorization(db, caller.companyId, true);
    const end = new Date(today.getTime() + (outcome === "expired" ? -validHours : validHours) * HOUR_MS);
    const options = optionsOf(random, freight, request, end);
    await priceQuote({ id, options }, callAt(db, staff, pricedAt));
    if (isAwaiting) await setAuthorization(db, caller.companyId, false);

    const answered = callAt(
      db,
      caller,
      new Date((pricedAt.getTime() + Math.min(end.getTime(), today.getTime())) / 2),
    );
    if (outcome === "rejected") await rejectQuote({ id, reason: random.pick(reasons) }, answered);
    if (outcome !== "accepted" && outcome !== "booked") continue;
    const option = random.pick(
      (await readOptions(db, id)).filter(({ valid_until }) => valid_until >= answered.now),
    );
    await acceptQuote({ id, optionId: option.id }, answered);
    if (outcome !== "booked") continue;
    const bookedAt = new Date(answered.now.getTime() + 15 * 60_000);
    const { bookingId } = await bookQuote({ id, optionId: option.id }, callAt(db, caller, bookedAt));
    booked.push({ bookingId, who, freight, bookedAt });
  }
  return booked;
}

async function setAuthorization(db: Kysely<Database>, companyId: string, isNeeded: boolean): Promise<void> {
  await db
    .updateTable("company")
    .set({ needs_quote_authorization: isNeeded })
    .where("id", "=", companyId)
    .execute();
}

type Option = z.output<(typeof quotePrice)["request"]>["options"][number];
type Line = Option["lines"][number];

/** One to three carriers; the last option is good until `end`, the others for less. */
function optionsOf(random: Random, freight: Freight, request: QuoteRequest, end: Date): Option[] {
  const { explanation } = weighPackages(request.freightMode, request.packages);
  const names = freight.carriers.slice(0, 3);
  const { currency } = moneyOf[freight.company];
  return names.map((carrierName, index) => ({
    carrierName,
    transitDays: freight.transitDays + index * random.int(0, 2),
    validUntil: instantToWire(index === 0 ? end : new Date(end.getTime() - index * 45 * 60_000))!,
    currency,
    lines: linesOf(freight, freight.rate * (1 + (random.next() - 0.5) / 6), explanation, request),
  }));
}

function linesOf(
  freight: Freight,
  rate: number,
  { chargeable, grossKg, volumeCbm }: { chargeable: string; grossKg: string; volumeCbm: string },
  { containers }: QuoteRequest,
): Line[] {
  const { fromUsd } = moneyOf[freight.company];
  const line = (
    description: string,
    unit: string,
    usd: number,
    quantity: string | number,
    more = {},
  ): Line => {
    const price = round(multiply(round(usd, 4), fromUsd), 2);
    const open = { volumeMin: null, volumeMax: null, weightMin: null, weightMax: null };
    return { description, unit, price, amount: round(multiply(price, quantity), 2), ...open, ...more };
  };
  const asked = containers.reduce((sum, { count }) => sum + count, 0);
  const boxes = asked || Math.max(1, Math.ceil(Number(volumeCbm) / 66));
  const breaks = Number(chargeable) < 300 ? ["100", "300"] : ["300", "1000"];
  const main = () => {
    switch (freight.mode) {
      case "AIR":
        return [
          line("Air freight", "kg", rate, chargeable, { weightMin: breaks[0], weightMax: breaks[1] }),
          line("Fuel surcharge", "kg", 0.95, grossKg),
          line("Security", "kg", 0.14, grossKg),
          line("Air waybill", "AWB", 35, 1),
        ];
      case "OCEAN_FCL":
        return [
          line("Ocean freight", "45G1", rate, boxes, { volumeMin: "0", volumeMax: "76" }),
          line("Terminal handling at origin", "45G1", 195, boxes),
          line("Terminal handling at destination", "45G1", 265, boxes),
          line("Bill of lading", "B/L", 65, 1),
        ];
      case "OCEAN_LCL":
        return [
          line("Ocean freight", "W/M", rate / 38, chargeable, { volumeMin: "1", volumeMax: "15" }),
          line("Container freight station", "W/M", 28, chargeable),
          line("Bill of lading", "B/L", 65, 1),
        ];
      case "TRUCK":
        return [
          line("Line haul", "truck", rate, 1, { weightMin: "0", weightMax: "19000" }),
          line("Fuel surcharge", "truck", rate * 0.17, 1),
        ];
    }
  };
  const isTruck = freight.mode === "TRUCK";
  return [
    ...main(),
    ...(isFromDoor(freight.service) && !isTruck ? [line("Pick-up", "trip", 240, boxes)] : []),
    ...(isToDoor(freight.service) && !isTruck ? [line("Delivery", "trip", 410, boxes)] : []),
  ];
}
