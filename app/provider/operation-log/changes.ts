import type { z } from "zod";
import type { operationLogEntry } from "#app/contract/quote.ts";

export type Change = z.infer<typeof operationLogEntry>["changes"][number];

/**
 * What differs, field by field, with paths such as `cargo.0.weight`. Empty text, null, false and what is not there are
 * all nothing, and come as null. A list of plain values is one field.
 */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const [old, present] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: present.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** Every field that is not nothing, by its path. */
export function leavesOf(value: unknown, path = "", leaves = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined || value === "" || value === false) return leaves;
  if (typeof value !== "object") return leaves.set(path, String(value));
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return value.length > 0 ? leaves.set(path, value.join(", ")) : leaves;
  }
  for (const [name, item] of Object.entries(value)) leavesOf(item, path ? `${path}.${name}` : name, leaves);
  return leaves;
}
