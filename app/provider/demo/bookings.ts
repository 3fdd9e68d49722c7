import { type Kysely, sql } from "kysely";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import type { Service, TransportMode } from "#app/contract/freight-code.ts";
import { DAY_MS, dayToWire, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { divide, multiply, round } from "#app/lib/decimal.ts";
import { addToAddressBook } from "../bookings/address-book.ts";
import { requestChange } from "../bookings/change-request.ts";
import { saveDraft } from "../bookings/draft.ts";
import { insertDraft } from "../bookings/store.ts";
import { changeState, decideBooking, submitBooking, updateBooking } from "../bookings/submit.ts";
import { saveTemplate } from "../bookings/template.ts";
import type { Database } from "../db/schema.ts";
import { indexReferences } from "../shipments/reference.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { callAt, type demoCast } from "./cast.ts";
import { contentOf, type Freight, partyOf, someFreight } from "./freight.ts";
import { demoParties } from "./parties.ts";
import type { BookedQuote } from "./quotes.ts";
import { createRandom } from "./random.ts";

type Cast = Awaited<ReturnType<typeof demoCast>>;
/** How far a booking has come. */
type Outcome =
  | "draft"
  | "submitted"
  | "amended"
  | "recalled"
  | "accepted"
  | "asked"
  | "confirmed"
  | "cancelled"
  | "withdrawn";

const CUSTOMER_SERVICE = "Customer Service Hong Kong";

const bookers: Record<DemoCustomerCode, readonly string[]> = {
  MERIDIAN: ["demo", "booker", "sofia.rossi", "booker", "chen"],
  BRIGHTWATER: ["rival"],
  HARROWVALE: ["emma.hale"],
};
const modes: readonly TransportMode[] = ["OCEAN_FCL", "AIR", "OCEAN_FCL", "OCEAN_LCL", "AIR", "TRUCK"];

const repeat = (company: DemoCustomerCode, outcomes: Partial<Record<Outcome, number>>) =>
  Object.entries(outcomes).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => ({ company, outcome: outcome as Outcome })),
  );
const plans = [
  ...repeat("MERIDIAN", {
    draft: 7,
    recalled: 1,
    submitted: 6,
    amended: 2,
    accepted: 4,
    asked: 3,
    confirmed: 3,
    cancelled: 2,
    withdrawn: 2,
  }),
  ...repeat("BRIGHTWATER", { draft: 1, submitted: 2, accepted: 1, confirmed: 1, cancelled: 1 }),
  ...repeat("HARROWVALE", { draft: 1, submitted: 1, accepted: 1, asked: 1 }),
];
/** Hours since a booking of that outcome was begun, from and to. */
const ages: Record<Outcome, readonly [number, number]> = {
  draft: [1, 90],
  recalled: [20, 60],
  submitted: [4, 50],
  amended: [10, 70],
  accepted: [60, 160],
  asked: [80, 200],
  confirmed: [120, 400],
  cancelled: [100, 700],
  withdrawn: [50, 500],
};

/** Some 60 bookings in every status beside those of the shipments, templates and address books, by the same functions as a portal's calls. */
export async function addDemoBookings(
  db: Kysely<Database>,
  cast: Cast,
  today: Date,
  booked: readonly BookedQuote[],
): Promise<void> {
  const { bookTo } = await nameCustomerService(db, cast("desk").companyId);
  await fillAddressBooks(db, cast, today);
  await bookShipments(db, cast, bookTo);
  for (const [index, quote] of booked.entries()) await finishBooked(db, cast, today, bookTo, quote, index);

  const begun = plans.map(({ company, outcome }, index) => {
    const random = createRandom(50_000 + index);
    const [least, most] = ages[outcome];
    const hoursAgo = random.int(least * 60, most * 60) / 60;
    const freight = someFreight(random, company, modes[index % modes.length]!, 70_000 + index * 3);
    return { index, random, outcome, company, freight, at: new Date(today.getTime() - hoursAgo * HOUR_MS) };
  });
  begun.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { index, random, outcome, company, freight, at } of begun) {
    const who = bookers[company][index % bookers[company].length]!;
    const readyOn = new Date(today.getTime() + random.int(4, 21) * DAY_MS);
    const content = contentOf(freight, {
      ...{ readyOn, bookTo, customerService: CUSTOMER_SERVICE },
      isAddedToAddressBook: random.chance(0.2),
    });
    await play(db, cast, {
      who,
      outcome,
      at,
      today,
      content: outcome === "draft" ? unfinished(content, index) : content,
    });
  }
  await addTemplates(db, cast, today, bookTo);
}

