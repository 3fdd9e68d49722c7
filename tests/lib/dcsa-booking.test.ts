import { expect, test } from "vitest";
import { dcsaBooking } from "#app/lib/dcsa-booking.ts";
import { content, line } from "#tests/provider/bookings/fixture.ts";

const codes = { origin: "CNYTN", destination: "USLGB" };
const agent = "Forwarder Ltd";
const of = (given = {}, places: { origin: string | null; destination: string | null } = codes) =>
  dcsaBooking({ bookingNumber: "BK-2611-000001", agent, codes: places, content: content(given) });

test("a full container from a door is asked for with parties, places, equipment and goods", () => {
  expect(of()).toEqual({
    lacking: ["serviceContractReference"],
    message: {
      receiptTypeAtOrigin: "SD",
      deliveryTypeAtDestination: "CY",
      cargoMovementTypeAtOrigin: "FCL",
      cargoMovementTypeAtDestination: "FCL",
      freightPaymentTermCode: "COL",
      isEquipmentSubstitutionAllowed: false,
      isPartialLoadAllowed: true,
      isExportDeclarationRequired: true,
      expectedDepartureDate: "2026-12-03",
      expectedArrivalAtPlaceOfDeliveryEndDate: "2027-01-05",
      incoTerms: "FCA",
      references: [{ type: "FF", value: "BK-2611-000001" }],
      documentParties: {
        bookingAgent: { partyName: agent },
        shipper: {
          partyName: "Shenzhen Xingda Electronics Co., Ltd.",
          address: {
            street: "18 Keji Road, Nanshan",
            postCode: "518057",
            stateRegion: "Guangdong",
            countryCode: "CN",
          },
          partyContactDetails: [
            { name: "Shenzhen Xingda Electronics Co., Ltd.", phone: "+86 755 2658 1234" },
          ],
        },
        consignee: {
          partyName: "Meridian Retail Group Inc.",
          address: { street: "4100 Commerce Parkway", countryCode: "US" },
          partyContactDetails: [{ name: "Meridian Retail Group Inc.", phone: "6145550123" }],
        },
      },
      shipmentLocations: [
        { location: { locationName: "18 Keji Road, Nanshan" }, locationTypeCode: "PRE" },
        { location: { UNLocationCode: "CNYTN" }, locationTypeCode: "POL" },
        { location: { UNLocationCode: "USLGB" }, locationTypeCode: "POD" },
      ],
      requestedEquipments: [
        {
          ISOEquipmentCode: "22G1",
          units: 1,
          isShipperOwned: false,
          equipmentReferences: ["CSQU3054383"],
          commodities: [
            {
              commodityType: "LED desk lamps",
              cargoGrossWeight: { value: 1250, unit: "KGM" },
              cargoGrossVolume: { value: 12, unit: "MTQ" },
              outerPackaging: { numberOfPackages: 100 },
              references: [{ type: "PO", value: "4500012345" }],
            },
          ],
        },
      ],
    },
  });
});

test("what the standard requires and the booking does not hold is named", () => {
  const made = of(
    { containers: [], cargo: [line({ weight: "", volume: "" })] },
    { origin: null, destination: null },
  );
  expect(made?.lacking).toEqual([
    "serviceContractReference",
    "requestedEquipments",
    "requestedEquipments.commodities.cargoGrossWeight",
    "shipmentLocations.POL.UNLocationCode",
    "shipmentLocations.POD.UNLocationCode",
  ]);
  expect(made?.message.shipmentLocations).toContainEqual({
    location: { locationName: "Yantian" },
    locationTypeCode: "POL",
  });
});

test("containers of one type are one line, and a booking by air has no such message", () => {
  const box = { containerType: "45R1", containerNumber: "", info: "" };
  expect(of({ containers: [box, box], cargoType: "REEFER" })?.message.requestedEquipments).toMatchObject([
    { ISOEquipmentCode: "45R1", units: 2, isNonOperatingReefer: false },
  ]);
  expect(of({ transportMode: "AIR" })).toBeNull();
});

test("dangerous and refrigerated goods are named as lacking, since a carrier would take them for ordinary ones", () => {
  const contract = "SC-1";
  const lacking = (cargoType: string) =>
    dcsaBooking({
      bookingNumber: "BK-1",
      agent,
      codes,
      contract,
      content: content({ cargoType } as Parameters<typeof content>[0]),
    })?.lacking;
  expect(lacking("GENERAL")).toEqual([]);
  expect(lacking("DANGEROUS")).toEqual(["requestedEquipments.commodities.outerPackaging.dangerousGoods"]);
  expect(lacking("REEFER")).toEqual(["requestedEquipments.activeReeferSettings"]);
});

test("loose cargo without a container is named as lacking, since the message would hold no goods", () => {
  const made = of({ transportMode: "OCEAN_LCL", containers: [] });
  expect(made?.lacking).toEqual(["serviceContractReference", "requestedEquipments"]);
});
