import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { activityUnits, emissionModes } from "#app/contract/emission-code.ts";
import type { KnownFactor } from "#app/lib/emission-factor.ts";
import type { Database } from "../db/schema.ts";

const text = z.string().trim().min(1);
/** Digits enough for any factor, so that sums stay exact. */
const figure = z.string().regex(/^\d{1,6}(\.\d{1,9})?$/);

/** A factor as operators write it (`npm run factor`). */
export const factorFields = z
  .strictObject({
    code: text.max(60),
    mode: z.enum(emissionModes),
    carrierCode: text.max(10).nullable().default(null),
    edition: z.int().min(1990).max(2100),
    unit: z.enum(activityUnits),
    ttw: figure,
    wtt: figure,
    rf: figure.nullable().default(null),
    distanceShare: figure.default("0"),
    distanceAddedKm: figure.default("0"),
    low: figure.nullable().default(null),
    high: figure.nullable().default(null),
    vehicle: text.max(200),
    source: text.max(300),
    address: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullable()
      .default(null),
    licence: text.max(200),
    note: text.max(1_000).nullable().default(null),
  })
  .refine(({ mode, unit }) => (mode === "HUB") === (unit === "T"), {
    error: "a hub's factor is for tonnes (T), and only a hub's",
    path: ["unit"],
  })
  .refine(({ low, high }) => low === null || high === null || Number(low) <= Number(high), {
    error: "below low",
    path: ["high"],
  });
export type FactorFields = z.output<typeof factorFields>;

/** A factor as it is shown. */
export type StoredFactor = KnownFactor & { row: Selectable<Database["emission_factor"]> };

export async function readFactors(db: Kysely<Database>): Promise<StoredFactor[]> {
  const rows = await db.selectFrom("emission_factor").selectAll().orderBy("code").execute();
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    carrierCode: row.carrier_code,
    edition: row.edition,
    unit: row.unit,
    ttw: row.ttw,
    wtt: row.wtt,
    rf: row.rf,
    low: row.low,
    high: row.high,
    distanceShare: row.distance_share,
    distanceAddedKm: row.distance_added_km,
    isShipped: row.is_shipped,
    row,
  }));
}

const rowOf = (fields: FactorFields, now: Date): Insertable<Database["emission_factor"]> => ({
  code: fields.code,
  mode: fields.mode,
  carrier_code: fields.carrierCode,
  edition: fields.edition,
  unit: fields.unit,
  ttw: fields.ttw,
  wtt: fields.wtt,
  rf: fields.rf,
  distance_share: fields.distanceShare,
  distance_added_km: fields.distanceAddedKm,
  low: fields.low,
  high: fields.high,
  vehicle: fields.vehicle,
  source: fields.source,
  address: fields.address,
  licence: fields.licence,
  note: fields.note,
  is_shipped: false,
  vehicle_zh: null,
  source_zh: null,
  licence_zh: null,
  note_zh: null,
  is_checked: null,
  updated_at: now,
});

/**
 * Stores the operator's factors; one with a code that is there already replaces it. Every shipment is computed anew.
 * @returns codes that came with the product, which are not replaced: nothing is stored if there are any
 */
export async function saveFactors(
  db: Kysely<Database>,
  factors: readonly FactorFields[],
  now: Date,
): Promise<string[]> {
  const codes = factors.map(({ code }) => code);
  if (codes.length === 0) return [];
  const shipped = await db
    .selectFrom("emission_factor")
    .select("code")
    .where("code", "in", codes)
    .where("is_shipped", "=", true)
    .execute();
  if (shipped.length > 0) return shipped.map(({ code }) => code);
  for (const fields of factors) {
    const row = rowOf(fields, now);
    await db
      .insertInto("emission_factor")
      .values(row)
      .onConflict((conflict) => conflict.column("code").doUpdateSet(row))
      .execute();
  }
  await computeAllAnew(db);
  return [];
}

/** @returns whether it was there; one that came with the product stays */
export async function removeFactor(db: Kysely<Database>, code: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("emission_factor")
    .where("code", "=", code)
    .where("is_shipped", "=", false)
    .executeTakeFirst();
  if (removed.numDeletedRows > 0n) await computeAllAnew(db);
  return removed.numDeletedRows > 0n;
}

/** Figures by factors of before are removed at once: reports say how many shipments are not computed yet. */
async function computeAllAnew(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into emission_due (shipment_id) select id from shipment order by id
    on conflict (shipment_id) do update set changes = emission_due.changes + 1`.execute(db);
  await sql`delete from shipment_emission`.execute(db);
}
