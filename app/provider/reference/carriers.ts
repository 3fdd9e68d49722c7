import type { Database } from "../db/schema.ts";

export type CarrierRow = Database["carrier"];

/** Ocean carriers by SCAC, with the owner codes painted on their boxes. */
export const oceanCarriers = [
  { code: "MAEU", name: "Maersk", prefixes: ["MSKU", "MRKU", "MRSU", "MAEU"] },
  { code: "MSCU", name: "MSC Mediterranean Shipping Company", prefixes: ["MSCU", "MEDU", "MSDU", "MSMU"] },
  { code: "CMDU", name: "CMA CGM", prefixes: ["CMAU", "APZU", "ECMU", "TLLU"] },
  { code: "COSU", name: "COSCO Shipping Lines", prefixes: ["CSNU", "CBHU", "CCLU", "CSLU"] },
  { code: "HLCU", name: "Hapag-Lloyd", prefixes: ["HLXU", "HLBU", "UACU", "HAMU"] },
  { code: "ONEY", name: "Ocean Network Express", prefixes: ["ONEU", "NYKU", "KKFU", "MOAU"] },
  { code: "EGLV", name: "Evergreen Line", prefixes: ["EGHU", "EGSU", "EISU", "EITU"] },
  { code: "HDMU", name: "HMM", prefixes: ["HDMU", "HMMU", "KOCU"] },
  { code: "YMLU", name: "Yang Ming", prefixes: ["YMLU", "YMMU"] },
  { code: "ZIMU", name: "ZIM Integrated Shipping Services", prefixes: ["ZIMU", "ZCSU"] },
  { code: "OOLU", name: "OOCL", prefixes: ["OOLU", "OOCU"] },
  { code: "WHLC", name: "Wan Hai Lines", prefixes: ["WHLU", "WHSU"] },
] as const;
export type OceanCarrierCode = (typeof oceanCarriers)[number]["code"];

/** Owner codes of leasing companies, whose boxes every carrier uses. */
export const lessorPrefixes = [
  "TCNU",
  "TGHU",
  "TEMU",
  "CAIU",
  "BMOU",
  "FCIU",
  "SEGU",
  "DRYU",
  "TRHU",
] as const;

/** Airlines by IATA code, with the prefix of their air waybills. */
const airlines: [code: string, name: string, awbPrefix: string][] = [
  ["LH", "Lufthansa Cargo", "020"],
  ["CX", "Cathay Cargo", "160"],
  ["CA", "Air China Cargo", "999"],
  ["CZ", "China Southern Cargo", "784"],
  ["CK", "China Cargo Airlines", "112"],
  ["EK", "Emirates SkyCargo", "176"],
  ["QR", "Qatar Airways Cargo", "157"],
  ["SQ", "Singapore Airlines Cargo", "618"],
  ["KE", "Korean Air Cargo", "180"],
  ["OZ", "Asiana Cargo", "988"],
  ["CV", "Cargolux", "172"],
  ["FX", "FedEx Express", "023"],
  ["5X", "UPS Airlines", "406"],
  ["5Y", "Atlas Air", "369"],
  ["TK", "Turkish Cargo", "235"],
  ["ET", "Ethiopian Cargo", "071"],
  ["CI", "China Airlines Cargo", "297"],
  ["BR", "EVA Air Cargo", "695"],
  ["NH", "ANA Cargo", "205"],
  ["AF", "Air France Cargo", "057"],
  ["KL", "KLM Cargo", "074"],
  ["BA", "IAG Cargo", "125"],
  ["AA", "American Airlines Cargo", "001"],
  ["UA", "United Cargo", "016"],
  ["DL", "Delta Cargo", "006"],
  ["VN", "Vietnam Airlines Cargo", "738"],
  ["TG", "Thai Cargo", "217"],
  ["MH", "MASkargo", "232"],
];

const truckers: [code: string, name: string][] = [
  ["HJBT", "J.B. Hunt Transport"],
  ["SNLU", "Schneider National"],
  ["KNIG", "Knight Transportation"],
  ["DSVR", "DSV Road"],
  ["WABE", "Waberer's International"],
  ["GIRT", "Girteka Logistics"],
  ["SNTR", "Sinotrans Land Transport"],
  ["KERR", "Kerry Logistics Road"],
];

export const carriers: CarrierRow[] = [
  ...oceanCarriers.map(({ code, name }) => ({ code, name, mode: "OCEAN" as const, awb_prefix: null })),
  ...airlines.map(([code, name, awb_prefix]) => ({ code, name, mode: "AIR" as const, awb_prefix })),
  ...truckers.map(([code, name]) => ({ code, name, mode: "TRUCK" as const, awb_prefix: null })),
];
