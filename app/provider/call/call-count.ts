import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

export interface CallCount {
  current: number;
  /** Milliseconds until the caller may ask again. */
  ttl: number;
}

/**
 * Counts a call in the window that began with the caller's first, so that any number of providers count together; by the
 * database's clock, as machines differ.
 * @param caller an address or `person <id>`
 */
export async function countCall(
  database: Kysely<Database>,
  caller: string,
  route: string,
  windowMs: number,
): Promise<CallCount> {
  const { rows } = await sql<CallCount>`
    insert into call_count as c (caller, route, calls, ends_at)
    values (${caller}, ${route}, 1, clock_timestamp() + ${windowMs} * interval '1 ms')
    on conflict (caller, route) do update set
      calls = case when c.ends_at > clock_timestamp() then c.calls + 1 else 1 end,
      ends_at = case when c.ends_at > clock_timestamp() then c.ends_at else excluded.ends_at end
    returning calls as current, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as ttl`.execute(
    database,
  );
  const [{ current, ttl } = { current: 0, ttl: 0 }] = rows;
  return { current, ttl: Math.max(0, ttl) };
}
