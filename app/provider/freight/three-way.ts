import { changesBetween } from "../operation-log/changes.ts";

export interface Merge<T> {
  /** Changes of one side are taken; where both sides changed a field, it is as in `mine`. */
  merged: T;
  /** Paths that both sides changed. */
  conflicts: string[];
}

/** Empty and absent are the same, as in the operation log. */
export const isSame = (one: unknown, other: unknown) =>
  changesBetween({ value: one }, { value: other }).length === 0;

/** The fields in which two versions differ, when their common base is not known. */
export function listDifferingFields<T extends object>(one: T, other: T): string[] {
  const fields = Object.keys({ ...other, ...one }) as (keyof T & string)[];
  return fields.filter((name) => !isSame(one[name], other[name]));
}

/**
 * Three-way merge, field by field. A party, a row of a list, and a list whose length differs each count as
 * one field, because a mixture of two of them would be nobody's.
 */
export function mergeThree<T extends object>(base: T, mine: T, theirs: T): Merge<T> {
  const conflicts: string[] = [];
  const choose = (before: unknown, own: unknown, other: unknown, path: string): unknown => {
    if (isSame(own, other) || isSame(other, before)) return own;
    if (isSame(own, before)) return other;
    if (Array.isArray(before) && Array.isArray(own) && Array.isArray(other) && isOfRows(own)) {
      if (before.length === own.length && own.length === other.length) {
        return own.map((row, index) => choose(before[index], row, other[index], `${path}.${index}`));
      }
    }
    conflicts.push(path);
    return own;
  };
  const fields = Object.keys({ ...theirs, ...mine }) as (keyof T & string)[];
  const merged = Object.fromEntries(
    fields.map((name) => [name, choose(base[name], mine[name], theirs[name], name)]),
  );
  return { merged: merged as T, conflicts };
}

const isOfRows = (list: unknown[]) => list.some((row) => typeof row === "object");
