import { type Kysely, sql } from "kysely";
import type { HoldKind } from "#app/contract/free-time-code.ts";
import { daysBefore, HOUR_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { saveTariffs, tariffFields } from "../free-time/tariff.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import { takeStatements } from "../shipments/free-time-state.ts";
import type { DemoCustomerCode } from "./accounts.ts";

const tiers = (...prices: [days: number | null, perDay: string][]) =>
  prices.map(([days, perDay]) => ({ days, perDay }));

/** Tariffs of a company: a general one for each clock, contracts with carriers, and a merged one. */
function tariffsOf(company: DemoCustomerCode, year: number) {
  const currency = { MERIDIAN: "USD", BRIGHTWATER: "EUR", HARROWVALE: "GBP" }[company];
  const valid = { validFrom: `${year - 1}-01-01`, validTo: null, currency };
  const general = { ...valid, dayOne: "next-day", source: "General tariff" };
  const contract = { ...valid, dayOne: "event-day", source: "Service contract" };
  const days = { unit: "calendar" };
  return [
    {
      ...general,
      ...days,
      code: "DEM-GENERAL",
      type: "DEM",
      startEvent: "discharge",
      freeDays: 5,
      tiers: tiers([4, "95.00"], [5, "160.00"], [null, "240.00"]),
    },
    {
      ...general,
      ...days,
      code: "DET-GENERAL",
      type: "DET",
      startEvent: "gateOut",
      freeDays: 7,
      tiers: tiers([5, "75.00"], [null, "130.00"]),
    },
    {
      ...general,
      ...days,
      code: "DET-20",
      type: "DET",
      startEvent: "gateOut",
      freeDays: 7,
      sizeType: "22",
      tiers: tiers([5, "55.00"], [null, "95.00"]),
    },
    {
      ...contract,
      unit: "working",
      code: "DEM-MAEU",
      type: "DEM",
      startEvent: "available",
      freeDays: 4,
      carrierCode: "MAEU",
      contractNumber: "SC-778204",
      holidays: [`${year}-12-25`, `${year + 1}-01-01`],
      tiers: tiers([5, "120.00"], [null, "210.00"]),
    },
    {
      ...contract,
      ...days,
      code: "DD-MSCU",
      type: "MERGED",
      startEvent: "discharge",
      freeDays: 14,
      carrierCode: "MSCU",
      contractNumber: "MSC-24-1187",
      tiers: tiers([7, "110.00"], [null, "195.00"]),
    },
  ].map((tariff) => tariffFields.parse(tariff));
}

/** Stores the tariffs of the demonstration's companies; before their shipments, whose free time they give. */
export async function addDemoTariffs(
  trx: Kysely<Database>,
  companyIds: ReadonlyMap<string, string>,
  today: Date,
): Promise<void> {
  for (const company of ["MERIDIAN", "BRIGHTWATER", "HARROWVALE"] as const)
    await saveTariffs(trx, companyIds.get(company)!, tariffsOf(company, today.getUTCFullYear()), today);
}

/** Shipments around their arrival about which something is stated. */
const STATED_MAX = 60;
const HOLDS: readonly HoldKind[] = ["CUSTOMS", "FREIGHT", "LINE"];

/**
 * What carriers and terminals state of containers that wait in a terminal or are about to: carriers the computed day,
 * moved once; terminals of every second shipment a day less; holds at every fourth.
 */
export async function addDemoStatements(trx: Kysely<Database>, today: Date): Promise<void> {
  const { rows } = await sql<{ house_number: string; container_numbers: string[]; day: string }>`
    select s.house_number, s.container_numbers, s.free_time_day as day
    from shipment s join company c on c.id = s.company_id
    where c.code like ${`${DEMO_PREFIX}%`} and s.free_time_day between ${today}::date - 4 and ${today}::date + 12
      and s.status = 'TRANSIT'
    order by s.house_number limit ${STATED_MAX}`.execute(trx);
  const at = (hoursAgo: number) => new Date(today.getTime() - hoursAgo * HOUR_MS).toISOString();
  const statements = rows.flatMap(({ house_number, container_numbers, day }, index) =>
    container_numbers.flatMap((containerNumber) => {
      const about = { containerNumber, houseNumber: house_number, kind: "DEM" };
      const hold = index % 4 === 0 ? HOLDS[(index / 4) % HOLDS.length]! : null;
      const carrier = { ...about, source: "CARRIER" };
      return [
        { ...carrier, lastFreeDay: daysBefore(day, 2), statedAt: at(50) },
        { ...carrier, lastFreeDay: day, statedAt: at(20) },
        ...(index % 2 === 0
          ? [
              {
                ...about,
                source: "TERMINAL",
                lastFreeDay: daysBefore(day, 1),
                statedAt: at(6),
                holds: hold ? [hold] : [],
                isAvailable: hold === null,
              },
            ]
          : []),
      ];
    }),
  );
  await takeStatements(trx, statements, { sender: "", now: today });
}
