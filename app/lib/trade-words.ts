/**
 * What the trade writes for the codes of this product, in English and Chinese: read from files and calls, in one place. The code is
 * what is stored. Spaces, signs and capitals make no difference.
 */
import { type Equipment, equipmentOf } from "./equipment.ts";
import { type Incoterm, incotermOf } from "./incoterms.ts";

const key = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Reads a word as the code that it stands for. */
export function wordReader<Code extends string>(
  words: Record<Code, readonly string[]>,
): (text: string) => Code | undefined {
  const codes = new Map(
    Object.entries<readonly string[]>(words).flatMap(([code, others]) =>
      [code, ...others].map((word) => [key(word), code as Code] as const),
    ),
  );
  return (text) => codes.get(key(text));
}

/** Three letters as forwarders' systems and the DCSA have them. Rail is no mode of a shipment here. */
export const jobModeOf = wordReader({
  AIR: ["Air freight", "Airfreight", "空运"],
  OCEAN: [
    "Sea",
    "SEA",
    "OCE",
    "Sea freight",
    "Ocean freight",
    "Ocean FCL",
    "Ocean LCL",
    "Vessel",
    "Maritime",
    "海运",
  ],
  TRUCK: ["Road", "ROA", "Road freight", "Lorry", "卡车", "陆运", "公路"],
});

export const serviceTypeOf = wordReader({
  DTD: ["Door to door", "Door/Door", "门到门"],
  DTP: ["Door to port", "Door/CY", "Door/CFS", "Door/Port", "门到港"],
  PTP: [
    "Port to port",
    "Port/Port",
    "CY/CY",
    "CY to CY",
    "CFS/CFS",
    "CFS to CFS",
    "CY/CFS",
    "CFS/CY",
    "FCL/FCL",
    "LCL/LCL",
    "FCL/LCL",
    "LCL/FCL",
    "Pier to pier",
    "港到港",
  ],
  PTD: ["Port to door", "CY/Door", "CFS/Door", "Port/Door", "港到门"],
  DTA: ["Door to airport", "Door/Airport", "门到机场"],
  ATA: ["Airport to airport", "Airport/Airport", "机场到机场"],
  ATD: ["Airport to door", "Airport/Door", "机场到门"],
});

export const serviceLevelOf = wordReader({
  STANDARD: ["STD", "Normal", "标准"],
  EXPRESS: ["EXP", "Priority", "加急", "快速"],
  ECONOMY: ["ECO", "Deferred", "经济"],
});

export const loadTypeOf = wordReader({
  FCL: ["FCL/FCL", "CY/CY", "Full container", "整箱"],
  LCL: ["LCL/LCL", "CFS/CFS", "Groupage", "Consolidation", "拼箱"],
  LOOSE: ["LSE", "Loose cargo", "散货"],
  FTL: ["Full truck", "Full truckload", "整车"],
  LTL: ["Part load", "Less than truckload", "零担"],
});

export const paymentTypeOf = wordReader({
  PREPAID: ["PPD", "PP", "PRE", "P", "Freight prepaid", "运费预付", "预付"],
  COLLECT: ["CCX", "CC", "COL", "C", "Coll", "Freight collect", "运费到付", "到付"],
});

/** UN/CEFACT Recommendation 21 has the two letters. The codes of three are those that this product had before. */
export const packageTypeOf = wordReader({
  CTN: ["CT", "CTNS", "Carton", "Cartons", "纸箱", "箱"],
  PLT: ["PX", "PLTS", "PAL", "PALS", "Pallet", "Pallets", "托盘", "托", "卡板"],
  CRT: ["CR", "CRTS", "Crate", "Crates", "木箱"],
  DRM: ["DR", "DRMS", "Drum", "Drums", "桶"],
  BAG: ["BG", "BAGS", "Sack", "Sacks", "SA", "袋"],
  PKG: ["PK", "PKGS", "PCK", "Package", "Packages", "Colli", "Collo", "件"],
  BX: ["BOX", "Boxes", "BXS", "盒"],
  CS: ["CASE", "Cases", "CAS", "箱子"],
  RO: ["ROLL", "Rolls", "RLS", "卷"],
  BL: ["BALE", "Bales", "BLS", "包"],
  BE: ["BDL", "BDLS", "Bundle", "Bundles", "捆"],
  CL: ["COIL", "Coils", "盘卷"],
  RL: ["REEL", "Reels", "轴"],
  PP: ["PCS", "PC", "PCE", "Piece", "Pieces", "EA", "个"],
  WA: ["IBC", "IBCS", "Intermediate bulk container", "吨桶"],
});

/** Names of terms of 2020 as they are spoken, and the old name of CFR. DAT and DDU are no terms any more, and are not read as others. */
const termNames: readonly [RegExp, Incoterm][] = [
  [/^ex[\s-]?works\b/i, "EXW"],
  [/^(?:c ?& ?f|c and f|cnf)\b/i, "CFR"],
  [/^free on board\b/i, "FOB"],
  [/^free carrier\b/i, "FCA"],
];

/** "FOB Shanghai" and "F.O.B." are FOB, whose place the route of a shipment shows. */
export function incotermIn(text: string): Incoterm | null {
  const words = text
    .normalize("NFKC")
    .trim()
    .replace(/^(?:[a-z]\.\s?){2}[a-z]\.?/i, (letters) => letters.replace(/[.\s]/g, ""));
  return (
    incotermOf(/^[a-z]{3}\b/i.exec(words)?.[0]) ?? termNames.find(([name]) => name.test(words))?.[1] ?? null
  );
}

