import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { freeTimeStarts, freeTimeTypes } from "#app/contract/free-time-code.ts";
import type { Tariff } from "#app/lib/free-time-lines.ts";
import type { Database } from "../db/schema.ts";

const day = z.iso.date();
const text = z.string().trim().min(1);

/** A tariff as operators write it (`npm run tariff`). */
export const tariffFields = z
  .strictObject({
    code: text.max(60),
    type: z.enum(freeTimeTypes),
    carrierCode: text.max(10).nullable().default(null),
    placeCode: z
      .string()
      .regex(/^[A-Z]{2}[A-Z2-9]{3}$/)
      .nullable()
      .default(null),
    sizeType: z
      .string()
      .regex(/^[0-9A-Z]{1,4}$/)
      .nullable()
      .default(null),
    startEvent: z.enum(freeTimeStarts),
    dayOne: z.enum(["event-day", "next-day"]),
    freeDays: z.int().min(0).max(120),
    unit: z.enum(["calendar", "working"]),
    holidays: z.array(day).max(300).default([]),
    /** 0 is Sunday. */
    restDays: z.array(z.int().min(0).max(6)).max(5).default([0, 6]),
    /** Prices of a day in whole cents above 0, so that a later day always costs more. */
    tiers: z
      .array(
        z.strictObject({
          days: z.int().min(1).max(1_000).nullable(),
          perDay: z.string().regex(/^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,2})?$/),
        }),
      )
      .min(1)
      .max(20)
      .refine((tiers) => tiers.slice(0, -1).every(({ days }) => days !== null), {
        error: "only the last tier may be without days",
      }),
    currency: z.enum(["CNY", "USD", "GBP", "EUR"]),
    validFrom: day,
    validTo: day.nullable().default(null),
    source: text.max(200),
    contractNumber: text.max(60).nullable().default(null),
  })
  .refine(({ validFrom, validTo }) => validTo === null || validFrom <= validTo, {
    error: "ends before it begins",
    path: ["validTo"],
  })
  .refine(({ type, startEvent }) => (type === "DET") === (startEvent === "gateOut"), {
    error: "detention starts with gateOut, the others before it",
    path: ["startEvent"],
  });
export type TariffFields = z.output<typeof tariffFields>;

const rowOf = (
  fields: TariffFields,
  now: Date,
): Omit<Insertable<Database["free_time_tariff"]>, "company_id" | "version"> => ({
  changed_by: null,
  changed_by_name: null,
  code: fields.code,
  type: fields.type,
  carrier_code: fields.carrierCode,
  place_code: fields.placeCode,
  size_type: fields.sizeType,
  start_event: fields.startEvent,
  day_one: fields.dayOne,
  free_days: fields.freeDays,
  unit: fields.unit,
  holidays: fields.holidays,
  rest_days: fields.restDays,
  tiers: JSON.stringify(fields.tiers),
  currency: fields.currency,
  valid_from: fields.validFrom,
  valid_to: fields.validTo,
  source: fields.source,
  contract_number: fields.contractNumber,
  updated_at: now,
});

function tariffOf(row: Selectable<Database["free_time_tariff"]>): Tariff {
  return {
    code: row.code,
    type: row.type,
    carrierCode: row.carrier_code,
    placeCode: row.place_code,
    sizeType: row.size_type,
    startEvent: row.start_event,
    dayOne: row.day_one,
    freeDays: row.free_days,
    unit: row.unit,
    holidays: row.holidays,
    restDays: row.rest_days,
    tiers: row.tiers,
    currency: row.currency,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    source: row.source,
    contractNumber: row.contract_number,
  };
}

/** The tariffs of each company, by its id. */
export async function readTariffs(
  db: Kysely<Database>,
  companyIds: readonly string[],
): Promise<Map<string, Tariff[]>> {
  const rows = await db
    .selectFrom("free_time_tariff")
    .selectAll()
    .where(sql<boolean>`company_id = any(${[...new Set(companyIds)]}::bigint[])`)
    .orderBy("code")
    .execute();
  const grouped = Map.groupBy(rows, ({ company_id }) => company_id);
  return new Map([...grouped].map(([companyId, own]) => [companyId, own.map(tariffOf)]));
}

/** Stores tariffs of a company; one with a code that is there already replaces it. */
export async function saveTariffs(
  db: Kysely<Database>,
  companyId: string,
  tariffs: readonly TariffFields[],
  now: Date,
): Promise<void> {
  for (const fields of tariffs) {
    const row = rowOf(fields, now);
    await db
      .insertInto("free_time_tariff")
      .values({ company_id: companyId, ...row })
      .onConflict((conflict) => conflict.columns(["company_id", "code"]).doUpdateSet(row))
      .execute();
  }
}

/** @returns whether it was there */
export async function removeTariff(db: Kysely<Database>, companyId: string, code: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("free_time_tariff")
    .where("company_id", "=", companyId)
    .where("code", "=", code)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
