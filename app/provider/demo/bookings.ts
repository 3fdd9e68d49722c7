import type { Kysely } from "kysely";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import type { TransportMode } from "#app/contract/freight-code.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { addToAddressBook } from "../addresses/address-book.ts";
import { saveDraft } from "../bookings/draft.ts";
import { insertDraft } from "../bookings/store.ts";
import { changeState, submitBooking } from "../bookings/submit.ts";
import { saveTemplate } from "../bookings/template.ts";
import type { Database } from "../db/schema.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { bookers, CUSTOMER_SERVICE } from "./booked.ts";
import { callAt, type demoCast } from "./cast.ts";
import { contentOf, makeFreight, partyOf } from "./freight.ts";
import { demoParties } from "./parties.ts";
import { createRandom } from "./random.ts";

type Cast = Awaited<ReturnType<typeof demoCast>>;
/** Final state of a booking that leads to no shipment. */
type Outcome = "draft" | "recalled" | "cancelled" | "withdrawn";

const modes: readonly TransportMode[] = ["OCEAN_FCL", "AIR", "OCEAN_FCL", "OCEAN_LCL", "AIR", "TRUCK"];

const repeat = (company: DemoCustomerCode, outcomes: Partial<Record<Outcome, number>>) =>
  Object.entries(outcomes).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => ({ company, outcome: outcome as Outcome })),
  );
const plans = [
  ...repeat("MERIDIAN", {
    draft: 7,
    recalled: 1,
    cancelled: 2,
    withdrawn: 2,
  }),
  ...repeat("BRIGHTWATER", { draft: 1, cancelled: 1 }),
  ...repeat("HARROWVALE", { draft: 1, withdrawn: 1 }),
];
/** Range of hours since a booking with that outcome was started. */
const ages: Record<Outcome, readonly [number, number]> = {
  draft: [1, 90],
  recalled: [20, 60],
  cancelled: [100, 700],
  withdrawn: [50, 500],
};

/**
 * Adds bookings that lead to no shipment, templates and address books, by the functions behind the portal's
 * calls. Bookings of shipments are made with their shipments.
 */
export async function addDemoBookings(
  db: Kysely<Database>,
  cast: Cast,
  today: Date,
  bookTo: string,
): Promise<void> {
  await fillAddressBooks(db, cast, today);
  const begun = plans.map(({ company, outcome }, index) => {
    const random = createRandom(50_000 + index);
    const [least, most] = ages[outcome];
    const hoursAgo = random.int(least * 60, most * 60) / 60;
    const freight = makeFreight(random, company, modes[index % modes.length]!, 70_000 + index * 3);
    return { index, random, outcome, company, freight, at: new Date(today.getTime() - hoursAgo * HOUR_MS) };
  });
  begun.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { index, random, outcome, company, freight, at } of begun) {
    const who = bookers[company][index % bookers[company].length]!;
    const readyOn = new Date(today.getTime() + random.int(4, 21) * DAY_MS);
    const content = contentOf(freight, {
      readyOn,
      bookTo,
      customerService: CUSTOMER_SERVICE,
      isAddedToAddressBook: random.chance(0.2),
    });
    await playBooking(db, cast, {
      who,
      outcome,
      at,
      today,
      content: outcome === "draft" ? unfinished(content, index) : content,
    });
  }
  await addTemplates(db, cast, today, bookTo);
}

/** Drafts a booking and takes it to its outcome, in steps that end before `today`. */
async function playBooking(
  db: Kysely<Database>,
  cast: Cast,
  plan: { who: string; outcome: Outcome; at: Date; today: Date; content: BookingContent },
): Promise<void> {
  const { who, outcome, at, today, content } = plan;
  const span = (today.getTime() - at.getTime()) / 10;
  const person = cast(who);
  const call = (step: number) => callAt(db, person, new Date(at.getTime() + span * step));
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
  const action = outcome === "recalled" ? "recall" : "cancel";
  await changeState({ id, version: 3, action }, call(4));
}

/** Leaves some fields empty, as in real drafts; one draft has a mistyped container number. */
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

/** @returns the forwarder's name as bookings show it */
export async function nameCustomerService(db: Kysely<Database>, forwarderId: string): Promise<string> {
  const { name } = await db
    .updateTable("company")
    .set({ customer_service: CUSTOMER_SERVICE })
    .where("id", "=", forwarderId)
    .returning("name")
    .executeTakeFirstOrThrow();
  return name;
}

async function fillAddressBooks(db: Kysely<Database>, cast: Cast, today: Date): Promise<void> {
  for (const [company, { suppliers, receivers }] of Object.entries(demoParties)) {
    const { companyId } = cast(bookers[company as DemoCustomerCode][0]!);
    const since = new Date(today.getTime() - 40 * DAY_MS);
    for (const party of suppliers.slice(0, 7))
      await addToAddressBook(db, companyId, { shipper: partyOf(party) }, since);
    for (const party of receivers.slice(0, 5))
      await addToAddressBook(db, companyId, { consignee: partyOf(party) }, since);
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
    const freight = makeFreight(createRandom(60_000 + index), company, mode, 80_000 + index * 3);
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
