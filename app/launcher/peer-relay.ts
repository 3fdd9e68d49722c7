import cluster, { type Worker } from "node:cluster";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import type { FromRelay, ToRelay } from "#app/config/peer-message.ts";
import { Outcomes } from "#app/config/peer-outcomes.ts";

/** In the first process of a cluster: counts limits, keeps claims, and passes on what workers tell each other. */
export function relayBetweenWorkers(): void {
  const outcomes = new Outcomes<Worker>();
  const send = (to: Worker | undefined, message: FromRelay) => {
    if (to?.isConnected()) to.send(message);
  };
  // Made for its effect: it listens to the workers' limits.
  new RateLimiterClusterMaster();
  cluster.on("exit", (worker) => outcomes.leave(worker));
  cluster.on("message", async (from, message: ToRelay) => {
    if (message?.peers === "settle") outcomes.settle(message.key, message.end, message.isKept);
    if (message?.peers === "tell")
      for (const worker of Object.values(cluster.workers ?? {})) if (worker !== from) send(worker, message);
    if (message?.peers === "claim") {
      const claim = await outcomes.claim(message.key, from);
      send(from, { peers: "claimed", id: message.id, claim });
    }
  });
}
