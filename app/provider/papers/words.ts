import type { CheckedFact, ReadPaper } from "#app/contract/document-code.ts";
import { multiply } from "#app/lib/decimal.ts";
import { packageTypeOf } from "#app/lib/trade-words.ts";
import { toKilograms } from "#app/lib/units.ts";

/** What a label names; `net` and `other` are known so that they are not taken for a value or a neighbour. */
export type Labelled = CheckedFact | "quantity" | "net" | "other";

const NUMBER_OF = String.raw`(?:NO\.?|NUMBER|NOS\.?|QTY|QUANTITY)\s?(?:OF|\.)?\s?(?:&|AND)?\s?`;
const PACKAGE = "(?:PACKAGES?|PKGS?|CARTONS?|CTNS?|CASES|PALLETS?|PLTS)";

const label = (pattern: string) => new RegExp(String.raw`^(?:${pattern})(?![\p{L}\p{N}])`, "iu");
const chinese = (pattern: string) => new RegExp(`^(?:${pattern})`, "u");

/** In the order in which they are tried; the word for 'total' before them is read off first. */
const labels: readonly [Labelled, RegExp][] = [
  ["net", label(String.raw`NET\s?(?:WEIGHT|WT\.?)|N\.?\s?W\.?(?:T\.?)?`)],
  ["net", chinese("净重")],
  ["grossWeight", label(String.raw`GROSS\s?(?:WEIGHT|WT\.?|WGT\.?|MASS)|G\.?\s?W\.?(?:T\.?)?`)],
  ["grossWeight", chinese("毛重量?")],
  ["volume", label(String.raw`MEASUREMENTS?|MEAS'?T?\.?|VOLUME|CBM|CUBIC\s?METERS|CUBIC\s?METRES`)],
  ["volume", chinese("体积|尺码|立方数")],
  ["packages", label(`${NUMBER_OF}${PACKAGE}|${PACKAGE}(?: QTY| QUANTITY)?`)],
  ["packages", chinese("件数|箱数|包装件数|件数单位")],
  ["quantity", label(String.raw`QUANTITY|QTY\.?|PCS|PIECES|UNITS|${NUMBER_OF}(?:PIECES|PCS|UNITS)`)],
  ["quantity", chinese("数量")],
  ["shipper", label(String.raw`SHIPPER(?:\s?\/\s?EXPORTER|'S NAME AND ADDRESS)?|CONSIGNOR|EXPORTER`)],
  ["shipper", chinese("发货人|托运人")],
  ["consignee", label(String.raw`CONSIGNEE(?:'S NAME AND ADDRESS)?|CONSIGNED\s?TO`)],
  ["consignee", chinese("收货人")],
  [
    "orders",
    label(
      String.raw`(?:CUSTOMER\s|BUYER'?S?\s)?(?:P\.?\s?\/?O\.?\s?(?:NO\.?|NOS\.?|NUMBERS?|#)|PURCHASE ORDERS?(?:\s?NO\.?|\s?NUMBER)?|ORDER\s?(?:NO\.?|NUMBER))`,
    ),
  ],
  // A sign is no letter, so that nothing has to end after it.
  ["orders", /^P\.?\s?\/?O\.?\s?#/i],
  ["orders", chinese("采购订单号?|订单编?号|客户订单号?")],
  [
    "other",
    label(
      String.raw`NOTIFY(?:\sPARTY)?|ALSO NOTIFY|DESCRIPTION|MARKS|INVOICE|B\/L|BILL OF LADING|BOOKING|VESSEL|VOYAGE|PORT|PLACE|DATE|EXPORT REFERENCES|FORWARDING AGENT|BUYER|SELLER|TO|FROM|TEL|FAX|ATTN|COUNTRY|TERMS?|PAYMENT|INCOTERMS?|HS CODE|UNIT PRICE|AMOUNT`,
    ),
  ],
  ["other", chinese("通知人|通知方|唛头|品名|发票|提单|船名|航次|日期|单价|金额|买方|卖方")],
];

const TOTAL = /^(?:GRAND )?TOTALS?(?![\p{L}\p{N}])|^(?:总计|合计|共计|总共|总|共)/iu;

/** What stands at the beginning of a cell as a label, and what stands after it. */
export interface CellLabel {
  /** Null: 'total' alone. */
  of: Labelled | null;
  isTotal: boolean;
  /** A colon stands after it. */
  isOpen: boolean;
  unit: PaperUnit | null;
  rest: string;
}

/** @param text as `paperRows` gives it */
export function labelOf(text: string): CellLabel | null {
  // Forms number their fields.
  const bare = text.replace(/^\d{1,2}[.)]\s*(?=\p{L})/u, "");
  const total = TOTAL.exec(bare)?.[0] ?? "";
  const left = bare.slice(total.length).trimStart();
  for (const [of, pattern] of labels) {
    const name = pattern.exec(left)?.[0];
    if (name !== undefined) return { of, isTotal: total !== "", ...after(name, inBoth(of, name, left)) };
  }
  // One character of Chinese may begin any other word.
  if (total === "" || /^[总共]$/.test(total)) return null;
  return { of: null, isTotal: true, ...after(total, bare.slice(total.length)) };
}

