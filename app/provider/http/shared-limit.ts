import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

interface Count {
  current: number;
  /** Milliseconds until the caller may ask again. */
  ttl: number;
}

/** Callers that are refused now; of more than so many the oldest are looked up again. */
const MOST_REFUSED = 5_000;

/**
 * Where `@fastify/rate-limit` counts: in the database, so that any number of providers count together. A caller who was
 * refused is remembered here until the end of the minute, so that an attack costs the database no more than the limit.
 */
export function sharedLimits(database: Kysely<Database>): FastifyRateLimitStoreCtor {
  const refused = new Map<string, { calls: number; until: number }>();

  function known(name: string): Count | undefined {
    const found = refused.get(name);
    if (!found) return undefined;
    const ttl = found.until - performance.now();
    if (ttl > 0) return { current: ++found.calls, ttl };
    refused.delete(name);
    return undefined;
  }

  function remember(name: string, { current, ttl }: Count): void {
    const [oldest] = refused.keys();
    if (refused.size >= MOST_REFUSED && oldest !== undefined) refused.delete(oldest);
    refused.set(name, { calls: current, until: performance.now() + ttl });
  }

  return class SharedLimit implements FastifyRateLimitStore {
    readonly #route: string;

    /** The plugin makes one from its settings, and from that one another for each route. */
    constructor(route: unknown) {
      this.#route = typeof route === "string" ? route : "";
    }

    incr(
      caller: string,
      callback: Parameters<FastifyRateLimitStore["incr"]>[1],
      windowMs: number,
      max: number,
    ) {
      const name = `${caller} ${this.#route}`;
      const told = known(name);
      if (told) return callback(null, told);
      count(database, caller, this.#route, windowMs).then(
        (counted) => {
          if (counted.current > max) remember(name, counted);
          callback(null, counted);
        },
        (error: Error) => callback(error),
      );
    }

    child(options: object): FastifyRateLimitStore {
      const { routeInfo } = options as { routeInfo?: { method: unknown; url: string } };
      return new SharedLimit(`${routeInfo?.method} ${routeInfo?.url}`);
    }
  };
}

/** Counts a call in the window that began with the caller's first; by the database's clock, as machines differ. */
async function count(
  database: Kysely<Database>,
  caller: string,
  route: string,
  windowMs: number,
): Promise<Count> {
  const { rows } = await sql<Count>`
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
