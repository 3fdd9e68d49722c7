import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { divide, multiply, round } from "#app/lib/decimal.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { computeChains, type EmissionChain } from "./chain.ts";
import { readFactors } from "./factor.ts";

const BATCH = 100;
const IDLE_MS = 2_000;
/** Pauses after a batch, in times that it took: who tells events and who reads pages comes first. */
const REST = 2;
const PER_KG = 1_000;

/**
 * Computes shipments whose figures are out of date and stores them for reports; of several processes one does so at a time. No
 * row is locked meanwhile, since events mark their shipments: one that is changed before the end stays marked.
 * @returns the number of shipments that are up to date now
 */
export async function computeDue(db: Kysely<Database>, now: Date): Promise<number> {
  return transaction(db, async (trx) => {
    const { rows: turn } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('fairlead emissions')) as mine`.execute(trx);
    if (!turn[0]?.mine) return 0;
    const due = await trx
      .selectFrom("emission_due")
      .select(["shipment_id", "changes"])
      .orderBy("shipment_id")
      .limit(BATCH)
      .execute();
    if (due.length === 0) return 0;
    const ids = due.map(({ shipment_id }) => shipment_id);
    const chains = await computeChains(trx, ids, await readFactors(trx), now, db);
    await store(trx, chains);
    const changes = due.map((each) => each.changes);
    const done = await sql`
      delete from emission_due where shipment_id in (
        select d.shipment_id from emission_due d
        join unnest(${ids}::bigint[], ${changes}::int[]) as t (shipment_id, changes) using (shipment_id, changes)
        order by 1 for update of d skip locked)`.execute(trx);
    return Number(done.numAffectedRows ?? 0);
  });
}

async function store(db: Kysely<Database>, chains: readonly EmissionChain[]): Promise<void> {
  const rows = JSON.stringify(chains.map(rowOf));
  await sql`
    insert into shipment_emission
      (shipment_id, ttw_g, wtt_g, rf_g, low_g, high_g, kg_km, km, edition, gap, factor_ids)
    select shipment_id, ttw_g, wtt_g, rf_g, low_g, high_g, kg_km, km, edition, gap, factor_ids
    from jsonb_to_recordset(${rows}::jsonb) as r (
      shipment_id bigint, ttw_g bigint, wtt_g bigint, rf_g bigint, low_g bigint, high_g bigint, kg_km bigint,
      km integer, edition smallint, gap text, factor_ids bigint[])
    where exists (select from shipment s where s.id = r.shipment_id)
    on conflict (shipment_id) do update set
      ttw_g = excluded.ttw_g, wtt_g = excluded.wtt_g, rf_g = excluded.rf_g, low_g = excluded.low_g,
      high_g = excluded.high_g, kg_km = excluded.kg_km, km = excluded.km, edition = excluded.edition,
      gap = excluded.gap, factor_ids = excluded.factor_ids`.execute(db);
}

/** Exact thousandths as whole numbers, in text. */
const thousandths = (value: string | null) => value && round(multiply(value, PER_KG), 0);

function rowOf({ id, legs, tkm, distanceKm, total }: EmissionChain) {
  const gap = typeof total === "string" ? total : null;
  const sum = typeof total === "string" ? null : total;
  const used = gap ? [] : legs.flatMap(({ factor }) => factor ?? []);
  return {
    shipment_id: id,
    gap,
    km: distanceKm,
    kg_km: thousandths(tkm),
    ttw_g: thousandths(sum?.ttwKg ?? null),
    wtt_g: thousandths(sum?.wttKg ?? null),
    rf_g: thousandths(sum?.rfKg ?? null),
    low_g: thousandths(sum?.lowKg ?? null),
    high_g: thousandths(sum?.highKg ?? null),
    edition: used.length > 0 ? Math.max(...used.map(({ edition }) => edition)) : null,
    factor_ids: [...new Set(used.map((factor) => factor.id))],
  };
}

/** The figure of a stored number of thousandths. */
export const fromThousandths = (value: string | null): string | null => value && divide(value, PER_KG);

/** Keeps the figures of shipments up to date until it is stopped. */
export const startEmissions = (db: Kysely<Database>, log: Logger): { stop(): Promise<void> } =>
  startLoop(
    async (signal) => {
      const begun = performance.now();
      if ((await computeDue(db, new Date())) === 0) return false;
      const rest = REST * (performance.now() - begun);
      await sleep(rest, undefined, { signal, ref: false }).catch(() => {});
      return true;
    },
    {
      name: "emissions",
      pauseMs: IDLE_MS,
      onError: (error) => log.warn({ err: error }, "Emissions of shipments could not be computed"),
    },
  );
