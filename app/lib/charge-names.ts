import type { DisplayLanguage } from "./date-time.ts";

/**
 * Names of usual charges and their units. They are stored in English; pages, papers and files show them in the reader's language,
 * and other ones as the forwarder wrote them.
 */
type Names = Readonly<Record<DisplayLanguage, string>>;

export const usualCharges: readonly Names[] = [
  { en: "Air freight", zh: "空运费" },
  { en: "Ocean freight", zh: "海运费" },
  { en: "Line haul", zh: "干线运输费" },
  { en: "Fuel surcharge", zh: "燃油附加费" },
  { en: "Security", zh: "安检费" },
  { en: "Air waybill", zh: "空运单费" },
  { en: "Bill of lading", zh: "提单费" },
  { en: "Terminal handling at origin", zh: "起运港码头操作费" },
  { en: "Terminal handling at destination", zh: "目的港码头操作费" },
  { en: "Container freight station", zh: "集装箱货运站费" },
  { en: "Pick-up", zh: "提货费" },
  { en: "Delivery", zh: "送货费" },
  { en: "Customs clearance", zh: "清关费" },
  { en: "Documentation", zh: "文件费" },
  { en: "Insurance", zh: "保险费" },
  { en: "Demurrage", zh: "滞港费" },
  { en: "Detention", zh: "滞箱费" },
  { en: "Storage", zh: "堆存费" },
  { en: "Warehousing", zh: "仓储费" },
];

export const usualUnits: readonly Names[] = [
  { en: "kg", zh: "kg" },
  { en: "W/M", zh: "计费吨" },
  { en: "AWB", zh: "票" },
  { en: "B/L", zh: "票" },
  { en: "truck", zh: "车" },
  { en: "trip", zh: "趟" },
  { en: "container", zh: "箱" },
  { en: "shipment", zh: "票" },
  { en: "CBM", zh: "立方米" },
  { en: "day", zh: "天" },
];

/** "B/L" and "b l" are one name. */
const keyOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-");

const byKey = (all: readonly Names[]) => new Map(all.map((names) => [keyOf(names.en), names]));
const charges = byKey(usualCharges);
const units = byKey(usualUnits);

export const chargeName = (description: string, language: DisplayLanguage): string =>
  charges.get(keyOf(description))?.[language] ?? description;

/** Container types and unusual units stay as they are. */
export const unitName = (unit: string, language: DisplayLanguage): string =>
  units.get(keyOf(unit))?.[language] ?? unit;

/** The name under which a usual charge or unit is stored, for what was typed in any language; other words as they are. */
export const storedName = (all: readonly Names[], typed: string): string =>
  all.find((names) => Object.values(names).some((name) => name.toLowerCase() === typed.toLowerCase()))?.en ??
  typed;