const boxes: Record<string, readonly string[]> = {
  "22G1": ["20", "20DV", "20GP", "20DC", "20ST", "20SD", "20STD", "20DRY", "20DB", "20NOR"],
  "25G1": ["20HC", "20HQ"],
  "42G1": ["40", "40DV", "40GP", "40DC", "40ST", "40SD", "40STD", "40DRY", "40DB"],
  "45G1": ["40HC", "40HQ", "40HCDV", "40DVHC", "40HCGP", "40GPHC", "40HD", "40DH", "40HCDRY"],
  L5G1: ["45", "45HC", "45HQ", "45DV", "45HCDV"],
  "22R1": ["20RF", "20RE", "20REF", "20REEFER", "20RFR"],
  "25R1": ["20RH", "20HR", "20RFHC", "20HCRF"],
  "42R1": ["40RF", "40RE", "40REF", "40REEFER", "40RFR"],
  "45R1": ["40RH", "40HR", "40RQ", "40HCRF", "40RFHC", "40HCRE", "40REHC", "40HCREEFER", "40REEFERHC"],
  L5R1: ["45RF", "45RH", "45HR"],
  "22U1": ["20OT", "20UT", "20OPENTOP"],
  "42U1": ["40OT", "40UT", "40OPENTOP"],
  "45U1": ["40OTHC", "40HCOT", "40OH"],
  "22P1": ["20FR", "20FL", "20FLAT", "20FLATRACK"],
  "42P1": ["40FR", "40FL", "40FLAT", "40FLATRACK"],
  "29P0": ["20PL", "20PF", "20PLATFORM"],
  "49P0": ["40PL", "40PF", "40PLATFORM"],
  "22T1": ["20TK", "20TC", "20TANK", "20TN"],
  "42T1": ["40TK", "40TC", "40TANK"],
};
const boxOf = wordReader(boxes);

/** "40'HQ", "40 ft HC" and "HC40" are 40HC. */
const boxWord = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9\p{Script=Han}]/gu, "")
    .replace(/^([A-Z]+)(20|40|45)$/, "$2$1")
    .replace(/^(20|40|45)(FEET|FOOT|FT|英尺|尺)/, "$1")
    .replace(/高柜|高箱/, "HC")
    .replace(/平柜|普柜|小柜|干柜/, "GP")
    .replace(/冷柜|冻柜/, "RF")
    .replace(/开顶柜?/, "OT")
    .replace(/框架柜?/, "FR")
    .replace(/HIGHCUBE/, "HC");

const OLD_LENGTH: Record<string, string> = { "2": "2", "4": "4", "9": "L" };
const OLD_HEIGHT: Record<string, string> = { "0": "0", "2": "2", "3": "2", "4": "5", "5": "5" };
/** By the first digit of the type; the second told details that the codes of today tell otherwise. */
const OLD_TYPE: Record<string, string> = { "0": "G0", "1": "G1", "3": "R1", "5": "U1", "6": "P1", "7": "T1" };

/** The four digits of ISO 6346 of 1984: 2210 is 22G1, 4510 is 45G1. */
function oldCodeOf(text: string): string | undefined {
  const [, length = "", height = "", type = ""] = /^(\d)(\d)(\d)\d$/.exec(text.trim()) ?? [];
  const parts = [OLD_LENGTH[length], OLD_HEIGHT[height], OLD_TYPE[type]];
  return parts.includes(undefined) ? undefined : parts.join("");
}

/**
 * The equipment that a word of the trade stands for, or a size type code; null when it is neither. The word comes first: 20GP is a
 * group of boxes 8 feet high, of which there are none any more, and everybody's word for 22G1.
 */
export const equipmentIn = (text: string): Equipment | null =>
  equipmentOf(boxOf(boxWord(text)) ?? oldCodeOf(text) ?? text);

/** Codes of the SMDG and names by which systems know a line, for the codes (SCAC) of this product. */
export const carrierCodeOf = wordReader({
  MAEU: ["MSK", "MAE", "MRK", "Maersk Line", "Maersk", "马士基"],
  MSCU: ["MSC", "Mediterranean Shipping Company", "地中海航运"],
  CMDU: ["CMA", "CMA CGM", "达飞"],
  COSU: ["COS", "COSCO", "COSCO Shipping", "中远海运", "中远"],
  HLCU: ["HLC", "Hapag-Lloyd", "Hapag", "赫伯罗特"],
  ONEY: ["ONE", "Ocean Network Express"],
  EGLV: ["EMC", "Evergreen", "Evergreen Line", "长荣"],
  YMLU: ["YML", "Yang Ming", "YMPR", "阳明"],
  HDMU: ["HMM", "Hyundai Merchant Marine"],
  OOLU: ["OOL", "OOCL", "东方海外"],
  ZIMU: ["ZIM", "以星"],
  PCIU: ["PIL", "Pacific International Lines", "太平船务"],
  WHLC: ["WHL", "Wan Hai", "Wan Hai Lines", "万海"],
  SUDU: ["SUD", "HSD", "Hamburg Süd"],
});
