import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs a step until it is stopped: at once again while it finds work, after a pause when there is none or it failed.
 * `stop` waits for the step that runs, which its signal tells to end.
 * @param step says whether it found work
 */
export function startLoop(
  step: (signal: AbortSignal) => Promise<boolean>,
  { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const hasWorked = await step(signal).catch((error) => {
        onError(error);
        return false;
      });
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
