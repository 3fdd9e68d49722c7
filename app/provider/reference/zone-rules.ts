import { type Kysely, sql } from "kysely";
import { DAY_MS, MINUTE_MS, offsetMinutesOf } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";

/** The years of freight: before them PostgreSQL's own data holds. */
const FIRST_MS = Date.UTC(2024, 0, 1);
const LAST_MS = Date.UTC(2034, 0, 1);
/** No zone changes its clock twice within it; Morocco's two changes for Ramadan are a month apart. */
const STEP_MS = 14 * DAY_MS;

interface Rule {
  zone: string;
  /** From this instant on. */
  at: Date;
  minutes: number;
}

const minutesAt = (zone: string, ms: number) => offsetMinutesOf(new Date(ms), zone)!;

/** The offset of the zone by Node's data at the start, and from each change on, which is found to the day or the minute. */
function rulesOf(zone: string, precisionMs: number): Rule[] {
  let minutes = minutesAt(zone, FIRST_MS);
  const rules = [{ zone, at: new Date(FIRST_MS), minutes }];
  for (let from = FIRST_MS; from < LAST_MS; from += STEP_MS) {
    const next = minutesAt(zone, from + STEP_MS);
    if (next === minutes) continue;
    let [before, after] = [from, from + STEP_MS];
    while (after - before > precisionMs) {
      const middle = before + Math.floor((after - before) / precisionMs / 2) * precisionMs;
      if (minutesAt(zone, middle) === next) after = middle;
      else before = middle;
    }
    minutes = next;
    rules.push({ zone, at: new Date(after), minutes });
  }
  return rules;
}

/** On what both have to agree: the days before and after each change, and one instant of each step. */
function pointsOf(rules: readonly Rule[]): Rule[] {
  const changes = rules
    .slice(1)
    .flatMap((rule, index) => [
      { ...rule, at: new Date(rule.at.getTime() - DAY_MS), minutes: rules[index]!.minutes },
      rule,
    ]);
  const steps: Rule[] = [];
  for (let ms = FIRST_MS; ms < LAST_MS; ms += STEP_MS) {
    const at = new Date(ms);
    steps.push({ ...rules.findLast((rule) => rule.at <= at)!, at });
  }
  return [...changes, ...steps];
}

/** Of these zones those that PostgreSQL's data has otherwise, with our rules. */
async function differing(db: Kysely<Database>, zones: readonly string[]): Promise<Rule[]> {
  const points = zones.flatMap((zone) => pointsOf(rulesOf(zone, DAY_MS)));
  const { rows } = await sql<{ zone: string }>`
    select distinct p.zone from unnest(${points.map(({ zone }) => zone)}::text[],
      ${points.map(({ at }) => at)}::timestamptz[], ${points.map(({ minutes }) => minutes)}::int[]) p (zone, at, minutes)
    where p.at at time zone p.zone <> p.at at time zone 'UTC' + make_interval(mins => p.minutes)`.execute(db);
  return rows.flatMap(({ zone }) => rulesOf(zone, MINUTE_MS));
}

/** By which data the rules were made: changes with Node's or PostgreSQL's release. */
async function editionOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return `Node ${process.versions.tz}, PostgreSQL ${rows[0]!.server_version}`;
}

/**
 * Compares PostgreSQL's time zones with Node's, by which pages show times, and keeps our rules where they differ, so that files
 * and filters have the hours and days of the pages. Local dates at places of zones whose rules change are written anew. Does
 * nothing while both have the same release as before.
 */
export async function loadZoneRules(db: Kysely<Database>): Promise<void> {
  const edition = await editionOf(db);
  const storedEdition = await db
    .selectFrom("reference_edition")
    .select("edition")
    .where("name", "=", "zones")
    .executeTakeFirst();
  if (storedEdition?.edition === edition) return;
  const zones = await db.selectFrom("place").select("time_zone").distinct().execute();
  const rules = await differing(
    db,
    zones.flatMap(({ time_zone }) => time_zone ?? []),
  );
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fairlead reference data'))`.execute(trx);
    const before = await trx.selectFrom("zone_rule").select("zone").distinct().execute();
    await trx.deleteFrom("zone_rule").execute();
    if (rules.length > 0)
      await trx
        .insertInto("zone_rule")
        .values(rules.map(({ zone, at, minutes }) => ({ zone, from_at: at, offset_minutes: minutes })))
        .execute();
    const touched = [...new Set([...before, ...rules].map(({ zone }) => zone))];
    await sql`select write_local_dates(code, time_zone) from place where time_zone = any(${touched})`.execute(
      trx,
    );
    await trx
      .insertInto("reference_edition")
      .values({ name: "zones", edition })
      .onConflict((oc) => oc.column("name").doUpdateSet({ edition, loaded_at: sql`now()` }))
      .execute();
  });
}