/** A booking is drafted and goes as far as its outcome says, in steps that end before `today`. */
async function play(
  db: Kysely<Database>,
  cast: Cast,
  given: { who: string; outcome: Outcome; at: Date; today: Date; content: BookingContent },
): Promise<void> {
  const { who, outcome, at, today, content } = given;
  const span = (today.getTime() - at.getTime()) / 10;
  const person = cast(who);
  const call = (step: number, caller = person) => callAt(db, caller, new Date(at.getTime() + span * step));
  const staff = cast(content.transportMode === "AIR" ? "kit.wong" : "desk");
  const begun = { ...content, marks: "", specialInstructions: "" };
  const { id } = await insertDraft(call(0), { content: begun });
  if (outcome === "draft") return;
  const finished = { ...content, specialInstructions: "Call the warehouse an hour before pick-up." };
  await saveDraft({ id, version: 1, draftKey: null, content: finished }, call(0.5));
  if (outcome === "withdrawn") {
    await changeState({ id, version: 2, action: "cancel" }, call(2));
    return;
  }
  await submitBooking({ id, version: 2 }, call(1));
  const more = { ...finished, specialInstructions: "Tail lift needed. Call the warehouse before pick-up." };
  switch (outcome) {
    case "recalled":
      await changeState({ id, version: 3, action: "recall" }, call(4));
      return;
    case "cancelled":
      await changeState({ id, version: 3, action: "cancel" }, call(4));
      return;
    case "amended":
      await updateBooking({ id, version: 3, action: "amend", content: more }, call(5));
      return;
    case "submitted":
      return;
  }
  await decideBooking({ id, action: "accept" }, call(4, staff));
  if (outcome === "asked") {
    const text = "Two more cartons will come with this shipment: please amend pieces and weight.";
    await requestChange({ id, kind: "AMEND", text }, call(6));
  }
  if (outcome === "confirmed") await decideBooking({ id, action: "confirm" }, call(7, staff));
}

/** Drafts lack this and that, as they do; one has a box whose number was misread. */
function unfinished(content: BookingContent, index: number): BookingContent {
  const empty = bookingContent.parse({});
  switch (index % 4) {
    case 0:
      return { ...content, consignee: empty.consignee, cargoReadyDate: "", customsDeclaration: "" };
    case 1:
      return { ...content, cargo: content.cargo.map((line) => ({ ...line, weight: "", pieces: "" })) };
    case 2:
      return {
        ...content,
        containers: [{ containerType: "45G1", containerNumber: "MSKU6011673", info: "" }],
      };
    default:
      return {
        ...empty,
        transportMode: content.transportMode,
        origin: content.origin,
        destination: content.destination,
      };
  }
}

/** Quotes' drafts get their parties, and go on as bookings do. */
async function finishBooked(
  db: Kysely<Database>,
  cast: Cast,
  today: Date,
  bookTo: string,
  { bookingId: id, who, freight, bookedAt }: BookedQuote,
  index: number,
): Promise<void> {
  if (index === 0) return;
  const span = (today.getTime() - bookedAt.getTime()) / 10;
  const call = (step: number, userName = who) =>
    callAt(db, cast(userName), new Date(bookedAt.getTime() + span * step));
  const readyOn = new Date(today.getTime() + 9 * DAY_MS);
  const content = contentOf(freight, { readyOn, bookTo, customerService: CUSTOMER_SERVICE });
  await saveDraft({ id, version: 1, draftKey: null, content }, call(1));
  await submitBooking({ id, version: 2 }, call(2));
  if (index >= 2) await decideBooking({ id, action: "accept" }, call(5, "desk"));
  if (index >= 4) await decideBooking({ id, action: "confirm" }, call(7, "desk"));
}

