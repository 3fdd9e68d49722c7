import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { keepRunning } from "./kept-process.ts";
import { relayBetweenWorkers } from "./peer-relay.ts";
import type { ClusterPlan } from "./settings.ts";

/**
 * The first process of a portal on several cores: `portal-cluster.ts PLAN PROGRAM ARGUMENTS`. It serves nothing
 * itself, and keeps so many workers running, which listen on one port.
 */
const [plan = "", program, ...args] = process.argv.slice(2);
const { portalProcesses, stopGraceMs, metrics } = JSON.parse(plan) as ClusterPlan;

// Each worker accepts connections by itself. Node's default hands them out from here, and one that was on its way to a
// worker that is killed is neither closed nor given to another: it waits for good.
cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({ exec: program, args });
relayBetweenWorkers();
if (metrics) {
  const { countWorkers } = await import("./counted-workers.ts");
  await countWorkers(metrics);
}

const workers = Array.from({ length: portalProcesses }, () => {
  let worker: Worker;
  return keepRunning({
    name: "A process of the portal",
    fork: () => {
      worker = cluster.fork();
      return worker.process;
    },
    untilReady: (_, signal) => once(worker, "listening", { signal }),
    say: (line) => process.stdout.write(`${line}\n`),
  });
});

const never = new AbortController().signal;
const stop = async (status: number) => {
  await Promise.all(workers.map((each) => each.stop(stopGraceMs, never)));
  process.exit(status);
};
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(0));
Promise.all(workers.map(({ ready }) => ready)).then(
  () => {
    // A worker that takes the place of another serves at once, as its pages say what is missing.
    delete process.env.WAITS_FOR_PROVIDER;
  },
  ({ message }: Error) => {
    if (message) process.stderr.write(`${message}\n`);
    return stop(1);
  },
);
