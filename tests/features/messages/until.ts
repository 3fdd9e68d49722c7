import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until what `check` expects is so. By the real clock, even while a test has its own: `vi.waitFor` moves that one on
 * with each look, and gives up after a second.
 */
export async function until<T>(check: () => T | Promise<T>, withinMs = 15_000): Promise<T> {
  for (const end = performance.now() + withinMs; ; await sleep(3)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