async function nameCustomerService(db: Kysely<Database>, forwarderId: string): Promise<{ bookTo: string }> {
  const { name } = await db
    .updateTable("company")
    .set({ customer_service: CUSTOMER_SERVICE })
    .where("id", "=", forwarderId)
    .returning("name")
    .executeTakeFirstOrThrow();
  return { bookTo: name };
}

async function fillAddressBooks(db: Kysely<Database>, cast: Cast, today: Date): Promise<void> {
  for (const [company, { suppliers, receivers }] of Object.entries(demoParties)) {
    const { companyId } = cast(bookers[company as DemoCustomerCode][0]!);
    const known = [...suppliers.slice(0, 7), ...receivers.slice(0, 5)].map((party) => partyOf(party));
    await addToAddressBook(db, companyId, known, new Date(today.getTime() - 40 * DAY_MS));
  }
}

async function addTemplates(db: Kysely<Database>, cast: Cast, today: Date, bookTo: string): Promise<void> {
  const templates = [
    ["demo", "OCEAN_FCL", "Full container to the west coast"],
    ["demo", "AIR", "Air freight, urgent replenishment"],
    ["booker", "OCEAN_LCL", "LCL consolidation, monthly"],
    ["sofia.rossi", "TRUCK", "Columbus to the stores"],
    ["chen", "OCEAN_FCL", "宁波至洛杉矶整箱"],
    ["rival", "AIR", "Displays by air"],
    ["emma.hale", "OCEAN_FCL", "Knitwear to Felixstowe"],
  ] as const;
  for (const [index, [who, mode, name]] of templates.entries()) {
    const caller = cast(who);
    const company = (Object.keys(bookers) as DemoCustomerCode[]).find((code) => bookers[code].includes(who))!;
    const freight = someFreight(createRandom(60_000 + index), company, mode, 80_000 + index * 3);
    const content = contentOf(freight, { readyOn: today, bookTo, customerService: CUSTOMER_SERVICE });
    const at = new Date(today.getTime() - (70 - index * 9) * DAY_MS);
    const undated = {
      ...content,
      cargo: [],
      cargoReadyDate: "",
      requestedDate: "",
      expectedDeliveryDate: "",
    };
    await saveTemplate({ id: null, version: null, name, content: undated }, callAt(db, caller, at));
  }
}

interface LinkedShipment {
  id: string;
  company_code: string;
  job_mode: "AIR" | "OCEAN" | "TRUCK";
  load_type: string;
  booking_number: string;
  service_type: string;
  service_level: string;
  incoterms: string;
  payment_type: string;
  port_of_departure: string;
  port_of_arrival: string;
  carrier: string | null;
  shipper_code: string;
  consignee_code: string;
  booking_at: Date;
  pieces: number;
  gross_weight_kg: string;
  volume_cbm: string;
  orders: { po: string; sku: string; cartons: number; description: string }[];
  container_types: string[];
}

const serviceOf: Record<string, Service> = {
  DTA: "DTP",
  ATA: "PTP",
  ATD: "PTD",
  DTD: "DTD",
  DTP: "DTP",
  PTP: "PTP",
  PTD: "PTD",
};

/**
 * The bookings that the shipments came of, confirmed by now. A full box goes by the carrier's number on both sides; what
 * shares a box shares the carrier's booking too, so that shipment goes by its own booking's number from then on, as do
 * those by air and road.
 */
