import { type Kysely, type Selectable, sql } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import type { Database } from "../db/schema.ts";
import { mainCode } from "./main-code.ts";

const REFRESH_MS = 60_000;
/** ISO 3166 keeps ZZ free for its users; CLDR reads it as "unknown region". */
const UNKNOWN_COUNTRY = "ZZ";

type Place = Selectable<Database["place"]>;

// These places are some eight thousand and hardly ever change, so the list query need not join them. The 50,000 of UN/LOCODE's
// code list, where an operator loaded it, are read by code or name when they are needed.
let known = new Map<string, Place>();
/** Places by each way of typing them, in lower case; of several with one name the well-known ones first, then by code. */
let byWord = new Map<string, Place[]>();
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
  if (performance.now() - readAt > REFRESH_MS) await readPlaces(db);
  await readMissing(db, codes);
  const of = (code: string, givenName?: string | null): WirePlace => {
    const place = known.get(mainCode(code));
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
    const place = byWord.get(typed.trim().toLowerCase())?.[0];
    if (!place) return typed;
    const name = language === "zh" ? place.name_zh : place.name;
    return typed.trim().endsWith(`(${place.code})`) ? `${name} (${place.code})` : name;
  };
  return ({ origin, destination }) => ({ origin: named(origin), destination: named(destination) });
}

/** All ways of typing the places that a text names, in lower case; of any other text itself. */
export async function spellingsOf(db: Kysely<Database>, typed: string): Promise<string[]> {
  const places = await placesNamed(db, typed);
  if (places.length === 0) return [typed.trim().toLowerCase()];
  return [...new Set(places.flatMap((place) => waysOf(place).map((way) => way.toLowerCase())))];
}

/**
 * The codes of all places that a text names: Los Angeles is a port and an airport. Reads what `codesText` writes, too.
 * Empty when it names none.
 */
export async function placeCodesOf(db: Kysely<Database>, typed: string): Promise<string[]> {
  return (await placesNamed(db, typed)).map(({ code }) => code);
}

/** Several places of one name as one text, which a form shows after the name: "USLAX, LAX". */
export const codesText = (codes: readonly string[]): string => codes.join(", ");
export const codesOfText = (text: string): string[] => text.split(", ");

export type TypedPlace =
  | { code: string }
  | { fault: "placeUnknown" | "placeAmbiguous"; values: { place: string; choices: string } };

/**
 * The one place that a text names in a mode of transport: for AIR Hong Kong is the airport, for any other the port. Where two
 * are left of which neither or both are well-known, such as Manzanillo in Mexico and in Panama, the text is ambiguous.
 */
export async function placeOf(db: Kysely<Database>, typed: string, mode: string): Promise<TypedPlace> {
  const named = await placesNamed(db, typed);
  const ofMode = named.filter(({ kind }) => (kind === "AIRPORT") === (mode === "AIR"));
  const places = ofMode.length > 0 ? ofMode : named;
  const wellKnown = places.filter(({ is_well_known }) => is_well_known);
  const [place, other] = wellKnown.length === 1 ? wellKnown : places;
  if (place && !other) return { code: place.code };
  const choices = places.map(({ name, code }) => `${name} (${code})`).join(", ");
  const values = { place: typed.trim().slice(0, 60), choices };
  return { fault: place ? "placeAmbiguous" : "placeUnknown", values };
}

/** The code of `placeOf`; null when the text names no place, or several. */
export async function placeCodeOf(db: Kysely<Database>, typed: string, mode: string): Promise<string | null> {
  const place = await placeOf(db, typed, mode);
  return "code" in place ? place.code : null;
}

async function placesNamed(db: Kysely<Database>, typed: string): Promise<Place[]> {
  if (performance.now() - readAt > REFRESH_MS) await readPlaces(db);
  const text = typed.trim();
  const named = byWord.get(text.toLowerCase());
  if (named) return named;
  const codes = codesOfText(
    /\(([A-Z0-9]{3,5}(?:, [A-Z0-9]{3,5})+)\)$/.exec(text)?.[1] ?? text.toUpperCase().replace(/\s/g, ""),
  );
  await readMissing(db, codes);
  const places = codes.map((code) => known.get(mainCode(code)));
  return places.every((place) => place !== undefined) ? places : listedPlaces(db, text);
}

/** Places of the code list by name, with accents or without, or by "Durrës (ALDRZ)". */
async function listedPlaces(db: Kysely<Database>, text: string): Promise<Place[]> {
  const [, label, code] = /^(.+) \(([A-Z]{2}[A-Z2-9]{3})\)$/.exec(text) ?? [];
  return db
    .selectFrom("place")
    .selectAll()
    .where("is_from_code_list", "=", true)
    .where(sql`place_plain_name(name)`, "=", sql`place_plain_name(${label ?? text})`)
    .$if(code !== undefined, (query) => query.where("code", "=", code!))
    .orderBy("code")
    .execute();
}

function waysOf({ code, un_locode, name, name_zh, kind, is_well_known }: Place): string[] {
  // A typed word of three letters is seldom the code of a small airport.
  const codes = is_well_known || kind !== "AIRPORT" ? [code] : [];
  const locodes = un_locode !== null && !known.has(un_locode) ? [un_locode] : [];
  return [...new Set([name, name_zh, `${name} (${code})`, `${name_zh} (${code})`, ...codes, ...locodes])];
}

const knownOfCodeList = (): Place[] => [...known.values()].filter((place) => place.is_from_code_list);

async function readPlaces(db: Kysely<Database>): Promise<void> {
  const places = await db.selectFrom("place").selectAll().where("is_from_code_list", "=", false).execute();
  const codes = knownOfCodeList().map(({ code }) => code);
  const readAgain =
    codes.length > 0 ? await db.selectFrom("place").selectAll().where("code", "in", codes).execute() : [];
  // What another call has read of the code list meanwhile stays, since it names it afterwards.
  known = new Map([...knownOfCodeList(), ...readAgain, ...places].map((place) => [place.code, place]));
  byWord = new Map();
  const ordered = places.toSorted(
    (a, b) => Number(b.is_well_known) - Number(a.is_well_known) || (a.code < b.code ? -1 : 1),
  );
  for (const place of ordered)
    for (const way of new Set(waysOf(place).map((each) => each.toLowerCase()))) {
      const named = byWord.get(way);
      if (named) named.push(place);
      else byWord.set(way, [place]);
    }
  readAt = performance.now();
}

async function readMissing(db: Kysely<Database>, codes: Iterable<string | null>): Promise<void> {
  const missing = [...codes].flatMap((code) =>
    code === null || known.has(mainCode(code)) ? [] : mainCode(code),
  );
  const readable = missing.filter((code) => /^[A-Z0-9]{3,5}$/.test(code));
  if (readable.length === 0) return;
  const places = await db.selectFrom("place").selectAll().where("code", "in", readable).execute();
  // One that was added since has a name, too.
  if (places.some((place) => !place.is_from_code_list)) await readPlaces(db);
  for (const place of places) known.set(place.code, place);
}
