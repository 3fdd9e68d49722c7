import { type Kysely, type RawBuilder, sql } from "kysely";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";

/** Up to so many references are resolved to ids before shipments are read; a longer list costs the planner more than it helps. */
const RESOLVED_MAX = 2_000;

/** A typed number, or its beginning, that shipments bear. */
export interface NumberFilter {
  /** The condition on the shipment `s`. */
  condition: RawBuilder<unknown>;
  /**
   * Ids of some of the shipments as a PostgreSQL array literal; it is only passed back, so it is not parsed.
   */
  someIds: string;
  someCount: number;
  /** For a walk in sort order; null when `someIds` are all, and `condition` serves. */
  common: CommonNumber | null;
}

/** A beginning of so many numbers that a walk in sort order need not resolve them. */
export interface CommonNumber {
  /** Whether the shipment with this id bears one: looked up for this one alone, never turned into a join. */
  isBorneBy(id: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Statement that reads the ids of all, as often as they bear one. */
  bearers: RawBuilder<unknown>;
}

/** Looks a number up among those of the kinds; null when no shipment bears one. */
export async function byNumber(
  db: Kysely<Database>,
  companyIds: readonly string[],
  typed: string,
  kinds: readonly string[],
): Promise<NumberFilter | null> {
  const first = referenceKey(typed);
  if (first === "") return null;
  // Keys are sorted by bytes, and no UTF-8 text sorts after this character.
  const last = `${first}\u{10FFFF}`;
  const inRange = sql`r.kind = any(${[...kinds]}) and r.value_key >= ${first} and r.value_key < ${last}`;
  const bearers = sql`
    select r.shipment_id as id from shipment_reference r
    where r.company_id = any(${[...companyIds]}::bigint[]) and ${inRange}`;
  const { rows } = await sql<{ references: number; shipments: number; ids: string | null }>`
    select count(*)::int as "references", count(distinct id)::int as shipments, array_agg(distinct id)::text as ids
    from (${bearers} limit ${RESOLVED_MAX + 1}) found`.execute(db);
  const { references, shipments: someCount, ids: someIds } = rows[0]!;
  if (someIds === null) return null;
  if (references <= RESOLVED_MAX) {
    return { condition: sql`s.id = any(${someIds}::bigint[])`, someIds, someCount, common: null };
  }
  return {
    condition: sql`exists (select from shipment_reference r where r.shipment_id = s.id and ${inRange})`,
    someIds,
    someCount,
    common: {
      bearers,
      // `left(...)` prevents the use of the index on the number.
      isBorneBy: (id) => sql`(select true from shipment_reference r where r.shipment_id = ${id}
        and r.kind = any(${[...kinds]}) and left(r.value_key, ${sql.lit([...first].length)}) = ${first} limit 1)`,
    },
  };
}
