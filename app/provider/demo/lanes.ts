import type { DemoCustomerCode } from "./accounts.ts";

/** A port call: days after departure from the first port or airport. */
interface Stop {
  at: string;
  arriveDay: number;
  departDay: number;
}
export interface OceanLane {
  from: string;
  to: string;
  days: number;
  carriers: readonly string[];
  weight: number;
  /** Transhipment. */
  via?: Stop;
  /** Rail to an inland ramp, so many days after arrival. */
  ramp?: { at: string; days: number };
  /** Rate of a 40-foot container in USD. */
  rate: number;
}
export interface AirLane {
  from: string;
  to: string;
  carriers: readonly string[];
  weight: number;
  /** Hub of a transfer. */
  via?: string;
  /** Rate of a kilogram in USD. */
  rate: number;
}
export interface TruckLane {
  from: string;
  to: string;
  days: number;
  carriers: readonly string[];
  weight: number;
  /** With a port or terminal at one end it is haulage to or from a port. */
  kind: "door" | "to-port" | "from-port";
  km: number;
}

const lane = (
  from: string,
  to: string,
  days: number,
  carriers: string,
  weight: number,
  rate: number,
  more: { via?: [string, number, number]; ramp?: [string, number] } = {},
): OceanLane => ({
  from,
  to,
  days,
  carriers: carriers.split(" "),
  weight,
  rate,
  ...(more.via ? { via: { at: more.via[0], arriveDay: more.via[1], departDay: more.via[2] } } : {}),
  ...(more.ramp ? { ramp: { at: more.ramp[0], days: more.ramp[1] } } : {}),
});

export const oceanLanes: Record<DemoCustomerCode, readonly OceanLane[]> = {
  MERIDIAN: [
    lane("CNSHA", "USLAX", 15, "EGLV OOLU COSU ONEY", 6, 2450),
    lane("CNYTN", "USLGB", 14, "MAEU CMDU HDMU", 5, 2400),
    lane("CNNGB", "USLAX", 16, "MSCU EGLV ZIMU", 4, 2380),
    lane("CNSHA", "USLAX", 15, "COSU OOLU", 4, 2450, { ramp: ["USCHI", 7] }),
    lane("CNYTN", "USLGB", 14, "ONEY HLCU", 3, 2400, { ramp: ["USDAL", 6] }),
    lane("VNSGN", "USLAX", 21, "ONEY HDMU YMLU", 4, 2550),
    lane("VNHPH", "USLGB", 25, "CMDU MAEU", 3, 2700, { via: ["CNYTN", 4, 8] }),
    lane("THLCH", "USLAX", 26, "ONEY YMLU", 2, 2650, { via: ["TWKHH", 6, 10] }),
    lane("CNTAO", "USTIW", 17, "HDMU ONEY", 2, 2350, { via: ["KRPUS", 2, 5] }),
    lane("CNSHA", "USNYC", 32, "CMDU ZIMU MSCU", 4, 3650),
    lane("CNNGB", "USSAV", 35, "MAEU HLCU", 3, 3500, { via: ["PAMIT", 26, 30] }),
    lane("INNSA", "USNYC", 31, "MSCU HLCU", 2, 3100, { via: ["ESALG", 17, 21] }),
    lane("CNNGB", "NLRTM", 36, "MSCU MAEU", 3, 2900),
    lane("CNYTN", "DEHAM", 38, "HLCU CMDU", 2, 2950, { via: ["SGSIN", 5, 9] }),
    lane("ITGOA", "USNYC", 17, "MSCU HLCU", 2, 2100),
    lane("DEHAM", "USORF", 14, "HLCU ONEY", 1, 1950),
    lane("USLGB", "CNSHA", 19, "COSU EGLV", 1, 680),
    lane("USSAV", "BRSSZ", 22, "MSCU MAEU", 1, 1750),
    lane("CNSHA", "JPTYO", 4, "ONEY WHLC", 2, 620),
    lane("CNSHK", "SGSIN", 5, "WHLC COSU", 1, 540),
  ],
  BRIGHTWATER: [
    lane("CNYTN", "DEHAM", 36, "HLCU CMDU EGLV", 6, 2950),
    lane("CNSHA", "NLRTM", 35, "COSU OOLU MSCU", 5, 2880),
    lane("KRPUS", "DEHAM", 40, "HDMU ONEY", 3, 2800, { via: ["SGSIN", 8, 12] }),
    lane("TWKHH", "NLRTM", 37, "YMLU EGLV", 3, 2850),
    lane("MYPKG", "DEBRV", 29, "MAEU MSCU", 3, 2500),
    lane("HKHKG", "DEHAM", 37, "OOLU COSU", 3, 2900),
    lane("DEHAM", "CNSHA", 37, "COSU HLCU", 2, 780),
    lane("DEBRV", "USCHS", 14, "HLCU MSCU", 2, 2050),
    lane("NLRTM", "SGSIN", 30, "ONEY CMDU", 1, 820),
    lane("DEHAM", "MXVER", 21, "HLCU CMDU", 1, 1900),
  ],
  HARROWVALE: [
    lane("BDCGP", "GBFXT", 37, "MSCU MAEU CMDU", 5, 3200, { via: ["LKCMB", 6, 10] }),
    lane("INNSA", "GBLGP", 27, "HLCU ONEY", 3, 2600),
    lane("INMAA", "GBFXT", 31, "MSCU OOLU", 2, 2700, { via: ["LKCMB", 3, 6] }),
    lane("LKCMB", "GBFXT", 25, "MSCU CMDU", 2, 2550),
    lane("VNSGN", "GBFXT", 36, "ONEY YMLU", 3, 2850, { via: ["SGSIN", 3, 7] }),
    lane("CNNGB", "GBFXT", 37, "EGLV COSU", 4, 2900),
    lane("CNSHA", "GBSOU", 36, "HLCU OOLU", 3, 2920),
    lane("TRMER", "GBLGP", 14, "MSCU ZIMU", 2, 1750),
    lane("PKKHI", "GBLGP", 28, "HLCU MSCU", 1, 2500, { via: ["OMSLL", 4, 7] }),
    lane("KHKOS", "GBFXT", 38, "ONEY MSCU", 1, 3000, { via: ["SGSIN", 4, 8] }),
    lane("GBFXT", "JPTYO", 44, "ONEY HDMU", 1, 900, { via: ["SGSIN", 31, 35] }),
  ],
};

