import { type BookingContent, bookingContent, bookingSaveDraft } from "#app/contract/booking.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import type { Somebody } from "../quotes/fixture.ts";

type Line = BookingContent["cargo"][number];

export function line(given: Partial<Line> = {}): Line {
  return {
    poNumber: "4500012345",
    skuNumber: "LAMP-01",
    pieces: "100",
    packageType: "CTN",
    length: "60",
    width: "40",
    height: "50",
    dimensionUnit: "cm",
    weight: "1250",
    weightUnit: "kg",
    volume: "",
    ...given,
  };
}

/** A booking that can be submitted: a full container from door to port. */
export function content(given: Partial<BookingContent> = {}): BookingContent {
  return bookingContent.parse({
    transportMode: "OCEAN_FCL",
    service: "DTP",
    serviceLevel: "STANDARD",
    trade: "EXPORT",
    incoterms: "FCA",
    paymentType: "COLLECT",
    shipper: {
      name: "Shenzhen Xingda Electronics Co., Ltd.",
      address: "18 Keji Road, Nanshan",
      postcode: "518057",
      state: "Guangdong",
      countryCode: "CN",
      contactNumber: "+86 755 2658 1234",
    },
    consignee: {
      name: "Meridian Retail Group Inc.",
      address: "4100 Commerce Parkway",
      countryCode: "US",
      contactNumber: "6145550123",
    },
    origin: "Yantian",
    destination: "Long Beach",
    cargoType: "GENERAL",
    goodsDescription: "LED desk lamps",
    cargo: [line()],
    containers: [{ containerType: "22G1", containerNumber: "CSQU3054383", info: "" }],
    customsDeclaration: "EXPORT",
    hasOriginTrucking: true,
    pickupAddress: "18 Keji Road, Nanshan",
    cargoReadyDate: "2026-12-01",
    requestedDate: "2026-12-03",
    expectedDeliveryDate: "2027-01-05",
    transshipment: "ANY",
    carrier: "Maersk",
    bookToCompany: "Forwarder Ltd",
    ...given,
  });
}

export async function draft(
  provider: TestProvider,
  who: Somebody,
  given?: Partial<BookingContent>,
): Promise<{ id: string; bookingNumber: string; version: number }> {
  const fields = { id: null, version: null, content: content(given) };
  const { data } = await provider.call(bookingSaveDraft, fields, { token: who.token });
  return data;
}
