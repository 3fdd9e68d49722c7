import type { Kysely, Selectable } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import type { Database } from "../db/schema.ts";

const REFRESH_MS = 60_000;
/** ISO 3166 keeps ZZ free for its users; CLDR reads it as "unknown region". */
const UNKNOWN_COUNTRY = "ZZ";

type Place = Selectable<Database["place"]>;

// Places are some six thousand and hardly ever change, so the list query need not join them.
let known = new Map<string, Place>();
/** Places by each way of typing them, in lower case; of two that share a name a well-known one, then the first by its code. */
let byWord = new Map<string, Place>();
let readAt = Number.NEGATIVE_INFINITY;

/** Turns place codes into the wire's places, named in one language. */
export interface PlaceNames {
  of(code: string): WirePlace;
  /** Null stays null. A code that the table lacks is shown by the name that the sender gave, or by itself. */
  orNull(code: string | null, givenName?: string | null): WirePlace | null;
}

/** The places of the process's cache, read again after a minute, or sooner for a code that it lacks. */
export async function placeNames(
  db: Kysely<Database>,
  language: Language,
  codes: Iterable<string | null> = [],
): Promise<PlaceNames> {
  const age = performance.now() - readAt;
  if (age > REFRESH_MS || (age > 1_000 && hasUnknown(codes))) await readPlaces(db);
  else if (hasUnknown(codes)) await readMissing(db, codes);
  const of = (code: string, givenName?: string | null): WirePlace => {
    const place = known.get(code);
    return {
      code,
      name: place ? (language === "zh" ? place.name_zh : place.name) : givenName || code,
      countryCode: place?.country_code ?? (/^[A-Z]{5}$/.test(code) ? code.slice(0, 2) : UNKNOWN_COUNTRY),
      timeZone: place?.time_zone ?? null,
    };
  };
  return { of, orNull: (code, givenName) => (code === null ? null : of(code, givenName)) };
}

/**
 * Where goods go from and to as people typed it ("Shanghai", "上海", "Hamburg (DEHAM)", "CNSHA"), in one language: what
 * names a known place gets its name, anything else stays as it is.
 */
export async function typedPlaces(
  db: Kysely<Database>,
  language: Language,
): Promise<(lane: { origin: string; destination: string }) => { origin: string; destination: string }> {
  if (performance.now() - readAt > REFRESH_MS) await readPlaces(db);
  const named = (typed: string) => {
    const place = byWord.get(typed.trim().toLowerCase());
    if (!place) return typed;
    const name = language === "zh" ? place.name_zh : place.name;
    return typed.trim().endsWith(`(${place.code})`) ? `${name} (${place.code})` : name;
  };
  return ({ origin, destination }) => ({ origin: named(origin), destination: named(destination) });
}

/** All ways of typing the place that a typed text names, in lower case; of any other text itself. */
export async function spellingsOf(db: Kysely<Database>, typed: string): Promise<string[]> {
  if (performance.now() - readAt > REFRESH_MS) await readPlaces(db);
  const text = typed.trim().toLowerCase();
  const place = byWord.get(text);
  return place ? waysOf(place).map((way) => way.toLowerCase()) : [text];
}

/** The code of the place that a typed text names; null when it names none. */
export async function placeCodeOf(db: Kysely<Database>, typed: string): Promise<string | null> {
  if (performance.now() - readAt > REFRESH_MS) await readPlaces(db);
  const text = typed.trim();
  const code = text.toUpperCase().replace(/\s/g, "");
  return byWord.get(text.toLowerCase())?.code ?? known.get(code)?.code ?? null;
}

function waysOf({ code, name, name_zh, kind, is_well_known }: Place): string[] {
  // A typed word of three letters is seldom the code of a small airport.
  const codes = is_well_known || kind !== "AIRPORT" ? [code] : [];
  return [...new Set([name, name_zh, `${name} (${code})`, `${name_zh} (${code})`, ...codes])];
}

function hasUnknown(codes: Iterable<string | null>): boolean {
  for (const code of codes) if (code !== null && !known.has(code)) return true;
  return false;
}

async function readPlaces(db: Kysely<Database>): Promise<void> {
  const places = await db.selectFrom("place").selectAll().execute();
  known = new Map(places.map((place) => [place.code, place]));
  const words = places
    .toSorted((a, b) => Number(a.is_well_known) - Number(b.is_well_known) || (a.code < b.code ? 1 : -1))
    .flatMap((place) => waysOf(place).map((way) => [way.toLowerCase(), place] as const));
  byWord = new Map(words);
  readAt = performance.now();
}

async function readMissing(db: Kysely<Database>, codes: Iterable<string | null>): Promise<void> {
  const missing = [...codes].filter((code) => code !== null).filter((code) => !known.has(code));
  const places = await db.selectFrom("place").selectAll().where("code", "in", missing).execute();
  for (const place of places) known.set(place.code, place);
}
