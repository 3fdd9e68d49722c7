import type { QuoteRequest, quotePrice } from "#app/contract/quote.ts";
import { instantToWire } from "#app/lib/date-time.ts";

/** A valid quote request by air: 64 kg chargeable by volume. */
export const goodRequest: QuoteRequest = {
  tag: "Spring launch",
  freightMode: "AIR",
  service: "DTD",
  incoterms: "FCA",
  origin: "Shenzhen",
  originZip: "518000",
  pickupLocation: "12 Keji Road",
  destination: "Chicago",
  destinationZip: "60666",
  deliveryLocation: "1 Cargo Way",
  packages: [
    {
      pieces: 8,
      packageType: "CTN",
      length: "60",
      width: "40",
      height: "20",
      dimensionUnit: "cm",
      weight: "45",
      weightUnit: "kg",
    },
  ],
  containers: [],
  specialGoods: ["NONE"],
  batteryTypes: [],
  cargoDetails: "Headphones",
  cargoReadyDate: null,
};

/** The request as its form posts it. */
export function requestForm(changes: Record<string, string> = {}): Record<string, string> {
  return {
    freightMode: "AIR",
    service: "DTD",
    incoterms: "FCA",
    origin: "Shenzhen",
    originZip: "518000",
    pickupLocation: "12 Keji Road",
    destination: "Chicago",
    destinationZip: "60666",
    deliveryLocation: "1 Cargo Way",
    "packages[0].pieces": "8",
    "packages[0].packageType": "CTN",
    "packages[0].length": "60",
    "packages[0].width": "40",
    "packages[0].height": "20",
    "packages[0].dimensionUnit": "cm",
    "packages[0].weight": "45",
    "packages[0].weightUnit": "kg",
    specialGoods: "NONE",
    cargoDetails: "Headphones",
    ...changes,
  };
}

type Option = Parameters<(typeof quotePrice.request)["parse"]>[0] extends never
  ? never
  : (typeof quotePrice.request)["_zod"]["input"]["options"][number];

/** A price that is valid until the given time. */
export function priceUntil(
  validUntil: Date,
  carrierName = "Cathay Pacific Cargo",
  amount = "246.40",
): Option {
  return {
    carrierName,
    transitDays: 4,
    validUntil: instantToWire(validUntil) ?? "",
    currency: "USD",
    lines: [
      {
        description: "Air freight",
        unit: "kg",
        price: "3.85",
        volumeMin: null,
        volumeMax: null,
        weightMin: "45",
        weightMax: "100",
        amount,
      },
    ],
  };
}