async function bookShipments(db: Kysely<Database>, cast: Cast, bookTo: string): Promise<void> {
  const { rows } = await sql<LinkedShipment>`
    select s.id, substr(c.code, 6) as company_code, s.job_mode, s.load_type, s.booking_number, s.service_type,
      s.service_level, s.incoterms, s.payment_type, s.port_of_departure, s.port_of_arrival, carrier.name as carrier,
      shipper.code as shipper_code, consignee.code as consignee_code, s.booking_at,
      o.pieces, o.gross_weight_kg, o.volume_cbm,
      (select jsonb_agg(jsonb_build_object('po', l.po_number, 'sku', l.sku_number, 'cartons', l.cartons,
        'description', l.description) order by l.line) from shipment_order_line l where l.shipment_id = s.id)
        as orders,
      array(select b.container_type from shipment_container b where b.shipment_id = s.id order by b.line)
        as container_types
    from shipment s join company c on c.id = s.company_id
    join party shipper on shipper.id = s.shipper_id
    join party consignee on consignee.id = s.consignee_id
    join shipment_cargo o on o.shipment_id = s.id and o.data_type = 'O'
    left join carrier on carrier.code = s.carrier_code
    order by s.booking_at, s.id`.execute(db);
  for (const [index, shipment] of rows.entries()) {
    const company = shipment.company_code as DemoCustomerCode;
    const who = bookers[company][index % bookers[company].length]!;
    const at = (hours: number) => new Date(shipment.booking_at.getTime() - hours * HOUR_MS);
    const content = contentOfShipment(shipment, company, bookTo);
    const staff = cast(shipment.job_mode === "AIR" ? "kit.wong" : "desk");
    const isFullBox = shipment.load_type === "FCL";
    const { id, bookingNumber } = await insertDraft(callAt(db, cast(who), at(30)), {
      content,
      ...(isFullBox && { bookingNumber: shipment.booking_number }),
    });
    await submitBooking({ id, version: 1 }, callAt(db, cast(who), at(29.5)));
    await decideBooking({ id, action: "accept" }, callAt(db, staff, at(8)));
    const confirmedAt = new Date(shipment.booking_at.getTime() - MINUTE_MS);
    await decideBooking({ id, action: "confirm" }, callAt(db, staff, confirmedAt));
    if (!isFullBox)
      await db
        .updateTable("shipment")
        .set({ booking_number: bookingNumber })
        .where("id", "=", shipment.id)
        .execute();
  }
  await indexReferences(
    db,
    rows.map(({ id }) => id),
  );
}

function modeOfShipment({ job_mode, load_type }: LinkedShipment): TransportMode {
  if (job_mode !== "OCEAN") return job_mode;
  return load_type === "FCL" ? "OCEAN_FCL" : "OCEAN_LCL";
}

function contentOfShipment(
  shipment: LinkedShipment,
  company: DemoCustomerCode,
  bookTo: string,
): BookingContent {
  const { suppliers, receivers } = demoParties[company];
  const shipper = suppliers.find(({ code }) => code === shipment.shipper_code)!;
  const consignee = [...receivers, ...suppliers].find(({ code }) => code === shipment.consignee_code)!;
  const readyOn = new Date(shipment.booking_at.getTime() + 2 * DAY_MS);
  const mode = modeOfShipment(shipment);
  const freight: Freight = {
    company,
    mode,
    service: serviceOf[shipment.service_type]!,
    incoterms: shipment.incoterms,
    from: shipment.port_of_departure,
    to: shipment.port_of_arrival,
    carriers: shipment.carrier ? [shipment.carrier] : [],
    transitDays: { AIR: 5, OCEAN_FCL: 30, OCEAN_LCL: 34, TRUCK: 3 }[mode],
    rate: 0,
    shipper,
    consignee,
    trade: shipper.trade,
    lines: [],
    isImperial: false,
  };
  const base = contentOf(freight, { readyOn, bookTo, customerService: CUSTOMER_SERVICE });
  const orders = [...new Map(shipment.orders.map((order) => [order.po, order])).values()];
  const cartons = orders.reduce((sum, order) => sum + order.cartons, 0);
  const share = (whole: string, part: number) => round(divide(multiply(whole, part), cartons), 3);
  return bookingContent.parse({
    ...base,
    serviceLevel: shipment.service_level,
    paymentType: shipment.payment_type === "COLLECT" ? "COLLECT" : "PREPAID",
    goodsDescription: [...new Set(orders.map(({ description }) => description))].join("; ").slice(0, 500),
    cargo: orders.map(({ po, sku, cartons: part }) => ({
      poNumber: po,
      skuNumber: sku,
      pieces: String(part),
      packageType: "CTN",
      weight: share(shipment.gross_weight_kg, part),
      weightUnit: "kg",
      volume: share(shipment.volume_cbm, part),
    })),
    // A box has a number and a place in the shipment from its empty release on only.
    ...(mode === "OCEAN_FCL" && shipment.container_types.length > 0
      ? { containers: shipment.container_types.map((containerType) => ({ containerType })) }
      : {}),
    cargoReadyDate: dayToWire(readyOn)!,
  });
}
