import { priceCurrencies, type TransportMode } from "#app/contract/freight-code.ts";
import type { RateColumn, RateFileRow, RateUnit } from "#app/contract/rate.ts";
import type { Language } from "#app/contract/user.ts";
import { compare, parseDecimal } from "#app/lib/decimal.ts";
import { equipmentIn } from "#app/lib/trade-words.ts";
import { spoiltCells } from "../files/spoilt-cell.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { modeOfCell, unitOfCell } from "./file-words.ts";

/** A sound row. */
export interface ReadRate {
  line: number;
  sheet: string;
  mode: TransportMode;
  carrierName: string;
  transitDays: number | null;
  origin: string;
  destination: string;
  currency: string;
  validFrom: string | null;
  validTo: string | null;
  chargeCode: string;
  charge: string;
  unit: RateUnit;
  container: string;
  price: string | null;
  minimum: string | null;
  breaks: { fromKg: string; ratePerKg: string }[];
  cost: string | null;
  margin: string | null;
}

export interface RateFault {
  /** Name of the column, or the weight of a break: `Q45`. */
  column: string;
  message: string;
}

const PRICE_MAX = "999999999";
const limits = {
  sheet: 40,
  carrier: 100,
  origin: 100,
  destination: 100,
  charge: 200,
  chargeCode: 20,
} as const satisfies Partial<Record<RateColumn, number>>;

const breakCells = (breaks: RateFileRow["breaks"]) =>
  Object.fromEntries(Object.entries(breaks).map(([weight, cell]) => [`Q${weight}`, cell]));

/** A row of a file as a rate, or all that is wrong with it. */
export function readRate(
  { line, cells, breaks: typedBreaks, unclear = {} }: RateFileRow,
  language: Language,
): { rate: ReadRate; faults: RateFault[] } {
  const faults: RateFault[] = [];
  const fault = (column: string, key: MessageKey, values = {}) =>
    void faults.push({ column, message: message(key, language, values) });
  for (const { column, key, value } of spoiltCells({ ...cells, ...breakCells(typedBreaks) }))
    fault(column, key, { value });
  for (const [column, [byPoint, byComma]] of Object.entries(unclear))
    fault(column, "numberUnclear", { byPoint, byComma });
  const isSaid = (column: string) => faults.some((each) => each.column === column);
  const text = (column: keyof typeof limits, isNeeded = true) => {
    const cell = cells[column] ?? "";
    if (isNeeded && cell === "") fault(column, "cannotBeEmpty");
    if (cell.length > limits[column]) fault(column, "tooLong", { maximum: limits[column] });
    return cell;
  };
  const number = (column: string, cell: string | undefined, maximum = PRICE_MAX) => {
    if (cell === undefined || isSaid(column)) return null;
    const value = parseDecimal(cell.replace(/\s?%$/, ""));
    const isSound = value !== null && compare(value, 0) >= 0 && compare(value, maximum) <= 0;
    if (!isSound || decimalsOf(value) > 6) fault(column, "rateNumber", { maximum });
    return isSound ? value : null;
  };
  const word = <Value>(column: RateColumn, key: MessageKey, read: (cell: string) => Value | undefined) => {
    const value = read(cells[column] ?? "");
    if (value === undefined) fault(column, cells[column] ? key : "cannotBeEmpty");
    return value;
  };
  const day = (column: "validFrom" | "validTo") => {
    const cell = cells[column];
    const value = cell === undefined ? null : dayOf(cell);
    if (cell !== undefined && value === null) fault(column, "rateDayUnknown");
    return value;
  };
  const days = number("transitDays", cells.transitDays, "365");
  if (days !== null && decimalsOf(days) > 0) fault("transitDays", "rateNumber", { maximum: "365" });
  const rate: ReadRate = {
    line,
    sheet: text("sheet"),
    mode: word("mode", "rateModeUnknown", modeOfCell) ?? "AIR",
    carrierName: text("carrier"),
    transitDays: days === null ? null : Math.trunc(Number(days)),
    origin: text("origin"),
    destination: text("destination"),
    currency: word("currency", "rateCurrencyUnknown", currencyOf) ?? "",
    validFrom: day("validFrom"),
    validTo: day("validTo"),
    chargeCode: text("chargeCode", false),
    charge: text("charge"),
    unit: word("unit", "rateUnitUnknown", unitOfCell) ?? "shipment",
    container: containerOf(cells.container, () => fault("container", "rateContainerUnknown")),
    price: number("price", cells.price),
    minimum: number("minimum", cells.minimum),
    breaks: Object.entries(typedBreaks).flatMap(([fromKg, cell]) => {
      const ratePerKg = number(`Q${fromKg}`, cell);
      return ratePerKg === null ? [] : [{ fromKg, ratePerKg }];
    }),
    cost: number("cost", cells.cost),
    margin: number("margin", cells.margin, "100"),
  };
  if (rate.validFrom && rate.validTo && rate.validTo < rate.validFrom) fault("validTo", "rateDayOrder");
  const hasBreaks = Object.keys(typedBreaks).length > 0;
  if (!hasBreaks && cells.price === undefined) fault("price", "ratePriceMissing");
  if (hasBreaks && rate.unit !== "kg") fault("unit", "rateBreaksKg");
  // A plain price is the normal rate where none is stated.
  if (hasBreaks && !("0" in typedBreaks)) {
    if (rate.price === null) fault("Q0", "rateBreakNormal");
    else rate.breaks.unshift({ fromKg: "0", ratePerKg: rate.price });
  }
  return { rate, faults };
}

const decimalsOf = (decimal: string | null) => decimal?.split(".")[1]?.length ?? 0;

const currencyOf = (cell: string) => {
  const code = cell.trim().toUpperCase();
  return priceCurrencies.find((each) => each === (code === "RMB" ? "CNY" : code));
};

function containerOf(cell: string | undefined, refuse: () => void): string {
  if (cell === undefined) return "";
  const code = equipmentIn(cell)?.code;
  if (!code) refuse();
  return code ?? "";
}

/** "2026-12-31", also with slashes or points, or with the time that spreadsheets add. */
function dayOf(cell: string): string | null {
  const [, year = "", month = "", day = ""] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(cell.trim()) ?? [];
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}