/** What stands after a label, which many papers have in English and Chinese: "Shipper 发货人". */
function inBoth(of: Labelled, name: string, text: string): string {
  const rest = text.slice(name.length);
  const [gap = ""] = /^\s*\/?\s*/.exec(rest) ?? [];
  for (const [other, pattern] of labels) {
    const second = other === of ? pattern.exec(rest.slice(gap.length))?.[0] : undefined;
    if (second !== undefined && isHan(second) !== isHan(name)) return rest.slice(gap.length + second.length);
  }
  return rest;
}
const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

function after(name: string, text: string): Pick<CellLabel, "isOpen" | "unit" | "rest"> {
  // "(complete name and address)" and the like say nothing of the value.
  const [taken = "", bracket] = /^\s*(?:[([]([^()[\]]{0,60})[)\]])?\s*/.exec(text) ?? [];
  const [sign = ""] = /^(?:[:.=\s]|-(?=\s))*/.exec(text.slice(taken.length)) ?? [];
  const rest = text.slice(taken.length + sign.length).trim();
  const isUnit = !sign.includes(":") && unitOf(rest) !== null;
  return {
    isOpen: sign.includes(":"),
    unit: unitOf(bracket ?? "") ?? (isUnit ? unitOf(rest) : unitOf(name)),
    rest: isUnit ? "" : rest,
  };
}

/** What a number counts; `either`: packages or units; `other`: nothing that is compared. */
export type PaperUnit = "kg" | "lb" | "cbm" | "package" | "unit" | "either" | "other";

const units: readonly [PaperUnit, RegExp][] = [
  ["kg", /^(?:KGS?|KGM|KILOS?|KILOGRAMS?|千克|公斤)\.?$/i],
  ["lb", /^(?:LBS?|LBR|POUNDS?|磅)\.?$/i],
  ["cbm", /^(?:CBM|CBMS|M3|MTQ|CU\.?\s?M|立方米|立方|方)\.?$/i],
  ["unit", /^(?:PCS?|PCE|PIECES?|UNITS?|SETS?|EA|EACH|PRS?|PAIRS?|个|只|台|套|双)\.?$/i],
  ["either", /^件$/],
  ["other", /^(?:MT|TONS?|TONNES?|T|G|GRAMS?|吨|克|CFT|FT3|CUFT|CU\.?\s?FT|USD|EUR|CNY|RMB|GBP|JPY)\.?$/i],
];

export function unitOf(text: string): PaperUnit | null {
  const word = text.trim();
  if (word === "") return null;
  const unit = units.find(([, pattern]) => pattern.test(word))?.[0];
  return unit ?? (packageTypeOf(word) ? "package" : null);
}

/** The unit in which a fact is compared: kilograms, cubic metres, or a count. */
const factUnits: Partial<Record<CheckedFact, readonly PaperUnit[]>> = {
  grossWeight: ["kg", "lb"],
  volume: ["cbm"],
  packages: ["package", "either", "unit"],
  units: ["unit"],
};

/**
 * What a number under a label says, as it is compared. Null when its unit is another one, none is stated where one has
 * to be, or it may be two numbers.
 * @param values decimal texts that the number may be
 * @param of null: of a label that says 'total' only, or another thing
 */
export function factOf(
  of: Labelled | null,
  values: readonly string[],
  unit: PaperUnit | null,
  paper: ReadPaper,
): [CheckedFact, string] | null {
  const fact = numberFact(of, unit, paper);
  if (fact === null) return null;
  if (fact === "grossWeight" || fact === "volume") {
    const [value] = values;
    if (value === undefined || values.length > 1 || !isUnitOf(fact, unit)) return null;
    return [fact, unit === "lb" ? toKilograms(value, "lb") : multiply(value, 1)];
  }
  // Of "1,234" one reading is no count.
  const whole = values.filter((value) => /^\d{1,9}$/.test(value));
  return whole.length === 1 && (unit === null || isUnitOf(fact, unit)) ? [fact, whole[0]!] : null;
}

const isUnitOf = (fact: CheckedFact, unit: PaperUnit | null) =>
  unit !== null && factUnits[fact]?.includes(unit) === true;

/** Cartons are counted under "quantity" as well; without a unit it is what an invoice sells. On a bill, pieces are packages. */
function numberFact(of: Labelled | null, unit: PaperUnit | null, paper: ReadPaper): CheckedFact | null {
  if (of === "grossWeight" || of === "volume") return of;
  if (of === "packages") return unit !== "unit" || paper === "houseBill" ? "packages" : null;
  if (of !== "quantity" && of !== null && of !== "other") return null;
  if (unit === "package") return "packages";
  if (unit === "unit") return paper === "houseBill" ? "packages" : "units";
  if (of === "quantity") return unit === null && paper === "invoice" ? "units" : null;
  return unit === "cbm" ? "volume" : null;
}
