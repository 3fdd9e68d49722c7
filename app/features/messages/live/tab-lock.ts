import type { KeptStore } from "./kept-store.ts";

/**
 * Runs `work` in one tab of the browser at a time; the others wait until it is their turn or `signal` is
 * aborted. Resolves when the work is done or the wait was aborted.
 */
export type TabLock = (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

/** Web Locks: the browser releases the lock of a closed tab. */
export function webLock(locks: LockManager): TabLock {
  return async (name, signal, work) => {
    try {
      await locks.request(name, { signal }, work);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
}

const LEASE_MS = 4_000;
const SETTLE_MS = 60;
const LEASE_PREFIX = "fairlead-turn:";

interface Lease {
  owner: string;
  until: number;
}

/**
 * Web Locks are not available over plain http. A lease in storage is nearly as good: two tabs that take it at
 * the same time check again after a moment, and the provider would recognize a message that was sent twice.
 */
export function leaseLock(store: KeptStore): TabLock {
  const owner = Math.random().toString(36).slice(2);
  return async (name, signal, work) => {
    const key = LEASE_PREFIX + name;
    const holder = (): Lease | null => {
      const lease = readLease(store.get(key));
      return lease && lease.until > Date.now() ? lease : null;
    };
    const take = () =>
      store.set(key, JSON.stringify({ owner, until: Date.now() + LEASE_MS } satisfies Lease));
    while (!signal.aborted) {
      if (!holder()) {
        take();
        await sleep(SETTLE_MS * (1 + Math.random()));
        if (holder()?.owner === owner) break;
      }
      await sleep(LEASE_MS / 4);
    }
    if (signal.aborted) return;
    const renewal = setInterval(take, LEASE_MS / 4);
    try {
      await work();
    } finally {
      clearInterval(renewal);
      store.delete(key);
    }
  };
}

function readLease(text: string | null): Lease | null {
  try {
    return JSON.parse(text ?? "null") as Lease | null;
  } catch {
    return null;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
