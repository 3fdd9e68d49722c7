/**
 * Forms in which other providers may send the same answer: each turns an envelope of ours, or of the minimal
 * provider, into one that could be written from docs/product.md alone.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface Envelope {
  code?: Json;
  message?: Json;
  data?: Json;
  [key: string]: Json | undefined;
}
type Bend = (envelope: Envelope) => Envelope | string;

/** Maps every value of an answer, innermost first; `undefined` removes a key. */
function deep(value: Json, change: (value: Json, key: string) => Json | undefined, key = ""): Json {
  const inner = Array.isArray(value)
    ? value.map((each) => deep(each, change, key))
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, each]) => {
            const changed = deepOrGone(each, change, name);
            return changed === undefined ? [] : [[name, changed]];
          }),
        )
      : value;
  return change(inner, key) ?? null;
}

function deepOrGone(value: Json, change: (value: Json, key: string) => Json | undefined, key: string) {
  if (typeof value === "object" && value !== null) return deep(value, change, key);
  return change(value, key);
}

const ofData =
  (change: (value: Json, key: string) => Json | undefined): Bend =>
  (envelope) => ({ ...envelope, data: deep(envelope.data ?? null, change) });

const STAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const isStamp = (value: Json): value is string => typeof value === "string" && STAMP.test(value);
const isId = (key: string) => /(^i|I)d$/.test(key) && key !== "clientId";
/** Fields whose values are codes that the contract lists. */
const CODES =
  /^(status|mode|serviceType|serviceLevel|loadType|paymentType|packageType|delayReason|freightMode|service|transportMode|classifier|vocabulary|documentType|emptyIndicator|dataType|kind|chargeableUnit|trade|customsDeclaration)$/;

const bendings = {
  "nulls left out": ofData((value) => (value === null ? undefined : value)),
  "ids as numbers": ofData((value, key) =>
    isId(key) && typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value,
  ),
  "integers as text": ofData((value) => (Number.isInteger(value) ? String(value) : value)),
  "decimals as numbers": ofData((value) =>
    typeof value === "string" && /^\d+\.\d+$/.test(value) ? Number(value) : value,
  ),
  "no message": ({ message: _, ...envelope }) => envelope,
  "code as text": (envelope) => ({ ...envelope, code: String(envelope.code) }),
  "times with T": ofData((value) => (isStamp(value) ? value.replace(" ", "T") : value)),
  "times without seconds": ofData((value) => (isStamp(value) ? value.slice(0, 16) : value)),
  "times with an offset": ofData((value) =>
    isStamp(value) ? new Date(`${value.replace(" ", "T")}+08:00`).toISOString() : value,
  ),
  "unknown codes": ofData((value, key) => (CODES.test(key) && typeof value === "string" ? "ZZ_NEW" : value)),
  "flags as 0 and 1": ofData((value) => (typeof value === "boolean" ? Number(value) : value)),
  "flags as text": ofData((value) => (typeof value === "boolean" ? String(value) : value)),
  "extra keys": (envelope) => {
    const more = deep(envelope.data ?? null, (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? { ...value, createBy: "admin", "@class": "com.example.Row", delFlag: 0 }
        : value,
    );
    return { ...envelope, data: more, success: true, timestamp: 1_795_305_600_000 };
  },
  "a byte order mark": (envelope) => `\uFEFF${JSON.stringify(envelope)}`,
  "one bad row": (envelope) => ({ ...envelope, data: withBadRow(envelope.data ?? null) }),
} satisfies Record<string, Bend>;
export type BendingName = keyof typeof bendings;
export const bendingNames = Object.keys(bendings) as BendingName[];

function withBadRow(value: Json): Json {
  if (Array.isArray(value)) return value.map(withBadRow);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): [string, Json] => {
      if (name !== "rows" || !Array.isArray(each) || each.length < 2) return [name, withBadRow(each as Json)];
      return [name, each.map((row, index) => (index === 1 ? "a row that is none" : row))];
    }),
  );
}

/** The distorted answer. */
export function bent(envelope: Envelope, names: readonly BendingName[]): string {
  let changed = envelope;
  for (const name of names) {
    const result = (bendings[name] as Bend)(changed);
    if (typeof result === "string") return result;
    changed = result;
  }
  return JSON.stringify(changed);
}

/** A random number generator with a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const oddValues: Json[] = [
  null,
  "",
  " ",
  0,
  -1,
  "0",
  "none",
  "N/A",
  1e15,
  0.1,
  true,
  false,
  "2026-02-31 25:61:00",
  "2026-11-22T08:00:00Z",
  "constructor",
  "__proto__",
  "<b>x</b>",
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  "{}",
  "[1]",
  "x".repeat(3_000),
  "日期不详",
  "Europe/Nowhere",
];

/**
 * Changes one to four places of an answer at random: removes a key, changes a value or its type, doubles or
 * removes a row.
 */
export function bentAtRandom(envelope: Envelope, random: () => number): string {
  const changes = 1 + Math.floor(random() * 4);
  const copy = structuredClone(envelope) as Record<string, Json>;
  for (let done = 0; done < changes; done++) {
    const places: { holder: Record<string, Json> | Json[]; key: string | number }[] = [];
    const walk = (value: Json) => {
      if (Array.isArray(value)) {
        value.forEach((each, key) => {
          places.push({ holder: value, key });
          walk(each);
        });
      } else if (typeof value === "object" && value !== null) {
        for (const [key, each] of Object.entries(value)) {
          places.push({ holder: value, key });
          walk(each);
        }
      }
    };
    walk(copy.data ?? null);
    const place = places[Math.floor(random() * places.length)];
    if (!place) break;
    const { holder } = place;
    const key = place.key as never;
    const kind = random();
    if (kind < 0.3 && !Array.isArray(holder)) delete holder[key];
    else if (kind < 0.4 && Array.isArray(holder))
      holder.splice(Number(key), 1, holder[key] as Json, holder[key] as Json);
    else if (kind < 0.5 && isStamp(holder[key])) (holder[key] as Json) = `${holder[key]}`.replace(" ", "T");
    else if (kind < 0.6 && typeof holder[key] === "number") (holder[key] as Json) = String(holder[key]);
    else if (kind < 0.7 && typeof holder[key] === "string") (holder[key] as Json) = `${holder[key]}~`;
    else (holder[key] as Json) = structuredClone(oddValues[Math.floor(random() * oddValues.length)] as Json);
  }
  return JSON.stringify(copy);
}
