import { sql } from "kysely";
import type { z } from "zod";
import type { BookingContent, bookingOfForm, bookingStart } from "#app/contract/booking.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import { spellingsOf } from "../reference/place-names.ts";
import { contentOf } from "./store.ts";
import { findTemplate } from "./template.ts";

/** Returns the content for a new form; null where there is nothing to copy. */
export async function startBooking(
  { from, id, origin, destination }: z.output<typeof bookingStart.request>,
  { db, caller, scope }: CallerContext,
): Promise<z.input<typeof bookingStart.response>> {
  const nothing = { content: null, source: null };
  if (from === "lane") {
    const [start, end] = [origin?.trim(), destination?.trim()];
    if (!start || !end) return nothing;
    const last = await db
      .selectFrom("booking")
      .select(["content", "booking_number"])
      .where("company_id", "=", caller.companyId)
      .where(sql<string>`lower(origin)`, "in", await spellingsOf(db, start))
      .where(sql<string>`lower(destination)`, "in", await spellingsOf(db, end))
      .where("submitted_at", "is not", null)
      .orderBy("submitted_at", "desc")
      .limit(1)
      .executeTakeFirst();
    return last ? { content: keepLaneFields(contentOf(last)), source: last.booking_number } : nothing;
  }
  if (!id) return nothing;
  if (from === "template") {
    const template = await findTemplate(db, caller, id);
    return { content: clearShipmentFields(contentOf(template)), source: template.name };
  }
  const booking = await findOwnRow(db, "booking", scope, id);
  return { content: clearShipmentFields(contentOf(booking)), source: booking.booking_number };
}

/**
 * Dates, container numbers and the warehouse number belong to one shipment. The choice to save a party to the
 * address book has been made already.
 */
function clearShipmentFields(content: BookingContent): BookingContent {
  const { shipper, consignee, notifyParty } = content;
  return {
    ...content,
    shipper: { ...shipper, isAddedToAddressBook: false },
    consignee: { ...consignee, isAddedToAddressBook: false },
    notifyParty: { ...notifyParty, isAddedToAddressBook: false },
    containers: content.containers.map((container) => ({ ...container, containerNumber: "" })),
    cargoReadyDate: "",
    requestedDate: "",
    expectedDeliveryDate: "",
    warehouseInNumber: "",
  };
}

/**
 * Keeps what stays the same from one booking of a lane to the next: parties, route, service. The goods are
 * left out.
 */
function keepLaneFields(content: BookingContent): BookingContent {
  return { ...clearShipmentFields(content), cargo: [], specialInstructions: "" };
}

/** Finds what the same form of the caller's company has already created. */
export async function findByForm(
  { kind, formKey }: z.output<typeof bookingOfForm.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof bookingOfForm.response>> {
  const made =
    kind === "draft"
      ? db
          .selectFrom("booking")
          .select(["id", "booking_number as name"])
          .where("company_id", "=", caller.companyId)
          .where("draft_key", "=", formKey)
      : db
          .selectFrom("booking_template")
          .select(["id", "name"])
          .where("company_id", "=", caller.companyId)
          .where("form_key", "=", formKey);
  return { made: (await made.executeTakeFirst()) ?? null };
}
