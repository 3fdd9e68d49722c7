import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until the expectations in `check` hold. It uses the real clock even when a test has fake timers:
 * `vi.waitFor` advances those with each check, and gives up after a second.
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