const flight = (
  from: string,
  to: string,
  carriers: string,
  weight: number,
  rate: number,
  via?: string,
): AirLane => ({ from, to, carriers: carriers.split(" "), weight, rate, ...(via ? { via } : {}) });

export const airLanes: Record<DemoCustomerCode, readonly AirLane[]> = {
  MERIDIAN: [
    flight("PVG", "LAX", "CK CA 5Y", 5, 4.85),
    flight("HKG", "ORD", "CX 5X", 4, 5.1),
    flight("CAN", "ORD", "CZ KE", 3, 4.95, "ICN"),
    flight("SGN", "JFK", "KE", 3, 5.6, "ICN"),
    flight("HAN", "DFW", "CI BR", 2, 5.4, "TPE"),
    flight("DEL", "JFK", "LH", 2, 4.2, "FRA"),
    flight("TPE", "LAX", "CI BR", 2, 4.6),
    flight("MXP", "JFK", "CV", 2, 3.1),
    flight("FRA", "ORD", "LH UA", 2, 2.9),
    flight("PVG", "AMS", "KL CK", 2, 4.4),
    flight("LAX", "NRT", "NH", 1, 2.2),
  ],
  BRIGHTWATER: [
    flight("SZX", "CGN", "5X", 4, 4.5),
    flight("HKG", "LUX", "CV", 4, 4.4),
    flight("PVG", "FRA", "EK QR", 3, 4.1, "DXB"),
    flight("TPE", "FRA", "CI", 3, 4.3),
    flight("ICN", "FRA", "KE OZ", 2, 4.2),
    flight("PEN", "AMS", "SQ", 2, 3.9, "SIN"),
    flight("CGO", "LEJ", "5Y", 2, 4.0),
    flight("FRA", "PVG", "LH CA", 2, 1.8),
    flight("LEJ", "ORD", "5Y", 1, 2.8),
  ],
  HARROWVALE: [
    flight("DAC", "LHR", "EK", 5, 4.7, "DXB"),
    flight("BOM", "LHR", "BA", 3, 3.6),
    flight("CMB", "LHR", "EK", 3, 4.3, "DXB"),
    flight("IST", "LHR", "TK", 3, 1.9),
    flight("SGN", "LHR", "TG", 2, 4.8, "BKK"),
    flight("PVG", "LHR", "ET", 2, 4.3, "ADD"),
    flight("LHR", "JFK", "BA", 1, 2.4),
  ],
};

const road = (
  from: string,
  to: string,
  days: number,
  carriers: string,
  weight: number,
  km: number,
  kind: TruckLane["kind"] = "door",
): TruckLane => ({ from, to, days, carriers: carriers.split(" "), weight, km, kind });

export const truckLanes: Record<DemoCustomerCode, readonly TruckLane[]> = {
  MERIDIAN: [
    road("USCMH", "USATL", 1, "HJBT SNLU KNIG", 4, 920),
    road("USLGB", "USPHX", 1, "KNIG HJBT", 3, 640, "from-port"),
    road("USLAX", "USDAL", 3, "SNLU HJBT", 2, 2310, "from-port"),
    road("USCMH", "CATOR", 2, "SNLU", 2, 690),
    road("USIND", "USSAV", 2, "HJBT", 1, 1240, "to-port"),
    road("NLVEN", "FRPAR", 1, "DSVR GIRT", 3, 470),
    road("NLVEN", "DEMUC", 1, "DSVR", 2, 640),
  ],
  BRIGHTWATER: [
    road("DEHAM", "DEMUC", 1, "DSVR", 3, 790, "from-port"),
    road("PLWAW", "DEDUI", 2, "GIRT WABE", 3, 1130),
    road("CZPRG", "DEHAM", 1, "WABE DSVR", 2, 640, "to-port"),
    road("DESTR", "ITMIL", 1, "DSVR WABE", 2, 510),
  ],
  HARROWVALE: [
    road("GBFXT", "GBBHM", 1, "DSVR", 3, 270, "from-port"),
    road("ITMIL", "GBMNC", 3, "GIRT DSVR", 3, 1650),
    road("FRLYO", "GBMNC", 2, "DSVR", 2, 1270),
  ],
};
