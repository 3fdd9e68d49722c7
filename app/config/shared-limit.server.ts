import cluster from "node:cluster";
import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterMemory } from "rate-limiter-flexible";

/** So many points a minute and key, counted over all processes of the portal. */
export function perMinute(keyPrefix: string, points: number): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: 60 };
  return cluster.isWorker ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
}
