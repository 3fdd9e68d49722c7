/** Input that no valid call of this provider has. */
class MisshapenInput extends Error {
  readonly statusCode = 400;
}

/** DCSA events are the deepest valid input and have seven levels. */
const MAX_DEPTH = 16;
const MAX_NAME_LENGTH = 200;
/** Number of values in the whole input; fifty cargo lines and thirty containers are under a thousand. */
const MAX_VALUES = 20_000;

/**
 * Checks depth, number of values and key names of the input before zod parses it. The schemas recurse and
 * report every fault, so that input with 100,000 levels overflows the stack and half a million wrong rows
 * take seconds.
 * @throws an error with the status 400
 */
export function checkInputShape(input: unknown, maxValues = MAX_VALUES): void {
  let level: unknown[] = [input];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new MisshapenInput("too deep");
    const next: unknown[] = [];
    for (const value of level) {
      const parts = partsOf(value);
      count += parts.length;
      if (count > maxValues) throw new MisshapenInput("too many values");
      for (const part of parts) next.push(part);
    }
    level = next;
  }
}

/** The items of an array or object; nothing for any other value. */
function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [];
  for (const name of Object.keys(value))
    if (name.length > MAX_NAME_LENGTH || name in Object.prototype)
      throw new MisshapenInput("a name that no field has");
  return Object.values(value);
}
