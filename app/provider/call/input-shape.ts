/** What no call of this provider sends. */
class MisshapenInput extends Error {
  readonly statusCode = 400;
}

/** An event of DCSA, the deepest there is, has seven levels. */
const MAX_DEPTH = 16;
const MAX_NAME_LENGTH = 200;
/** Values in all: fifty lines of cargo and thirty containers are under a thousand. */
const MAX_VALUES = 20_000;

/**
 * Judges input before a shape reads it: depth, number of values and names. The shapes go down by recursion and report
 * each fault by itself, so that 100,000 levels end the stack and half a million wrong rows take seconds.
 * @throws an error with the status 400
 */
export function checkInputShape(input: unknown, maxValues = MAX_VALUES): void {
  let level: unknown[] = [input];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new MisshapenInput("too deep");
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      const isList = Array.isArray(value);
      for (const name of isList ? [] : Object.keys(value)) {
        if (name.length > MAX_NAME_LENGTH || name in Object.prototype)
          throw new MisshapenInput("a name that no field has");
      }
      const parts: unknown[] = isList ? value : Object.values(value);
      count += parts.length;
      if (count > maxValues) throw new MisshapenInput("too many values");
      for (const part of parts) next.push(part);
    }
    level = next;
  }
}
