import { type Kysely, sql } from "kysely";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import type { Service, TransportMode } from "#app/contract/freight-code.ts";
import { DAY_MS, dayToWire, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { divide, multiply, round } from "#app/lib/decimal.ts";
import { answerChange, requestChange } from "../bookings/change-request.ts";
import { saveDraft } from "../bookings/draft.ts";
import { insertDraft } from "../bookings/store.ts";
import { decideBooking, submitBooking, updateBooking } from "../bookings/submit.ts";
import type { Database } from "../db/schema.ts";
import { bookQuote } from "../quotes/book.ts";
import { acceptQuote } from "../quotes/decide.ts";
import { priceQuote } from "../quotes/price.ts";
import { addQuote } from "../quotes/request.ts";
import { readOptions } from "../quotes/store.ts";
import { carriers } from "../reference/carriers.ts";
import { attachWaitingEvents } from "../shipments/event-store.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { contentOf, type Freight, requestOf } from "./freight.ts";
import { demoIds, insertShipments } from "./insert.ts";
import { optionsOf, tags } from "./quotes.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";
import { asking, continuing, type DemoRun, type TimedAction } from "./timed-action.ts";

export const CUSTOMER_SERVICE = "Customer Service Hong Kong";

export const bookers: Record<DemoCustomerCode, readonly string[]> = {
  MERIDIAN: ["demo", "booker", "sofia.rossi", "booker", "chen"],
  BRIGHTWATER: ["rival"],
  HARROWVALE: ["emma.hale"],
};
/** User names that may request and accept quotes. Brightwater is not shown prices. */
const buyers: Record<DemoCustomerCode, readonly string[]> = {
  MERIDIAN: ["demo", "chen", "maria.ruiz"],
  BRIGHTWATER: [],
  HARROWVALE: ["emma.hale"],
};

const carrierNames = new Map(carriers.map(({ code, name }) => [code, name]));
const serviceOf: Record<string, Service> = {
  DTA: "DTP",
  ATA: "PTP",
  ATD: "PTD",
  DTD: "DTD",
  DTP: "DTP",
  PTP: "PTP",
  PTD: "PTD",
};

function modeOf({ row }: DemoShipment): TransportMode {
  if (row.job_mode !== "OCEAN") return row.job_mode as TransportMode;
  return row.load_type === "FCL" ? "OCEAN_FCL" : "OCEAN_LCL";
}

/** The shipment's freight as its buyer describes it before it is booked. */
function freightOf(shipment: DemoShipment): Freight {
  const { row, company, shipper, consignee, lines, orderLines, offer } = shipment;
  const names = offer.carriers.map((code) => carrierNames.get(code)!);
  const own = carrierNames.get(row.carrier_code!)!;
  return {
    company,
    mode: modeOf(shipment),
    service: serviceOf[row.service_type]!,
    incoterms: row.incoterms,
    from: row.port_of_departure,
    to: row.port_of_arrival,
    carriers: [own, ...names.filter((name) => name !== own)],
    transitDays: Math.max(1, Math.round((instantOf(row.eta) - instantOf(row.etd)) / DAY_MS)),
    rate: offer.rate,
    shipper,
    consignee,
    trade: shipper.trade,
    lines: lines.map(({ product, skuNumber, cartons }, index) => {
      const poNumber = orderLines[index]?.po_number ?? "";
      return { product, skuNumber, cartons, poNumber };
    }),
    isImperial: false,
  };
}

const instantOf = (date: unknown) => (date as Date).getTime();

/** The booking's content; it equals the shipment's cargo as booked. */
function contentOfShipment(shipment: DemoShipment, bookTo: string): BookingContent {
  const { row, orderLines, cargo, boxNumbers, boxType, bookedAt } = shipment;
  const [booked] = cargo;
  const readyOn = new Date(bookedAt.getTime() + 2 * DAY_MS);
  const base = contentOf(freightOf(shipment), { readyOn, bookTo, customerService: CUSTOMER_SERVICE });
  // One cargo line per order; pallets are not divided by their content.
  const isPallets = row.package_type === "PLT";
  const cartons = orderLines.reduce((sum, line) => sum + Number(line.cartons), 0);
  const orders = [...Map.groupBy(orderLines, (line) => line.po_number).values()].map((ofOrder) => {
    const part = ofOrder.reduce((sum, line) => sum + Number(line.cartons), 0);
    return { ...ofOrder[0]!, part, pieces: part };
  });
  const packed = isPallets ? [{ ...orders[0]!, part: cartons, pieces: Number(booked!.pieces) }] : orders;
  const share = (whole: unknown, part: number) => round(divide(multiply(String(whole), part), cartons), 3);
  return bookingContent.parse({
    ...base,
    serviceLevel: row.service_level,
    paymentType: row.payment_type === "COLLECT" ? "COLLECT" : "PREPAID",
    goodsDescription: [...new Set(orderLines.map(({ description }) => description))].join("; ").slice(0, 500),
    cargo: packed.map(({ po_number, sku_number, part, pieces }) => ({
      poNumber: po_number,
      skuNumber: sku_number,
      pieces: String(pieces),
      packageType: row.package_type,
      weight: share(booked!.gross_weight_kg, part),
      weightUnit: "kg",
      volume: share(booked!.volume_cbm, part),
    })),
    // A container gets its number when the empty container is released.
    containers: row.load_type === "FCL" ? boxNumbers.map(() => ({ containerType: boxType! })) : [],
    cargoReadyDate: dayToWire(readyOn)!,
  });
}

/** A time in office hours, `days` working days before `end`. */
function workingTime(random: Random, end: Date, days: number): Date {
  let day = Math.floor(end.getTime() / DAY_MS) * DAY_MS;
  for (let left = days; left > 0; ) {
    day -= DAY_MS;
    if (![0, 6].includes(new Date(day).getUTCDay())) left--;
  }
  return new Date(day + random.int(1 * 60, 9 * 60) * MINUTE_MS);
}

/** Shipments booked within so many days before the seeding can have a quote. */
const QUOTED_DAYS = 40;

/**
 * The actions that lead to a shipment: quote request and price, draft, submission, sometimes an amendment,
 * acceptance and confirmation, each by the right person, and at last the forwarder's entry of the shipment
 * unless something else happened before.
 * @param seededAt tells whether the shipment exists already
 */
export function bookingActions(shipment: DemoShipment, seededAt: Date): TimedAction[] {
  const { index, company, bookedAt, row } = shipment;
  const random = createRandom(52_000_000 + index);
  const isRecent = bookedAt.getTime() > seededAt.getTime() - QUOTED_DAYS * DAY_MS;
  const isQuoted = random.chance(0.14) && isRecent && buyers[company].length > 0;
  const who = random.pick(isQuoted ? buyers[company] : bookers[company]);
  const staff = row.job_mode === "AIR" ? "kit.wong" : "desk";
  const acceptedAt = workingTime(random, bookedAt, 1);
  const submittedAt = workingTime(random, acceptedAt, random.int(1, 2));
  const draftedAt = new Date(submittedAt.getTime() - random.int(5, 50) * MINUTE_MS);
  const confirmedAt = new Date(bookedAt.getTime() - MINUTE_MS);
  const isAmended = random.chance(0.12);
  const isAsked = random.chance(0.06);
  const instructions = random.pick(instructionsOfMode[row.job_mode as "AIR"]);
  const bookingNumber = row.load_type === "FCL" ? row.booking_number! : undefined;
  const carrierBookingNumber = bookingNumber ?? row.master_number ?? row.house_number;
  const content = (demo: DemoRun) => ({
    ...contentOfShipment(shipment, demo.bookTo),
    specialInstructions: instructions,
  });
  const continueBooking = continuing("booking", index);

  const actions: TimedAction[] = isQuoted
    ? quotedDraft(shipment, { random, who, staff, draftedAt, endsAt: bookedAt })
    : [
        {
          at: draftedAt,
          index,
          run: async (demo, call) => {
            const draft = { content: content(demo), ...(bookingNumber && { bookingNumber }) };
            const { id } = await insertDraft(call(who), draft);
            demo.begin("booking", index, { id, version: 1, endsAt: bookedAt });
          },
        },
      ];
  if (isQuoted)
    actions.push(
      continueBooking(new Date(submittedAt.getTime() - MINUTE_MS), async ({ demo, call, id, version }) => {
        await saveDraft({ id, version, draftKey: null, content: content(demo) }, call(who));
        return 1;
      }),
    );
  actions.push(
    continueBooking(submittedAt, async ({ call, id, version }) => {
      await submitBooking({ id, version }, call(who));
      return 1;
    }),
  );
  if (isAmended) {
    const at = new Date(submittedAt.getTime() + random.int(40, 400) * MINUTE_MS);
    actions.push(
      continueBooking(at, async ({ demo, call, id, version }) => {
        const more = {
          ...content(demo),
          specialInstructions: `${instructions} Please confirm the slot by e-mail.`,
        };
        await updateBooking({ id, version, action: "amend", content: more }, call(who));
        return 1;
      }),
    );
  }
  actions.push(
    continueBooking(acceptedAt, async ({ call, id }) => {
      const accept = { id, action: "accept", reason: "", carrierBookingNumber: "" } as const;
      await decideBooking(accept, call(staff));
      return 1;
    }),
  );
  if (isAsked) {
    const at = new Date(acceptedAt.getTime() + random.int(60, 600) * MINUTE_MS);
    const text = "Please print our order numbers on the bill as well.";
    actions.push(
      continueBooking(at, async ({ call, id }) => {
        await requestChange({ id, kind: "AMEND", text }, call(who));
        return 0;
      }),
      continueBooking(new Date(at.getTime() + 25 * MINUTE_MS), async ({ demo, call, id }) => {
        const { id: requestId } = await demo.db
          .selectFrom("booking_change_request")
          .select("id")
          .where("booking_id", "=", id)
          .orderBy("id", "desc")
          .executeTakeFirstOrThrow();
        const answer = { id, requestId, isGranted: true, text: "The order numbers are on the bill now." };
        await answerChange(answer, call(staff));
        return 0;
      }),
    );
  }
  actions.push(
    continueBooking(confirmedAt, async ({ call, id }) => {
      const confirm = { id, action: "confirm", reason: "", carrierBookingNumber } as const;
      await decideBooking(confirm, call(staff));
      return 1;
    }),
    continueBooking(bookedAt, async ({ demo, id }) => {
      if (bookedAt > seededAt) await enter(demo.db, shipment, bookedAt);
      demo.enter(shipment.row.house_number, id);
      return 0;
    }),
  );
  return actions;
}

const instructionsOfMode = {
  OCEAN: [
    "Call the warehouse an hour before pick-up.",
    "Tail lift needed at delivery.",
    "No transhipment of the seal: report every seal change.",
    "",
  ],
  AIR: ["Deliver to the cargo terminal before 17:00.", "Keep dry, do not stack.", ""],
  TRUCK: ["Loading bay 4, side loading not possible.", "Two drivers, no night parking on the road.", ""],
} as const;

/** Makes the draft from a quote whose first option was accepted. */
function quotedDraft(
  shipment: DemoShipment,
  booked: {
    random: Random;
    who: string;
    staff: string;
    draftedAt: Date;
    endsAt: Date;
  },
): TimedAction[] {
  const { random, who, staff, draftedAt, endsAt } = booked;
  const { index, bookedAt } = shipment;
  const ahead = (hours: number) => new Date(draftedAt.getTime() - hours * HOUR_MS);
  const requestedAt = ahead(random.int(50, 110));
  const pricedAt = new Date(requestedAt.getTime() + random.int(5, 28) * HOUR_MS);
  const acceptedAt = ahead(random.int(10, 150) / 60);
  const validUntil = new Date(draftedAt.getTime() + random.int(3, 12) * DAY_MS);
  const offer = createRandom(53_000_000 + index);
  const request = requestOf(freightOf(shipment), offer.pick(tags), new Date(bookedAt.getTime() + 2 * DAY_MS));
  const continueQuote = continuing("quote", index);
  return [
    asking(index, { at: requestedAt, endsAt: draftedAt }, (call) => addQuote(request, call(who))),
    continueQuote(pricedAt, async ({ call, id }) => {
      const options = optionsOf(offer, freightOf(shipment), request, validUntil);
      await priceQuote({ id, options }, call(staff));
      return 1;
    }),
    continueQuote(acceptedAt, async ({ demo, call, id }) => {
      const [option] = await readOptions(demo.db, id);
      if (!option) return null;
      await acceptQuote({ id, optionId: option.id }, call(who));
      return 1;
    }),
    {
      ...continueQuote(draftedAt, async ({ demo, call, id }) => {
        const [option] = await readOptions(demo.db, id);
        if (!option) return null;
        const { bookingId } = await bookQuote({ id, optionId: option.id }, call(who));
        demo.begin("booking", index, { id: bookingId, version: 1, endsAt });
        return 1;
      }),
      // Bookings are numbered in the order of time.
      isAlone: true,
    },
  ];
}

/** Enters the shipment of a booking that the forwarder has confirmed. */
async function enter(trx: Kysely<Database>, shipment: DemoShipment, now: Date): Promise<void> {
  await insertShipments(trx, [shipment], await demoIds(trx));
  const { rows } = await sql<{ id: string }>`
    select id from shipment where house_number = ${shipment.row.house_number}`.execute(trx);
  await attachWaitingEvents(
    trx,
    rows.map(({ id }) => id),
    now,
  );
}
