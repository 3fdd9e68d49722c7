/** Classes, UN numbers and packing groups (trade 7). */
import { dangerousClasses } from "#app/contract/freight-code.ts";

const EXPLOSIVE = /^(1\.[1-6])([A-HJKLNS])$/;
/** Classes whose substances have packing groups; of the other classes none or only some have one. */
const GROUPED = ["3", "4.1", "4.2", "4.3", "5.1", "6.1", "8"];

/** A class, or a division of class 1 with its compatibility letter: "1.4S". "4" or "6" alone is not valid. */
export function isDangerousClass(text: string): boolean {
  const code = EXPLOSIVE.exec(text.trim().toUpperCase())?.[1] ?? text.trim();
  return (dangerousClasses as readonly string[]).includes(code);
}

/** Four digits, with or without UN before them; null when it is none. */
export function unNumberOf(text: string): string | null {
  return /^(?:UN)?\s?(\d{4})$/i.exec(text.trim())?.[1] ?? null;
}

/** Whether a shipment of the class has to name its packing group, I to III. */
export function needsPackingGroup(dangerousClass: string): boolean {
  return GROUPED.includes(dangerousClass.trim());
}
