import type { TransportMode } from "#app/contract/freight-code.ts";
import type { RateColumn, RateUnit } from "#app/contract/rate.ts";

/** Words of rate files, in either language, without spaces and signs. */
const key = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]/gu, "");

const heads: Record<RateColumn, readonly string[]> = {
  sheet: ["Sheet", "Sheet code", "Rate sheet", "运价表", "运价表代码"],
  mode: ["Mode", "Freight mode", "运输方式"],
  carrier: ["Carrier", "Airline", "Line", "承运人", "船公司", "航空公司"],
  transitDays: ["Transit days", "Transit time", "运输天数", "航程"],
  origin: ["Origin", "From", "POL", "起运地", "起运港"],
  destination: ["Destination", "To", "POD", "目的地", "目的港"],
  currency: ["Currency", "币种"],
  validFrom: ["Valid from", "Start", "生效日期", "有效期起"],
  validTo: ["Valid to", "Valid until", "End", "失效日期", "有效期至"],
  chargeCode: ["Charge code", "Code", "费用代码"],
  charge: ["Charge", "Description", "费用", "费用名称"],
  unit: ["Unit", "Basis", "单位", "计费单位"],
  container: ["Container", "Container type", "Equipment", "箱型"],
  price: ["Price", "Rate", "单价", "运价"],
  minimum: ["Minimum", "Min", "M", "最低收费", "最低运价"],
  cost: ["Cost", "Cost price", "Buy", "Buying rate", "成本", "成本价"],
  margin: ["Margin", "Margin percent", "Margin %", "利润率", "利润率%"],
};

const columnBy = new Map(
  Object.entries(heads).flatMap(([column, names]) =>
    [column, ...names].map((name) => [key(name), column as RateColumn] as const),
  ),
);

export const columnOfHead = (head: string): RateColumn | undefined => columnBy.get(key(head));

/** "N", "-45" and "Q0" are the normal rate, from 0 kg on; "Q45", "+45" and "45" the rate from 45 kg on. */
export function breakOfHead(head: string): string | undefined {
  const text = head.normalize("NFKC").trim().toUpperCase();
  if (text === "N" || /^-\s?45$/.test(text)) return "0";
  return /^(?:Q|\+)?\s?(\d{1,5})(?:\s?KG)?$/.exec(text)?.[1];
}

const modes: Record<TransportMode, readonly string[]> = {
  AIR: ["Air", "空运"],
  OCEAN_FCL: ["Ocean FCL", "FCL", "海运整箱", "整箱"],
  OCEAN_LCL: ["Ocean LCL", "LCL", "海运拼箱", "拼箱"],
  TRUCK: ["Truck", "Road", "卡车", "公路"],
};
const units: Record<RateUnit, readonly string[]> = {
  kg: ["kg", "per kg", "/kg", "chargeable kg", "公斤", "千克"],
  rt: ["W/M", "R/T", "RT", "revenue ton", "per W/M", "计费吨"],
  cbm: ["CBM", "per CBM", "m3", "立方米"],
  container: ["container", "per container", "CTR", "箱", "柜"],
  shipment: ["shipment", "per shipment", "AWB", "B/L", "set", "票"],
  percent: ["%", "percent", "percent of freight", "% of freight", "运费%", "百分比"],
};
const by = <Value extends string>(words: Record<Value, readonly string[]>) =>
  new Map(
    Object.entries<readonly string[]>(words).flatMap(([value, names]) =>
      [value, ...names].map((name) => [key(name), value as Value] as const),
    ),
  );
const [modeBy, unitBy] = [by(modes), by(units)];

export const modeOfCell = (cell: string): TransportMode | undefined => modeBy.get(key(cell));
export const unitOfCell = (cell: string): RateUnit | undefined => unitBy.get(key(cell));
