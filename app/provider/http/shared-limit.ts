import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Kysely } from "kysely";
import { type CallCount, countCall } from "../call/call-count.ts";
import type { Database } from "../db/schema.ts";

/** Callers that are refused now; of more than so many the oldest are looked up again. */
const MOST_REFUSED = 5_000;

/**
 * Where `@fastify/rate-limit` counts: in the database, so that any number of providers count together. A caller who was
 * refused is remembered here until the end of the minute, so that an attack costs the database no more than the limit.
 */
export function sharedLimits(database: Kysely<Database>): FastifyRateLimitStoreCtor {
  const refused = new Map<string, { calls: number; until: number }>();

  function known(name: string): CallCount | undefined {
    const refusal = refused.get(name);
    if (!refusal) return undefined;
    const ttl = refusal.until - performance.now();
    if (ttl > 0) return { current: ++refusal.calls, ttl };
    refused.delete(name);
    return undefined;
  }

  function remember(name: string, { current, ttl }: CallCount): void {
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
      const refusal = known(name);
      if (refusal) return callback(null, refusal);
      countCall(database, caller, this.#route, windowMs).then(
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
