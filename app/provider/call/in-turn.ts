const lastOf = new Map<string, Promise<unknown>>();

/**
 * Runs tasks of the same name one after another within this process. Waiting tasks hold no database
 * connection, so that many of them cannot use up the pool. Between processes a row lock does the same.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(name);
  const mine = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  lastOf.set(name, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(name) === mine) lastOf.delete(name);
  }
}

/** All slots are taken and the queue is full. */
export class CrowdedError extends Error {}

/** Makes a limiter: so many tasks run at once, and so many wait. @throws CrowdedError for any further task */
export function limitTo(slots: number, queueMax: number) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken < slots) taken++;
    else if (waiting.length >= queueMax) throw new CrowdedError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
