export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer, both bounds included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Draws an item by its weight. */
  weighted<T extends { weight: number }>(items: readonly T[]): T;
  digits(length: number): string;
}

/** The same seed gives the same numbers on every machine (mulberry32). Not for secrets. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    weighted: (items) => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return items.at(-1)!;
    },
    digits: (length) => Array.from({ length }, () => int(0, 9)).join(""),
  };
}

/** A seed made from a text: FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x0100_0193);
  return hash >>> 0;
}
