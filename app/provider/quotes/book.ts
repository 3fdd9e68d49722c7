import type { z } from "zod";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import { type QuoteRequest, type quoteBook, quoteRequest } from "#app/contract/quote.ts";
import type { Language } from "#app/contract/user.ts";
import { quoteStatusAt } from "#app/lib/quote-state.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import { findOwnRow } from "../access/own-row.ts";
import { insertDraft } from "../bookings/store.ts";
import type { CallerContext } from "../call/context.ts";
import { actorOf, append } from "../operation-log/log.ts";
import { message } from "../texts/message.ts";
import { acceptOption, validOption } from "./decide.ts";
import { mustTake } from "./permission.ts";
import { refusalOf, requireNextStatus, stateOf } from "./store.ts";

/** Makes the booking draft of a quote, only once; booking an option that is not accepted yet accepts it. */
export async function bookQuote(
  { id, optionId }: z.output<typeof quoteBook.request>,
  context: CallerContext,
): Promise<z.input<typeof quoteBook.response>> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  mustTake(caller, "book", { companyId: row.company_id, status: quoteStatusAt(stateOf(row), now) });
  await requireNextStatus(context, row, "book");
  const isAccepted = row.status === "ACCEPTED";
  if (isAccepted && row.accepted_option_id !== optionId) {
    throw await refusalOf(context, row, "quoteOtherOption");
  }
  const option = await validOption(context, row, optionId);
  const head = isAccepted ? row : await acceptOption(context, row, option);
  const booking = await insertDraft(context, {
    content: draftOf(
      quoteRequest.parse(row.request),
      option.carrier_name,
      await forwarderOf(context),
      context.language,
    ),
    quoteId: id,
    price: { amount: option.total, currency: option.currency },
  });
  await db
    .updateTable("quote")
    .set({ booking_id: booking.id, version: row.version + (isAccepted ? 1 : 2), updated_at: now })
    .where("id", "=", id)
    .execute();
  await append(db, head, {
    subject: "quote",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "quote.booked",
    changes: [{ path: "bookingNumber", before: null, after: booking.bookingNumber }],
  });
  return { bookingId: booking.id, bookingNumber: booking.bookingNumber };
}

/** Finds the forwarder that gave the price; there is only one. */
async function forwarderOf({ db }: CallerContext) {
  const forwarder = await db
    .selectFrom("company")
    .select(["name", "customer_service"])
    .where("is_forwarder", "=", true)
    .orderBy("id")
    .executeTakeFirst();
  return { bookToCompany: forwarder?.name ?? "", customerService: forwarder?.customer_service ?? "" };
}

/** Copies the request into a booking draft. The customer fills in the parties. */
function draftOf(
  request: QuoteRequest,
  carrier: string,
  forwarder: { bookToCompany: string; customerService: string },
  language: Language,
): BookingContent {
  const { specialGoods, batteryTypes, packages } = request;
  const isDangerous = specialGoods.includes("HAZARDOUS") || specialGoods.includes("BATTERIES");
  const [battery] = batteryTypes;
  const at = (...parts: string[]) => parts.filter(Boolean).join(", ");
  return bookingContent.parse({
    ...forwarder,
    transportMode: request.freightMode,
    service: request.service,
    incoterms: request.incoterms,
    origin: request.origin,
    destination: request.destination,
    cargoType: isDangerous ? "DANGEROUS" : "GENERAL",
    goodsDescription: request.cargoDetails,
    cargo: packages.map((row) => ({
      pieces: String(row.pieces),
      packageType: row.packageType,
      length: row.length ?? "",
      width: row.width ?? "",
      height: row.height ?? "",
      dimensionUnit: row.dimensionUnit,
      weight: row.weight,
      weightUnit: row.weightUnit,
    })),
    containers: request.containers.flatMap(({ containerType, count }) =>
      Array.from({ length: count }, () => ({ containerType })),
    ),
    ...(battery ? { dangerousClass: "9", unNumber: battery.slice(2) } : {}),
    hasOriginTrucking: isFromDoor(request.service),
    pickupAddress: at(request.pickupLocation, request.originZip),
    hasDestinationTrucking: isToDoor(request.service),
    deliveryAddress: at(request.deliveryLocation, request.destinationZip),
    cargoReadyDate: request.cargoReadyDate ?? "",
    specialInstructions: specialGoodsText(request, language),
    carrier,
  });
}

/** A booking has one UN number and no other fields for special goods, so the rest becomes text. */
function specialGoodsText({ specialGoods, batteryTypes }: QuoteRequest, language: Language): string {
  const separator = message("quoteGoodsSeparator", language);
  const types = batteryTypes.join(separator);
  const goods = specialGoods.flatMap((kind) =>
    kind === "NONE" ? [] : [message(`quoteGoods${kind}`, language, { types })],
  );
  return goods.length > 0 ? message("quoteSpecialGoods", language, { goods: goods.join(separator) }) : "";
}
