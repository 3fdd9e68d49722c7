/** Container size type codes (ISO 6346): a detailed type such as 22G1, 45R1, or a type group such as 22GP. */

type EquipmentKind =
  | "dry"
  | "ventilated"
  | "bulk"
  | "named-cargo"
  | "reefer"
  | "insulated"
  | "open-top"
  | "platform"
  | "flat-rack"
  | "tank"
  | "air-surface";

export interface Equipment {
  code: string;
  /** Size and group: 22GP for 22G1. */
  groupCode: string;
  kind: EquipmentKind;
  lengthFeet: number;
  /** 9 feet 6 inches or higher. */
  isHighCube: boolean;
}

/** Length by the first character of a size type code. */
const LENGTH_FEET: Readonly<Record<string, number>> = {
  "1": 10,
  "2": 20,
  "3": 30,
  "4": 40,
  B: 24,
  G: 41,
  H: 43,
  L: 45,
  M: 48,
  N: 49,
  P: 53,
};

const HEIGHTS = "0245689CDEFLMNP";
const HIGH_CUBE_HEIGHTS = "56EFNP";

// Digits of the detailed types of each letter, and their group.
const GROUPS: readonly { letter: string; digits: string; group: string; kind: EquipmentKind }[] = [
  { letter: "G", digits: "0123456789", group: "GP", kind: "dry" },
  { letter: "V", digits: "0123456789", group: "VH", kind: "ventilated" },
  { letter: "B", digits: "012", group: "BU", kind: "bulk" },
  { letter: "B", digits: "3456789", group: "BK", kind: "bulk" },
  { letter: "S", digits: "0123456789", group: "SN", kind: "named-cargo" },
  { letter: "R", digits: "0", group: "RE", kind: "reefer" },
  { letter: "R", digits: "1", group: "RT", kind: "reefer" },
  { letter: "R", digits: "23456789", group: "RS", kind: "reefer" },
  { letter: "H", digits: "01234", group: "HR", kind: "insulated" },
  { letter: "H", digits: "56789", group: "HI", kind: "insulated" },
  { letter: "U", digits: "0123456789", group: "UT", kind: "open-top" },
  { letter: "P", digits: "0", group: "PL", kind: "platform" },
  { letter: "P", digits: "12", group: "PF", kind: "flat-rack" },
  { letter: "P", digits: "34", group: "PC", kind: "flat-rack" },
  { letter: "P", digits: "56789", group: "PS", kind: "flat-rack" },
  { letter: "T", digits: "012", group: "TN", kind: "tank" },
  { letter: "T", digits: "3456", group: "TD", kind: "tank" },
  { letter: "T", digits: "789", group: "TG", kind: "tank" },
  // Tanks since ISO 6346 of 2022.
  { letter: "K", digits: "0123456789", group: "KL", kind: "tank" },
  { letter: "A", digits: "0123456789", group: "AS", kind: "air-surface" },
];

/** Reads a size type code; null when it is none. */
export function equipmentOf(text: unknown): Equipment | null {
  if (typeof text !== "string") return null;
  const code = text.replace(/\s/g, "").toUpperCase();
  if (code.length !== 4) return null;
  const [length = "", height = "", letter = "", detail = ""] = code;
  const lengthFeet = Object.hasOwn(LENGTH_FEET, length) ? LENGTH_FEET[length] : undefined;
  const type = GROUPS.find(
    (entry) => entry.group === letter + detail || (entry.letter === letter && entry.digits.includes(detail)),
  );
  if (lengthFeet === undefined || !HEIGHTS.includes(height) || !type) return null;
  return {
    code,
    groupCode: length + height + type.group,
    kind: type.kind,
    lengthFeet,
    isHighCube: HIGH_CUBE_HEIGHTS.includes(height),
  };
}
