/** A booking as the message with which DCSA Booking 2.0 asks a carrier for space (`POST /v2/bookings`). Pure. */
import type { BookingContent, BookingParty } from "#app/contract/booking.ts";
import { cargoTotals } from "./booking-cargo.ts";
import { compare, round } from "./decimal.ts";
import { isFromDoor, isToDoor } from "./service-type.ts";

export interface DcsaBookingGiven {
  bookingNumber: string;
  content: BookingContent;
  /** The forwarder, who books. */
  agent: string;
  /** UN/LOCODEs of the typed places; null where none is known. */
  codes: { origin: string | null; destination: string | null };
  /** Number of the contract with the carrier; bookings do not hold it. */
  contract?: string;
}

/** Incoterms that the standard has. */
const INCOTERMS = ["FCA", "FOB"];

type Message = Record<string, unknown>;

/** The message, and the paths that the standard requires and the booking does not hold. Null unless it goes by sea. */
export function dcsaBooking(booking: DcsaBookingGiven): { message: Message; lacking: string[] } | null {
  const { content, bookingNumber, agent, codes, contract = "" } = booking;
  if (content.transportMode !== "OCEAN_FCL" && content.transportMode !== "OCEAN_LCL") return null;
  const isFull = content.transportMode === "OCEAN_FCL";
  const movement = isFull ? "FCL" : "LCL";
  const terminal = isFull ? "CY" : "CFS";
  const lacking = contract === "" ? ["serviceContractReference"] : [];
  const equipment = requestedEquipments(content, lacking);
  // Bookings hold too little for these, and a carrier must not take such goods for ordinary ones.
  if (content.cargoType === "DANGEROUS")
    lacking.push("requestedEquipments.commodities.outerPackaging.dangerousGoods");
  if (content.cargoType === "REEFER") lacking.push("requestedEquipments.activeReeferSettings");
  const message = withoutEmpty({
    receiptTypeAtOrigin: isFromDoor(content.service) ? "SD" : terminal,
    deliveryTypeAtDestination: isToDoor(content.service) ? "SD" : terminal,
    cargoMovementTypeAtOrigin: movement,
    cargoMovementTypeAtDestination: movement,
    serviceContractReference: contract,
    freightPaymentTermCode: { PREPAID: "PRE", COLLECT: "COL" }[content.paymentType],
    isEquipmentSubstitutionAllowed: false,
    isPartialLoadAllowed: content.transshipment !== "DIRECT",
    isExportDeclarationRequired: ["EXPORT", "BOTH"].includes(content.customsDeclaration),
    expectedDepartureDate: content.requestedDate,
    expectedArrivalAtPlaceOfDeliveryEndDate: content.expectedDeliveryDate,
    incoTerms: INCOTERMS.includes(content.incoterms) ? content.incoterms : "",
    references: [{ type: "FF", value: bookingNumber }],
    documentParties: documentParties(content, agent),
    shipmentLocations: shipmentLocations(content, codes, lacking),
    requestedEquipments: equipment,
  });
  return { message, lacking };
}

function requestedEquipments(content: BookingContent, lacking: string[]): Message[] {
  const types = Map.groupBy(
    content.containers.filter(({ containerType }) => containerType !== ""),
    ({ containerType }) => containerType,
  );
  // The goods stand in the equipment: without any the message would hold none, as of loose cargo that names no container.
  if (types.size === 0) lacking.push("requestedEquipments");
  const commodities = [commodityOf(content, lacking)];
  return [...types].map(([type, boxes], index) =>
    withoutEmpty({
      ISOEquipmentCode: type,
      units: boxes.length,
      isShipperOwned: false,
      equipmentReferences: boxes.map(({ containerNumber }) => containerNumber).filter(Boolean),
      ...(type[2] === "R" ? { isNonOperatingReefer: content.cargoType !== "REEFER" } : {}),
      // The booking does not say which goods are in which container.
      ...(index === 0 ? { commodities } : {}),
    }),
  );
}

/** Digits are written as the message has them: a weight in kilograms has three decimals at most. */
const amountOf = (decimal: string) => Number(round(decimal, 3));

function commodityOf(content: BookingContent, lacking: string[]): Message {
  const { pieces, grossKg, volumeCbm } = cargoTotals(content.cargo);
  const isWeighed = compare(grossKg, 0) > 0;
  if (!isWeighed) lacking.push("requestedEquipments.commodities.cargoGrossWeight");
  return withoutEmpty({
    commodityType: content.goodsDescription,
    ...(isWeighed ? { cargoGrossWeight: { value: amountOf(grossKg), unit: "KGM" } } : {}),
    ...(compare(volumeCbm, 0) > 0 ? { cargoGrossVolume: { value: amountOf(volumeCbm), unit: "MTQ" } } : {}),
    ...(pieces > 0
      ? { outerPackaging: withoutEmpty({ numberOfPackages: pieces, description: content.marks }) }
      : {}),
    references: content.cargo
      .filter(({ poNumber }) => poNumber !== "")
      .map(({ poNumber }) => ({ type: "PO", value: poNumber })),
  });
}

function documentParties(content: BookingContent, agent: string): Message {
  return withoutEmpty({
    bookingAgent: { partyName: agent },
    shipper: partyOf(content.shipper),
    consignee: partyOf(content.consignee),
    other: [{ party: partyOf(content.notifyParty), partyFunction: "NI" }].filter(
      ({ party }) => Object.keys(party).length > 0,
    ),
  });
}

function partyOf(party: BookingParty): Message {
  if (party.name === "") return {};
  return withoutEmpty({
    partyName: party.name,
    address: withoutEmpty({
      street: party.address,
      postCode: party.postcode,
      stateRegion: party.state,
      countryCode: party.countryCode,
    }),
    partyContactDetails: party.contactNumber ? [{ name: party.name, phone: party.contactNumber }] : [],
  });
}

function shipmentLocations(
  { origin, destination, service, pickupAddress, deliveryAddress }: BookingContent,
  codes: DcsaBookingGiven["codes"],
  lacking: string[],
): Message[] {
  const place = (code: string | null, name: string) =>
    code ? { UNLocationCode: code } : { locationName: name };
  if (!codes.origin) lacking.push("shipmentLocations.POL.UNLocationCode");
  if (!codes.destination) lacking.push("shipmentLocations.POD.UNLocationCode");
  return [
    ...(isFromDoor(service) && pickupAddress
      ? [{ location: { locationName: pickupAddress.slice(0, 100) }, locationTypeCode: "PRE" }]
      : []),
    { location: place(codes.origin, origin), locationTypeCode: "POL" },
    { location: place(codes.destination, destination), locationTypeCode: "POD" },
    ...(isToDoor(service) && deliveryAddress
      ? [{ location: { locationName: deliveryAddress.slice(0, 100) }, locationTypeCode: "PDE" }]
      : []),
  ];
}

/** Fields that hold something; the standard refuses empty texts. */
function withoutEmpty(message: Message): Message {
  const isEmpty = (value: unknown) =>
    value === "" ||
    value === undefined ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(message).filter(([, value]) => !isEmpty(value)));
}
