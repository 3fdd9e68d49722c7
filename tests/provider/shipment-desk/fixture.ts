import type { z } from "zod";
import { type BookingContent, bookingSubmit } from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import { type deskShipmentFields, shipmentMake, shipmentStart } from "#app/contract/shipment-desk.ts";
import type { CallOptions, TestProvider } from "#tests/support/provider.ts";
import { draft } from "../bookings/fixture.ts";
import type { Somebody } from "../quotes/fixture.ts";

/** A booking that the desk has accepted and, with a number, confirmed. */
export async function acceptedBooking(
  provider: TestProvider,
  { who, staff, number }: { who: Somebody; staff: Somebody; number?: string },
  given?: Partial<BookingContent>,
) {
  const booking = await draft(provider, who, given);
  await provider.call(bookingSubmit, { id: booking.id, version: 1 }, { token: who.token });
  const answer = (input: object) =>
    provider.call(bookingDecide, { id: booking.id, ...input } as never, { token: staff.token });
  await answer({ action: "accept" });
  if (number) await answer({ action: "confirm", carrierBookingNumber: number });
  return booking;
}

export type GivenFields = Partial<z.input<typeof deskShipmentFields>>;

/** Makes the shipment of a booking with what the form proposes, and these fields. */
export async function make(
  provider: TestProvider,
  { bookingId, staff, key }: { bookingId: string; staff: Somebody; key?: string },
  given: GivenFields = {},
) {
  const options: CallOptions = { token: staff.token, ...(key ? { key } : {}) };
  const start = await provider.call(shipmentStart, { bookingId }, options);
  const fields = { ...start.data.fields, ...given };
  return provider.call(shipmentMake, { bookingId, fields }, options);
}

/** The head of a file of shipments. */
export const IMPORT_HEAD =
  "Customer,House number,Mode,Shipper,Consignee,M#,Carrier,POL,POD,ETD,ETA,Incoterms,Pieces,Package,Gross weight,CBM,Containers\n";
/** A row under it of a sound shipment; its cells but the given ones are always the same. */
export const importRow = (company: string, house: string, given: Record<string, string> = {}) => {
  const cells = {
    customer: company,
    house,
    mode: "海运",
    shipper: "Maker Ltd",
    consignee: "Buyer Ltd",
    master: "MBL77",
    carrier: "",
    from: "Shanghai",
    to: "DEHAM",
    etd: "2026-12-04 10:00",
    eta: "2027-01-08",
    terms: "FOB",
    pieces: "200",
    pack: "Cartons",
    kg: "8200.5",
    cbm: "58.4",
    boxes: "CSQU3054383/45G1; MSKU0383250/22G1/S1",
    ...given,
  };
  return `${Object.values(cells).join(",")}\n`;
};
