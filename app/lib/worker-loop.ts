import { setTimeout as sleep } from "node:timers/promises";
import { tellWork } from "./observed.ts";

/**
 * Runs a step until it is stopped: at once again while it finds work, after a pause when there is none or it failed.
 * `stop` waits for the step that runs, which its signal tells to end.
 * @param step says whether it found work
 * @param options `name` is that of the job in metrics
 */
export function startLoop(
  step: (signal: AbortSignal) => Promise<boolean>,
  { name, pauseMs, onError }: { name: string; pauseMs: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const begun = performance.now();
      const seconds = () => (performance.now() - begun) / 1000;
      const hasWorked = await step(signal).then(
        (worked) => {
          tellWork("job", { name, outcome: worked ? "worked" : "idle", seconds: seconds() });
          return worked;
        },
        (error) => {
          tellWork("job", { name, outcome: "failed", seconds: seconds() });
          onError(error);
          return false;
        },
      );
      if (!hasWorked) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
